import type { OpenedAccount, OpenedState } from '../../app/platforms/opened-accounts.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { RotatingSender, Rotation } from '../../domain/secret-rotation.ts';
import type { SourceActivity } from '../../domain/source-activity.ts';
import { say, sayText } from '../../messages/messages.ts';
import { ACCOUNT_STATE_WORDS, accountRecord } from '../../presentation/account-record.ts';
import { labelOf } from '../../presentation/labels.ts';
import { rotationText, SENDER_WORDS } from '../../presentation/rotation-text.ts';
import { renderTime } from '../local-time.ts';
import { type Column, renderTable } from '../table.ts';

/** A source, and whether its secret is set. */
export interface ListedSource extends SourceActivity {
  readonly isConfigured: boolean;
}

export const SOURCE_COLUMNS: readonly Column<ListedSource>[] = [
  { header: 'source', cell: ({ origin }) => say((m) => labelOf(m, 'origins', origin)), look: 'word' },
  { header: 'secret', cell: ({ isConfigured }) => say((m) => (isConfigured ? m.cli.sources.isSet : m.cli.sources.isNotSet)) },
  { header: 'lastEvent', cell: ({ lastReceivedAt }) => lastReceivedAt, look: 'time' },
  { header: 'dayCount', cell: ({ received24h }) => String(received24h), look: 'number' },
];

export const ACCOUNT_COLUMNS: readonly Column<OpenedAccount>[] = [
  { header: 'account', cell: ({ kind, id }) => `${say((m) => m.cli.sources.kinds[kind])} ${id}`, look: 'word' },
  { header: 'state', cell: stateText },
  { header: 'credential', cell: ({ fingerprint }) => fingerprint, look: 'word' },
  { header: 'keptIn', cell: placeText, priority: 1 },
  { header: 'client', cell: ({ owner }) => (owner === 'all' ? say((m) => m.cli.secrets.everyClient) : owner), priority: 2 },
];

/** A credential in the database takes precedence over one in the settings. */
function placeText({ credential }: OpenedAccount): string | null {
  return credential.keptSince === null ? credential.setting : say((m) => m.cli.sources.inDatabase);
}

function stateText({ state, pausedUntil, awaySince, refusedSince }: OpenedAccount): string {
  const moments: { readonly [state in OpenedState]?: number | null } = { paused: pausedUntil, away: awaySince, refused: refusedSince };
  const moment = moments[state] ?? null;
  const text = say((m) => m.cli.sources.states[state]);
  return moment === null ? text : `${text} ${renderTime(moment)}`;
}

/** An account for programs: the usual record, and the fingerprint of its credential. */
export function openedAccountJson(account: OpenedAccount, now: number): JsonObject {
  const estado = account.state === 'unreadable' ? 'ilegivel' : ACCOUNT_STATE_WORDS[account.state];
  return { ...accountRecord.write(account, now), estado, impressao_digital: account.fingerprint };
}

const SENDER_COLUMNS: readonly Column<RotatingSender>[] = [
  { header: 'sender', cell: ({ kind, id }) => `${sayText(SENDER_WORDS[kind])} ${id}`, look: 'word' },
  { header: 'address', cell: ({ remoteAddress }) => remoteAddress, priority: 1 },
  { header: 'oldSecret', cell: ({ seenAt }) => seenAt, look: 'time' },
  {
    header: 'newSecret',
    cell: ({ currentSeenAt }) => (currentSeenAt === null ? say((m) => m.cli.sources.notYet) : renderTime(currentSeenAt)),
    look: 'word',
  },
];

/** The progress of a rotation, and which senders last used which secret, and when. */
export function rotationReport(rotation: Rotation, previous: string, now: number): string {
  const text = sayText(rotationText(rotation, previous, now));
  return rotation.senders.length === 0 ? text : `${text}\n${renderTable(rotation.senders, SENDER_COLUMNS)}`;
}
