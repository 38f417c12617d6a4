import type { Key as InkKey } from 'ink';
import type { UserAction } from './actions.ts';
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
  | { readonly kind: 'act'; readonly action: UserAction }
  | { readonly kind: 'quit' | 'suspend' | 'none' }
  /** Will be counted, shown and confirmed. */
  | { readonly kind: 'ask'; readonly change: Change }
  /** Confirmed. */
  | { readonly kind: 'perform'; readonly change: Change }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'refuse'; readonly why: 'readonly' | 'stale' | 'nothing' };

const NONE: Command = { kind: 'none' };

function act(action: UserAction): Command {
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
  if (key.return === true) return act({ type: 'keepFilter' });
  if (key.escape === true) return act({ type: 'clearFilter' });
  if (key.backspace === true || key.delete === true) return act({ type: 'typeFilter', text: [...text].slice(0, -1).join('') });
  if (key.ctrl === true && input === 'u') return act({ type: 'typeFilter', text: '' });
  if (key.ctrl === true || key.meta === true) return NONE;
  const typed = input.replace(/\p{Cc}/gu, '');
  return typed === '' ? NONE : act({ type: 'typeFilter', text: text + typed });
}

/** What each key does; keys without a letter have Ink's names. UPPERCASE keys change data. */
const KEYS: Readonly<Record<string, UserAction | 'quit' | 'change'>> = {
  upArrow: { type: 'move', by: -1 },
  downArrow: { type: 'move', by: 1 },
  pageUp: { type: 'page', by: -1 },
  pageDown: { type: 'page', by: 1 },
  home: { type: 'edge', edge: 'first' },
  end: { type: 'edge', edge: 'last' },
  leftArrow: { type: 'nextTab', by: -1 },
  rightArrow: { type: 'nextTab', by: 1 },
  tab: { type: 'nextTab', by: 1 },
  shiftTab: { type: 'nextTab', by: -1 },
  return: { type: 'open' },
  escape: { type: 'back' },
  ...Object.fromEntries(TABS.map((tab, index) => [index + 1, { type: 'tab', tab }])),
  j: { type: 'move', by: 1 },
  k: { type: 'move', by: -1 },
  h: { type: 'page', by: -1 },
  l: { type: 'page', by: 1 },
  g: { type: 'edge', edge: 'first' },
  ' ': { type: 'mark' },
  a: { type: 'markAll' },
  s: { type: 'nextSorting' },
  o: { type: 'reverseSorting' },
  '/': { type: 'openFilter' },
  '?': { type: 'help' },
  p: { type: 'freeze' },
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
