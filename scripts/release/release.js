// `npm run release`: builds everything in a release into out/: both executables with their archives, the npm package, licenses, bill of
// materials, release notes and checksums. Two releases of one commit have the same SHA256SUMS, in any folder.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseNotes } from './release-notes.js';

const PROJECT = join(import.meta.dirname, '../..');
const OUT = join(PROJECT, 'out');
const NOTES = 'RELEASE_NOTES.md';

requireCommitted('There are uncommitted changes. A release is built from a commit, so commit them first.');
const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const notes = releaseNotes(readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8'), version);
if (notes === undefined) fail(`CHANGELOG.md has no dated section for ${version}. Add the heading \`## [${version}] - YYYY-MM-DD\`.`);

for (const folder of ['out', 'dist']) rmSync(join(PROJECT, folder), { recursive: true, force: true });
run('npm', ['run', '--silent', 'package']);
run('npm', ['pack', '--silent', '--pack-destination', OUT]);
requireCommitted('The build changed tracked files. Commit them, then try again.');
writeFileSync(join(OUT, NOTES), notes);
for (const file of [`lead-intake-${version}.tgz`, NOTES]) appendFileSync(join(OUT, 'SHA256SUMS'), `${sha256(file)}  ${file}\n`);
process.stdout.write(readFileSync(join(OUT, 'SHA256SUMS')));

function requireCommitted(sentence) {
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: PROJECT, encoding: 'utf8' });
  if (changed !== '') fail(`${sentence}\n${changed.trimEnd()}`);
}

function sha256(file) {
  return createHash('sha256')
    .update(readFileSync(join(OUT, file)))
    .digest('hex');
}

function run(command, args) {
  execFileSync(command, args, { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit'] });
}

function fail(sentence) {
  process.stderr.write(`Error: ${sentence}\n`);
  process.exit(1);
}
