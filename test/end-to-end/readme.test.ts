import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-program.ts';
import { startService } from '../support/running-service.ts';
import { Installation } from './operator.ts';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const run = promisify(execFile);

/** The shell examples of the tour, in order. */
const TOUR = Array.from(README.matchAll(/<!-- tour -->\n```sh\n([\s\S]*?)```/g), ([, code = '']) => code);

const NEXT_EXAMPLE = '=== next example ===\n';
/** A person gives the worker time to run the retried jobs before typing the next command; a script does not. */
const UNTIL_PROCESSED = 'until lead-intake queue status --max 0 > /dev/null; do :; done';

test('the tour of the README runs as written, from the first lead to the diagnosis', async () => {
  await using installation = new Installation();
  const { folder } = installation;
  // The alias of the README as an executable, because this shell has no aliases.
  const path = join(folder, 'path');
  mkdirSync(path);
  symlinkSync(join(ROOT, 'bin', 'console'), join(path, 'lead-intake'));
  // What `npm start` runs after the build. In a folder without settings it creates its own secrets.
  await using service = await startService(folder, { LOG_LEVEL: 'warn' }, ['--dev']);
  const env = {
    PATH: `${path}:${process.env['PATH']}`,
    HOME: process.env['HOME'],
    LC_ALL: 'C.UTF-8',
    PORT: new URL(service.url).port,
  };
  const script = TOUR.join(`echo '${NEXT_EXAMPLE.trim()}'\n`)
    .replaceAll(/^lead-intake queue retry .*$/gm, `$&\n${UNTIL_PROCESSED}`)
    .replaceAll('http://127.0.0.1:8080', service.url);
  const { stdout } = await run('bash', ['-uo', 'pipefail', '-c', `${script}\ntrue`], { cwd: folder, env });
  const [sent, fixed, platforms, posted, diagnosed] = stdout.split(NEXT_EXAMPLE);
  expect(sent).toMatch(/^Processed: lead 1 of client Cliente Exemplo, campaign Campanha de exemplo\./m);
  expect(sent).toMatch(/^1 .* J\*\*\* S\*\*\* /m);
  expect(sent).toMatch(/^Name +João da Silva$/m);
  expect(fixed).toMatch(/^Failed: Unknown campaign\. No campaign has the `campanha_id` "verao"\./m);
  expect(fixed).toMatch(/^2 +2 +Website form .* Unknown campaign /m);
  expect(fixed).toMatch(/^1 job queued\.$/m);
  expect(fixed).toMatch(/^2 .* Verão +M\*\*\* T\*\*\* /m);
  expect(platforms).toMatch(/^Processed: lead 3 .*\n[\s\S]*^Processed: lead 4 /m);
  expect(platforms).toMatch(/^Done +4$/m);
  expect(platforms).toMatch(/^Failed +0$/m);
  expect(posted).toBe('{"status":"accepted","evento_id":"5"}\n');
  expect(diagnosed).toMatch(/^Not valid\.$/m);
  expect(diagnosed).toMatch(/the body without the line break at its end/);
});
