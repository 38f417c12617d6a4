import type { Key as InkKey } from 'ink';
import * as actions from './actions.ts';
import { CHANGE_KEYS, type Change, changeOf } from './changes.ts';
import { TABS, type WatchState } from './state.ts';

/** A key as Ink reports it. */
export type Key = Partial<InkKey>;

const CONTROL_KEYS: Readonly<Record<string, Key>> = {
  '\r': { return: true },
  '\n': { return: true },
  '\t': { tab: true },
  '\b': { backspace: true },
  '\x7F': { backspace: true },
};

const ESCAPE: Key = { escape: true };

/**
 * Keys pressed faster than they are read arrive together; each one counts. Esc followed by a key looks like Alt and that key, which the
 * view does not use.
 */
export function separateKeys(input: string, key: Key): readonly (readonly [input: string, key: Key])[] {
  if (key.meta === true) {
    const behind: Key | undefined = key.escape === true ? ESCAPE : key.return === true ? { return: true } : undefined;
    if (behind !== undefined)
      return [
        ['', ESCAPE],
        ['', behind],
      ];
    if (input !== '') return [['', ESCAPE], ...separateKeys(input, {})];
  }
  if ([...input].length < 2) return [[input, key]];
  return [...input].map((character) => {
    const control = CONTROL_KEYS[character];
    if (control !== undefined) return ['', control];
    // Ctrl and a letter arrive as the letter's position in the alphabet.
    return character < ' ' ? [String.fromCharCode(character.charCodeAt(0) + 0x60), { ctrl: true }] : [character, {}];
  });
}

/** What a key means in the current state. */
export type Command =
  | { readonly kind: 'act'; readonly action: actions.Action }
  | { readonly kind: 'quit' | 'suspend' | 'none' }
  /** Will be counted, shown and confirmed. */
  | { readonly kind: 'ask'; readonly change: Change }
  /** Confirmed. */
  | { readonly kind: 'perform'; readonly change: Change }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'refuse'; readonly why: 'readonly' | 'stale' | 'nothing' };

const NONE: Command = { kind: 'none' };

function act(action: actions.Action): Command {
  return { kind: 'act', action };
}

/** The command of a key, depending on what is open. */
export function commandOf(state: WatchState, input: string, key: Key): Command {
  if (key.ctrl === true && input === 'c') return { kind: 'quit' };
  if (key.ctrl === true && input === 'z') return { kind: 'suspend' };
  if (state.prompt?.kind === 'confirm') return answerOf(state.prompt.change, input);
  if (state.prompt?.kind === 'filter') return filterCommand(state.prompt.text, input, key);
  if (key.ctrl === true || key.meta === true) return NONE;
  const meaning = Object.hasOwn(KEYS, nameOf(input, key)) ? KEYS[nameOf(input, key)] : undefined;
  if (meaning === undefined) return NONE;
  if (meaning === 'quit') return { kind: 'quit' };
  return meaning === 'change' ? changeCommand(state, input) : act(meaning);
}

/** `s` is yes in Portuguese; any other key cancels. */
function answerOf(change: Change, input: string): Command {
  return /^[ys]$/i.test(input) ? { kind: 'perform', change } : { kind: 'cancel' };
}

function filterCommand(text: string, input: string, key: Key): Command {
  if (key.return === true) return act(actions.keepFilter);
  if (key.escape === true) return act(actions.clearFilter);
  if (key.backspace === true || key.delete === true) return act(actions.typeFilter([...text].slice(0, -1).join('')));
  if (key.ctrl === true && input === 'u') return act(actions.typeFilter(''));
  if (key.ctrl === true || key.meta === true) return NONE;
  const typed = input.replace(/\p{Cc}/gu, '');
  return typed === '' ? NONE : act(actions.typeFilter(text + typed));
}

/** What each key does; keys without a letter have Ink's names. UPPERCASE keys change data. */
const KEYS: Readonly<Record<string, actions.Action | 'quit' | 'change'>> = {
  upArrow: actions.move(-1),
  downArrow: actions.move(1),
  pageUp: actions.page(-1),
  pageDown: actions.page(1),
  home: actions.toFirst,
  end: actions.toLast,
  leftArrow: actions.nextTab(-1),
  rightArrow: actions.nextTab(1),
  tab: actions.nextTab(1),
  shiftTab: actions.nextTab(-1),
  return: actions.open,
  escape: actions.back,
  ...Object.fromEntries(TABS.map((tab, index) => [index + 1, actions.openTab(tab)])),
  j: actions.move(1),
  k: actions.move(-1),
  h: actions.page(-1),
  l: actions.page(1),
  g: actions.toFirst,
  ' ': actions.mark,
  a: actions.markAll,
  s: actions.nextSorting,
  o: actions.reverseSorting,
  '/': actions.openFilter,
  '?': actions.toggleHelp,
  p: actions.toggleFreeze,
  q: 'quit',
  ...Object.fromEntries(CHANGE_KEYS.map((key) => [key, 'change'])),
};

function nameOf(input: string, key: Key): string {
  const name = Object.keys(KEYS).find((one) => key[one as keyof Key] === true) ?? input;
  return name === 'tab' && key.shift === true ? 'shiftTab' : name;
}

/** UPPERCASE keys change data, so they ask first. */
function changeCommand(state: WatchState, input: string): Command {
  const change = changeOf(state, input);
  if (change === undefined) return { kind: 'refuse', why: 'nothing' };
  if (state.setup.readonly) return { kind: 'refuse', why: 'readonly' };
  return state.connection.kind === 'live' ? { kind: 'ask', change } : { kind: 'refuse', why: 'stale' };
}
