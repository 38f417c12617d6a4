import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PORTUGUESE } from '../../../src/cli/help/portuguese.ts';
import { manifestCommands } from '../../support/manifest.ts';
import { ROOT, runProgram } from '../../support/run-program.ts';

const COMMANDS = manifestCommands();
const BASE_FLAGS = Object.keys(PORTUGUESE.baseFlags);
const SENTENCE = /^[A-ZÀ-Ú0-9].*[.:?]$/s;

describe.each(COMMANDS)('$name has its Portuguese', ({ name, description, args, flags, examples }) => {
  const words = PORTUGUESE.commands[name];

  test('summary and description', () => {
    expect(words?.summary).toMatch(SENTENCE);
    expect(words?.description === undefined).toBe(description === undefined);
  });

  test('arguments and flags, none too many', () => {
    expect(Object.keys(words?.args ?? {}).toSorted()).toEqual(args.map((arg) => arg.name).toSorted());
    const own = flags.map((flag) => flag.name).filter((flag) => !BASE_FLAGS.includes(flag));
    const translated = Object.keys(words?.flags ?? {}).filter((flag) => !BASE_FLAGS.includes(flag));
    expect(translated.toSorted()).toEqual(own.toSorted());
    const texts = [...Object.values(words?.args ?? {}), ...Object.values(words?.flags ?? {})];
    expect(texts.filter((text) => !SENTENCE.test(text))).toEqual([]);
  });

  test('descriptions of examples', () => {
    expect(words?.examples ?? []).toHaveLength(examples.filter((example) => example.description !== undefined).length);
  });
});

test('no command has Portuguese that does not exist', () => {
  expect(Object.keys(PORTUGUESE.commands).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
});

test('every topic has its Portuguese', () => {
  const { oclif } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { oclif: { topics: object } };
  expect(Object.keys(PORTUGUESE.topics).toSorted()).toEqual(Object.keys(oclif.topics).toSorted());
});

test.each(COMMANDS)('--help of $name is Portuguese to the last heading', async ({ name }) => {
  const { stdout, exitCode } = await runProgram([...name.split(' '), '--help'], { env: { LC_ALL: 'pt_BR.UTF-8' } });
  expect(exitCode).toBe(0);
  const headings = stdout.split('\n').filter((line) => /^\S+( \S+)?$/.test(line) && line === line.toUpperCase());
  const known = Object.values(PORTUGUESE.terms);
  expect(headings.filter((heading) => !known.includes(heading))).toEqual([]);
  expect(headings).toContain('USO');
  expect(stdout).not.toMatch(/\[FLAGS\]|\[default:|\(required\)|Print JSON/);
});
