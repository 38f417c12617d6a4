import { distance } from 'fastest-levenshtein';
import { AppError } from '../base/app-error.ts';
import { nearestName } from '../config/nearest-name.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import { seeHelp } from './command-error.ts';
import type { KnownCommands } from './known-commands.ts';

/**
 * The usage error for words that name no command, with the nearest one that exists.
 *
 * @param words what was typed before the first flag; it may end with arguments
 */
export function unknownCommand(words: readonly string[], known: KnownCommands): AppError {
  const [first = ''] = words;
  if (first.startsWith('-')) {
    return appError('usage', (m) => m.cli.usage.theFlagStandsBefore({ first }), {
      hint: (m) => m.cli.usage.flagsComeAfterCommand({ bin: known.bin, first }),
    });
  }
  const names = [...known.commands, ...known.topics];
  const prefix = knownPrefix(words, names);
  if (known.commands.includes(prefix.join(' '))) return tooManyArguments(prefix, words, known);
  const meant = suggestion(words, prefix.length, names);
  const typed = words.slice(0, meant?.split(' ').length ?? prefix.length + 1).join(' ');
  return new AppError(
    'usage',
    inEveryLanguage((m) => m.cli.usage.unknownCommand({ typed, meant })),
    { hint: seeHelp([known.bin, ...prefix].join(' ')) },
  );
}

function tooManyArguments(prefix: readonly string[], words: readonly string[], known: KnownCommands): AppError {
  const extra = words.slice(prefix.length).map((word) => `"${word}"`);
  return new AppError(
    'usage',
    inEveryLanguage((m) => m.cli.usage.takesNoArguments({ prefix: prefix.join(' '), extra: extra.join(', ') })),
    { hint: seeHelp([known.bin, ...prefix].join(' ')) },
  );
}

function knownPrefix(words: readonly string[], names: readonly string[]): readonly string[] {
  let length = 0;
  while (length < words.length && names.includes(words.slice(0, length + 1).join(' '))) length += 1;
  return words.slice(0, length);
}

/** Compares each name with as many words as it has itself, so that arguments do not disturb; the longest name that is near wins. */
function suggestion(words: readonly string[], knownWords: number, names: readonly string[]): string | undefined {
  const near = names.flatMap((name) => {
    const length = name.split(' ').length;
    const typed = words.slice(0, length).join(' ');
    if (length <= knownWords || length > words.length || nearestName(typed, [name]) === undefined) return [];
    return [{ name, length, wrong: distance(typed, name) }];
  });
  return near.toSorted((a, b) => b.length - a.length || a.wrong - b.wrong)[0]?.name;
}
