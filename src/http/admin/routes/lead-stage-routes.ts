import { z } from 'zod';
import type { AppError } from '../../../base/app-error.ts';
import { zonedMinute } from '../../../base/zoned-time.ts';
import type { Conversion } from '../../../domain/conversion.ts';
import { isStageKey, LONGEST_STAGE_KEY, newStage, STAGE_NAMES, STAGE_WORDS, stageMoment } from '../../../domain/lead-stage.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import { conversionNote } from '../../../presentation/conversion-note.ts';
import { stageRegistered } from '../../../presentation/conversion-record.ts';
import { maskMark } from '../../../presentation/masking.ts';
import { moneyText } from '../../../presentation/money.ts';
import { readAmount, readCurrency } from '../../../processing/money.ts';
import { stageDifference } from '../../../processing/stage-values.ts';
import { readTypedTime } from '../../../processing/typed-time.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { type FormState, InvalidForm, readFields, ruled } from '../contract/posted-form.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { operatorOf } from '../entrance/visitor.ts';
import { isBrowser } from '../negotiation.ts';
import { redirect } from '../respond.ts';
import { findLead } from './find-lead.ts';
import { routesOf } from './routes-of.ts';

/** Clocks differ a little. */
export const FUTURE_MS = 60_000;
export const IN_THE_FUTURE = inEveryLanguage((m) => m.errors.admin.liesInTheFuture);

/** What is told of a stage, as a form has it. */
export const STAGE_VALUES = {
  valor: ruled(
    (text) => (isAmount(text) ? undefined : inEveryLanguage((m) => m.errors.admin.isNoAmount)),
    'Amount of money, as 2600.50 or 2.600,50.',
  ).optional(),
  moeda: ruled(
    (text) => (readCurrency(text) === undefined ? inEveryLanguage((m) => m.errors.admin.isNoCurrency) : undefined),
    'ISO 4217 code; BRL when left out.',
  ).optional(),
  ocorrida_em: ruled(
    (text) =>
      // Whether it is a time is the same in every zone.
      readTypedTime(text, 'UTC') === undefined ? inEveryLanguage((m) => m.errors.admin.isNoLocalTime) : undefined,
    'When the lead came to the stage, ISO 8601; without an offset a time of the zone of CONVERSIONS_TIME_ZONE. Now when left out.',
  ).optional(),
};

const STAGE_FORM = z.object({
  etapa: z.enum(STAGE_WORDS).describe('`qualificado`: the conversion lead_qualified; `ganho`: the conversion sale.'),
  ...STAGE_VALUES,
  chave: ruled(
    (text) => (isStageKey(text) ? undefined : inEveryLanguage((m) => m.errors.admin.isNoStageKey({ longestStageKey: LONGEST_STAGE_KEY }))),
    'What tells this sale from others of the lead, such as an order number. Without it a lead comes to each stage once.',
  ).optional(),
});

function isAmount(text: string): boolean {
  const amount = readAmount(text);
  return amount !== undefined && amount >= 0;
}

/** Shows the page of the lead again, with the form as it was refused. */
export type ShowRefusedStage = (deps: AdminDeps, exchange: Exchange, visitor: Visitor, state: FormState) => Promise<void>;

/** What became of a lead, told by a person. */
export function leadStageRoute(deps: AdminDeps, guard: Guard, show: ShowRefusedStage): Route {
  const { change } = routesOf(deps, guard);
  return change(
    {
      method: 'POST',
      path: '/admin/leads/:id/etapa',
      tag: 'leads',
      summary: 'Registers a stage that a lead has come to, as a conversion',
      description:
        'A stage that is registered already with other values is a `conflict`, and stays as it is: correct it at `/admin/conversoes/{id}/etapa`.',
      form: STAGE_FORM,
      answer: stageRegistered,
    },
    registerStage,
    show,
  );
}

async function registerStage(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { outbox, clock, timeZone } = deps;
  const { lead } = await findLead(deps, exchange);
  const { etapa, valor, moeda, ocorrida_em, chave } = readFields(STAGE_FORM, form);
  const operator = operatorOf(exchange, clock);
  const value = valor === undefined ? undefined : readAmount(valor);
  const currency = moeda === undefined ? undefined : readCurrency(moeda);
  const time = ocorrida_em === undefined ? undefined : readTypedTime(ocorrida_em, timeZone);
  const told = time ?? { at: operator.now, spanMs: 0 };
  if (told.at > operator.now + FUTURE_MS) throw new InvalidForm({ ocorrida_em: IN_THE_FUTURE });
  const stage = newStage({
    name: STAGE_NAMES[etapa],
    value: value ?? null,
    currency: currency ?? null,
    key: chave ?? null,
    happenedAt: stageMoment(told, lead),
  });
  const { conversionIds, isNew } = await outbox.addStage({ ...stage, leadId: lead.id }, operator);
  const [conversion] = await outbox.conversionsToSend(conversionIds);
  if (conversion && !isNew && stageDifference(conversion, stage.name, { value, currency, told: time }) !== undefined) {
    throw registeredOtherwise(conversion, timeZone);
  }
  const observacao = conversion ? (conversionNote(conversion)?.en ?? null) : null;
  if (!isBrowser(exchange)) return sendJson(exchange, 200, stageRegistered.write({ conversionIds, isNew, note: observacao }));
  redirect(exchange, `/admin/leads/${lead.id}?aviso=${isNew ? registeredNotice(conversion) : 'etapa_repetida'}#conversions`);
}

/** One that was withdrawn after the platform had it says for itself what the platform is sent now. */
function registeredNotice(conversion: Conversion | null | undefined): string {
  const last = conversion?.corrections.at(-1);
  return last === undefined || last.reach === 'not_sent' ? 'etapa' : 'etapa_reaberta';
}

/** Registered already with something else than what is told now: that stays, and is not dropped silently. */
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
