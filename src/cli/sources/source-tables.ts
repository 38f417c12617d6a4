import type { OpenedAccount, OpenedState } from '../../app/platforms/opened-accounts.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import type { RotatingSender, Rotation } from '../../domain/secret-rotation.ts';
import type { SourceActivity } from '../../domain/source-activity.ts';
import { inEveryLanguage, say, sayText } from '../../messages/messages.ts';
import { ACCOUNT_STATE_WORDS, accountRecord } from '../../presentation/account-record.ts';
import { rotationText, SENDER_WORDS } from '../../presentation/rotation-text.ts';
import { renderTime, timeColumn } from '../local-time.ts';
import { type Column, renderTable } from '../table.ts';

/** A source with whether its secret is set. */
export interface ListedSource extends SourceActivity {
  readonly isConfigured: boolean;
}

export const SOURCE_COLUMNS: readonly Column<ListedSource>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.source), cell: (source) => source.origin, whole: true },
  {
    header: inEveryLanguage((m) => m.cli.columns.secret),
    cell: (source) => say((m) => (source.isConfigured ? m.cli.sources.isSet : m.cli.sources.isNotSet)),
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
  { header: inEveryLanguage((m) => m.cli.columns.account), cell: ({ kind, id }) => `${sayText(KINDS[kind])} ${id}`, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.state), cell: stateText },
  { header: inEveryLanguage((m) => m.cli.columns.credential), cell: (account) => account.fingerprint, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.keptIn), cell: placeText, priority: 1 },
  { header: inEveryLanguage((m) => m.cli.columns.client), cell: ownerText, priority: 2 },
];

function ownerText({ owner }: OpenedAccount): string | null {
  return owner === 'all' ? say((m) => m.cli.sources.everyClient) : owner;
}

/** A credential in the database is used before one in the settings. */
function placeText({ credential }: OpenedAccount): string | null {
  return credential.keptSince === null ? credential.setting : say((m) => m.cli.sources.inDatabase);
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
  return moment === null ? sayText(STATES[state]) : `${sayText(STATES[state])} ${renderTime(moment)}`;
}

/** An account as machines read it, as everywhere, and the fingerprint of its credential. */
export function openedAccountJson(account: OpenedAccount, now: number): JsonObject {
  const estado = account.state === 'unreadable' ? 'ilegivel' : ACCOUNT_STATE_WORDS[account.state];
  return { ...accountRecord.write(account, now), estado, impressao_digital: account.fingerprint };
}

const COLUMNS: readonly Column<RotatingSender>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.sender), cell: ({ kind, id }) => `${sayText(SENDER_WORDS[kind])} ${id}`, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.address), cell: ({ remoteAddress }) => remoteAddress, priority: 1 },
  timeColumn(
    inEveryLanguage((m) => m.cli.sources.oldSecret),
    ({ seenAt }) => seenAt,
  ),
  {
    header: inEveryLanguage((m) => m.cli.columns.newSecret),
    cell: ({ currentSeenAt }) => (currentSeenAt === null ? say((m) => m.cli.sources.notYet) : renderTime(currentSeenAt)),
    whole: true,
  },
];

/** How far a rotation is, who used the previous secret, and when each last used which. */
export function rotationReport(rotation: Rotation, previous: string, now: number): string {
  const text = sayText(rotationText(rotation, previous, now));
  return rotation.senders.length === 0 ? text : `${text}\n${renderTable(rotation.senders, COLUMNS)}`;
}
