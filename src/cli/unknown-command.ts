import { distance } from 'fastest-levenshtein';
import { AppError } from '../base/app-error.ts';
import { nearestName } from '../config/nearest-name.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import { seeHelp } from './command-error.ts';
import type { KnownCommands } from './known-commands.ts';

/**
 * The usage error for words that are not a command, with the closest existing one.
 *
 * @param words the words before the first flag, possibly including arguments
 */
export function unknownCommand(words: readonly string[], known: KnownCommands): AppError {
  const [first = ''] = words;
  if (first.startsWith('-')) {
    return appError('usage', (m) => m.cli.usage.flagBeforeCommand({ first }), {
      hint: (m) => m.cli.usage.flagBeforeCommandHint({ bin: known.bin, first }),
    });
  }
  const names = [...known.commands, ...known.topics];
  const prefix = knownPrefix(words, names);
  if (known.commands.includes(prefix.join(' '))) return tooManyArguments(prefix, words, known);
  const meant = suggestion(words, prefix.length, names) ?? suggestionElsewhere(words, prefix, known);
  const typed = words.slice(0, Math.max(prefix.length + 1, suggestion(words, prefix.length, names)?.split(' ').length ?? 0)).join(' ');
  return new AppError(
    'usage',
    inEveryLanguage((m) => m.cli.usage.unknownCommand({ typed, meant })),
    { hint: seeHelp([known.bin, ...prefix].join(' ')) },
  );
}

/** The first command to suggest for a topic; for an id after the topic, the command that shows it. */
const FIRST_WORDS = ['status', 'list'];
const WORD_FOR_ID = 'show';

/** A command of another topic that ends with the word (`status`), or the one of this topic that takes the given value (`events 300`). */
function suggestionElsewhere(words: readonly string[], prefix: readonly string[], { commands }: KnownCommands): string | undefined {
  const topic = prefix.join(' ');
  const next = words[prefix.length] ?? '';
  if (topic !== '' && !/^[a-z-]+$/i.test(next)) {
    const wanted = [WORD_FOR_ID, ...FIRST_WORDS].map((word) => `${topic} ${word}`);
    return wanted.find((name) => commands.includes(name));
  }
  const endings = commands.filter((name) => name.includes(' ')).map((name) => ({ name, ending: name.slice(name.lastIndexOf(' ') + 1) }));
  const meant = nearestName(next, [...new Set(endings.map(({ ending }) => ending))], 2);
  const found = endings.filter(({ ending }) => ending === meant);
  return (found.find(({ name }) => name.startsWith('queue ')) ?? found[0])?.name;
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

/** Compares each name with as many words as it has, so that arguments do not matter; the longest similar name wins. */
function suggestion(words: readonly string[], knownWords: number, names: readonly string[]): string | undefined {
  const near = names.flatMap((name) => {
    const length = name.split(' ').length;
    const typed = words.slice(0, length).join(' ');
    if (length <= knownWords || length > words.length || nearestName(typed, [name]) === undefined) return [];
    return [{ name, length, wrong: distance(typed, name) }];
  });
  return near.toSorted((a, b) => b.length - a.length || a.wrong - b.wrong)[0]?.name;
}
