import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Installation, SECRETS } from '../end-to-end/operator.ts';
import { requireTool } from '../support/required-tool.ts';
import { textOf } from './documents.ts';

const run = promisify(execFile);
const PAGE = textOf('docs/send-leads.md');

/** Each example with its language and the file that runs it. */
const EXAMPLES = [
  { language: 'curl', file: 'sign.sh', command: 'bash' },
  { language: 'php', file: 'sign.php', command: 'php' },
  { language: 'node', file: 'sign.mjs', command: process.execPath },
  { language: 'python', file: 'sign.py', command: 'python3' },
] as const;

const installation = new Installation();
beforeAll(() => installation.serve());
afterAll(() => installation[Symbol.asyncDispose]());

/** The code below a mark such as `<!-- example: php -->`. */
function exampleOf(language: string): string {
  return new RegExp(`<!-- example: ${language} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1] ?? '';
}

test.for(EXAMPLES)('the example in $language sends a lead that is accepted', async ({ language, file, command }, { skip }) => {
  await requireTool(skip, command);
  const { url } = installation.service;
  const script = join(installation.folder, file);
  writeFileSync(script, exampleOf(language));
  const { stdout } = await run(command, [script], {
    env: { PATH: process.env['PATH'], FORMULARIO_SECRET: SECRETS.FORMULARIO_SECRET, LEAD_INTAKE_URL: url },
  });
  expect(JSON.parse(stdout)).toEqual({ status: 'accepted', evento_id: expect.stringMatching(/^\d+$/) });
});

test('every example is run', () => {
  const marked = Array.from(PAGE.matchAll(/<!-- example: (\w+) -->/g), ([, language]) => language);
  expect(marked).toEqual(expect.arrayContaining(EXAMPLES.map(({ language }) => language)));
  expect(marked).toHaveLength(EXAMPLES.length);
});
