import { median } from '../../src/benchmark/statistics.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { SocialPlatform } from '../../test/platforms/social-platform.ts';
import { newDatabase, PROGRAM, queryNumber } from '../lead-intake.ts';
import { type Part, type PartContext, takeTurns } from '../part.ts';
import type { PartOutcome } from '../results.ts';
import { whole } from '../table.ts';
import type { Program } from '../workbench.ts';

const LEADS = 1_000;
const ANSWER_MS = 100;
const APP_SECRET = 'app-secret-of-the-bench';

interface Case {
  readonly name: string;
  readonly pages: number;
}

interface Figures {
  /** From the start of the worker until the queue is empty, excluding the start of the program. */
  readonly durationMs: number;
  readonly calls: number;
  readonly atOnce: number;
}

const CASES: readonly Case[] = [
  { name: 'lead-intake, leads of one page', pages: 1 },
  { name: 'lead-intake, leads of ten pages', pages: 10 },
];

export const connectors: Part = {
  title: 'Connectors',
  run: async (context) => {
    const show = ({ durationMs, calls }: Figures): string => `${whole(durationMs)} ms, ${calls} calls`;
    return outcome(await takeTurns(CASES, context, (row, turn) => fetchLeads(context, row, turn), show));
  },
};

/** Measures a worker on a thousand events that contain only lead ids; it requests each lead from the local platform. */
async function fetchLeads(context: PartContext, { pages }: Case, turn: number): Promise<Figures> {
  await using platform = await SocialPlatform.start();
  const database = newDatabase(context.bench, `connectors-${pages}-${turn}`);
  await createDatabase(database, openPages(platform, pages));
  const start = (...args: readonly string[]): Program => startConnected(context, database, platform, args);
  await receiveLeads(platform, start('serve', '--port', '0', '--json'));
  platform.server.delay = ANSWER_MS;
  const worker = start('queue', 'work', '--stop-when-empty', '--json');
  const { duracao_ms: durationMs } = await worker.result<{ duracao_ms: number }>();
  const stored = queryNumber(database, "select count(*) from leads where email like '%@%'");
  if (stored !== LEADS) throw new Error(`${stored} of ${LEADS} leads are there with their answers`);
  return { durationMs, calls: platform.server.count(), atOnce: platform.server.mostAtOnce() };
}

/** Pages with one form each; the leads are shared among them. */
function openPages({ directory }: SocialPlatform, count: number): readonly string[] {
  const pages = Array.from({ length: count }, (_, index) => String(138_124_712_925_000 + index));
  for (const page of pages) {
    directory.addPage({ id: page, token: `token-of-page-${page}` });
    directory.addForm({ id: `9${page}`, pageId: page });
  }
  for (let number = 0; number < LEADS; number += 1) directory.seedLead({ formId: `9${pages[number % count]}` });
  return pages;
}

async function createDatabase(path: string, pages: readonly string[]): Promise<void> {
  await using store = openSqliteStore(`sqlite:${path}`, Date.now());
  const links = pages.map((value) => ({ origin: 'social_ads', kind: 'page', value }) as const);
  const campaign = { id: '42', name: 'Verão', client: 'Agência Um', user: 'ana@example.com', links };
  await store.addCampaigns([campaign], { replace: false }, { name: 'bench', now: Date.now() });
}

function startConnected({ bench }: PartContext, database: string, platform: SocialPlatform, args: readonly string[]): Program {
  const tokens = [...platform.directory.tokens.values()].map(({ token, pageIds }) => `${pageIds[0]}=${token}`);
  const env = {
    DATABASE_URL: `sqlite:${database}`,
    WEBHOOK_SOCIALADS_SECRET: APP_SECRET,
    SOCIALADS_API_URL: platform.url,
    WEBHOOK_SOCIALADS_TOKENS: tokens.join(','),
    SOCIALADS_RECONCILE_HOURS: '0',
  };
  return bench.start(process.execPath, ['--', PROGRAM, ...args], { cwd: bench.folder, env });
}

/** The platform notifies of all leads in one post, before a worker runs. */
async function receiveLeads(platform: SocialPlatform, serve: Program): Promise<void> {
  const { url } = await serve.announcement<{ url: string }>();
  const notifications = platform.notifications(`${url}/webhooks/social_ads`, APP_SECRET);
  const [answer] = await notifications.notify([...platform.directory.leads.values()], Date.now());
  if (answer?.status !== 200) throw new Error(`the notification was answered with ${answer?.status}`);
  await serve.stop();
}

function outcome(taken: ReadonlyMap<Case, readonly Figures[] | Error>): PartOutcome {
  const rows = [...taken].map(([{ name }, figures]) => {
    if (figures instanceof Error) return [name, 'not measured', '', '', figures.message.split('\n')[0] ?? ''];
    const middle = (of: keyof Figures): number => median(figures.map((figure) => figure[of]));
    const seconds = middle('durationMs') / 1_000;
    return [name, `${seconds.toFixed(1)} s`, whole(LEADS / seconds), whole(middle('calls')), whole(middle('atOnce'))];
  });
  return {
    settings: {
      platform: `a local Graph server that answers every call after ${ANSWER_MS} ms; ${LEADS} leads, received before the worker starts`,
    },
    tables: [{ title: `${LEADS} social leads are fetched`, columns: ['What', 'Time', 'Leads/s', 'Calls', 'Most at once'], rows }],
    measures: [],
    notes: [
      `One call after the other would take ${whole((LEADS * ANSWER_MS) / 1_000)} s. Every lead is there with its answers, or the turn fails.`,
    ],
    samples: Object.fromEntries(
      [...taken].map(([{ name }, figures]) => [`${name}: ms`, figures instanceof Error ? [] : figures.map(({ durationMs }) => durationMs)]),
    ),
  };
}
