// The last step of `npm run build`. oclif lists the commands in the order in which the file system names them, which
// differs from build to build; sorted, equal commands give equal bytes.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../oclif.manifest.json', import.meta.url);
const { commands, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
const sorted = Object.fromEntries(Object.entries(commands).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify({ commands: sorted, ...rest }, null, 2)}\n`);
