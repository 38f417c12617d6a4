import { z } from 'zod';
import { nameProblem } from '../../../domain/directory-rules.ts';
import { LONGEST_VIEW_NAME, VIEWED_LISTS } from '../../../domain/saved-view.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';
import { savedViewRecord, savedViewsRecord } from '../../../presentation/saved-view-record.ts';
import type { Route } from '../../exchange.ts';
import { COLUMNS_PATH, normalFilter, pathOfList, VIEWS_PATH, viewPath } from '../addresses/viewed-lists.ts';
import { visibleViews } from '../read/list-look.ts';
import { COLUMN_NAME, columnsCookie, MOST_COLUMNS } from '../requests/columns.ts';
import { readFields, ruled } from '../requests/posted-form.ts';
import { word } from '../requests/values.ts';
import { safeReturnPath } from '../requests/visitor.ts';
import type { Context } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

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

/** Saved views of lists, which everybody sees, and the selected columns of one visitor. */
export function savedViewRoutes(admin: Admin): Route[] {
  const { change, visit } = routesOf(admin, 'views');
  return [
    visit(
      VIEWS_PATH,
      'List the saved views',
      { description: 'Readers do not see those that search personal data.', query: LIST_QUERY, answer: savedViewsRecord },
      listViews,
    ),
    change(VIEWS_PATH, 'Save the filter of a list as a view', { form: SAVE_FORM, answer: savedViewRecord }, saveView),
    change(`${VIEWS_PATH}/:id/excluir`, 'Delete a saved view', { answer: savedViewRecord }, deleteView),
    visit(
      COLUMNS_PATH,
      'Choose the columns of a list',
      { description: 'Answers 303 with a cookie that remembers them. JSON always has every field.', query: COLUMNS_QUERY },
      chooseColumns,
    ),
  ];
}

async function listViews(context: Context): Promise<void> {
  const { lista } = context.query(LIST_QUERY);
  context.json(savedViewsRecord.write(visibleViews(await context.store.listViews(lista), context.visitor)));
}

async function saveView(context: Context, form: URLSearchParams): Promise<void> {
  const { lista: list, nome: name, filtro } = readFields(SAVE_FORM, form);
  const view = await context.store.saveView({ list, name, filter: normalFilter(list, filtro) }, context.operator);
  context.changed(savedViewRecord.write(view), viewPath(view));
}

async function deleteView(context: Context): Promise<void> {
  const view = await context.store.deleteView(context.id, context.operator);
  context.changed(savedViewRecord.write(view), pathOfList(view.list));
}

function chooseColumns(context: Context): void {
  const { lista, coluna, voltar } = context.query(COLUMNS_QUERY);
  const back = voltar ?? (lista === undefined ? null : pathOfList(lista));
  context.redirect(safeReturnPath(back), lista === undefined ? {} : { 'Set-Cookie': columnsCookie(lista, coluna) });
}
