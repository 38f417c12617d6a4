import { describe, expect, test } from 'vitest';
import { manifestCommands } from '../support/manifest.ts';

const COMMANDS = manifestCommands();
const NAMES = COMMANDS.map(({ name }) => name);

test('there are commands', () => {
  expect(COMMANDS.length).toBeGreaterThan(40);
});

describe.each(COMMANDS)('$name', ({ name, summary, description, args, flags, examples }) => {
  test('has a summary of one line', () => {
    expect(summary).toMatch(/^[A-Z][^\n]*[^.\n]$/);
    expect(summary).not.toMatch(/[.!?] [A-Z]/);
    expect(description?.startsWith(summary ?? '')).not.toBe(true);
  });

  test('says what every argument and flag means', () => {
    expect(args.filter((arg) => !/^\S.*[^.]$/s.test(arg.description ?? ''))).toEqual([]);
    expect(flags.filter((flag) => !/^\S.*[^.]$/s.test(flag.summary ?? ''))).toEqual([]);
  });

  test('has an example, and its examples name commands and flags there are', () => {
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.filter(({ command }) => !command.includes(name))).toEqual([]);
    for (const { command } of examples) {
      const ownFlags = [...command.slice(command.lastIndexOf(name)).matchAll(/ --([a-z-]+)/g)].map(([, flag]) => flag);
      expect(flags.map((flag) => flag.name)).toEqual(expect.arrayContaining(ownFlags));
      const called = [...command.matchAll(/lead-intake ([a-z]+(?: [a-z-]+)?)/g)].map(([, words = '']) => words);
      const isKnown = (words: string): boolean =>
        NAMES.includes(words) || NAMES.some((known) => known.startsWith(`${words} `)) || NAMES.includes(words.split(' ')[0] ?? '');
      expect(called.filter((words) => !isKnown(words))).toEqual([]);
    }
  });

  test('has --json and --env-file', () => {
    expect(flags.map((flag) => flag.name)).toEqual(expect.arrayContaining(['json', 'env-file']));
  });
});
