import * as Flags from '@oclif/core/flags';
import { MOST_DAYS, type RetentionCount, type RetentionDays } from '../../domain/retention.ts';
import { say } from '../../messages/messages.ts';
import { clientRetentionRecord, keptDays } from '../../presentation/retention-record.ts';
import { readWholeNumber } from '../flags.ts';
import { renderBlock } from '../render.ts';
import type { Column } from '../table.ts';

/** Days from 1 on, or `off`: what it limits is kept, which is stored as 0. */
export const daysFlag = Flags.custom<number>({
  helpValue: 'N|off',
  parse: async (input) => (input === 'off' ? 0 : readWholeNumber(input, { min: 1, max: MOST_DAYS })),
});

/** A limit in words. */
export function limitText(days: number): string {
  const kept = keptDays(days);
  return say(({ cli: { retention } }) => (kept === null ? retention.kept : retention.days({ days: kept })));
}

export function settingsText({ bodies, leads, refused, jobs, log }: RetentionDays): string {
  return renderBlock([
    ['RETENTION_BODIES_DAYS', limitText(bodies)],
    ['RETENTION_LEADS_DAYS', limitText(leads)],
    ['RETENTION_REFUSED_DAYS', limitText(refused)],
    ['RETENTION_JOBS_DAYS', limitText(jobs)],
    ['RETENTION_LOG_DAYS', limitText(log)],
  ]);
}

type OfClient = Parameters<typeof clientRetentionRecord.write>[0];

export const CLIENT_RETENTION_COLUMNS: readonly Column<OfClient>[] = [
  { header: 'client', cell: ({ client }) => `${client.name} (${client.id})` },
  { header: 'bodies', cell: (row) => ofClientText(clientRetentionRecord.write(row), 'corpos'), wraps: true },
  { header: 'leads', cell: (row) => ofClientText(clientRetentionRecord.write(row), 'leads'), wraps: true },
];

function ofClientText(json: ReturnType<typeof clientRetentionRecord.write>, kind: 'corpos' | 'leads'): string {
  const limit = limitText(json[`${kind}_dias`] ?? 0);
  return say(({ cli: { retention } }) => (json[`${kind}_proprio`] ? retention.ownLimit({ limit }) : limit));
}

/** @param names of clients, by ID */
export function countColumns(names: ReadonlyMap<string, string>): readonly Column<RetentionCount>[] {
  return [
    { header: 'type', cell: ({ kind }) => say((m) => m.cli.retention.kinds[kind]) },
    { header: 'client', cell: ({ clientId }) => (clientId === null ? null : `${names.get(clientId) ?? ''} (${clientId})`) },
    { header: 'count', cell: ({ count }) => count, look: 'number' },
  ];
}
