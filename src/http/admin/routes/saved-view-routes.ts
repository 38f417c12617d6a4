import { z } from 'zod';
import { nameProblem } from '../../../domain/directory-rules.ts';
import { LONGEST_VIEW_NAME, type SavedViews, VIEWED_LISTS } from '../../../domain/saved-view.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';
import { savedViewRecord, savedViewsRecord } from '../../../presentation/saved-view-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { COLUMNS_PATH, normalFilter, pathOfList, VIEWS_PATH, viewPath } from '../addresses/viewed-lists.ts';
import type { Guard } from '../entrance/guard.ts';
import { visibleViews } from '../read/list-look.ts';
import { COLUMN_NAME, columnsCookie, MOST_COLUMNS } from '../requests/columns.ts';
import { described } from '../requests/operation.ts';
import { readFields, ruled } from '../requests/posted-form.ts';
import { answerChange, redirect } from '../requests/respond.ts';
import { readValues, word } from '../requests/values.ts';
import { operatorOf, type Program, safeReturnPath, type Visitor } from '../requests/visitor.ts';
import { routesOf } from './routes-of.ts';

const LIST_QUERY = z.object({ lista: word(VIEWED_LISTS, 'Only those of this list.') });

const SAVE_FORM = z.object({
  lista: z.enum(VIEWED_LISTS).describe('The list.'),
  nome: ruled(viewNameProblem, `Its name, unique for the list; at most ${LONGEST_VIEW_NAME} characters.`),
  filtro: z.string().describe("The filter, as the query of the list's address: `status=erro&periodo=24h`. Left out: none.").default(''),
});

const COLUMNS_QUERY = z.object({
  lista: word(VIEWED_LISTS, 'The list.'),
  coluna: z
    .array(z.string().regex(COLUMN_NAME))
    .max(MOST_COLUMNS)
    .default([])
    .describe('A column, by the name of its field in JSON; none: the usual ones.'),
  voltar: z.string().describe('Where to go afterwards: a path of the admin.').optional(),
});

function viewNameProblem(name: string) {
  if (name.length > LONGEST_VIEW_NAME) return inEveryLanguage((m) => m.errors.values.tooLong({ longest: LONGEST_VIEW_NAME }));
  return nameProblem(name);
}

export interface SavedViewDeps extends Program {
  readonly store: SavedViews;
}

/** Saved views of lists, which everybody sees, and the selected columns of one visitor. */
export function savedViewRoutes(deps: SavedViewDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard, 'views');
  return [
    visit(
      VIEWS_PATH,
      'List the saved views',
      { description: 'Readers do not see those that search personal data.', query: LIST_QUERY, answer: savedViewsRecord },
      listViews,
    ),
    change(VIEWS_PATH, 'Save the filter of a list as a view', { form: SAVE_FORM, answer: savedViewRecord }, saveView),
    change(`${VIEWS_PATH}/:id/excluir`, 'Delete a saved view', { answer: savedViewRecord }, deleteView),
    described(
      {
        method: 'GET',
        path: COLUMNS_PATH,
        tag: 'views',
        summary: 'Choose the columns of a list',
        description: 'Answers 303 with a cookie that remembers them. JSON always has every field.',
        query: COLUMNS_QUERY,
      },
      guard.visit(chooseColumns),
    ),
  ];
}

async function listViews({ store }: SavedViewDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const { lista } = readValues(LIST_QUERY, exchange.query);
  sendJson(exchange, 200, savedViewsRecord.write(visibleViews(await store.listViews(lista), visitor)));
}

async function saveView({ store, clock }: SavedViewDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { lista: list, nome: name, filtro } = readFields(SAVE_FORM, form);
  const view = await store.saveView({ list, name, filter: normalFilter(list, filtro) }, operatorOf(exchange, clock));
  answerChange(exchange, savedViewRecord.write(view), viewPath(view));
}

async function deleteView({ store, clock }: SavedViewDeps, exchange: Exchange): Promise<void> {
  const view = await store.deleteView(exchange.params['id'] ?? '', operatorOf(exchange, clock));
  answerChange(exchange, savedViewRecord.write(view), pathOfList(view.list));
}

function chooseColumns(exchange: Exchange): void {
  const { lista, coluna, voltar } = readValues(COLUMNS_QUERY, exchange.query);
  if (lista === undefined) redirect(exchange, safeReturnPath(voltar ?? null));
  else redirect(exchange, safeReturnPath(voltar ?? pathOfList(lista)), { 'Set-Cookie': columnsCookie(lista, coluna) });
}
