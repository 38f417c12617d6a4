import { VERSION } from '../../src/app/version.ts';
import { type JsonObject, writeJson } from '../../src/base/exact-json.ts';
import { signatureHeader } from '../../src/base/signature.ts';
import { type FormSubmission, formBody, searchAdsBody, socialAdsBody, type TestPerson } from '../../src/cli/sending/bodies.ts';
import { faultParams, type Sentence } from '../../src/domain/fault.ts';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';
import type { Origin } from '../../src/domain/origin.ts';
import type { Store } from '../../src/domain/ports.ts';
import type { IntakeRequest } from '../../src/intake/intake-request.ts';
import { createIntake, type Intake } from '../../src/intake/receive.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { SeededRandom } from '../crash/seeded-random.ts';
import { SECRETS } from '../end-to-end/operator.ts';
import { decideJobs } from '../support/lead-processor.ts';
import { addSampleForms } from './sample-forms.ts';
import { connectSamplePlatforms } from './sample-platforms.ts';

const MINUTE = 60_000;
const WORKER = 'atendimento-1:2214';

// biome-ignore format: a list
const FIRST_NAMES = [
  'Ana Beatriz', 'Bruno', 'Camila', 'Diego', 'Eduarda', 'Felipe', 'Gabriela', 'Henrique', 'Isabela', 'João Pedro',
  'Karina', 'Lucas', 'Mariana', 'Natália', 'Otávio', 'Patrícia', 'Rafael', 'Sabrina', 'Thiago', 'Vanessa',
] as const;
// biome-ignore format: a list
const FAMILY_NAMES = [
  'Almeida', 'Barbosa', 'Cardoso', 'Dias', 'Esteves', 'Ferreira', 'Gonçalves', 'Lima', 'Moreira', 'Nogueira',
  'Oliveira', 'Pereira', 'Ramos', 'Souza', 'Teixeira',
] as const;

/** The campaigns of the agency's clients, with the ids of their lead forms and pages. */
// biome-ignore format: a table
const CAMPAIGNS = [
  { id: '1042', name: 'Check-up de verão', client: 'Clínica Vida Plena', user: 'ana.souza@example.com', form: '88120045671', page: '138124712925158' },
  { id: '1043', name: 'Implantes 2027', client: 'Clínica Vida Plena', user: 'ana.souza@example.com', form: '88120045702', page: null },
  { id: '2001', name: 'Matrículas 2027', client: 'Escola Horizonte', user: 'marcos.lima@example.com', form: null, page: '104455667788990' },
  { id: '3005', name: 'Parque das Águas', client: 'Imobiliária Serra Azul', user: 'paula.ramos@example.com', form: '88120046113', page: null },
  { id: '4010', name: 'Revisão de férias', client: 'Auto Center Avenida', user: 'caio.dias@example.com', form: null, page: null },
] as const;

/**
 * Fills a database with the last hour of an agency: leads of all three origins, resends, a conflict, failures of several causes, parked
 * events, updates, conversions, refused requests and actions of operators. Everything takes the path of real requests; only the clock is
 * set. Names and numbers are made up; the same `now` (UTC ms) gives the same data.
 */
export async function fillWithSamples(databaseUrl: string, now = Date.now()): Promise<void> {
  await using store = openSqliteStore(databaseUrl, now - 3 * 60 * MINUTE);
  const hour = new SampleHour(store, now);
  await hour.setUp();
  await addSampleForms(store, now - 70 * MINUTE);
  for (let minute = 64; minute >= 1; minute -= 1) await hour.passMinute(minute);
  await hour.operate();
  await hour.leaveSomeWaiting();
  await connectSamplePlatforms(store, now);
}

class SampleHour {
  readonly #store: Store;
  readonly #end: number;
  readonly #random = new SeededRandom(20_261_121);
  readonly #intake: Intake;
  readonly #sent: FormSubmission[] = [];
  #now: number;
  #count = 0;

  constructor(store: Store, end: number) {
    this.#store = store;
    this.#end = end;
    this.#now = end - 65 * MINUTE;
    this.#intake = createIntake({
      inbox: store,
      secrets: {
        ownForm: [SECRETS.FORMULARIO_SECRET],
        searchAds: [SECRETS.WEBHOOK_SEARCHADS_SECRET],
        socialAds: [SECRETS.WEBHOOK_SOCIALADS_SECRET],
        socialAdsVerifyToken: undefined,
      },
      config: { allowUnsigned: false, timestampToleranceSeconds: 300, eventTypes: new Map() },
      clock: () => this.#now,
      queue: DEFAULT_QUEUE,
    });
  }

  /** Campaigns with their clients and users, linked to the ids of the platforms. */
  async setUp(): Promise<void> {
    const inputs = CAMPAIGNS.map(({ id, name, client, user, form, page }) => ({
      id,
      name,
      client,
      user,
      links: [
        ...(form === null ? [] : [{ origin: 'search_ads' as const, kind: 'form' as const, value: form }]),
        ...(page === null ? [] : [{ origin: 'social_ads' as const, kind: 'page' as const, value: page }]),
      ],
    }));
    await this.#store.addCampaigns(inputs, { replace: false }, { name: 'cli:ana', now: this.#now - 90 * MINUTE });
  }

  /** One minute of the hour: some requests, then the worker. The thirtieth minute is busy. */
  async passMinute(minutesAgo: number): Promise<void> {
    const begin = this.#end - minutesAgo * MINUTE;
    const busy = Math.max(0, 8 - Math.abs(minutesAgo - 28));
    const requests = this.#random.between(1, 3) + busy;
    for (let index = 0; index < requests; index += 1) {
      this.#now = begin + Math.floor((index * 55_000) / requests) + this.#random.between(0, 900);
      await this.#receiveOne();
      await this.#work(this.#random.between(2, 9) * (busy > 4 ? 40 : 1), this.#random.between(1, 6));
    }
    if (minutesAgo % 9 === 0) await this.#refuse(minutesAgo);
    await this.#beat();
  }

  /** What operators did in that hour. */
  async operate(): Promise<void> {
    const ana = (minutesAgo: number) => ({ name: 'admin@192.0.2.10', now: this.#end - minutesAgo * MINUTE });
    await this.#store.setPaused(DEFAULT_QUEUE, true, ana(24));
    await this.#store.setPaused(DEFAULT_QUEUE, false, ana(23));
    await this.#store.linkCampaign({ origin: 'search_ads', kind: 'form', value: '88120047205', campaignId: '4010' }, ana(12));
    const [lead] = (await this.#store.listLeads({ origin: 'formulario_proprio', limit: 1 })).items;
    const withdrawal = {
      leadId: lead?.id ?? '',
      purpose: null,
      act: 'retirado',
      at: this.#end,
      reason: 'Pediu por telefone.',
    } as const;
    await this.#store.changeConsent(withdrawal, ana(11));
    await this.#store.recordActivity('revelar', 'evento:12', 'page', ana(11));
    await this.#store.recordActivity('revelar', 'lead:9', 'page', { name: 'admin@192.0.2.23', now: this.#end - 4 * MINUTE });
  }

  /** Events that have just arrived and are not processed yet, so that a live page has something to show. */
  async leaveSomeWaiting(): Promise<void> {
    this.#now = this.#end - 4_000;
    await this.#form({ campaignId: '2001' });
  }

  async #receiveOne(): Promise<void> {
    this.#count += 1;
    const turn = this.#count;
    if (turn % 23 === 0) return this.#form({ campaignId: '1050' });
    if (turn % 41 === 0) return this.#search({ formId: '88120049999' });
    if (turn % 31 === 0) return this.#social(undefined);
    if (turn % 29 === 0) return this.#resend(false);
    if (turn === 33 || turn === 90) return this.#resend(true);
    if (turn % 19 === 0) return this.#sale();
    if (turn % 37 === 0) return this.#update();
    if (turn % 3 === 0) return this.#search({ formId: this.#random.pick(['88120045671', '88120045702', '88120046113']) });
    if (turn % 5 === 0) return this.#social(this.#person());
    return this.#form({ campaignId: this.#random.pick(['1042', '1042', '1043', '2001', '3005', '4010']) });
  }

  async #form(fields: Partial<FormSubmission>): Promise<void> {
    const submission: FormSubmission = {
      eventType: 'lead',
      id: `site-${(7_340_000 + this.#count * 37).toString(16)}`,
      campaignId: '1042',
      person: this.#person(),
      fields: {
        utm_source: this.#random.pick(['boletim', 'busca', 'perfil', 'indicacao']),
        utm_medium: 'cpc',
        mensagem: 'Gostaria de receber um orçamento.',
        consentimentos: [{ finalidade: 'ads', concedido: true, texto: 'Aceito receber anúncios.', ip: '198.51.100.77' }],
      },
      ...(this.#count % 4 === 0 ? { searchClickId: this.#clickId() } : {}),
      ...fields,
    };
    this.#sent.push(submission);
    await this.#send('formulario_proprio', formBody(submission, this.#now));
  }

  async #resend(differs: boolean): Promise<void> {
    const earlier = this.#sent.at(-2);
    if (earlier === undefined) return;
    const again = differs ? { ...earlier, person: { ...earlier.person, phone: this.#phone() } } : earlier;
    await this.#send('formulario_proprio', formBody(again, this.#now));
  }

  async #sale(): Promise<void> {
    const earlier = this.#sent.at(-3);
    await this.#form({
      eventType: 'sale',
      ...(earlier === undefined ? {} : { person: earlier.person, campaignId: earlier.campaignId }),
      searchClickId: this.#clickId(),
      value: String(this.#random.between(180, 4_200)),
    });
  }

  async #update(): Promise<void> {
    const earlier = this.#sent.at(-2);
    if (earlier === undefined) return;
    await this.#send('search_ads', {
      event_type: 'lead_updated',
      id: `upd-${this.#count}`,
      cliente_id: 1,
      email: earlier.person.email,
      telefone: this.#phone(),
    });
  }

  async #search({ formId }: { readonly formId: string }): Promise<void> {
    const body = searchAdsBody(
      {
        leadId: `TeS${(900_000_000 + this.#count * 7_919).toString(36)}${this.#count}`,
        formId,
        campaignId: '21544378991',
        person: this.#person(),
        clickId: this.#clickId(),
        googleKey: SECRETS.WEBHOOK_SEARCHADS_SECRET,
        isTest: this.#count % 60 === 0,
      },
      this.#now,
    );
    await this.#send('search_ads', body);
  }

  async #social(person: TestPerson | undefined): Promise<void> {
    const lead = {
      leadgenId: `7${String(120_045_671_000_000 + this.#count * 104_729)}`,
      formId: '551200412',
      pageId: '138124712925158',
      person,
    };
    await this.#send('social_ads', socialAdsBody(lead, this.#now));
  }

  async #send(origin: Origin, json: JsonObject): Promise<void> {
    const result = await this.#intake.receive(this.#request(origin, Buffer.from(writeJson(json))));
    if (result.kind !== 'stored') throw new Error(`a sample was ${result.kind === 'refused' ? result.code : result.kind}`);
  }

  #request(origin: Origin, body: Buffer): IntakeRequest {
    const headers = HEADERS[origin](body);
    return {
      origin,
      body,
      header: (name) => headers.find(([key]) => key.toLowerCase() === name)?.[1],
      headersJson: JSON.stringify(headers),
      remoteAddress: origin === 'formulario_proprio' ? '198.51.100.24' : '203.0.113.77',
      requestId: `5f2c1e${(this.#count * 2_654_435).toString(16).padStart(8, '0')}`,
    };
  }

  /** The worker runs due jobs after `waitMs` of waiting; each takes `runMs`. */
  async #work(waitMs: number, runMs: number): Promise<void> {
    this.#now += waitMs;
    const jobs = await this.#store.claim({ queue: DEFAULT_QUEUE, workerId: WORKER, limit: 20, leaseMs: MINUTE, now: this.#now });
    const decided = await decideJobs(this.#store, jobs);
    this.#now += runMs;
    await this.#store.finish(decided, this.#now);
  }

  async #refuse(minutesAgo: number): Promise<void> {
    const [code, httpStatus, sentences] = REFUSALS[minutesAgo % REFUSALS.length] ?? REFUSALS[0];
    const body = Buffer.from(
      writeJson(formBody({ eventType: 'lead', id: `site-r${minutesAgo}`, campaignId: '1042', person: this.#person() }, this.#now)),
    );
    const { headersJson, remoteAddress, requestId } = this.#request('formulario_proprio', body);
    await this.#store.recordRefused([
      {
        origin: 'formulario_proprio',
        method: 'POST',
        path: '/integracoes/leads',
        httpStatus,
        code,
        params: faultParams(...sentences),
        remoteAddress,
        requestId: `${requestId}${minutesAgo}`,
        headers: headersJson,
        body,
        complete: true,
        isVerified: httpStatus === 422,
        receivedAt: this.#now,
      },
    ]);
  }

  async #beat(): Promise<void> {
    await this.#store.heartbeat({
      id: WORKER,
      host: 'atendimento-1',
      pid: 2_214,
      pidSpace: 'exemplo',
      queue: DEFAULT_QUEUE,
      version: VERSION,
      startedAt: this.#end - 65 * MINUTE,
      seenAt: this.#now,
      processed: this.#count,
      failed: Math.floor(this.#count / 18),
    });
  }

  #person(): TestPerson {
    const [first, family] = [this.#random.pick(FIRST_NAMES), this.#random.pick(FAMILY_NAMES)];
    const email = `${first}.${family}`.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(' ', '.').toLowerCase();
    return { name: `${first} ${family}`, email: `${email}@example.com`, phone: this.#phone() };
  }

  #phone(): string {
    return `(${this.#random.pick(['11', '21', '31', '41', '51'])}) 95555-${String(this.#random.between(0, 9_999)).padStart(4, '0')}`;
  }

  #clickId(): string {
    return `Cj0KCQiA${(this.#count * 48_271_009).toString(36)}BhC${this.#random.between(100, 999)}wcB`;
  }
}

const HEADERS: Readonly<Record<Origin, (body: Buffer) => readonly (readonly [string, string])[]>> = {
  formulario_proprio: (body) => [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'site-forms/2.3'],
    ['X-Formulario-Signature', signatureHeader(SECRETS.FORMULARIO_SECRET, body)],
  ],
  // Google Ads is verified by a key in the body; the company's own programs sign the changes they report.
  search_ads: (body) => [
    ['Content-Type', 'application/json'],
    ...(body.includes('google_key') ? [] : [['X-Webhook-Signature', signatureHeader(SECRETS.WEBHOOK_SEARCHADS_SECRET, body)] as const]),
  ],
  social_ads: (body) => [
    ['Content-Type', 'application/json'],
    ['X-Hub-Signature-256', signatureHeader(SECRETS.WEBHOOK_SOCIALADS_SECRET, body)],
  ],
};

type RefusalSample = readonly [code: string, httpStatus: number, sentences: readonly Sentence[]];

const REFUSALS: readonly [RefusalSample, ...RefusalSample[]] = [
  ['signature_invalid', 401, [['signatureWrong', { header: 'X-Formulario-Signature' }]]],
  ['signature_missing', 401, [['requestUnsigned', { header: 'X-Formulario-Signature', mayCarryKey: 0 }]]],
  ['timestamp_out_of_window', 401, [['timestampOff', { seconds: 412, isMore: 0, isAhead: 0, allowed: 300 }], ['checkBothClocks']]],
  ['fields_invalid', 422, [['requestFieldsInvalid', { fields: 'nome' }]]],
];
