import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { quotedWord, shellWord } from '../../src/base/shell-word.ts';

const AWKWARD = ['', 'my conf/.env', "D'Ávila", '$HOME', '`id`', 'a"b\\', '*', '~/x', 'a\nb', '#x', '!x', 'a;b&c|d'];

describe('a word for a shell', () => {
  test.each([...AWKWARD, '.env', 'sqlite:/var/lib/x.db'])('%j comes back as it was', (text) => {
    for (const word of [shellWord(text), quotedWord(text)]) {
      expect(execFileSync('sh', ['-c', `printf %s ${word}; printf .`], { encoding: 'utf8' })).toBe(`${text}.`);
    }
  });

  test('that needs no quotes has none', () => {
    expect(['.env', '../conf/lead-intake.env', 'sqlite:data/x.db', 'a@b=c,d%e+f'].map(shellWord)).toEqual([
      '.env',
      '../conf/lead-intake.env',
      'sqlite:data/x.db',
      'a@b=c,d%e+f',
    ]);
    expect(quotedWord('.env')).toBe("'.env'");
  });
});
