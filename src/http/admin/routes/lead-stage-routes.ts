import { z } from 'zod';
import type { AppError } from '../../../base/app-error.ts';
import type { Clock } from '../../../base/clock.ts';
import { zonedMinute } from '../../../base/zoned-time.ts';
import type { Conversion, ConversionView } from '../../../domain/conversion.ts';
import type { ConversionOutbox } from '../../../domain/delivery-ports.ts';
import { isStageKey, LONGEST_STAGE_KEY, newStage, STAGE_NAMES, STAGE_WORDS, stageMoment } from '../../../domain/lead-stage.ts';
import type { LeadDetail, Reports } from '../../../domain/report-ports.ts';
import { changedValues, LONGEST_REASON, registerStage, type StageValues } from '../../../domain/stage-change.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import { conversionNote } from '../../../presentation/conversion-note.ts';
import { stageChanged, stageRegistered } from '../../../presentation/conversion-record.ts';
import { maskMark } from '../../../presentation/masking.ts';
import { moneyText } from '../../../presentation/money.ts';
import { readAmount, readCurrency } from '../../../processing/money.ts';
import { readTypedTime, type TypedTime } from '../../../processing/typed-time.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { Guard } from '../entrance/guard.ts';
import { isBrowser } from '../requests/negotiation.ts';
import { type FormState, InvalidForm, readFields, ruled } from '../requests/posted-form.ts';
import { redirect } from '../requests/respond.ts';
import { refuseStale, stageValues } from '../requests/stale-form.ts';
import { isRowId } from '../requests/values.ts';
import { operatorOf, type Visitor } from '../requests/visitor.ts';
import { routesOf } from './routes-of.ts';

/** Tolerance for differing clocks. */
const FUTURE_MS = 60_000;
const IN_THE_FUTURE = inEveryLanguage((m) => m.errors.admin.inTheFuture);

/** The values of a stage, as form fields. */
const STAGE_VALUES = {
  valor: ruled(
    (text) => (isAmount(text) ? undefined : inEveryLanguage((m) => m.errors.admin.notAnAmount)),
    'Amount, such as 2600.50 or 2.600,50.',
  ).optional(),
  moeda: ruled(
    (text) => (readCurrency(text) === undefined ? inEveryLanguage((m) => m.errors.admin.notACurrency) : undefined),
    'ISO 4217 currency code. Default: BRL.',
  ).optional(),
  ocorrida_em: typedTime(
    'When the lead reached the stage, as ISO 8601. Without an offset, in the time zone of CONVERSIONS_TIME_ZONE. Default: now.',
  ).optional(),
};

/** A form field with a time. */
export function typedTime(description: string): z.ZodString {
  // Whether it is a valid time does not depend on the zone.
  return ruled(
    (text) => (readTypedTime(text, 'UTC') === undefined ? inEveryLanguage((m) => m.errors.admin.notALocalTime) : undefined),
    description,
  );
}

/**
 * The time in such a field; `undefined` if it is empty.
 * @throws InvalidForm if it is in the future
 */
export function readPast(text: string | undefined, now: number, timeZone: string): TypedTime | undefined {
  const time = text === undefined ? undefined : readTypedTime(text, timeZone);
  if (time !== undefined && time.at > now + FUTURE_MS) throw new InvalidForm({ ocorrida_em: IN_THE_FUTURE });
  return time;
}

const STAGE_FORM = z.object({
  etapa: z.enum(STAGE_WORDS).describe('`qualificado`: the conversion lead_qualified; `ganho`: the conversion sale.'),
  ...STAGE_VALUES,
  chave: ruled(
    (text) => (isStageKey(text) ? undefined : inEveryLanguage((m) => m.errors.admin.notAStageKey({ longestStageKey: LONGEST_STAGE_KEY }))),
    'Distinguishes this sale from other sales of the lead, for example an order number. Without a key, each stage is recorded once per lead.',
  ).optional(),
});

function isAmount(text: string): boolean {
  const amount = readAmount(text);
  return amount !== undefined && amount >= 0;
}

interface LeadStageDeps {
  readonly store: Reports & ConversionOutbox;
  readonly clock: Clock;
  readonly timeZone: string;
}

/** Shows the lead's page again, with the refused form. */
type ShowRefusedStage = (exchange: Exchange, visitor: Visitor, state: FormState) => Promise<void>;

/** A stage of a lead, reported by an operator. */
export function leadStageRoute(deps: LeadStageDeps, guard: Guard, show: ShowRefusedStage): Route {
  const { change } = routesOf(deps, guard, 'leads');
  return change(
    '/admin/leads/:id/etapa',
    'Record a stage of a lead',
    {
      description:
        'Creates a conversion. If the stage is already recorded with other values, the result is `conflict` and nothing changes; correct the stage with `/admin/conversoes/{id}/etapa`.',
      form: STAGE_FORM,
      answer: stageRegistered,
    },
    addStage,
    (_deps, exchange, visitor, state) => show(exchange, visitor, state),
  );
}

async function addStage(deps: LeadStageDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { store, clock, timeZone } = deps;
  const { lead } = await findLead(deps, exchange);
  const { etapa, valor, moeda, ocorrida_em, chave } = readFields(STAGE_FORM, form);
  const operator = operatorOf(exchange, clock);
  const value = valor === undefined ? undefined : readAmount(valor);
  const currency = moeda === undefined ? undefined : readCurrency(moeda);
  const time = readPast(ocorrida_em, operator.now, timeZone);
  const moment = time ?? { at: operator.now, spanMs: 0 };
  const stage = newStage({
    name: STAGE_NAMES[etapa],
    value: value ?? null,
    currency: currency ?? null,
    key: chave ?? null,
    happenedAt: stageMoment(moment, lead),
  });
  const entered = { value, currency, time };
  const { conversions, isNew, difference } = await registerStage(store, { ...stage, leadId: lead.id }, entered, operator);
  if (difference !== undefined) throw registeredOtherwise(difference.registered, timeZone);
  const [conversion] = conversions;
  const note = conversion ? (conversionNote(conversion)?.en ?? null) : null;
  const conversionIds = conversions.map(({ id }) => id);
  if (!isBrowser(exchange)) return sendJson(exchange, 200, stageRegistered.write({ conversionIds, isNew, note }));
  redirect(exchange, `/admin/leads/${lead.id}?aviso=${isNew ? registeredNotice(conversion) : 'etapa_repetida'}#conversions`);
}

/** A stage that was withdrawn after it was sent has its own notice about what is sent to the platform now. */
function registeredNotice(conversion: Conversion | null | undefined): string {
  const last = conversion?.corrections.at(-1);
  return last === undefined || last.reach === 'not_sent' ? 'etapa' : 'etapa_reaberta';
}

/** It is already registered with other values. Those stay, and the new ones are refused instead of silently dropped. */
function registeredOtherwise(conversion: Conversion, timeZone: string): AppError {
  const { id, leadId, name, value, currency, happenedAt, registeredBy } = conversion;
  const time = `${zonedMinute(happenedAt, timeZone).replace('T', ' ')} (${timeZone})`;
  const what = inEveryLanguage((m, language) => {
    const registered = [maskMark(name), ...(value === null ? [] : [moneyText(value, currency, language)]), time].join(', ');
    return m.errors.admin.stageWithOtherValues({ registered });
  });
  const how = inEveryLanguage((m) =>
    registeredBy === null ? m.errors.admin.registeredByEvent({ id }) : m.errors.admin.correctInForm({ id, leadId }),
  );
  return appError('conflict', (_, language) => `${what[language]} ${how[language]}`, { hint: (m) => m.errors.admin.postCorrects({ id }) });
}

interface LeadDeps {
  readonly store: Reports;
}

/**
 * The lead in the path.
 * @throws AppError not_found
 */
export async function findLead(deps: LeadDeps, exchange: Exchange): Promise<LeadDetail> {
  return await findLeadById(deps, exchange.params['id'] ?? '');
}

/** @throws AppError not_found */
export async function findLeadById({ store }: LeadDeps, id: string): Promise<LeadDetail> {
  const detail = isRowId(id) ? await store.findLead(id) : null;
  if (detail !== null) return detail;
  throw appError('not_found', (m) => m.errors.admin.noLead, { hint: (m) => m.errors.admin.listAddress({ path: '/admin/leads' }) });
}

const CHANGE_FORM = z.object({
  acao: z
    .enum(['corrigir', 'retirar'])
    .describe('`corrigir`: replaces the recorded values with those below; `retirar`: withdraws the stage.'),
  ...STAGE_VALUES,
  motivo: z.string().max(LONGEST_REASON).describe('The reason. Stored with the conversion and in the activity log.'),
});

/** Shows the lead's page again, with the refused form. */
type ShowRefusedChange = (exchange: Exchange, visitor: Visitor, conversion: ConversionView, state: FormState) => Promise<void>;

/** Corrects or withdraws a stage that was registered by mistake. */
export function stageChangeRoute(deps: LeadStageDeps, guard: Guard, show: ShowRefusedChange): Route {
  const { change } = routesOf(deps, guard, 'conversions');
  return change(
    '/admin/conversoes/:id/etapa',
    'Correct or withdraw a stage',
    {
      description:
        'For stages that an operator recorded. Omitted fields keep their values. The response shows what the platform receives: only the new values (`so_o_novo`), an adjustment (`ajuste`), or nothing, because its API has no way to take a conversion back (`nada`).',
      form: CHANGE_FORM,
      answer: stageChanged,
    },
    changeStage,
    async (deps, exchange, visitor, state) => show(exchange, visitor, await findConversion(deps, exchange), state),
  );
}

async function changeStage(deps: LeadStageDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const conversion = await findConversion(deps, exchange);
  refuseStale(form, stageValues(conversion));
  const { acao, motivo: reason, ...fields } = readFields(CHANGE_FORM, form);
  const operator = operatorOf(exchange, deps.clock);
  const common = { conversionId: conversion.id, reason };
  const changed = await deps.store.changeStage(
    acao === 'retirar'
      ? { ...common, kind: 'withdraw' }
      : { ...common, kind: 'correct', ...valuesOf(conversion, fields, { now: operator.now, timeZone: deps.timeZone }) },
    operator,
  );
  if (!isBrowser(exchange)) return sendJson(exchange, 200, stageChanged.write(changed));
  const reach = REACHES.find((one) => changed.some((conversion) => conversion.reach === one)) ?? 'not_sent';
  redirect(exchange, `/admin/leads/${conversion.leadId}?aviso=${reach}#conversions`);
}

/** The message is about the platform that the change affects least; each stage shows the details itself. */
const REACHES = ['beyond_reach', 'restated', 'not_sent'] as const;

interface Fields {
  readonly valor?: string | undefined;
  readonly moeda?: string | undefined;
  readonly ocorrida_em?: string | undefined;
}

/** @throws InvalidForm, AppError conflict if nothing would change */
function valuesOf(
  conversion: ConversionView,
  { valor, moeda, ocorrida_em }: Fields,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): StageValues {
  const time = readPast(ocorrida_em, now, timeZone);
  return changedValues(conversion, {
    value: valor === undefined ? undefined : readAmount(valor),
    currency: moeda === undefined ? undefined : readCurrency(moeda),
    time,
  });
}

async function findConversion({ store }: LeadStageDeps, exchange: Exchange): Promise<ConversionView> {
  const id = exchange.params['id'] ?? '';
  const trail = isRowId(id) ? await store.conversionTrail(id) : null;
  if (trail !== null) return trail.conversion;
  throw appError('not_found', (m) => m.errors.admin.noConversion, {
    hint: (m) => m.errors.admin.listAddress({ path: '/admin/conversoes' }),
  });
}
