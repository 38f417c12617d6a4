import type { JsonObject } from '../base/exact-json.ts';
import type { Finding } from '../domain/finding.ts';
import type { QueueHistory, QueueSnapshot } from '../domain/queue-status.ts';
import type { Change } from './changes.ts';
import type { ListId, Row } from './rows.ts';
import type { Size, Tab } from './state.ts';

/** All actions on the view. */
export type Action =
  | { readonly type: 'tick'; readonly now: number }
  | { readonly type: 'resize'; readonly size: Size }
  /** The scrollable content was laid out; `limit` is the maximum number of lines above the screen. */
  | { readonly type: 'measured'; readonly limit: number }
  | { readonly type: 'figures'; readonly figures: QueueSnapshot; readonly findings?: readonly Finding[]; readonly now: number }
  | { readonly type: 'history'; readonly minutes: QueueHistory['minutes'] }
  | { readonly type: 'lost'; readonly reason: string; readonly now: number }
  | {
      readonly type: 'rows';
      readonly list: ListId;
      readonly rows: readonly Row[];
      readonly hasMore: boolean;
      readonly searched: number | null;
    }
  | { readonly type: 'trail'; readonly eventId: string; readonly trail: JsonObject | null; readonly isRevealed: boolean }
  | { readonly type: 'notice'; readonly text: string; readonly isBad: boolean; readonly now: number }
  | { readonly type: 'busy'; readonly isBusy: boolean }
  | { readonly type: 'ask'; readonly change: Change }
  | { readonly type: 'closePrompt' }
  | UserAction;

/** What a key changes in the view itself. */
export type UserAction =
  | { readonly type: 'tab'; readonly tab: Tab }
  | { readonly type: 'nextTab'; readonly by: number }
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'page'; readonly by: number }
  | { readonly type: 'edge'; readonly edge: 'first' | 'last' }
  | { readonly type: 'mark' }
  | { readonly type: 'markAll' }
  | { readonly type: 'nextSorting' }
  | { readonly type: 'reverseSorting' }
  | { readonly type: 'openFilter' }
  | { readonly type: 'typeFilter'; readonly text: string }
  | { readonly type: 'keepFilter' }
  | { readonly type: 'clearFilter' }
  | { readonly type: 'open' }
  | { readonly type: 'back' }
  | { readonly type: 'help' }
  | { readonly type: 'freeze' };
