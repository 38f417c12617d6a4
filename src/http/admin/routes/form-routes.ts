import type { FormName, MappingChange } from '../../../domain/form-fields.ts';
import type { FormView, MappingPreview } from '../../../domain/form-mapping.ts';
import { appError } from '../../../messages/messages.ts';
import { formFilledRecord, formViewRecord, listedFormsRecord, mappingPreviewRecord } from '../../../presentation/form-record.ts';
import type { WrittenMapping } from '../../../processing/mapping-change.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { FORMS_PATH, formOf, formPath } from '../addresses/form-paths.ts';
import { addressOf } from '../addresses/list-address.ts';
import type { AdminDeps } from '../admin-deps.ts';
import type { FormState } from '../contract/posted-form.ts';
import { readValues } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import { type Guard, operatorOnly } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { redirect, sendPage } from '../respond.ts';
import { LIST, LOOK_QUERY, MAP, MAP_FORM, PREVIEW, PREVIEW_FORM, SHOW } from './form-operations.ts';
import { recordReveal } from './reveal.ts';
import { routesOf } from './routes-of.ts';

/** What the page of a form shows besides the form. */
interface Shown {
  readonly reveal?: boolean;
  readonly wished?: MappingChange;
  readonly preview?: MappingPreview;
  readonly refused?: FormState;
}

/** Lead forms of the platforms: how their answers are read, and what operators say about them. */
export function formRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard);
  const backToPage = async (deps: AdminDeps, exchange: Exchange, visitor: Visitor, refused: FormState): Promise<void> =>
    showPage(deps, exchange, visitor, await findForm(deps, exchange), { refused });
  return [visit(LIST, listForms), visit(SHOW, showForm), change(PREVIEW, previewMapping, backToPage), change(MAP, mapForm, backToPage)];
}

async function listForms(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const forms = await deps.forms.list();
  if (wantsJson(exchange)) return sendJson(exchange, 200, listedFormsRecord.write(forms));
  const { formsPage } = await loadPages();
  sendPage(exchange, 200, formsPage({ frame: { ...frameOf(deps, exchange, visitor), here: FORMS_PATH }, forms }));
}

async function showForm(deps: AdminDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const reveal = readValues(LOOK_QUERY, exchange.query).mostrar === true;
  if (reveal) operatorOnly(visitor);
  const view = await findForm(deps, exchange);
  if (reveal) await recordReveal(deps, exchange, targetOf(view.form), 'page');
  if (wantsJson(exchange)) return sendJson(exchange, 200, formViewRecord.write(view, { reveal }));
  await showPage(deps, exchange, visitor, view, { reveal });
}

async function showPage(deps: AdminDeps, exchange: Exchange, visitor: Visitor, view: FormView, shown: Shown): Promise<void> {
  const { formPage } = await loadPages();
  const html = formPage({
    frame: { ...frameOf(deps, exchange, visitor), here: formPath(view.form) },
    view,
    reveal: shown.reveal ?? false,
    wished: shown.wished ?? {},
    preview: shown.preview,
    refused: shown.refused,
  });
  sendPage(exchange, shown.refused?.status ?? 200, html);
}

async function previewMapping(deps: AdminDeps, exchange: Exchange, form: URLSearchParams, visitor: Visitor): Promise<void> {
  const { mapa, mostrar } = readValues(PREVIEW_FORM, form);
  const view = await findForm(deps, exchange);
  const change = await changeOf(view, mapa);
  const preview = await deps.forms.preview(view.form, change);
  const reveal = mostrar === true;
  if (reveal) await recordReveal(deps, exchange, targetOf(view.form), 'preview');
  if (wantsJson(exchange)) return sendJson(exchange, 200, mappingPreviewRecord.write(preview, { reveal }));
  await showPage(deps, exchange, visitor, view, { reveal, wished: change, preview });
}

async function mapForm(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { mapa } = readValues(MAP_FORM, form);
  const view = await findForm(deps, exchange);
  const filled = await deps.forms.map(view.form, await changeOf(view, mapa), operatorOf(exchange, deps.clock));
  if (wantsJson(exchange)) return sendJson(exchange, 200, formFilledRecord.write(filled));
  const aviso = filled.isComplete ? 'mapeado' : 'mapeado_em_parte';
  redirect(exchange, addressOf(formPath(view.form), { aviso, numero: String(filled.changed) }));
}

/** Loaded here, as what maps and fills (`app/forms/form-desk.ts`). */
async function changeOf({ keys }: FormView, entries: readonly string[]): Promise<MappingChange> {
  const { readMappingChange } = await import('../../../processing/mapping-change.ts');
  const known = keys.map(({ key }) => key);
  return readMappingChange(entries.map(writtenEntry), known, false);
}

/** `key=field`; a key may hold `=`, a field does not. */
function writtenEntry(text: string): WrittenMapping {
  const at = text.lastIndexOf('=');
  if (at < 1) throw appError('invalid_input', (m) => m.errors.admin.mappingEntry);
  const field = text.slice(at + 1).trim();
  return { key: text.slice(0, at), field: field === '' ? null : field };
}

async function findForm(deps: AdminDeps, { params }: Exchange): Promise<FormView> {
  const name = formOf(params);
  if (name === undefined) throw appError('not_found', (m) => m.errors.admin.noSource);
  return await deps.forms.view(name);
}

function targetOf({ origin, formId }: FormName): string {
  return `formulario:${origin}/${formId}`;
}
