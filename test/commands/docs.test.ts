import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runOnTerminal } from '../support/run-on-terminal.ts';
import { ROOT, runProgram } from '../support/run-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'lead-intake-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GLOSSARY = readFileSync(`${ROOT}docs/glossary.md`, 'utf8');

describe('docs', () => {
  test('lists the pages with their titles, and reads neither settings nor a database', async () => {
    const { stdout, exitCode } = await runProgram(['docs'], { env: { PORT: 'not a number' } });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^glossary +Glossary$/m);
    expect(stdout).not.toMatch(/^README /m);
  });

  test.each(['glossary', 'glossary.md', 'Glossary'])('%s prints the Markdown where there is no terminal', async (name) => {
    expect(await runProgram(['docs', name])).toMatchObject({ exitCode: 0, stdout: GLOSSARY, stderr: '' });
  });

  test('as JSON', async () => {
    const { stdout } = await runProgram(['docs', 'glossary', '--json']);
    expect(JSON.parse(stdout)).toEqual({ nome: 'glossary', titulo: 'Glossary', markdown: GLOSSARY });
  });

  test('a page that does not exist names the nearest one', async () => {
    const { stderr, exitCode } = await runProgram(['docs', 'glosary']);
    expect({ stderr, exitCode }).toEqual({
      exitCode: 2,
      stderr: 'Error: There is no page "glosary". Did you mean "glossary"?\n`lead-intake docs` lists the pages.\n',
    });
  });

  test('on a terminal the page is text in the pager', async () => {
    const pager = join(folder, 'pager');
    writeFileSync(pager, '#!/bin/sh\necho in the pager\ncat\n');
    chmodSync(pager, 0o700);
    const { screen } = await runOnTerminal(['docs', 'glossary'], { cwd: folder, env: { PAGER: pager, NO_COLOR: '1' } });
    expect(screen).toMatch(/in the pager\s+Glossary\s+One term for one thing/);
    expect(screen).not.toContain('# Glossary');
  });

  test('and is printed where there is no pager', async () => {
    const { screen } = await runOnTerminal(['docs', 'glossary'], { cwd: folder, env: { PAGER: 'no-such-pager' } });
    expect(screen).toMatch(/One term for one thing/);
  });
});
