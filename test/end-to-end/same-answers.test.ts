import { expect, test } from 'vitest';
import { moveDatabase } from '../../src/app/move-database.ts';
import { openStore } from '../../src/store/open-store.ts';
import { fillWithSamples } from '../browser/sample-data.ts';
import { samplePages } from '../browser/sample-pages.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { Installation, SECRETS } from './operator.ts';

/** Beside the pages: what is a list, a file or a figure. */
const ADDRESSES = [
  '/admin/webhooks?limite=1000',
  '/admin/leads?limite=1000',
  '/admin/conversoes?limite=1000',
  '/admin/atividade?limite=1000',
  '/admin/recusadas?limite=1000',
  '/admin/sessoes',
];

const COMMANDS = [
  'leads list --limit 1000',
  'leads export',
  'leads show 1 --reveal',
  'leads consent 1',
  'events list --limit 1000',
  'events show 1',
  'conversions list --limit 1000',
  'conversions export --client 1',
  'queue status',
  'queue failed',
  'refused list',
  'campaign list',
  'client list',
  'user list',
  'secret list',
  'source list',
  'source form list',
  'person find --email ana@example.com',
  'retention show',
];

/** UTC ms. */
let filledAt = 0;

/** Texts that databases and formats treat in different ways. */
const AWKWARD = {
  nome: `Zoë "O'Neil" \\ 'x' ; -- 😀 שלום`,
  mensagem: 'um\r\ndois\u2028três\ttab',
  'cpf exato': JSON.rawJSON('12345678901234567'),
  preco: 0.1,
  vazio: '',
  nulo: null,
};

test('both databases give the same bytes in JSON, CSV and pages', async () => {
  await using file = new Installation();
  await using server = await PostgresServer.start();
  await using onServer = new Installation({ DATABASE_URL: await server.newDatabase() });
  await fillWithSamples(file.databaseUrl);
  await fillAwkwardly(file);
  const urls = [file.databaseUrl, onServer.env['DATABASE_URL'] as string] as const;
  const [from, to] = urls;
  await moveDatabase({ from, to }, { now: Date.now(), signal: new AbortController().signal, onProgress: () => undefined });
  for (const url of urls) await indexAll(url);
  filledAt = Date.now();
  await file.serve();
  await onServer.serve();

  const differing: string[] = [];
  const compare = async (what: string, answerOf: (here: Installation) => Promise<string>): Promise<void> => {
    const difference = await differenceOf(file, onServer, answerOf);
    if (difference !== undefined) differing.push(`${what}\n${difference}`);
  };
  // The overview says what is wrong with the database itself, which is another one; so do /health and /metrics.
  const pages = (await samplePages({ json: (path) => file.admin(path) })).filter((path) => path !== '/admin');
  const addresses = [...pages, ...ADDRESSES];
  for (const accept of ['application/json', 'text/html'])
    for (const address of addresses) await compare(`${accept} ${address}`, (here) => answer(here, address, accept));
  for (const command of COMMANDS)
    await compare(command, async (here) => {
      const { exitCode, stdout, stderr } = await here.run([...command.split(' '), ...(command.includes('export') ? [] : ['--json'])]);
      // What both refuse would be the same too.
      expect(exitCode, `${command}: ${stderr}`).toBe(0);
      return `${stdout} ${stderr}`;
    });
  expect(differing).toEqual([]);
}, 600_000);

async function fillAwkwardly(here: Installation): Promise<void> {
  await here.serve();
  const fields = { ...AWKWARD, id: 'estranho', campanha_id: '1042', email: 'ana@example.com' };
  expect(await here.postForm(fields)).toMatchObject({ status: 202 });
  await here.service.stop();
  await here.json('queue', 'once');
}

async function indexAll(url: string): Promise<void> {
  await using store = await openStore(url, Date.now(), {});
  while ((await store.indexMore(500)) > 0);
}

/** Ages are in seconds, so an answer that differs is asked for again. */
async function differenceOf(
  one: Installation,
  other: Installation,
  answerOf: (here: Installation) => Promise<string>,
): Promise<string | undefined> {
  for (let tried = 1; ; tried += 1) {
    const [first = '', second = ''] = (await Promise.all([one, other].map(answerOf))).map(withoutPlace);
    if (first === second) return undefined;
    if (tried === 4) return firstDifference(first, second);
  }
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return `--- ${a.slice(Math.max(0, at - 100), at + 100)}\n+++ ${b.slice(Math.max(0, at - 100), at + 100)}`;
}

async function answer({ service }: Installation, address: string, accept: string): Promise<string> {
  const response = await fetch(`${service.url}${address}`, {
    headers: { Authorization: `Bearer ${SECRETS.ADMIN_TOKEN}`, Accept: accept },
  });
  return `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
}

/** Without what names the process, the database and the moment: whatever is newer than the data. */
function withoutPlace(text: string): string {
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, 'host')
    .replaceAll(/sqlite:[^\s"<&]+|postgres:\/\/[^\s"<&]+/g, 'database')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (Date.parse(time) > filledAt ? 'now' : time))
    .replaceAll(/(dateTime="now" title=")[^"]*/g, '$1now')
    .replaceAll(/(dateTime="now"[^>]*>)[^<]*/g, '$1now')
    .replaceAll(/("\w+_ms": ?)\d+/g, '$1age')
    .replaceAll(/("requestId": ?"|Requisição <bdi>|Request <bdi>)[\da-f]{16}/g, '$1id')
    .replaceAll(/("banco": ?)\{[^}]*\}/g, '$1database')
    .replaceAll(/(id="banco">).*?<\/dl>/g, '$1database');
}
