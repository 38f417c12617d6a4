import { DAY_MS } from '../base/time-units.ts';
import type { Origin } from './origin.ts';

/** What identifies the sender who has to be given the new secret: the first of these that an event contains. */
export const SENDER_KINDS = ['formulario', 'campanha', 'pagina', 'campanha_da_plataforma', 'cliente', 'endereco'] as const;

/** The sender of an event, as far as an operator can find them. */
export interface Sender {
  readonly kind: (typeof SENDER_KINDS)[number];
  readonly id: string;
}

/** What a secret is for: the events of a source, or the export of conversions that Google Ads fetches. */
export type SecretPurpose = Origin | 'exportacao';

/** A sender's use of a secret. Secrets are named by their fingerprint. */
export interface SecretUse extends Sender {
  readonly origin: SecretPurpose;
  readonly secret: string;
  readonly remoteAddress: string;
  /** Last use, UTC ms. */
  readonly seenAt: number;
}

/** The secret that a source's senders should use, by its fingerprint, and since when (UTC ms). */
export interface CurrentSecret {
  readonly origin: Origin;
  readonly secret: string;
  readonly since: number;
}

export interface SecretUses {
  readonly current: readonly CurrentSecret[];
  readonly uses: readonly SecretUse[];
}

/** The fingerprints of a source's secrets; `null` if not set. */
export interface SourceFingerprints {
  readonly origin: Origin;
  readonly current: string | null;
  readonly previous: string | null;
}

/** The previous secret can be removed once it has been unused for this long: every day of the week once. */
export const QUIET_MS = 7 * DAY_MS;

/**
 * The state of a secret's rotation. `nenhuma`: no previous secret is set. `em_uso`: the previous one was used within `QUIET_MS`, or the current
 * one has not been used yet. `a_conferir`: neither, but some senders of the previous one have not used the current one: one that sends once a
 * month would be locked out. `concluida`: the previous one can be removed.
 */
export const ROTATION_STATES = ['nenhuma', 'em_uso', 'a_conferir', 'concluida'] as const;

/** A sender that used the previous secret; `currentSeenAt`: when it last used the current one; `null` if not yet. */
export interface RotatingSender extends SecretUse {
  readonly currentSeenAt: number | null;
}

export interface Rotation {
  readonly state: (typeof ROTATION_STATES)[number];
  /** Since when the current secret has been current; `null` if no `serve` has started with it yet. */
  readonly currentSince: number | null;
  /** When the current secret was last used since then. */
  readonly currentUsedAt: number | null;
  readonly previousUsedAt: number | null;
  /** When the previous secret will have been unused for `QUIET_MS`; `null` if unknown. */
  readonly quietAt: number | null;
  /** Senders of the previous secret: first those that have not used the current one since; each group by last use. */
  readonly senders: readonly RotatingSender[];
}

/** Determines the state of a source's secret rotation. Pages, commands and `doctor` share this rule. */
export function judgeRotation(secrets: SourceFingerprints, { current, uses }: SecretUses, now: number): Rotation {
  const { origin } = secrets;
  const ofSecret = (secret: string | null): readonly SecretUse[] => uses.filter((use) => use.origin === origin && use.secret === secret);
  const newest = current.find((known) => known.origin === origin && known.secret === secrets.current);
  const currentSince = newest?.since ?? null;
  const currentUses = ofSecret(secrets.current).filter(({ seenAt }) => currentSince !== null && seenAt >= currentSince);
  const senders = ofSecret(secrets.previous)
    .map((use) => ({ ...use, currentSeenAt: currentSeenAt(use, currentUses) }))
    .toSorted((a, b) => Number(hasMoved(a)) - Number(hasMoved(b)) || b.seenAt - a.seenAt);
  const [currentUsedAt, previousUsedAt] = [lastSeen(currentUses), lastSeen(senders)];
  const quietAt = currentSince === null ? null : Math.max(currentSince, previousUsedAt ?? 0) + QUIET_MS;
  const isQuiet = quietAt !== null && now >= quietAt && currentUsedAt !== null;
  const done = senders.every(hasMoved) ? 'concluida' : 'a_conferir';
  const state = secrets.previous === null ? 'nenhuma' : isQuiet ? done : 'em_uso';
  return { state, currentSince, currentUsedAt, previousUsedAt, quietAt, senders };
}

/** Whether the sender used the current secret last. */
export function hasMoved({ seenAt, currentSeenAt }: RotatingSender): boolean {
  return currentSeenAt !== null && currentSeenAt >= seenAt;
}

function currentSeenAt({ kind, id }: SecretUse, currentUses: readonly SecretUse[]): number | null {
  return currentUses.find((known) => known.kind === kind && known.id === id)?.seenAt ?? null;
}

function lastSeen(uses: readonly SecretUse[]): number | null {
  return uses.length === 0 ? null : uses.reduce((last, { seenAt }) => Math.max(last, seenAt), 0);
}
