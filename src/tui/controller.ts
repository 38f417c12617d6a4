import { MINUTE_MS } from '../base/time-units.ts';
import { say } from '../messages/messages.ts';
import * as actions from './actions.ts';
import { type Change, kindOf, sumOf } from './changes.ts';
import { type Command, commandOf, type Key } from './keys.ts';
import { layoutOf } from './layout.ts';
import { loadRows } from './load-rows.ts';
import { reduce } from './reduce.ts';
import type { ListId } from './rows.ts';
import { sentenceOf } from './sentence.ts';
import type { WatchSignal, WatchSource } from './source.ts';
import { openList, type WatchState } from './state.ts';

const TICK_MS = 1_000;
/** After a read that took a second, the next one waits ten, so that watching a very large list causes little load. */
const REST_FACTOR = 10;
/** Rows are requested in steps of this size, so that moving through a list does not read at every key. */
const ROWS_STEP = 50;
const MOST_ROWS = 1_000;
/** With a custom sorting, this many of the newest rows are sorted. */
const SORTED_ROWS = 500;

export interface ControllerOptions {
  readonly source: WatchSource;
  readonly clock: () => number;
  /** Minimum time between two updates of the screen by the source, in ms. */
  readonly refreshMs: number;
  readonly onQuit: () => void;
  readonly onSuspend: () => void;
}

/** Holds the state of the view, reads from the source what is shown, and carries out confirmed changes. */
export class WatchController {
  readonly #options: ControllerOptions;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  #state: WatchState;
  #held: WatchSignal | undefined;
  #appliedAt = 0;
  #heldTimer: NodeJS.Timeout | undefined;
  #isLoading = false;
  #isDirty = false;
  #restUntil = 0;
  #loaded = '';
  #trailLoaded = '';
  /** The minute at which the last hour was read; it is read again every minute, and after a gap. */
  #historyOf = 0;
  /** Keys pressed so far: a confirmation that took long to count must not appear while the operator is typing something else. */
  #keys = 0;

  constructor(initial: WatchState, options: ControllerOptions) {
    this.#state = initial;
    this.#options = options;
  }

  get state(): WatchState {
    return this.#state;
  }

  /** Calls the listener after each change; returns a function to unsubscribe. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows the source until `stop`. */
  async run(): Promise<void> {
    const timer = setInterval(() => this.dispatch(actions.tick(this.#options.clock())), TICK_MS);
    try {
      await this.#options.source.follow((signal) => this.#receive(signal), this.#stop.signal);
    } finally {
      clearInterval(timer);
      clearTimeout(this.#heldTimer);
    }
  }

  stop(): void {
    this.#stop.abort();
    clearTimeout(this.#heldTimer);
  }

  dispatch(action: actions.Action): void {
    const wasFrozen = this.#state.isFrozen;
    const next = reduce(this.#state, action);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
    if (wasFrozen && !next.isFrozen) this.#applyHeld();
    this.#loadWhatIsShown();
  }

  press(input: string, key: Key): void {
    this.#keys += 1;
    this.#do(commandOf(this.#state, input, key));
  }

  #do(command: Command): void {
    switch (command.kind) {
      case 'act':
        this.dispatch(command.action);
        break;
      case 'quit':
        this.#options.onQuit();
        break;
      case 'suspend':
        this.#options.onSuspend();
        break;
      case 'ask':
        void this.#ask(command.change);
        break;
      case 'perform':
        void this.#perform(command.change);
        break;
      case 'cancel':
        this.dispatch(actions.closePrompt);
        this.#say(say((m) => m.labels.nothingChanged));
        break;
      case 'refuse':
        this.#say(refusalText(this.#state, command.why), { isBad: command.why !== 'nothing' });
        break;
      case 'none':
        break;
    }
  }

  #say(text: string, { isBad }: { readonly isBad: boolean } = { isBad: false }): void {
    this.dispatch(actions.notify(text, isBad, this.#options.clock()));
  }

  /** Figures arrive as fast as jobs run. The newest are shown at most once per refresh interval, but immediately after a gap. */
  #receive(signal: WatchSignal): void {
    this.#held = signal;
    if (this.#state.isFrozen) return;
    const early = this.#appliedAt + this.#options.refreshMs - this.#options.clock();
    if (early <= 0 || signal.kind === 'lost' || this.#state.connection.kind !== 'live') this.#applyHeld();
    else this.#heldTimer ??= setTimeout(() => this.#applyHeld(), early);
  }

  #applyHeld(): void {
    clearTimeout(this.#heldTimer);
    this.#heldTimer = undefined;
    const signal = this.#held;
    if (signal === undefined || this.#state.isFrozen || this.#stop.signal.aborted) return;
    this.#held = undefined;
    const now = this.#options.clock();
    this.#appliedAt = now;
    if (signal.kind === 'lost') this.#historyOf = 0;
    if (signal.kind === 'figures' && performance.now() >= this.#restUntil) {
      this.#loaded = '';
      this.#trailLoaded = '';
    }
    this.dispatch(signal.kind === 'lost' ? actions.lose(signal.reason, now) : actions.takeFigures(signal.figures, signal.findings, now));
  }

  #loadWhatIsShown(): void {
    if (this.#isLoading) {
      this.#isDirty = true;
      return;
    }
    const needs = this.#needs();
    if (needs.length > 0 && this.#state.connection.kind !== 'lost') void this.#load(needs);
  }

  /** Reads for what the screen shows and what changed since it was read. */
  #needs(): readonly (() => Promise<void>)[] {
    const list = openList(this.#state);
    const needs: (() => Promise<void>)[] = [];
    const listKey = list === null ? '' : this.#listKey(list);
    if (list !== null && listKey !== this.#loaded) needs.push(() => this.#loadList(list, listKey));
    const { detail, figures, tab } = this.#state;
    const minute = Math.floor((figures?.at ?? 0) / MINUTE_MS);
    if (tab === 'queue' && minute !== this.#historyOf) needs.push(() => this.#loadHistory(minute));
    if (detail === null) this.#trailLoaded = '';
    // Revealed data stays unchanged: reading it again would be recorded as another access.
    if (detail !== null && !detail.isRevealed && detail.eventId !== this.#trailLoaded) needs.push(() => this.#loadTrail(detail.eventId));
    return needs;
  }

  #listKey(list: ListId): string {
    const { filter, sorting } = this.#state.lists[list];
    return JSON.stringify([list, filter.text, sorting !== null, this.#state.group, this.#wanted(list)]);
  }

  #wanted(list: ListId): number {
    const { top, sorting, rows, selected } = this.#state.lists[list];
    const { lines } = layoutOf(this.#state).list;
    // At the end of the loaded rows, the next step is needed.
    const isAtEnd = selected !== null && rows.length > 0 && rows.at(-1)?.key === selected;
    const needed = Math.max(top + 2 * lines, sorting === null ? 0 : SORTED_ROWS, isAtEnd ? rows.length + 1 : 0);
    return Math.min(MOST_ROWS, Math.ceil(needed / ROWS_STEP) * ROWS_STEP);
  }

  async #load(needs: readonly (() => Promise<void>)[]): Promise<void> {
    this.#isLoading = true;
    const started = performance.now();
    await this.#attempt(async () => {
      for (const need of needs) await need();
    });
    this.#restUntil = performance.now() + (performance.now() - started) * REST_FACTOR;
    this.#isLoading = false;
    if (this.#isDirty && !this.#stop.signal.aborted) {
      this.#isDirty = false;
      this.#loadWhatIsShown();
    }
  }

  async #loadList(list: ListId, key: string): Promise<void> {
    // Set before reading, so that figures that arrive in the meantime request another read.
    this.#loaded = key;
    const { lists, group, setup } = this.#state;
    const { filter } = lists[list];
    const now = this.#options.clock();
    const request = { list, filter, kind: group, wanted: this.#wanted(list), now, olderGroups: setup.texts.olderGroups };
    const loaded = await loadRows(this.#options.source, request);
    // Another group or filter may be open by now; its own read follows.
    if (this.#state.group === group && this.#state.lists[list].filter === filter) this.dispatch(actions.takeRows(list, loaded));
  }

  async #loadHistory(minute: number): Promise<void> {
    this.#historyOf = minute;
    this.dispatch(actions.takeHistory(await this.#options.source.history()));
  }

  async #loadTrail(eventId: string): Promise<void> {
    this.#trailLoaded = eventId;
    const trail = await this.#options.source.eventTrail(eventId, { reveal: false });
    if (this.#state.detail?.isRevealed !== true) this.dispatch(actions.takeTrail(eventId, trail, false));
  }

  /** The count in the confirmation is current, not the one on the screen. Any key pressed while counting cancels it. */
  async #ask(change: Change): Promise<void> {
    if (!('targets' in change)) return this.dispatch(actions.ask(change));
    const keys = this.#keys;
    await this.#attempt(async () => {
      const count = await sumOf(change.targets, (target) => this.#options.source.countJobs(target));
      if (this.#keys !== keys) return this.#say(say((m) => m.labels.nothingChanged));
      this.dispatch(actions.ask({ ...change, count }));
    });
  }

  async #perform(change: Change): Promise<void> {
    this.dispatch(actions.closePrompt);
    this.dispatch(actions.setBusy(true));
    await this.#attempt(async () => {
      const sentence = await kindOf(change).carryOut(change, {
        source: this.#options.source,
        texts: this.#state.setup.texts,
        show: (eventId, trail) => this.dispatch(actions.takeTrail(eventId, trail, true)),
      });
      if (sentence !== undefined) this.#say(sentence);
      this.#loaded = '';
      this.#loadWhatIsShown();
      // The result is shown as soon as the source reports it, regardless of the refresh interval.
      this.#appliedAt = 0;
      this.#applyHeld();
    });
    this.dispatch(actions.setBusy(false));
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.#say(sentenceOf(thrown), { isBad: true });
    }
  }
}

function refusalText({ setup: { texts } }: WatchState, why: 'readonly' | 'stale' | 'nothing'): string {
  return { readonly: texts.refusedReadonly, stale: texts.refusedStale, nothing: texts.nothingToActOn }[why];
}
