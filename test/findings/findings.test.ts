import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/base/time-units.ts';
import { type Finding, worstFirst, worstSeverity } from '../../src/domain/finding.ts';
import type { QueueSnapshot } from '../../src/domain/queue-status.ts';
import { findAll } from '../../src/findings/findings.ts';
import type { PlatformFigures, Snapshot } from '../../src/findings/snapshot.ts';
import { placeOf } from '../../src/http/admin/read/finding-address.ts';
import { inWords } from '../support/saying.ts';
import { aliveWorker, quietQueue, snapshotAt, sourceAt, unconnected } from '../support/snapshot.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 3_600_000;
const GIB = 2 ** 30;

const source = (given: Parameters<typeof sourceAt>[1] = {}) => sourceAt(NOW, given);
const figures = (given: Parameters<typeof snapshotAt>[1] = {}) => snapshotAt(NOW, given);
const QUIET = quietQueue(NOW);
const UNCONNECTED = unconnected(NOW);
const WORKER = aliveWorker(NOW);

const TYPE_CONFLICTS = {
  count: 1,
  atLeast: false,
  newest: { id: '7', eventType: 'lead_qualified', conflictType: 'sale', at: NOW },
} as const;

const LIMITED = { clients: 0, rows: [], isOn: true };

function judged(given: Parameters<typeof figures>[0]): readonly Finding[] {
  return worstFirst(findAll(figures(given)));
}

/** Codes with their severities. */
function found(given: Parameters<typeof figures>[0]): readonly string[] {
  return judged(given).map(({ code, severity }) => `${code} ${severity}`);
}

function disk(diskFreeBytes: number | null, fileBytes = GIB): Snapshot['store'] {
  return { ...figures().store, diskFreeBytes, fileBytes };
}

test('nothing is wrong where nothing is wrong', () => {
  expect(found({})).toEqual([]);
  expect(worstSeverity([])).toBe('ok');
});

describe('work', () => {
  const gone = { ...WORKER, seenAt: NOW - 60_000 };
  test.each<[string, Partial<QueueSnapshot>, readonly string[]]>([
    ['nobody there while jobs wait', { workers: [], waiting: 3 }, ['queue.no_worker problem']],
    ['nobody there and nothing to do', { workers: [] }, ['queue.no_worker_yet warning']],
    ['a heartbeat that stopped', { workers: [gone], waiting: 1 }, ['queue.no_worker problem']],
    ['one of two is gone', { workers: [gone, WORKER] }, []],
    ['paused while jobs wait', { pausedAt: NOW, waiting: 3, oldestWaitingMs: HOUR_MS }, ['queue.paused problem']],
    ['paused and nothing to do', { pausedAt: NOW }, ['queue.paused warning']],
    ['paused and nobody there', { pausedAt: NOW, workers: [], waiting: 3 }, ['queue.paused problem', 'queue.no_worker_yet warning']],
    ['a wait of five minutes', { oldestWaitingMs: 300_000 }, []],
    ['a longer wait', { oldestWaitingMs: 300_001 }, ['queue.late problem']],
    ['a longer wait with nobody there', { oldestWaitingMs: 300_001, waiting: 1, workers: [] }, ['queue.no_worker problem']],
    ['failed and parked jobs', { failed: 2, parked: 1 }, ['queue.failed_jobs problem', 'queue.parked warning']],
  ])('%s', (_what, queue, expected) => {
    expect(found({ queue })).toEqual(expected);
  });

  test('failed jobs come with the newest code', () => {
    const newestFailure = { errorCode: 'campaign_not_found', failedAt: NOW - 5 };
    expect(judged({ queue: { failed: 2 }, newestFailure })).toEqual([
      { code: 'queue.failed_jobs', severity: 'problem', params: { failed: 2, code: 'campaign_not_found', last: { at: NOW - 5 } } },
    ]);
  });
});

describe('disk and database', () => {
  test.each<[string, Partial<Snapshot>, readonly string[]]>([
    ['under 100 MiB', { store: disk(99 * 2 ** 20) }, ['disk.full problem']],
    ['under a GiB', { store: disk(GIB - 1, 1) }, ['disk.little_space warning']],
    ['less than a copy of the file takes', { store: disk(5 * GIB, 6 * GIB) }, ['disk.little_space warning']],
    ['room for a copy', { store: disk(6 * GIB, 6 * GIB) }, []],
    ['nobody knows how much', { store: disk(null) }, []],
    ['an event that was turned away', { refusedDelivery: { at: NOW, code: 'store_unusable' } }, ['database.refused_delivery problem']],
    [
      'leads that cannot be stored',
      { resultNotStored: { code: 'not_stored', params: inWords('No.') } },
      ['database.results_not_stored problem'],
    ],
    ['a damaged log', { store: { ...disk(null), damagedLogAt: NOW } }, ['database.log_damaged problem']],
    ['a server that can lose events', { store: { ...disk(null), unsafeSettings: ['fsync=off'] } }, ['database.not_durable problem']],
    [
      'a role without a grant',
      { store: { ...disk(null), missingGrants: { lacking: ['eventos (insert)'], role: 'app', schema: 'public' } } },
      ['database.missing_grants problem'],
    ],
    ['a large WAL', { store: { ...disk(null), walBytes: 256 * 2 ** 20 + 1 } }, ['database.wal_large warning']],
    ['never a backup', { lastBackupAt: null }, ['database.no_backup warning']],
    ['never a backup, and nothing received', { lastBackupAt: null, sources: [source({ lastReceivedAt: null })] }, []],
    ['a backup two days old', { lastBackupAt: NOW - 2 * DAY_MS }, []],
    ['an older one', { lastBackupAt: NOW - 2 * DAY_MS - 1 }, ['database.backup_old warning']],
    ['no limit', { retention: { ...LIMITED, isOn: false, ranAt: null } }, []],
    ['limits before the first night', { retention: { ...LIMITED, ranAt: null } }, ['database.retention_late note']],
    ['a run two days old', { retention: { ...LIMITED, ranAt: NOW - 2 * DAY_MS } }, []],
    ['an older run', { retention: { ...LIMITED, ranAt: NOW - 2 * DAY_MS - 1 } }, ['database.retention_late warning']],
    ['a resend of another type', { typeConflicts: TYPE_CONFLICTS }, ['sources.resend_type warning']],
    [
      'a resend about another person',
      { personConflicts: { count: 1, atLeast: false, newest: { id: '7', at: NOW } } },
      ['sources.resend_person warning'],
    ],
    [
      'a form whose newest lead nobody can reach',
      { formsWithoutContact: [{ origin: 'social_ads', formId: '9' }] },
      ['sources.form_without_contact warning'],
    ],
    ['unsigned requests', { allowsUnsigned: true }, ['settings.unsigned warning']],
  ])('%s', (_what, given, expected) => {
    expect(found(given)).toEqual(expected);
  });
});

describe('sources', () => {
  test.each<[string, Partial<Snapshot['sources'][number]>, readonly string[]]>([
    ['not configured and never used: only worth knowing', { isOpen: false, lastReceivedAt: null }, ['sources.closed note']],
    ['not configured any more', { isOpen: false }, ['sources.closed problem']],
    ['never used', { lastReceivedAt: null }, []],
    ['silent as usual', { lastReceivedAt: NOW - 9 * DAY_MS, silence: { kind: 'usual', longestUsualMs: 4 * DAY_MS } }, []],
    [
      'silent for longer than usual',
      { lastReceivedAt: NOW - 5 * HOUR_MS, silence: { kind: 'unusual', since: NOW - 5 * HOUR_MS, longestUsualMs: HOUR_MS } },
      ['sources.silent warning'],
    ],
    ['nobody knows what is usual, and silent for a week', { lastReceivedAt: NOW - 7 * DAY_MS }, []],
    ['nobody knows what is usual, and silent for more than a week', { lastReceivedAt: NOW - 7 * DAY_MS - 1 }, ['sources.silent warning']],
  ])('%s', (_what, given, expected) => {
    expect(found({ sources: [source(given)] })).toEqual(expected);
  });

  test('a note is no reason to worry', () => {
    expect(worstSeverity(judged({ sources: [source({ isOpen: false, lastReceivedAt: null })] }))).toBe('ok');
  });
});

test('refused requests are told by cause', () => {
  const recent = {
    origin: 'search_ads',
    code: 'signature_invalid',
    count: 3,
    oldestAt: NOW - 3 * DAY_MS,
    newestAt: NOW - DAY_MS + 1,
  } as const;
  expect(found({ refused: [] })).toEqual([]);
  const [finding] = judged({ refused: [recent] });
  expect(finding).toEqual({
    code: 'sources.refused_requests',
    severity: 'warning',
    params: { count: 3, oldest: { at: recent.oldestAt }, causes: [{ origin: 'search_ads', code: 'signature_invalid', count: 3 }] },
  });
  expect(finding && placeOf(finding).path).toBe('/admin/recusadas?codigo=signature_invalid&origem=search_ads&situacao=aberta');
});

describe('platforms', () => {
  const account = {
    platform: 'social_ads',
    kind: 'page',
    id: '123',
    owner: null,
    credential: { setting: 'WEBHOOK_SOCIALADS_TOKENS', keptSince: null },
    pausedUntil: null,
    refusedSince: null,
    awaySince: null,
    fault: null,
    lastUsedAt: NOW,
    expiresAt: null,
  } as const;
  const check = {
    platform: 'social_ads',
    formId: '7',
    pageId: '123',
    storedUntil: NOW,
    checkedAt: NOW - HOUR_MS,
    found: 9,
    missing: 0,
    recovered: 0,
    fault: null,
  } as const;
  const fault = { code: 'credential_refused', params: inWords('x') };
  const accounts = [account];
  const worked = { ...QUIET, queue: 'conversoes' };
  const waitingSince = new Map([['search_ads', NOW - HOUR_MS] as const]);

  test.each<[string, Partial<PlatformFigures>, readonly string[]]>([
    ['an account that works', { accounts: [account] }, []],
    ['a credential that is refused', { accounts: [{ ...account, refusedSince: NOW - 1, fault }] }, ['platforms.refused problem']],
    [
      'one that was refused before it was taken away',
      { accounts: [{ ...account, refusedSince: NOW - 1, credential: { setting: null, keptSince: null } }] },
      [],
    ],
    ['a token that ends in two weeks', { accounts: [{ ...account, expiresAt: NOW + 14 * DAY_MS }] }, ['platforms.token_expires warning']],
    ['one that ends later', { accounts: [{ ...account, expiresAt: NOW + 14 * DAY_MS + 1 }] }, []],
    ['one that was taken away', { accounts: [{ ...account, expiresAt: NOW, credential: { setting: null, keptSince: null } }] }, []],
    ['a short pause', { accounts: [{ ...account, pausedUntil: NOW + HOUR_MS }] }, []],
    ['a long pause', { accounts: [{ ...account, pausedUntil: NOW + HOUR_MS + 1 }] }, ['platforms.paused note']],
    ['a comparison that found all', { accounts, checks: [check] }, []],
    ['leads that were missing', { accounts, checks: [check, { ...check, missing: 2 }] }, ['platforms.missing_leads warning']],
    ['a comparison that failed', { accounts, checks: [{ ...check, fault }] }, ['platforms.comparison_failed warning']],
    [
      'a comparison that failed because its page is refused, which is told already',
      { accounts: [{ ...account, refusedSince: NOW - 1, fault }], checks: [{ ...check, fault }] },
      ['platforms.refused problem'],
    ],
    ['a comparison twelve hours ago', { accounts, checks: [{ ...check, checkedAt: NOW - 12 * HOUR_MS }] }, []],
    ['an older one', { accounts, checks: [{ ...check, checkedAt: NOW - 12 * HOUR_MS - 1 }] }, ['platforms.comparison_late warning']],
    [
      'an older one that is not wanted any more',
      { accounts, checks: [{ ...check, checkedAt: NOW - 20 * HOUR_MS }], reconcileHours: 0 },
      [],
    ],
    ['a form that is compared no longer', { accounts, checks: [check, { ...check, checkedAt: NOW - 2 * DAY_MS, missing: 3, fault }] }, []],
    ['a form whose page was taken away', { checks: [{ ...check, checkedAt: NOW - 13 * HOUR_MS, missing: 3, fault }] }, []],
    ['conversions that nobody sends', { waitingSince, isAnyUnqueued: true }, ['platforms.no_worker problem']],
    ['conversions that a worker sends', { waitingSince, conversions: worked }, []],
    [
      'conversions of a queue that is paused',
      { waitingSince, isAnyUnqueued: true, conversions: { ...worked, workers: [], pausedAt: NOW } },
      ['platforms.no_worker_yet warning'],
    ],
    ['jobs that nobody works', { conversions: { ...worked, workers: [], waiting: 1 } }, ['platforms.no_worker problem']],
    [
      'jobs that are all due later',
      { accounts: [{ ...account, kind: 'dataset' }], waitingSince, conversions: { ...worked, workers: [], waiting: 2, delayed: 2 } },
      ['platforms.no_worker_yet warning'],
    ],
    [
      'new conversions beside a job that is due later',
      { waitingSince, isAnyUnqueued: true, conversions: { ...worked, workers: [], waiting: 1, delayed: 1 } },
      ['platforms.no_worker problem'],
    ],
    ['rejected conversions', { rejected: { count: 1, isMore: false } }, ['platforms.rejected note']],
    [
      'conversions that wait for an account',
      {
        waitingForAccount: [
          { clientId: '7', count: 2 },
          { clientId: '8', count: 1 },
        ],
      },
      ['platforms.waiting_for_account problem'],
    ],
    [
      'conversions that wait for a person',
      { onHold: { count: 2, isMore: false, codes: ['conversion_on_hold'] } },
      ['platforms.on_hold warning'],
    ],
    [
      'a conversion of yesterday',
      { waitingSince: new Map([['search_ads', NOW - DAY_MS - 1]]), conversions: worked },
      ['platforms.old_conversion warning'],
    ],
  ])('%s', (_what, given, expected) => {
    expect(found({ platforms: { ...UNCONNECTED, ...given } })).toEqual(expected);
  });

  test('findings lead to where they are mended', () => {
    const addresses = (given: Partial<PlatformFigures>) =>
      judged({ platforms: { ...UNCONNECTED, ...given } }).map((finding) => placeOf(finding).path);
    expect(addresses({ accounts: [{ ...account, refusedSince: NOW }] })).toEqual(['/admin/fontes']);
    expect(addresses({ waitingSince, isAnyUnqueued: true })).toEqual(['/admin/fila#conversoes']);
    expect(addresses({ rejected: { count: 3, isMore: false } })).toEqual(['/admin/conversoes?estado=rejeitada']);
    const held = (...errorCodes: readonly string[]) => addresses({ onHold: { count: 3, isMore: false, codes: errorCodes } });
    expect(held('conversion_outcome_unknown')).toEqual(['/admin/conversoes?estado=pendente&erro_codigo=conversion_outcome_unknown']);
    expect(held('conversion_on_hold', 'conversion_outcome_unknown')).toEqual(['/admin/conversoes?estado=pendente']);
    const old = { waitingSince: new Map([['search_ads', NOW - 2 * DAY_MS] as const]), conversions: worked };
    expect(addresses(old)).toEqual(['/admin/conversoes?estado=pendente&plataforma=search_ads']);
  });

  test('leads that were missing are counted over all forms', () => {
    const checks = [check, { ...check, missing: 2 }, { ...check, missing: 3 }];
    expect(judged({ platforms: { ...UNCONNECTED, accounts, checks } })).toEqual([
      { code: 'platforms.missing_leads', severity: 'warning', params: { missing: 5, forms: 2 } },
    ]);
  });
});

test('the worst comes first and gives the whole its name', () => {
  const given = { allowsUnsigned: true, lastBackupAt: null, queue: { workers: [], waiting: 1 } };
  expect(found(given)).toEqual(['queue.no_worker problem', 'database.no_backup warning', 'settings.unsigned warning']);
  expect(worstSeverity(judged(given))).toBe('problem');
  expect(worstSeverity(judged({ allowsUnsigned: true }))).toBe('warning');
});
