// The last step of `npm run build`; it also writes the man page. The texts of the commands are in the catalogue; the manifest gets the
// English ones. oclif lists the commands in file-system order, which differs between builds; sorted, equal commands give equal bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeCommand } from '../../src/cli/help/help-words.ts';
import { manPage } from '../../src/cli/help/man-page.ts';
import { MESSAGES } from '../../src/messages/messages.ts';

const file = new URL('../../oclif.manifest.json', import.meta.url);
const { commands, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
const sorted = Object.fromEntries(Object.entries(commands).toSorted(([a], [b]) => (a < b ? -1 : 1)));
for (const command of Object.values(sorted)) describeCommand(command, MESSAGES.en.help);
writeFileSync(file, `${JSON.stringify({ commands: sorted, ...rest }, null, 2)}\n`);
writeFileSync(new URL('../../dist/lead-intake.1', import.meta.url), manPage(sorted, MESSAGES.en.help));
