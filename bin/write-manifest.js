// The last step of `npm run build`. The commands do not say what they mean: the catalogue does, and the manifest takes its English. oclif lists
// the commands in the order in which the file system names them, which differs from build to build; sorted, equal commands give equal bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeCommand } from '../dist/src/cli/help/help-words.js';
import { MESSAGES } from '../dist/src/messages/messages.js';

const file = new URL('../oclif.manifest.json', import.meta.url);
const { commands, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
const sorted = Object.fromEntries(Object.entries(commands).toSorted(([a], [b]) => (a < b ? -1 : 1)));
for (const command of Object.values(sorted)) describeCommand(command, MESSAGES.en.help);
writeFileSync(file, `${JSON.stringify({ commands: sorted, ...rest }, null, 2)}\n`);
