import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { OperatorAction } from '../../../domain/activity.ts';
import type { Consents } from '../../../domain/consent.ts';
import type { ConversionOutbox, FetchedLeads } from '../../../domain/delivery-ports.ts';
import type { Client } from '../../../domain/directory.ts';
import type { Erasure, People, PersonProgress, PersonQuery } from '../../../domain/person.ts';
import type { Directory, QueueControl } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { LONGEST_REASON } from '../../../domain/stage-change.ts';
import { appError } from '../../../messages/messages.ts';
import { findPersonView, isNobody, type PersonView, personTarget, readPersonData } from '../../../presentation/person-data.ts';
import { personDocument } from '../../../presentation/person-document.ts';
import { type ErasureView, erasureList, erasureViewRecord, personDataRecord, personRecord } from '../../../presentation/person-record.ts';
import { MASKED } from '../../../presentation/record.ts';
import { type Exchange, type Route, send, sendJson } from '../../exchange.ts';
import { erasurePath, PEOPLE_PATH, personSearchPath } from '../addresses/paths.ts';
import type { Guard } from '../entrance/guard.ts';
import type { LiveView } from '../live/live-views.ts';
import type { OpenLive } from '../live/open-live.ts';
import { loadPages } from '../pages/load-pages.ts';
import { languageOfRequest, namedFormat, wantsJson, wantsLiveHtml } from '../requests/negotiation.ts';
import { LIVE_PAGE, PAGE } from '../requests/operation.ts';
import { type Field, type FormState, fieldsOf, readFields } from '../requests/posted-form.ts';
import { redirect } from '../requests/respond.ts';
import { id, isRowId, readValues, texts } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { type PersonSearch, PersonSearches } from './person-searches.ts';
import { routesOf, showPage } from './routes-of.ts';

const PERSON_FORM = z.object({
  email: texts('Email addresses of the person; repeat, or separate by commas.'),
  telefone: texts('Phone numbers, however they are written.'),
  click_id: texts('Click IDs: gclid, gbraid, wbraid or fbclid.'),
  lead: texts('IDs of leads of the person.'),
  cliente: id('Only data of this client. Default: all clients.'),
});

const REASON = { motivo: z.string().max(LONGEST_REASON).describe('Why, without personal data. Stored in the activity log.') };

const ERASE_FORM = PERSON_FORM.extend(REASON);

const FORMAT = {
  formato: z.enum(['json', 'html']).default('json').describe('`json`: everything; `html`: a page to read and print. Default: json.'),
  idioma: z.enum(['pt', 'en']).optional().describe('Language of the HTML page. Default: that of the request.'),
};

const EXPORT_FORM = ERASE_FORM.extend(FORMAT);

export interface PeopleDeps extends Program {
  readonly store: People & Reports & Consents & Directory & QueueControl & FetchedLeads & ConversionOutbox;
  /** The time zone (IANA) of the times in a person's HTML page. */
  readonly timeZone: string;
  /** Completes erasures that were begun. */
  readonly erasures: { wake(): void; progressOf(erasureId: string): PersonProgress | null };
}

/** A person: what is stored, as a file for them, and its erasure. All by POST: URLs are kept in histories and logs. */
export function peopleRoutes(program: PeopleDeps, guard: Guard, live: OpenLive): Route[] {
  const deps = { ...program, live, searches: new PersonSearches() };
  const { change, reveal } = routesOf(deps, guard, 'people');
  return [
    reveal(PEOPLE_PATH, 'List erasures', { answer: erasureList, also: PAGE }, (deps, exchange, visitor) =>
      showPeople(deps, exchange, visitor),
    ),
    change(
      PEOPLE_PATH,
      'Find a person',
      {
        description:
          'Reads the whole database; closing the connection stops it. Personal data is masked. Recorded in the activity log, without what was searched for.',
        form: PERSON_FORM,
        answer: personRecord,
        also: PAGE,
      },
      findPerson,
      showAgain,
    ),
    change(
      `${PEOPLE_PATH}/exportar`,
      'Export the data of a person',
      { description: 'A file with all data, unmasked.', form: EXPORT_FORM, answer: personDataRecord, also: PAGE },
      exportPerson,
      showAgain,
    ),
    change(
      `${PEOPLE_PATH}/apagar`,
      'Erase a person',
      {
        description:
          'This cannot be undone. Answers once it has begun: from then on, the person does not come back. Completing it takes as long as reading the whole database.',
        form: ERASE_FORM,
        answer: erasureViewRecord,
        status: 202,
      },
      erasePerson,
      showAgain,
    ),
    reveal(
      erasurePath(':id'),
      'Get an erasure',
      {
        description: 'As a stream, sends an `apagamento` event with the same document after each change.',
        answer: erasureViewRecord,
        also: LIVE_PAGE,
      },
      showErasure,
    ),
    reveal(
      personSearchPath(':id'),
      'Get a search for a person that takes long',
      { description: 'For pages only: a search by JSON is answered when it is done.', also: LIVE_PAGE },
      showSearch,
    ),
  ];
}

interface Deps extends PeopleDeps {
  readonly live: OpenLive;
  readonly searches: PersonSearches;
}

interface Shown {
  /** The fields of the search. */
  readonly fields?: readonly Field[];
  readonly person?: PersonView;
  readonly refused?: FormState;
}

async function showPeople(deps: PeopleDeps, exchange: Exchange, visitor: Visitor, shown: Shown = {}): Promise<void> {
  const erasures = await deps.store.listErasures();
  if (wantsJson(exchange)) return sendJson(exchange, 200, erasureList.write(erasures));
  const { fields = [], person, refused } = shown;
  const clients = await deps.store.listClients();
  const props = { erasures, clients, fields, person, refused };
  await showPage(deps, exchange, visitor, 'PeoplePage', props, { status: refused?.status, here: PEOPLE_PATH });
}

async function showAgain(deps: PeopleDeps, exchange: Exchange, visitor: Visitor, refused: FormState): Promise<void> {
  // The fields of the search repeat names, and `values` has only the last of each.
  await showPeople(deps, exchange, visitor, { fields: refused.fields, refused: { ...refused, values: {} } });
}

/** A page that is not ready by then shows the progress instead. */
const PAGE_WAITS_MS = 1_000;

async function findPerson(deps: Deps, exchange: Exchange, form: URLSearchParams, visitor: Visitor): Promise<void> {
  const search = startSearch(deps, exchange, form);
  stopWithClient(exchange, search);
  if (wantsJson(exchange)) return sendJson(exchange, 200, personRecord.write(await search.person, MASKED));
  const person = await Promise.race([search.person, pause(PAGE_WAITS_MS, undefined, { ref: false })]);
  if (person === undefined) return redirect(exchange, personSearchPath(search.id));
  await showPeople(deps, exchange, visitor, { fields: search.fields, person });
}

function startSearch(deps: Deps, exchange: Exchange, form: URLSearchParams): PersonSearch {
  const query = queryOf(form);
  return deps.searches.start(fieldsOf(form), async (onProgress) => {
    const person = await findPersonView(deps.store, query, onProgress);
    await record(deps, exchange, OperatorAction.findPerson, person, '');
    return person;
  });
}

/** The search lasts as long as the client waits for it. */
function stopWithClient({ res }: Exchange, search: PersonSearch): void {
  search.isAwaited = true;
  res.once('close', () => {
    search.isAwaited = false;
    if (!res.writableFinished) search.stop();
  });
}

async function showSearch(deps: Deps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const search = findSearch(deps, exchange);
  if (namedFormat(exchange) === 'stream') return deps.live(exchange, visitor, liveSearch(deps, exchange, search.id));
  const { id, progress, fields } = search;
  if (search.state === 'running') return showPage(deps, exchange, visitor, 'SearchingPage', { id, progress });
  await showPeople(deps, exchange, visitor, { fields, person: await search.person });
}

/** The progress; then a message upon which the page loads the result. */
function liveSearch(deps: Deps, exchange: Exchange, id: string): LiveView {
  const language = languageOfRequest(exchange);
  return {
    key: `busca ${id} ${language}`,
    look: async () => {
      const search = deps.searches.find(id);
      if (search?.state !== 'running') return { event: 'complete', data: id };
      return { data: (await loadPages()).renderPart(language, 'SearchProgress', { progress: search.progress }) };
    },
  };
}

/** @throws AppError `not_found` */
function findSearch({ searches }: Deps, exchange: Exchange): PersonSearch {
  const search = searches.find(exchange.params['id'] ?? '');
  if (search !== undefined) return search;
  throw appError('not_found', (m) => m.errors.people.searchGone, { hint: (m) => m.errors.admin.listAddress({ path: PEOPLE_PATH }) });
}

async function exportPerson(deps: Deps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { motivo, formato, idioma = languageOfRequest(exchange) } = readFields(z.object({ ...REASON, ...FORMAT }), form);
  const { store, clock, timeZone } = deps;
  const person = await findSomebody(deps, exchange, form);
  await record(deps, exchange, OperatorAction.exportPerson, person, motivo);
  const data = await readPersonData(store, person.found, clock());
  const day = new Date(data.at).toISOString().slice(0, 10);
  const headers = { 'Content-Disposition': `attachment; filename="pessoa-${day}.${formato}"` };
  if (formato === 'json') return sendJson(exchange, 200, personDataRecord.write(data, { reveal: true }), headers);
  send(exchange, 200, 'text/html; charset=utf-8', personDocument(data, { language: idioma, timeZone }), headers);
}

async function erasePerson(deps: Deps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { motivo } = readFields(z.object(REASON), form);
  const erasure = await deps.store.beginErasure(queryOf(form), motivo, operatorOf(exchange, deps.clock));
  deps.searches.forgetAll();
  deps.erasures.wake();
  const Location = erasurePath(erasure.id);
  if (!wantsJson(exchange)) return redirect(exchange, Location);
  sendJson(exchange, 202, erasureViewRecord.write(viewOf(deps, erasure)), { Location });
}

function viewOf({ erasures }: Deps, erasure: Erasure): ErasureView {
  return { ...erasure, progress: erasure.completedAt === null ? erasures.progressOf(erasure.id) : null };
}

async function showErasure(deps: Deps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const view = await findErasure(deps, exchange.params['id'] ?? '');
  const format = namedFormat(exchange);
  if (format === 'stream') return deps.live(exchange, visitor, liveErasure(deps, exchange, view.erasure.id));
  if (format === 'json') return sendJson(exchange, 200, erasureViewRecord.write(view.erasure));
  await showPage(deps, exchange, visitor, 'ErasurePage', view);
}

function liveErasure(deps: Deps, exchange: Exchange, id: string): LiveView {
  if (!wantsLiveHtml(exchange)) {
    const look = async () => ({
      event: 'apagamento',
      data: JSON.stringify(erasureViewRecord.write((await findErasure(deps, id)).erasure)),
    });
    return { key: `apagamento ${id} json`, look };
  }
  const language = languageOfRequest(exchange);
  return {
    key: `apagamento ${id} ${language}`,
    look: async () => ({ data: (await loadPages()).renderPart(language, 'ErasureFacts', await findErasure(deps, id)) }),
  };
}

/** @throws AppError `not_found` */
async function findErasure(deps: Deps, id: string): Promise<{ readonly erasure: ErasureView; readonly client: Client | null }> {
  const erasure = isRowId(id) ? (await deps.store.listErasures()).find((one) => one.id === id) : undefined;
  if (erasure === undefined) {
    throw appError('not_found', (m) => m.errors.people.noErasure, { hint: (m) => m.errors.admin.listAddress({ path: PEOPLE_PATH }) });
  }
  const client = erasure.clientId === null ? null : await deps.store.findClient(erasure.clientId);
  return { erasure: viewOf(deps, erasure), client };
}

function queryOf(form: URLSearchParams): PersonQuery {
  const { email, telefone, click_id, lead, cliente } = readValues(PERSON_FORM, form);
  return { emails: email, phones: telefone, clickIds: click_id, leadIds: lead, clientId: cliente ?? null };
}

/** Searched anew, whatever a page has just shown: an export is complete as of its request. */
async function findSomebody(deps: Deps, exchange: Exchange, form: URLSearchParams): Promise<PersonView> {
  const query = queryOf(form);
  const search = deps.searches.start(fieldsOf(form), (onProgress) => findPersonView(deps.store, query, onProgress));
  stopWithClient(exchange, search);
  const person = await search.person;
  if (isNobody(person.found)) throw appError('not_found', (m) => m.errors.people.nothingStored);
  return person;
}

async function record(
  { store, clock }: PeopleDeps,
  exchange: Exchange,
  action: OperatorAction,
  { found }: PersonView,
  reason: string,
): Promise<void> {
  await store.recordActivity(action, personTarget(found), reason, operatorOf(exchange, clock));
}
