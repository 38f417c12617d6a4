import { field, isJsonArray, type JsonObject, type JsonValue, objectsIn, scalarText, writeJson } from '../base/exact-json.ts';
import { currentLanguage } from '../base/language.ts';
import { type Messages, say } from '../messages/messages.ts';
import { faultOfJson } from '../presentation/fault-text.ts';
import { type LabelSet, labelOf } from '../presentation/labels.ts';
import { moneyText } from '../presentation/money.ts';
import { fullTime } from './local-clock.ts';
import { numberOf, objectOf, textOf, timeOf } from './read-json.ts';

/** A fact of the detail view: its label and its value. */
export type LabelledRow = readonly [label: string, text: string];

const PERSON = ['nome', 'email', 'email_normalizado', 'telefone', 'telefone_e164'] as const;
const TIMES = ['enviado_em', 'criado_em', 'atualizado_em', 'apagado_em'] as const;
const CLICKS = ['search_click_id', 'gbraid', 'wbraid', 'social_click_id', 'fbc', 'fbp'] as const;
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** Everything stored of a lead, in the order of the web's pages, except what the event already shows. */
export function leadRows(lead: JsonObject): readonly LabelledRow[] {
  const isNormal = textOf(lead, 'email') === textOf(lead, 'email_normalizado');
  const plain = (key: string): LabelledRow => [leadLabel(key), valueText(field(lead, key))];
  const named = (key: string, idKey: string): LabelledRow => [leadLabel(key), `${textOf(lead, key)} ${textOf(lead, idKey)}`.trim()];
  return filled([
    ...PERSON.filter((key) => key !== 'email_normalizado' || !isNormal).map(plain),
    [leadLabel('telefone_tipo'), label('phoneKinds', textOf(lead, 'telefone_tipo'))],
    plain('mensagem'),
    named('cliente', 'cliente_id'),
    named('campanha', 'campanha_id'),
    plain('usuario'),
    ...objectsIn(lead, 'respostas').map(answerRow),
    plain('consentimentos'),
    ...TIMES.map((key): LabelledRow => [leadLabel(key), timeText(lead, key)]),
    ...[...UTM, ...CLICKS].map(plain),
    ...Object.entries(objectOf(lead, 'plataforma') ?? {}).map(otherRow),
    ...Object.entries(objectOf(lead, 'extras') ?? {}).map(otherRow),
  ]);
}

/** The question of an answer, with its mapping by an operator or the platform. */
function answerRow(answer: JsonObject): LabelledRow {
  const values = field(answer, 'valores');
  const text = isJsonArray(values) ? values.map(valueText).join(', ') : '';
  const said = textOf(answer, 'campo');
  const names: Readonly<Record<string, string>> = say((m) => m.web.answerFields);
  const isSaid = said !== '' && said !== 'nenhum' && text !== '';
  return [textOf(answer, 'pergunta') || textOf(answer, 'chave'), isSaid ? `${text} (${names[said] ?? said})` : text];
}

function otherRow([name, value]: readonly [string, JsonValue]): LabelledRow {
  return [name, valueText(value)];
}

/** A conversion and its result, in the order of the web's table. */
export function conversionRows(conversion: JsonObject): readonly LabelledRow[] {
  const currency = textOf(conversion, 'moeda');
  const hasValue = valueText(field(conversion, 'valor')) !== '';
  return filled([
    [fieldLabel('stage'), label('stages', textOf(conversion, 'nome'))],
    [fieldLabel('value'), hasValue ? moneyText(numberOf(conversion, 'valor'), currency === '' ? null : currency, currentLanguage()) : ''],
    [fieldLabel('platform'), label('origins', textOf(conversion, 'plataforma'))],
    [fieldLabel('state'), label('conversionStates', textOf(conversion, 'estado'))],
    [leadLabel('enviada_em'), timeText(conversion, 'enviada_em')],
    [fieldLabel('error'), label('codes', textOf(conversion, 'erro_codigo'))],
    ['', faultOfJson(conversion)],
    ['', textOf(conversion, 'observacao')],
    [fieldLabel('clickId'), textOf(conversion, 'click_id')],
    [fieldLabel('id'), textOf(conversion, 'conversao_id')],
    [say((m) => m.web.conversions.happenedAt), timeText(conversion, 'ocorrida_em')],
  ]);
}

/** The changes of an event to a lead, field by field. */
export function changeRows(changes: JsonObject): readonly LabelledRow[] {
  const empty = say((m) => m.web.lead.empty);
  const shown = (value: JsonValue | undefined): string => valueText(value) || empty;
  return objectsIn(changes, 'campos').map((change) => [
    leadLabel(textOf(change, 'campo')),
    `${shown(field(change, 'antes'))} → ${shown(field(change, 'depois'))}`,
  ]);
}

/** How the event was named, sent and verified. */
export function technicalRows(event: JsonObject): readonly LabelledRow[] {
  const credentials: Readonly<Record<string, string>> = say((m) => m.web.event.credentials);
  const credential = textOf(event, 'credencial');
  const secret = textOf(objectOf(event, 'segredo_nomeado') ?? {}, 'nome');
  return filled([
    [fieldLabel('identity'), timeOf(event, 'apagado_em') === null ? textOf(event, 'identidade') : say((m) => m.people.erased)],
    [fieldLabel('type'), textOf(event, 'event_type')],
    [say((m) => m.labels.fields.verifiedBy), [credentials[credential] ?? credential, secret].join(' ').trim()],
    [leadLabel('ip'), textOf(event, 'ip')],
    [say((m) => m.labels.fields.requestId), textOf(event, 'requisicao_id')],
  ]);
}

function filled(rows: readonly LabelledRow[]): readonly LabelledRow[] {
  return rows.filter(([, text]) => text !== '');
}

function label(set: Exclude<LabelSet, 'fields'>, word: string): string {
  return say((m) => labelOf(m, set, word));
}

function leadLabel(key: string): string {
  return label('jsonFields', key);
}

export function fieldLabel(name: keyof Messages['labels']['fields']): string {
  return say((m) => m.labels.fields[name]);
}

function timeText(object: JsonObject, key: string): string {
  const at = timeOf(object, key);
  return at === null ? '' : fullTime(at);
}

function valueText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'boolean' ? String(value) : (scalarText(value) ?? writeJson(value));
  return text === '[]' || text === '{}' ? '' : text;
}
