import type { OpenedAccount, OpenedState } from '../../app/platforms/opened-accounts.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say, type Translated } from '../../base/language.ts';
import type { SourceActivity } from '../../domain/source-activity.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { ACCOUNT_STATE_WORDS, accountJson } from '../../presentation/platform-json.ts';
import { renderTime, timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

/** A source with whether its secret is set. */
export interface ListedSource extends SourceActivity {
  readonly isConfigured: boolean;
}

export const SOURCE_COLUMNS: readonly Column<ListedSource>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.source), cell: (source) => source.origin, whole: true },
  {
    header: inEveryLanguage((m) => m.cli.columns.secret),
    cell: (source) =>
      say(source.isConfigured ? inEveryLanguage((m) => m.cli.sources.isSet) : inEveryLanguage((m) => m.cli.sources.isNotSet)),
  },
  timeColumn(
    inEveryLanguage((m) => m.cli.sources.lastEvent),
    (source) => source.lastReceivedAt,
  ),
  { header: '24 h', cell: ({ received24h, isMoreThanCounted }) => `${received24h}${isMoreThanCounted ? '+' : ''}`, align: 'right' },
];

const KINDS: Readonly<Record<OpenedAccount['kind'], Translated<string>>> = {
  page: inEveryLanguage((m) => m.cli.sources.metaPage),
  dataset: inEveryLanguage((m) => m.cli.sources.metaDataset),
  ads_account: inEveryLanguage((m) => m.cli.sources.googleAds),
};

export const ACCOUNT_COLUMNS: readonly Column<OpenedAccount>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.account), cell: ({ kind, id }) => `${say(KINDS[kind])} ${id}`, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.state), cell: stateText },
  { header: inEveryLanguage((m) => m.cli.columns.credential), cell: (account) => account.fingerprint, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.keptIn), cell: placeText, priority: 1 },
  { header: inEveryLanguage((m) => m.cli.columns.client), cell: ownerText, priority: 2 },
];

function ownerText({ owner }: OpenedAccount): string | null {
  return owner === 'all' ? say(inEveryLanguage((m) => m.cli.sources.everyClient)) : owner;
}

/** A credential in the database is used before one in the settings. */
function placeText({ credential }: OpenedAccount): string | null {
  return credential.keptSince === null ? credential.setting : say(inEveryLanguage((m) => m.cli.sources.inDatabase));
}

const STATES: { readonly [state in OpenedState]: Translated<string> } = {
  ok: inEveryLanguage((m) => m.cli.sources.ok),
  unused: inEveryLanguage((m) => m.cli.sources.notUsedYet),
  paused: inEveryLanguage((m) => m.cli.sources.pausedUntil),
  away: inEveryLanguage((m) => m.cli.sources.noAnswerSince),
  refused: inEveryLanguage((m) => m.cli.sources.refusedSince),
  unreadable: inEveryLanguage((m) => m.cli.sources.cannotOpenedAnotherCredentials),
  unconnected: inEveryLanguage((m) => m.cli.sources.notConnected),
};

function stateText({ state, pausedUntil, awaySince, refusedSince }: OpenedAccount): string {
  const moments: { readonly [state in OpenedState]?: number | null } = { paused: pausedUntil, away: awaySince, refused: refusedSince };
  const moment = moments[state] ?? null;
  return moment === null ? say(STATES[state]) : `${say(STATES[state])} ${renderTime(moment)}`;
}

/** An account as machines read it, as everywhere, and the fingerprint of its credential. */
export function openedAccountJson(account: OpenedAccount, now: number): JsonObject {
  const estado = account.state === 'unreadable' ? 'ilegivel' : ACCOUNT_STATE_WORDS[account.state];
  return { ...accountJson(account, now), estado, impressao_digital: account.fingerprint };
}
