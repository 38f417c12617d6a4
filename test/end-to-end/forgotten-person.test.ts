import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PERSON_PLACES } from '../../src/domain/person.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { Load } from '../crash/load.ts';
import { end, untilItSays } from '../crash/processes.ts';
import { ADVERTISER, PAGE, Platforms } from '../platforms/platforms.ts';
import { signedPost } from '../platforms/social/notifications.ts';
import { startProgram } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';
import { Installation, opensslSignature, SECRETS, untilProcessed } from './operator.ts';

/** Every poll starts the program: on a busy machine that takes a second. */
const PATIENCE = { timeout: 240_000, interval: 100 };

const ANA = { name: 'Ana Beatriz Quaresma', email: 'Ana.Quaresma+Promo@Gmail.com', phone: '+5511987654321' };
const GCLID = 'Cj0KCQjw-of-quaresma-0001';
const NAMED = ['--email', 'ana.quaresma+promo@gmail.com', '--phone', '(11) 98765-4321'];
const FORM = { campanha_id: '43', nome: ANA.name, email: ANA.email, telefone: '(11) 98765-4321' };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** As typed, normalized, and hashed as both platforms want it; compared in lower case. */
const SPELLINGS = [
  ...['quaresma', 'beatriz', 'acácias', 'acacias', GCLID.toLowerCase()],
  ...['98765-4321', '987654321', '1187654321', '91234567890120001', '91234567890120002'],
  ...['ana.quaresma+promo@gmail.com', 'anaquaresma@gmail.com', '+5511987654321', '5511987654321', 'ana', 'quaresma'].map(sha256),
];

interface Post {
  readonly path: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The real program with both local platforms. It remembers what its senders posted. */
class World implements AsyncDisposable {
  readonly outside = new TempDir();
  readonly platforms: Platforms;
  readonly installation: Installation;
  readonly posts: Post[] = [];
  #worker: ChildProcess | undefined;

  private constructor(platforms: Platforms) {
    this.platforms = platforms;
    this.installation = new Installation(platforms.connect(this.outside.file('credentials.json')));
  }

  static async open(): Promise<World> {
    const world = new World(await Platforms.start());
    for (const id of ['42', '43'])
      await world.run('campaign', 'add', '--id', id, '--name', 'Verão', '--client', 'Agência Um', '--user', 'bia@example.com');
    await world.run('campaign', 'link', '43', '--social-ads-page', PAGE.id, '--search-ads-form', ADVERTISER.form);
    await world.start();
    return world;
  }

  async run(...args: readonly string[]): Promise<unknown> {
    return await this.installation.json(...args);
  }

  async send(path: string, { body, headers }: Omit<Post, 'path'>, expected = [200, 202]): Promise<void> {
    this.posts.push({ path, body, headers });
    expect(expected).toContain(await this.#post({ path, body, headers }));
  }

  async sendForm(fields: object, isRefused = false): Promise<void> {
    const body = JSON.stringify({ event_type: 'lead', timestamp: Math.floor(Date.now() / 1_000), ...FORM, ...fields });
    const headers = { 'X-Formulario-Signature': opensslSignature(isRefused ? 'wrong' : SECRETS.FORMULARIO_SECRET, body) };
    await this.send('/integracoes/leads', { body: Buffer.from(body), headers }, isRefused ? [401] : [200, 202]);
  }

  /** Everything that ever came in, once more. All of it is accepted, or refused as before. */
  async sendAllAgain(): Promise<void> {
    for (const post of [...this.posts]) expect([200, 202, 401]).toContain(await this.#post(post));
  }

  async #post({ path, body, headers }: Post): Promise<number> {
    const url = `${this.installation.service.url}${path}`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: new Uint8Array(body),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  async start(): Promise<void> {
    const { folder: cwd, env } = this.installation;
    await this.installation.serve(['--work']);
    this.#worker = startProgram(['queue', 'work'], { cwd, env: { ...env, LOG_LEVEL: 'info' } });
    await untilItSays(this.#worker, 'worker started');
  }

  async stop(): Promise<void> {
    await this.installation.service.stop();
    if (this.#worker !== undefined) await end(this.#worker, 'SIGTERM');
  }

  async drain(): Promise<void> {
    await untilProcessed(this.installation.databaseUrl);
  }

  async erasuresOpen(): Promise<unknown> {
    const { itens } = (await this.run('person', 'erasures')) as { itens: readonly { readonly concluido_em: string | null }[] };
    return itens.filter(({ concluido_em }) => concluido_em === null);
  }

  /** The service completes erasures when it starts. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
    await expect.poll(() => this.erasuresOpen(), PATIENCE).toEqual([]);
  }

  get data(): string {
    return join(this.installation.folder, 'data');
  }

  /** The files of the data folder that contain Ana, with what they contain of her. */
  traces(): readonly string[] {
    const files = readdirSync(this.data, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    return files.flatMap(({ name, parentPath }) => {
      const bytes = readFileSync(join(parentPath, name));
      const texts = [bytes.toString('latin1').toLowerCase(), bytes.toString('utf8').toLowerCase()];
      return SPELLINGS.filter((spelling) => texts.some((text) => text.includes(spelling))).map((spelling) => `${name}: ${spelling}`);
    });
  }

  rows(sql: string): readonly object[] {
    const driver = openDriver(join(this.data, 'lead-intake.db'), { readonly: true });
    try {
      return driver.prepare(sql).all() as object[];
    } finally {
      driver.close();
    }
  }

  /** Bruno's rows, byte for byte; without the times at which his events were processed, because a replay changes them. */
  bruno(): unknown {
    const leads = `select id from lead_linhas where email like 'bruno%'`;
    const events = `select evento_id from evento_fins where lead_id in (${leads})`;
    return [
      `select * from lead_linhas where id in (${leads}) order by id`,
      `select * from consentimentos where lead_id in (${leads}) order by id`,
      `select * from eventos where id in (${events}) order by id`,
      `select evento_id, lead_id, criou, erro_codigo, apagado_em from evento_fins where evento_id in (${events}) order by evento_id`,
      `select * from eventos_buscados where evento_id in (${events}) order by evento_id`,
      `select * from conversoes where lead_id in (${leads}) order by id`,
    ].map((sql) => this.rows(sql));
  }

  /** What reports count in the campaign of Ana and Bruno. */
  sums(): unknown {
    return [
      `select origem, count(*), min(criado_em), max(criado_em) from lead_linhas where campanha_id = '43' group by origem`,
      `select c.plataforma, count(*), sum(c.valor) from conversoes c join lead_linhas l on l.id = c.lead_id
       where l.campanha_id = '43' group by 1 order by 1`,
    ].map((sql) => this.rows(sql));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.installation[Symbol.asyncDispose]();
    await this.platforms[Symbol.asyncDispose]();
    this.outside[Symbol.dispose]();
  }
}

/** Ana by every way in, and Bruno beside her. */
async function fill(world: World): Promise<void> {
  const { social, search } = world.platforms;
  const sale = { event_type: 'sale', campanha_id: '43', valor: 2600.5, moeda: 'BRL' };
  search.directory.addClick({ id: GCLID, advertiserId: ADVERTISER.id, person: ANA });
  const consentimentos = [{ purpose: 'ads', granted: true, text_version: `Eu, ${ANA.name}, aceito`, ip: '203.0.113.9' }];
  await world.sendForm({ id: 'ana-1', event_type: 'conversion', valor: 10, gclid: GCLID, mensagem: 'Rua das Acácias 12', consentimentos });
  await world.send('/integracoes/leads', world.posts[0] as Post);
  await world.sendForm({ id: 'ana-1', event_type: 'conversion', mensagem: 'Rua das Acácias 13' });
  await world.sendForm({ id: 'ana-refused' }, true);
  await world.sendForm({ id: 'ana-fails', campanha_id: ANA.email });
  const bruno = { nome: 'Bruno', email: 'bruno@example.com', telefone: '(21) 91234-5678' };
  await world.sendForm({ ...bruno, id: 'bruno-1', consentimentos: [{ purpose: 'ads', granted: true }] });
  const lead = search.directory.seedLead({ advertiserId: ADVERTISER.id, formId: ADVERTISER.form, person: ANA, gclid: GCLID });
  await world.send('/webhooks/search_ads', search.leadForms('', SECRETS.WEBHOOK_SEARCHADS_SECRET).post(lead));
  const answersOf = (person: typeof ANA) =>
    [
      ['full_name', person.name],
      ['email', person.email],
      ['phone_number', person.phone],
    ].map(([name, value]) => ({ name: name as string, values: [value as string] }));
  const [ofAna, backfilled, ofBruno] = [ANA, ANA, { name: 'Bruno', email: 'bruno@example.com', phone: '+5521912345678' }].map((person) =>
    social.directory.seedLead({ formId: PAGE.form, person, answers: answersOf(person) }),
  );
  if (ofAna === undefined || backfilled === undefined || ofBruno === undefined) throw new Error('no leads');
  await world.send('/webhooks/social_ads', social.notifications('', SECRETS.WEBHOOK_SOCIALADS_SECRET).post([ofAna, ofBruno], Date.now()));
  await world.drain();
  await world.run('source', 'backfill', 'social-ads', '--since', '2d');
  for (const [id, leadgen] of [
    ['venda-ana', ofAna.id],
    ['venda-bruno', ofBruno.id],
  ] as const)
    await world.send(
      '/webhooks/social_ads',
      signedPost({ ...sale, id, leadgen_id: JSON.rawJSON(leadgen) }, SECRETS.WEBHOOK_SOCIALADS_SECRET),
    );
  await world.drain();
  await world.sendForm({ id: 'ana-2', event_type: 'lead_updated', nome: 'Ana B. Quaresma', mensagem: 'Rua das Acácias 14' });
  await world.drain();
  await world.run('events', 'replay', '1');
  await world.drain();
  await world.run('person', 'export', ...NAMED, '--reason', `asked by ${ANA.email}`, '--output', world.outside.file('ana.json'));
  await using store = openSqliteStore(`sqlite:${join(world.data, 'lead-intake.db')}`, Date.now());
  const operator = { name: 'cli:bia', now: Date.now() };
  await store.saveView({ list: 'leads', name: 'Retorno', filter: `texto=${encodeURIComponent(ANA.email.toLowerCase())}` }, operator);
  await expect.poll(() => world.rows(`select conversao_id from conversoes_envio where pedido_id is not null`).length, PATIENCE).toBe(3);
}

test('a person who came in by every way is erased beside intake and a worker, and nothing brings them back', async () => {
  await using world = await World.open();
  await fill(world);
  const found = (await world.run('person', 'find', ...NAMED)) as Record<string, unknown>;
  expect(found['lugares']).toHaveLength(PERSON_PLACES.length);
  expect(world.traces().length).toBeGreaterThan(SPELLINGS.length / 2);
  const backup = world.outside.file('before.db');
  await world.run('backup', backup);
  const [bruno, sums] = [world.bruno(), world.sums()];

  const [load, stop] = [new Load(SECRETS.FORMULARIO_SECRET, 2), new AbortController()];
  const sending = load.run(world.installation.service.url, stop.signal);
  await load.acknowledgements(100);
  await world.run('person', 'erase', ...NAMED, '--reason', 'ticket 1', '--yes');
  await load.acknowledgements(100);
  stop.abort();
  await sending;
  await world.drain();
  await world.restart();

  expect(world.traces()).toEqual([]);
  expect(world.bruno()).toEqual(bruno);
  expect(world.sums()).toEqual(sums);

  const comeBack = async (): Promise<void> => {
    await world.sendAllAgain();
    await world.run('source', 'backfill', 'social-ads', '--since', '2d');
    await world.installation.run(['events', 'replay', ...Array.from({ length: 12 }, (_, event) => String(event + 1))]);
    await world.drain();
    await world.restart();
  };
  await comeBack();
  expect(world.traces()).toEqual([]);
  expect(world.bruno()).toEqual(bruno);
  expect(world.sums()).toEqual(sums);

  await world.stop();
  await world.run('restore', backup, '--yes');
  expect(world.traces()).toEqual([]);
  await world.start();
  await comeBack();
  expect(world.traces()).toEqual([]);
  expect(world.bruno()).toEqual(bruno);
  expect(world.sums()).toEqual(sums);
}, 900_000);
