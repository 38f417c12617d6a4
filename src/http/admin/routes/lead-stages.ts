import { z } from 'zod';
import type { AppError } from '../../../base/app-error.ts';
import { zonedMinute } from '../../../base/zoned-time.ts';
import type { Conversion, ConversionView } from '../../../domain/conversion.ts';
import { isStageKey, LONGEST_STAGE_KEY, newStage, STAGE_NAMES, STAGE_WORDS, stageMoment } from '../../../domain/lead-stage.ts';
import type { LeadDetail } from '../../../domain/report-ports.ts';
import { changedValues, LONGEST_REASON, registerStage } from '../../../domain/stage-change.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import { conversionNote } from '../../../presentation/conversion-note.ts';
import { stageChanged, stageRegistered } from '../../../presentation/conversion-record.ts';
import { maskMark } from '../../../presentation/masking.ts';
import { moneyText } from '../../../presentation/money.ts';
import { readAmount, readCurrency } from '../../../processing/money.ts';
import { readTypedTime, type TypedTime } from '../../../processing/typed-time.ts';
import { InvalidForm, readFields, ruled } from '../requests/posted-form.ts';
import { refuseStale, stageValues } from '../requests/stale-form.ts';
import { type Context, found } from './context.ts';

/** Tolerance for differing clocks. */
const FUTURE_MS = 60_000;
const IN_THE_FUTURE = inEveryLanguage((m) => m.errors.admin.inTheFuture);

/** The values of a stage, as form fields. */
const STAGE_VALUES = z.object({
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
});

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

export const STAGE_FORM = z.object({
  etapa: z.enum(STAGE_WORDS).describe('`qualificado`: the conversion lead_qualified; `ganho`: the conversion sale.'),
  ...STAGE_VALUES.shape,
  chave: ruled(
    (text) => (isStageKey(text) ? undefined : inEveryLanguage((m) => m.errors.admin.notAStageKey({ longestStageKey: LONGEST_STAGE_KEY }))),
    'Distinguishes this sale from other sales of the lead, for example an order number. Without a key, each stage is recorded once per lead.',
  ).optional(),
});

function isAmount(text: string): boolean {
  const amount = readAmount(text);
  return amount !== undefined && amount >= 0;
}

/** Records a stage of a lead. */
export async function addStage(context: Context, form: URLSearchParams): Promise<void> {
  const { store, operator } = context;
  const { timeZone } = context.deps;
  const { lead } = await findLead(context);
  const { etapa, chave, ...fields } = readFields(STAGE_FORM, form);
  const entered = enteredValues(fields, operator.now, timeZone);
  const { value = null, currency = null, time } = entered;
  const moment = time ?? { at: operator.now, spanMs: 0 };
  const stage = newStage({ name: STAGE_NAMES[etapa], value, currency, key: chave ?? null, happenedAt: stageMoment(moment, lead) });
  const { conversions, isNew, difference } = await registerStage(store, { ...stage, leadId: lead.id }, entered, operator);
  if (difference !== undefined) throw registeredOtherwise(difference.registered, timeZone);
  const [conversion] = conversions;
  const note = conversion ? (conversionNote(conversion)?.en ?? null) : null;
  const conversionIds = conversions.map(({ id }) => id);
  if (!context.isBrowser) return context.json(stageRegistered.write({ conversionIds, isNew, note }));
  context.redirect(`/admin/leads/${lead.id}?aviso=${isNew ? registeredNotice(conversion) : 'etapa_repetida'}#conversions`);
}

/**
 * The values of a stage in a form; `undefined` for an empty field.
 * @throws InvalidForm if the time is in the future
 */
function enteredValues({ valor, moeda, ocorrida_em }: z.output<typeof STAGE_VALUES>, now: number, timeZone: string) {
  return {
    value: valor === undefined ? undefined : readAmount(valor),
    currency: moeda === undefined ? undefined : readCurrency(moeda),
    time: readPast(ocorrida_em, now, timeZone),
  };
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

/**
 * The lead in the path.
 * @throws AppError not_found
 */
export function findLead(context: Context): Promise<LeadDetail> {
  return context.row((id) => context.store.findLead(id), 'lead', '/admin/leads');
}

/** @throws AppError not_found */
export async function findLeadById({ store }: Context, id: string): Promise<LeadDetail> {
  return found(await store.findLead(id), 'lead', id, '/admin/leads');
}

export const CHANGE_FORM = z.object({
  acao: z
    .enum(['corrigir', 'retirar'])
    .describe('`corrigir`: replaces the recorded values with those below; `retirar`: withdraws the stage.'),
  ...STAGE_VALUES.shape,
  motivo: z.string().max(LONGEST_REASON).describe('The reason. Stored with the conversion and in the activity log.'),
});

/** Corrects or withdraws a stage that was registered by mistake. */
export async function changeStage(context: Context, form: URLSearchParams): Promise<void> {
  const { store, deps, operator } = context;
  const conversion = await findConversion(context);
  refuseStale(form, stageValues(conversion));
  const { acao, motivo: reason, ...fields } = readFields(CHANGE_FORM, form);
  const common = { conversionId: conversion.id, reason };
  const changed = await store.changeStage(
    acao === 'retirar'
      ? { ...common, kind: 'withdraw' }
      : { ...common, kind: 'correct', ...changedValues(conversion, enteredValues(fields, operator.now, deps.timeZone)) },
    operator,
  );
  if (!context.isBrowser) return context.json(stageChanged.write(changed));
  const reach = REACHES.find((one) => changed.some((conversion) => conversion.reach === one)) ?? 'not_sent';
  context.redirect(`/admin/leads/${conversion.leadId}?aviso=${reach}#conversions`);
}

/** The message is about the platform that the change affects least; each stage shows the details itself. */
const REACHES = ['beyond_reach', 'restated', 'not_sent'] as const;

/** @throws AppError not_found */
export async function findConversion(context: Context): Promise<ConversionView> {
  const { store } = context;
  return (await context.row((id) => store.conversionTrail(id), 'conversion', '/admin/conversoes')).conversion;
}
