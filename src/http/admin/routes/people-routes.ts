import { z } from 'zod';
import { OperatorAction } from '../../../domain/activity.ts';
import type { Consents } from '../../../domain/consent.ts';
import type { ConversionOutbox, FetchedLeads } from '../../../domain/delivery-ports.ts';
import type { People, PersonQuery } from '../../../domain/person.ts';
import type { Directory, QueueControl } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { LONGEST_REASON } from '../../../domain/stage-change.ts';
import { appError } from '../../../messages/messages.ts';
import { findPersonView, isNobody, type PersonView, personTarget, readPersonData } from '../../../presentation/person-data.ts';
import { personDocument } from '../../../presentation/person-document.ts';
import { erasureList, erasureRecord, personDataRecord, personRecord } from '../../../presentation/person-record.ts';
import { MASKED } from '../../../presentation/record.ts';
import { type Exchange, type Route, send, sendJson } from '../../exchange.ts';
import { PEOPLE_PATH } from '../addresses/paths.ts';
import type { Guard } from '../entrance/guard.ts';
import { languageOfRequest, wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import { type Field, type FormState, fieldsOf, readFields } from '../requests/posted-form.ts';
import { answerChange } from '../requests/respond.ts';
import { id, readValues, refuseUnknownFields, texts } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
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
}

/** A person: what is stored, as a file for them, and its erasure. All by POST: URLs are kept in histories and logs. */
export function peopleRoutes(deps: PeopleDeps, guard: Guard): Route[] {
  const { change, reveal } = routesOf(deps, guard, 'people');
  return [
    reveal(PEOPLE_PATH, 'List erasures', { answer: erasureList, also: PAGE }, (deps, exchange, visitor) =>
      showPeople(deps, exchange, visitor),
    ),
    change(
      PEOPLE_PATH,
      'Find a person',
      {
        description: 'Personal data is masked. Recorded in the activity log, without what was searched for.',
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
        description: 'This cannot be undone. Answers when nothing is left, which takes as long as reading the whole database.',
        form: ERASE_FORM,
        answer: erasureRecord,
      },
      erasePerson,
      showAgain,
    ),
  ];
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
  await showPeople(deps, exchange, visitor, { fields: Object.entries(refused.values), refused });
}

async function findPerson(deps: PeopleDeps, exchange: Exchange, form: URLSearchParams, visitor: Visitor): Promise<void> {
  refuseUnknownFields(form, PERSON_FORM.shape);
  const person = await findPersonView(deps.store, queryOf(form));
  await record(deps, exchange, OperatorAction.findPerson, person, '');
  if (wantsJson(exchange)) return sendJson(exchange, 200, personRecord.write(person, MASKED));
  await showPeople(deps, exchange, visitor, { fields: fieldsOf(form), person });
}

async function exportPerson(deps: PeopleDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  refuseUnknownFields(form, EXPORT_FORM.shape);
  const { motivo, formato, idioma = languageOfRequest(exchange) } = readFields(z.object({ ...REASON, ...FORMAT }), form);
  const { store, clock, timeZone } = deps;
  const person = await findSomebody(deps, queryOf(form));
  await record(deps, exchange, OperatorAction.exportPerson, person, motivo);
  const data = await readPersonData(store, person.found, clock());
  const day = new Date(data.at).toISOString().slice(0, 10);
  const headers = { 'Content-Disposition': `attachment; filename="pessoa-${day}.${formato}"` };
  if (formato === 'json') return sendJson(exchange, 200, personDataRecord.write(data, { reveal: true }), headers);
  send(exchange, 200, 'text/html; charset=utf-8', personDocument(data, { language: idioma, timeZone }), headers);
}

async function erasePerson(deps: PeopleDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  refuseUnknownFields(form, ERASE_FORM.shape);
  const { motivo } = readFields(z.object(REASON), form);
  const erasure = await deps.store.erasePerson(queryOf(form), motivo, operatorOf(exchange, deps.clock));
  answerChange(exchange, erasureRecord.write(erasure), `${PEOPLE_PATH}?aviso=apagada&numero=${erasure.id}#erasures`);
}

function queryOf(form: URLSearchParams): PersonQuery {
  const { email, telefone, click_id, lead, cliente } = readValues(PERSON_FORM, form);
  return { emails: email, phones: telefone, clickIds: click_id, leadIds: lead, clientId: cliente ?? null };
}

async function findSomebody(deps: PeopleDeps, query: PersonQuery): Promise<PersonView> {
  const person = await findPersonView(deps.store, query);
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
