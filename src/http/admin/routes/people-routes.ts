import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { OperatorAction } from '../../../domain/activity.ts';
import type { Client } from '../../../domain/directory.ts';
import type { Erasure, PersonQuery } from '../../../domain/person.ts';
import { LONGEST_REASON } from '../../../domain/stage-change.ts';
import { appError } from '../../../messages/messages.ts';
import { findPersonView, isNobody, type PersonView, personTarget, readPersonData } from '../../../presentation/person-data.ts';
import { personDocument } from '../../../presentation/person-document.ts';
import { type ErasureView, erasureList, erasureViewRecord, personDataRecord, personRecord } from '../../../presentation/person-record.ts';
import { MASKED } from '../../../presentation/record.ts';
import { type Route, send } from '../../exchange.ts';
import { erasurePath, PEOPLE_PATH, personSearchPath } from '../addresses/paths.ts';
import { loadPages } from '../pages/load-pages.ts';
import { LIVE_PAGE, PAGE } from '../requests/operation.ts';
import { type Field, type FormState, fieldsOf, readFields } from '../requests/posted-form.ts';
import { id, readValues, texts } from '../requests/values.ts';
import type { Context } from './context.ts';
import { type PersonSearch, PersonSearches } from './person-searches.ts';
import { type Admin, routesOf } from './routes-of.ts';

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

/** A person: what is stored, as a file for them, and its erasure. All by POST: URLs are kept in histories and logs. */
export function peopleRoutes(admin: Admin): Route[] {
  const searches = new PersonSearches();
  const { change, reveal } = routesOf(admin, 'people');
  return [
    reveal(PEOPLE_PATH, 'List erasures', { answer: erasureList, also: PAGE }, showPeople),
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
      (context, form) => findPerson(context, form, searches),
      showAgain,
    ),
    change(
      `${PEOPLE_PATH}/exportar`,
      'Export the data of a person',
      { description: 'A file with all data, unmasked.', form: EXPORT_FORM, answer: personDataRecord, also: PAGE },
      (context, form) => exportPerson(context, form, searches),
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
      (context, form) => erasePerson(context, form, searches),
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
      (context) => showSearch(context, searches),
    ),
  ];
}

interface Shown {
  /** The fields of the search. */
  readonly fields?: readonly Field[];
  readonly person?: PersonView;
  readonly refused?: FormState;
}

async function showPeople(context: Context, { fields = [], person, refused }: Shown = {}): Promise<void> {
  const { store } = context;
  const erasures = await store.listErasures();
  if (context.wantsJson) return context.json(erasureList.write(erasures));
  const at = { refused: refused && { form: 'person', state: refused }, here: PEOPLE_PATH };
  await context.page('PeoplePage', { erasures, clients: await store.listClients(), fields, person }, at);
}

async function showAgain(context: Context, refused: FormState): Promise<void> {
  // The fields of the search repeat names, and `values` has only the last of each.
  await showPeople(context, { fields: refused.fields, refused: { ...refused, values: {} } });
}

/** A page that is not ready by then shows the progress instead. */
const PAGE_WAITS_MS = 1_000;

async function findPerson(context: Context, form: URLSearchParams, searches: PersonSearches): Promise<void> {
  const query = queryOf(form);
  const search = searches.start(fieldsOf(form), async (onProgress) => {
    const person = await findPersonView(context.store, query, onProgress);
    await record(context, OperatorAction.findPerson, person, '');
    return person;
  });
  stopWithClient(context, search);
  if (context.wantsJson) return context.json(personRecord.write(await search.person, MASKED));
  const person = await Promise.race([search.person, pause(PAGE_WAITS_MS, undefined, { ref: false })]);
  if (person === undefined) return context.redirect(personSearchPath(search.id));
  await showPeople(context, { fields: search.fields, person });
}

/** The search lasts as long as the client waits for it. */
function stopWithClient({ exchange: { res } }: Context, search: PersonSearch): void {
  search.isAwaited = true;
  res.once('close', () => {
    search.isAwaited = false;
    if (!res.writableFinished) search.stop();
  });
}

async function showSearch(context: Context, searches: PersonSearches): Promise<void> {
  const search = searches.find(context.id);
  if (search === undefined) {
    throw appError('not_found', (m) => m.errors.people.searchGone, { hint: (m) => m.errors.admin.listAddress({ path: PEOPLE_PATH }) });
  }
  if (context.format === 'stream') return streamSearch(context, searches, search.id);
  const { id, progress, fields } = search;
  if (search.state === 'running') return context.page('SearchingPage', { id, progress });
  await showPeople(context, { fields, person: await search.person });
}

/** The progress; then a message upon which the page loads the result. */
function streamSearch(context: Context, searches: PersonSearches, id: string): void {
  const { language } = context;
  context.stream({
    key: `busca ${id} ${language}`,
    look: async () => {
      const search = searches.find(id);
      if (search?.state !== 'running') return { event: 'complete', data: id };
      return { data: (await loadPages()).renderPart(language, 'SearchProgress', { progress: search.progress }) };
    },
  });
}

async function exportPerson(context: Context, form: URLSearchParams, searches: PersonSearches): Promise<void> {
  const { store, deps, exchange } = context;
  const { motivo, formato, idioma = context.language } = readFields(z.object({ ...REASON, ...FORMAT }), form);
  const person = await findSomebody(context, form, searches);
  await record(context, OperatorAction.exportPerson, person, motivo);
  const data = await readPersonData(store, person.found, deps.clock());
  const day = new Date(data.at).toISOString().slice(0, 10);
  const headers = { 'Content-Disposition': `attachment; filename="pessoa-${day}.${formato}"` };
  if (formato === 'json') return context.json(personDataRecord.write(data, { reveal: true }), 200, headers);
  send(exchange, 200, 'text/html; charset=utf-8', personDocument(data, { language: idioma, timeZone: deps.timeZone }), headers);
}

async function erasePerson(context: Context, form: URLSearchParams, searches: PersonSearches): Promise<void> {
  const { motivo } = readFields(z.object(REASON), form);
  const erasure = await context.store.beginErasure(queryOf(form), motivo, context.operator);
  searches.forgetAll();
  context.deps.erasures.wake();
  const Location = erasurePath(erasure.id);
  if (!context.wantsJson) return context.redirect(Location);
  context.json(erasureViewRecord.write(viewOf(context, erasure)), 202, { Location });
}

function viewOf({ deps }: Context, erasure: Erasure): ErasureView {
  return { ...erasure, progress: erasure.completedAt === null ? deps.erasures.progressOf(erasure.id) : null };
}

async function showErasure(context: Context): Promise<void> {
  const view = await findErasure(context);
  if (context.format === 'stream') {
    return context.streamPart({
      key: `apagamento ${view.erasure.id}`,
      event: 'apagamento',
      json: async () => erasureViewRecord.write((await findErasure(context)).erasure),
      part: 'ErasureFacts',
      props: () => findErasure(context),
    });
  }
  if (context.wantsJson) return context.json(erasureViewRecord.write(view.erasure));
  await context.page('ErasurePage', view);
}

async function findErasure(context: Context): Promise<{ readonly erasure: ErasureView; readonly client: Client | null }> {
  const { store } = context;
  const find = async (id: string) => (await store.listErasures()).find((one) => one.id === id) ?? null;
  const erasure = await context.row(find, 'erasure', PEOPLE_PATH);
  const client = erasure.clientId === null ? null : await store.findClient(erasure.clientId);
  return { erasure: viewOf(context, erasure), client };
}

function queryOf(form: URLSearchParams): PersonQuery {
  const { email, telefone, click_id, lead, cliente } = readValues(PERSON_FORM, form);
  return { emails: email, phones: telefone, clickIds: click_id, leadIds: lead, clientId: cliente ?? null };
}

/** Searched anew, whatever a page has just shown: an export is complete as of its request. */
async function findSomebody(context: Context, form: URLSearchParams, searches: PersonSearches): Promise<PersonView> {
  const query = queryOf(form);
  const search = searches.start(fieldsOf(form), (onProgress) => findPersonView(context.store, query, onProgress));
  stopWithClient(context, search);
  const person = await search.person;
  if (isNobody(person.found)) throw appError('not_found', (m) => m.errors.people.nothingStored);
  return person;
}

async function record({ store, operator }: Context, action: OperatorAction, { found }: PersonView, reason: string): Promise<void> {
  await store.recordActivity(action, personTarget(found), reason, operator);
}
