import { readFileSync } from 'node:fs';
import type { Interfaces } from '@oclif/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandHelp, programHelp, topicHelp } from '../../src/cli/help/help-text.ts';
import { describeConfig, namePlaceholders } from '../../src/cli/help/help-words.ts';
import { MESSAGES } from '../../src/messages/messages.ts';
import { strangeWords } from '../support/plain-words.ts';
import { ROOT } from '../support/run-program.ts';
import { Workplace } from '../support/workplace.ts';

const LANGUAGES = ['en', 'pt'] as const;
/** Names that are the same in both languages. */
const NEUTRAL = new Set(['JOB', 'LEAD', 'SHELL', 'CURSOR', 'URL', 'ID', 'MB']);

/** What oclif knows of the commands, with the words of a language. */
function configIn(language: (typeof LANGUAGES)[number]): Interfaces.Config {
  const { commands } = JSON.parse(readFileSync(`${ROOT}oclif.manifest.json`, 'utf8')) as { commands: Interfaces.Config['commands'] };
  const list = Object.values(commands);
  const topics = new Set(list.flatMap(({ id }) => id.split(':').map((_word, index, words) => words.slice(0, index).join(':'))));
  const config = { bin: 'lead-intake', commands: list, topics: [...topics].filter(Boolean).map((name) => ({ name })) };
  describeConfig(config as unknown as Interfaces.Config, MESSAGES[language].help);
  return config as unknown as Interfaces.Config;
}

/** Without what is typed: usage, examples, names of commands, and the values that a flag may have. */
function read(help: string): string {
  const lines = help.split('\n').filter((line) => !/^ +(?:\$ |--?\S+ \S*\||\S+ \\?$|[\d*]+ [\d*]+ )/.test(line));
  return lines.join('\n').replaceAll(/^ {6}--.*$|^ {2}[a-z][a-z -]*? {2,}|"[^"]*"?/gm, ' … ');
}

describe.each(LANGUAGES)('in %s', (language) => {
  const { help } = MESSAGES[language];

  test('no help has a word of the other language or a stored word', () => {
    const config = configIn(language);
    namePlaceholders(config, help);
    const pages = [
      programHelp(config, help),
      ...config.topics.map(({ name }) => topicHelp(config, name, help)),
      ...config.commands.map((command) => commandHelp(config, command, help)),
    ];
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.flatMap((page) => strangeWords(read(page), language).map((word) => `${word}: ${page.split('\n')[0]}`))).toEqual([]);
  });
});

test('every argument and every value of a flag has a name in Portuguese', () => {
  const named = configIn('pt').commands.flatMap(({ args, flags }) => [
    ...Object.values(args).map(({ name }) => name.toUpperCase()),
    ...Object.values(flags).flatMap(({ type, helpValue }: { type: string; helpValue?: unknown }) =>
      type === 'option' && typeof helpValue === 'string' && /^[A-Z]{2}/.test(helpValue) ? [helpValue] : [],
    ),
  ]);
  expect([...new Set(named)].filter((name) => !NEUTRAL.has(name) && !(name in MESSAGES.pt.help.placeholders))).toEqual([]);
});

describe('doctor', () => {
  const place = new Workplace();

  beforeAll(async () => {
    await place.addCampaign();
    await place.accept('form-1');
    await place.accept('form-2', { campaignId: 'unknown' });
    await place.processJobs();
  });

  afterAll(() => place[Symbol.dispose]());

  test.each([
    ['en', 'C.UTF-8', 'Settings\n'],
    ['pt', 'pt_BR.UTF-8', 'Configurações\n'],
  ] as const)('speaks one language: %s', async (language, locale, start) => {
    const { stdout } = await place.runWith({ LC_ALL: locale }, 'doctor', '--offline');
    expect(stdout.startsWith(start)).toBe(true);
    expect(strangeWords(stdout.replaceAll(/\[[\w.]+\]/g, ''), language)).toEqual([]);
  });
});
