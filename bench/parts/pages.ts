import { median, quantile } from '../../src/benchmark/statistics.ts';
import { faultParams } from '../../src/domain/fault.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { fillQueue } from '../fill.ts';
import { grow } from '../grow.ts';
import { createDatabase, newDatabase, queryNumber, queryText, startLeadIntake, startServe } from '../lead-intake.ts';
import { type Part, type PartContext, takeTurns } from '../part.ts';
import { leadBody } from '../requests.ts';
import type { PartOutcome } from '../results.ts';
import { finite } from '../statistics.ts';
import { milliseconds, whole } from '../table.ts';
import { timePage } from '../time-page.ts';

/** How often each page is requested per turn, after one request that does not count. */
const LOOKS = 30;
/** Events of an unknown campaign, so that the lists of failures have rows. */
const FAILURES = 1_000;
const WAITING = 10_000;
const REFUSED = 1_000;
/** Entries added to the search index in one step; nothing else writes in the meantime. */
const INDEX_STEP = 5_000;

/** A page of the admin; `path` is built after the file is grown, because it contains ids and names. */
interface Look {
  readonly name: string;
  readonly path: string;
}

export const pages: Part = {
  title: 'Operators’ pages',
  run: async (context) => {
    const events = Math.round(context.options.growthEvents / 5);
    const file = await makeFile(events, context);
    const looks = await takeTurns(
      addresses(file),
      context,
      (look) => timeLook(look, file, context),
      (took) => `${milliseconds(median(took))}, p95 ${milliseconds(quantile(took, 0.95))}`,
    );
    return outcome(looks, events);
  },
};

async function makeFile(events: number, context: PartContext): Promise<string> {
  const database = newDatabase(context.bench, 'pages');
  await createDatabase(database);
  await grow(database, { events, waiting: 0 }, context);
  await addFailures(database);
  // The jobs fail, so the exit code is not 0.
  await startLeadIntake(context.bench, database, 'queue', 'work', '--stop-when-empty').exited;
  await addRefused(database);
  await fillQueue(database, { count: WAITING, eventType: 'lead' });
  await using store = openSqliteStore(`sqlite:${database}`, Date.now());
  while ((await store.indexMore(INDEX_STEP)) > 0);
  return database;
}

async function addFailures(database: string): Promise<void> {
  await using store = openSqliteStore(`sqlite:${database}`, Date.now());
  const now = Date.now();
  const accepted = Array.from({ length: FAILURES }, (_, index) => {
    const id = `without-campaign-${index}`;
    const body = Buffer.from(leadBody(id, 'lead', now).toString().replace('"campanha_id":"42"', '"campanha_id":"43"'));
    return store.accept({
      ...FROM_ELSEWHERE,
      body,
      requestId: id,
      credential: 'hmac',
      queue: 'webhooks',
      events: [{ eventType: 'lead', identity: id }],
    });
  });
  await Promise.all(accepted);
}

const FROM_ELSEWHERE = { origin: 'formulario_proprio', headers: '[]', remoteAddress: '192.0.2.7', receivedAt: Date.now() } as const;

async function addRefused(database: string): Promise<void> {
  await using store = openSqliteStore(`sqlite:${database}`, Date.now());
  const request = {
    method: 'POST',
    path: '/integracoes/leads',
    httpStatus: 401,
    params: faultParams(['signatureWrong', { header: 'X-Formulario-Signature' }]),
    complete: true,
    isVerified: false,
  };
  await store.recordRefused(
    Array.from({ length: REFUSED }, (_, index) => {
      const code = index % 3 === 0 ? 'timestamp_out_of_window' : 'signature_invalid';
      return { ...FROM_ELSEWHERE, ...request, code, requestId: `refused-${index}`, body: leadBody(`refused-${index}`, 'lead', Date.now()) };
    }),
  );
}

/** Every page, the lists also filtered and searched. Event and lead are from the middle of the file, where no cache holds them. */
function addresses(database: string): readonly Look[] {
  const event = queryNumber(database, 'select max(id) / 2 from webhook_eventos');
  const lead = queryNumber(database, 'select max(id) / 2 from leads');
  const [email, name] = ['email', 'nome'].map((column) => queryText(database, `select ${column} from leads where id = ?`, lead));
  const day = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const search = (text = ''): string => `?${new URLSearchParams({ busca: text })}`;
  return [
    { name: 'home', path: '/admin' },
    { name: 'queue', path: '/admin/fila' },
    { name: 'webhooks', path: '/admin/webhooks' },
    { name: 'webhooks, filtered', path: '/admin/webhooks?origem=formulario_proprio&status=processado' },
    { name: 'webhooks, what few are', path: '/admin/webhooks?erro_codigo=unknown_campaign' },
    { name: 'webhooks, of a time', path: `/admin/webhooks?status=processado&ate=${day}` },
    { name: 'webhooks, of a campaign', path: '/admin/webhooks?campanha=42' },
    { name: 'webhooks, an e-mail searched', path: `/admin/webhooks${search(email)}` },
    { name: 'webhooks, a common name searched', path: `/admin/webhooks${search(name)}` },
    { name: 'webhooks, nothing found', path: `/admin/webhooks${search('nobody-has-this-name')}` },
    { name: 'errors, grouped', path: '/admin/webhooks/grupos' },
    { name: 'one event', path: `/admin/webhooks/${event}` },
    { name: 'leads', path: '/admin/leads' },
    { name: 'leads, an e-mail searched', path: `/admin/leads${search(email)}` },
    { name: 'leads, a common name searched', path: `/admin/leads${search(name)}` },
    { name: 'one lead', path: `/admin/leads/${lead}` },
    { name: 'conversions', path: '/admin/conversoes' },
    { name: 'conversions, filtered', path: '/admin/conversoes?estado=pendente&plataforma=search_ads' },
    { name: 'campaigns', path: '/admin/campanhas' },
    { name: 'refused', path: '/admin/recusadas' },
    { name: 'sources', path: '/admin/fontes' },
    { name: 'activity', path: '/admin/atividade' },
  ];
}

async function timeLook({ path }: Look, database: string, { bench }: PartContext): Promise<readonly number[]> {
  const { url, program } = await startServe(bench, database);
  const took = await timePage(url + path, LOOKS);
  await program.stop();
  return took;
}

function outcome(looks: ReadonlyMap<Look, readonly (readonly number[])[] | Error>, events: number): PartOutcome {
  // A page that cannot be rendered is worse than a slow one.
  if ([...looks.values()].some((taken) => taken instanceof Error)) process.exitCode = 1;
  const measured = [...looks].map(([look, turns]) => ({ look, took: turns instanceof Error ? [] : turns.flat(), turns }));
  const p95s = measured.map(({ took }) => quantile(took, 0.95));
  const millions = `${(events / 1_000_000).toFixed(events % 1_000_000 === 0 ? 0 : 2)} million events`;
  return {
    settings: {
      file: `${whole(events)} processed events with lead and conversion, ${whole(FAILURES)} failed, ${whole(WAITING)} waiting, ${whole(REFUSED)} refused requests; indexed for the search`,
      pages: `asked for ${LOOKS} times a turn, one after the other, by a program with the admin token, after one time that is not counted; whole answer as HTML`,
    },
    tables: [
      {
        title: `Pages with ${millions}`,
        columns: ['Page', 'Median', 'p95', 'Slowest'],
        rows: measured.map(({ look, took, turns }) => [
          look.name,
          turns instanceof Error ? (turns.message.split('\n')[0] ?? '') : milliseconds(median(took)),
          milliseconds(quantile(took, 0.95)),
          milliseconds(quantile(took, 1)),
        ]),
      },
    ],
    measures: [
      {
        what: `every admin page with ${millions}: the p95 of the slowest`,
        value: finite(Math.max(...p95s)),
        unit: 'ms',
        direction: 'at most',
        must: 100,
        best: 50,
      },
    ],
    notes: [],
    samples: Object.fromEntries(measured.map(({ look, took }) => [`${look.name}: ms`, took] as const)),
  };
}
