import { z } from 'zod';
import type { FormName, MappingChange } from '../../../domain/form-fields.ts';
import type { FormFilled, FormView, ListedForm, MappingPreview } from '../../../domain/form-mapping.ts';
import type { Operator, QueueControl } from '../../../domain/ports.ts';
import { appError } from '../../../messages/messages.ts';
import { formFilledRecord, formViewRecord, listedFormsRecord, mappingPreviewRecord } from '../../../presentation/form-record.ts';
import type { WrittenMapping } from '../../../processing/mapping-change.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { addressOf, FORMS_PATH, formOf, formPath } from '../addresses/paths.ts';
import { type Guard, operatorOnly } from '../entrance/guard.ts';
import { wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import type { FormState } from '../requests/posted-form.ts';
import { redirect } from '../requests/respond.ts';
import { flag, readValues } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { recordReveal, revealValues } from './reveal.ts';
import { routesOf, showPage } from './routes-of.ts';

const FORM_PATH = `${FORMS_PATH}/:origem/:id`;

const MAP_FORM = z.object({
  mapa: z
    .array(z.string())
    .default([])
    .describe('`key=field`; repeat for several keys. `key=` returns to the automatic mapping. Other keys stay unchanged.'),
});

const PREVIEW_FORM = MAP_FORM.extend({
  mostrar: flag('1: include personal data in the examples; recorded in the activity log.'),
});

/** The platforms' lead forms and their mapping by operators. */
export interface FormDesk {
  readonly list: () => Promise<readonly ListedForm[]>;
  /** @throws AppError `not_found` */
  readonly view: (form: FormName) => Promise<FormView>;
  readonly preview: (form: FormName, change: MappingChange) => Promise<MappingPreview>;
  /**
   * Saves the mapping and updates stored leads for as long as the request may take; workers update the rest. `isNew`: it changed anything.
   */
  readonly map: (form: FormName, change: MappingChange, operator: Operator) => Promise<FormFilled & { readonly isNew: boolean }>;
}

export interface FormDeps extends Program {
  readonly store: QueueControl;
  readonly forms: FormDesk;
}

/** The content of a form's page in addition to the form. */
interface Shown {
  readonly reveal?: boolean;
  readonly wished?: MappingChange;
  readonly preview?: MappingPreview;
  readonly refused?: FormState;
}

/** The platforms' lead forms: how their answers are read, and their mapping by operators. */
export function formRoutes(deps: FormDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard, 'sources');
  const backToPage = async (deps: FormDeps, exchange: Exchange, visitor: Visitor, refused: FormState): Promise<void> =>
    showView(deps, exchange, visitor, await findForm(deps, exchange), { refused });
  return [
    visit(FORMS_PATH, 'List lead forms', { answer: listedFormsRecord, also: PAGE }, listForms),
    visit(FORM_PATH, 'Get a lead form', { query: revealValues, answer: formViewRecord, also: PAGE }, showForm),
    change(
      `${FORM_PATH}/previa`,
      'Preview a mapping of a lead form',
      { form: PREVIEW_FORM, answer: mappingPreviewRecord, also: PAGE },
      previewMapping,
      backToPage,
    ),
    change(
      `${FORM_PATH}/mapa`,
      'Save a mapping of a lead form',
      {
        description:
          'Fills in empty fields of the stored leads. An invalid email or phone counts as empty; no other value is overwritten. A later change of the mapping does not undo this.',
        form: MAP_FORM,
        answer: formFilledRecord,
      },
      mapForm,
      backToPage,
    ),
  ];
}

async function listForms(deps: FormDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const forms = await deps.forms.list();
  if (wantsJson(exchange)) return sendJson(exchange, 200, listedFormsRecord.write(forms));
  await showPage(deps, exchange, visitor, 'FormsPage', { forms }, { here: FORMS_PATH });
}

async function showForm(deps: FormDeps, exchange: Exchange, visitor: Visitor): Promise<void> {
  const reveal = readValues(revealValues, exchange.query).mostrar === true;
  if (reveal) operatorOnly(visitor);
  const view = await findForm(deps, exchange);
  if (reveal) await recordReveal(deps, exchange, targetOf(view.form), 'page');
  if (wantsJson(exchange)) return sendJson(exchange, 200, formViewRecord.write(view, { reveal }));
  await showView(deps, exchange, visitor, view, { reveal });
}

async function showView(deps: FormDeps, exchange: Exchange, visitor: Visitor, view: FormView, shown: Shown): Promise<void> {
  const { reveal = false, wished = {}, preview, refused } = shown;
  const at = { status: refused?.status, here: formPath(view.form) };
  await showPage(deps, exchange, visitor, 'FormPage', { view, reveal, wished, preview, refused }, at);
}

async function previewMapping(deps: FormDeps, exchange: Exchange, form: URLSearchParams, visitor: Visitor): Promise<void> {
  const { mapa, mostrar } = readValues(PREVIEW_FORM, form);
  const view = await findForm(deps, exchange);
  const change = await changeOf(view, mapa);
  const preview = await deps.forms.preview(view.form, change);
  const reveal = mostrar === true;
  if (reveal) await recordReveal(deps, exchange, targetOf(view.form), 'preview');
  if (wantsJson(exchange)) return sendJson(exchange, 200, mappingPreviewRecord.write(preview, { reveal }));
  await showView(deps, exchange, visitor, view, { reveal, wished: change, preview });
}

async function mapForm(deps: FormDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { mapa } = readValues(MAP_FORM, form);
  const view = await findForm(deps, exchange);
  const filled = await deps.forms.map(view.form, await changeOf(view, mapa), operatorOf(exchange, deps.clock));
  if (wantsJson(exchange)) return sendJson(exchange, 200, formFilledRecord.write(filled));
  const aviso = filled.isComplete ? 'mapeado' : 'mapeado_em_parte';
  redirect(exchange, addressOf(formPath(view.form), { aviso, numero: String(filled.changed) }));
}

/** Loaded on use, like the code that maps and updates (`app/forms/form-desk.ts`). */
async function changeOf({ keys }: FormView, entries: readonly string[]): Promise<MappingChange> {
  const { readMappingChange } = await import('../../../processing/mapping-change.ts');
  const known = keys.map(({ key }) => key);
  return readMappingChange(entries.map(writtenEntry), known, false);
}

/** `key=field`; a key may contain `=`, a field may not. */
function writtenEntry(text: string): WrittenMapping {
  const at = text.lastIndexOf('=');
  if (at < 1) throw appError('invalid_input', (m) => m.errors.admin.mappingEntry);
  const field = text.slice(at + 1).trim();
  return { key: text.slice(0, at), field: field === '' ? null : field };
}

async function findForm(deps: FormDeps, { params }: Exchange): Promise<FormView> {
  const name = formOf(params);
  if (name === undefined) throw appError('not_found', (m) => m.errors.admin.noSource);
  return await deps.forms.view(name);
}

function targetOf({ origin, formId }: FormName): string {
  return `formulario:${origin}/${formId}`;
}
