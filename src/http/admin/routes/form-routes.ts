import { z } from 'zod';
import type { FormName, MappingChange } from '../../../domain/form-fields.ts';
import type { FormView, MappingPreview } from '../../../domain/form-mapping.ts';
import { appError } from '../../../messages/messages.ts';
import { formFilledRecord, formViewRecord, listedFormsRecord, mappingPreviewRecord } from '../../../presentation/form-record.ts';
import type { WrittenMapping } from '../../../processing/mapping-change.ts';
import type { Route } from '../../exchange.ts';
import { addressOf, FORMS_PATH, formOf, formPath } from '../addresses/paths.ts';
import { PAGE } from '../requests/operation.ts';
import type { FormState } from '../requests/posted-form.ts';
import { flag, readValues } from '../requests/values.ts';
import { type Context, revealValues } from './context.ts';
import { type Admin, routesOf } from './routes-of.ts';

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

/** The content of a form's page in addition to the form. */
interface Shown {
  readonly reveal?: boolean;
  readonly wished?: MappingChange;
  readonly preview?: MappingPreview;
  readonly refused?: FormState;
}

/** The platforms' lead forms: how their answers are read, and their mapping by operators. */
export function formRoutes(admin: Admin): Route[] {
  const { change, visit } = routesOf(admin, 'sources');
  const showAgain = async (context: Context, refused: FormState) => showView(context, await findForm(context), { refused });
  return [
    visit(FORMS_PATH, 'List lead forms', { answer: listedFormsRecord, also: PAGE }, listForms),
    visit(FORM_PATH, 'Get a lead form', { query: revealValues, answer: formViewRecord, also: PAGE }, showForm),
    change(
      `${FORM_PATH}/previa`,
      'Preview a mapping of a lead form',
      { form: PREVIEW_FORM, answer: mappingPreviewRecord, also: PAGE },
      previewMapping,
      showAgain,
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
      showAgain,
    ),
  ];
}

async function listForms(context: Context): Promise<void> {
  const forms = await context.deps.forms.list();
  if (context.wantsJson) return context.json(listedFormsRecord.write(forms));
  await context.page('FormsPage', { forms }, { here: FORMS_PATH });
}

async function showForm(context: Context): Promise<void> {
  const reveal = context.reveals;
  const view = await findForm(context);
  if (reveal) await context.recordReveal(targetOf(view.form), 'page');
  if (context.wantsJson) return context.json(formViewRecord.write(view, { reveal }));
  await showView(context, view, { reveal });
}

async function showView(context: Context, view: FormView, shown: Shown): Promise<void> {
  const { reveal = false, wished = {}, preview, refused } = shown;
  const at = { refused: refused && { form: 'map', state: refused }, here: formPath(view.form) };
  await context.page('FormPage', { view, reveal, wished, preview }, at);
}

async function previewMapping(context: Context, form: URLSearchParams): Promise<void> {
  const { mapa, mostrar } = readValues(PREVIEW_FORM, form);
  const view = await findForm(context);
  const wished = await changeOf(view, mapa);
  const preview = await context.deps.forms.preview(view.form, wished);
  const reveal = mostrar === true;
  if (reveal) await context.recordReveal(targetOf(view.form), 'preview');
  if (context.wantsJson) return context.json(mappingPreviewRecord.write(preview, { reveal }));
  await showView(context, view, { reveal, wished, preview });
}

async function mapForm(context: Context, form: URLSearchParams): Promise<void> {
  const { mapa } = readValues(MAP_FORM, form);
  const view = await findForm(context);
  const filled = await context.deps.forms.map(view.form, await changeOf(view, mapa), context.operator);
  const aviso = filled.isComplete ? 'mapeado' : 'mapeado_em_parte';
  context.changed(formFilledRecord.write(filled), addressOf(formPath(view.form), { aviso, numero: String(filled.changed) }));
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

async function findForm({ deps, exchange }: Context): Promise<FormView> {
  const name = formOf(exchange.params);
  if (name === undefined) throw appError('not_found', (m) => m.errors.admin.noSource);
  return await deps.forms.view(name);
}

function targetOf({ origin, formId }: FormName): string {
  return `formulario:${origin}/${formId}`;
}
