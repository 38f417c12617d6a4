import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { ROOT } from '../support/run-program.ts';
import { startService } from '../support/running-service.ts';
import { Installation, SECRETS, untilProcessed } from './operator.ts';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const run = promisify(execFile);

/** The code blocks that follow a mark such as `<!-- tour -->`. */
function blocks(mark: string): readonly string[] {
  return [...README.matchAll(new RegExp(`<!-- ${mark} -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\``, 'g'))].map((match) => match[1] ?? '');
}

describe('the tour of the README', () => {
  test('runs as written, from the first lead to the diagnosis', async () => {
    await using installation = new Installation();
    const { folder, databaseUrl } = installation;
    symlinkSync(join(ROOT, 'bin'), join(folder, 'bin'));
    // What `npm start` runs after the build, in a folder without settings: it makes its own secrets.
    await using service = await startService(folder, { LOG_LEVEL: 'warn' }, ['--dev']);
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], LC_ALL: 'C.UTF-8', PORT: new URL(service.url).port };
    const outputs: string[] = [];
    for (const block of blocks('tour')) {
      const script = `${block.replaceAll('http://127.0.0.1:8080', service.url)}\ntrue`;
      outputs.push((await run('bash', ['-uo', 'pipefail', '-c', script], { cwd: folder, env })).stdout);
      await untilProcessed(databaseUrl);
    }
    const [sent, looked, mended, platforms, diagnosed] = outputs;
    expect(sent).toContain('{"status":"accepted","evento_id":"1"}');
    expect(looked).toContain('João da Silva');
    expect(mended).toContain('unknown_campaign');
    expect(mended).toMatch(/verao/);
    expect(platforms).toMatch(/concluido\s+4/);
    expect(diagnosed).toMatch(/line break/);
  });
});

describe('the signing examples of the README', () => {
  const examples = [
    { language: 'curl', file: 'sign.sh', command: 'bash' },
    { language: 'php', file: 'sign.php', command: 'php' },
    { language: 'node', file: 'sign.mjs', command: process.execPath },
    { language: 'python', file: 'sign.py', command: 'python3' },
  ] as const;

  test.for(examples)('$language', async ({ language, file, command }, { skip }) => {
    const isPresent = await run(command, ['--version']).then(
      () => true,
      () => false,
    );
    skip(!isPresent, `${command} is not on this machine`);
    await using installation = new Installation();
    const { url } = await installation.serve();
    const [code] = blocks(`example: ${language}`);
    const script = join(installation.folder, file);
    writeFileSync(script, code ?? '');
    const { stdout } = await run(command, [script], {
      env: { PATH: process.env['PATH'], FORMULARIO_SECRET: SECRETS.FORMULARIO_SECRET, LEAD_INTAKE_URL: url },
    });
    expect(JSON.parse(stdout)).toEqual({ status: 'accepted', evento_id: '1' });
  });
});

describe('the settings table of the README', () => {
  const table = README.slice(README.indexOf('## Settings'), README.indexOf('## Running it'));

  test.each(SETTING_NAMES)('%s stands there with its default', (name) => {
    const row = table.split('\n').find((line) => line.includes(`\`${name}\``));
    expect(row).toBeDefined();
    const { fallback } = SETTINGS[name] as { fallback?: string };
    if (fallback !== undefined && fallback !== '') expect(row).toContain(`\`${fallback}\``);
  });
});
