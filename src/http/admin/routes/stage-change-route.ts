import { z } from 'zod';
import type { ConversionView } from '../../../domain/conversion.ts';
import { LONGEST_REASON, type StageValues } from '../../../domain/stage-change.ts';
import { appError } from '../../../messages/messages.ts';
import { stageChanged } from '../../../presentation/conversion-record.ts';
import { readAmount, readCurrency } from '../../../processing/money.ts';
import { changedValues } from '../../../processing/stage-values.ts';
import { readTypedTime } from '../../../processing/typed-time.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { type FormState, InvalidForm, readFields } from '../contract/posted-form.ts';
import { isRowId } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { operatorOf } from '../entrance/visitor.ts';
import { isBrowser } from '../negotiation.ts';
import { redirect } from '../respond.ts';
import { FUTURE_MS, IN_THE_FUTURE, STAGE_VALUES } from './lead-stage-routes.ts';
import { routesOf } from './routes-of.ts';

const CHANGE_FORM = z.object({
  acao: z
    .enum(['corrigir', 'retirar'])
    .describe('`corrigir`: the values below replace those registered; `retirar`: the stage is not counted any more.'),
  ...STAGE_VALUES,
  motivo: z.string().max(LONGEST_REASON).describe('Why; it is kept with the conversion and in the log of activity.'),
});

/** Shows the page of the lead again, with the form as it was refused. */
type ShowRefusedChange = (exchange: Exchange, visitor: Visitor, conversion: ConversionView, state: FormState) => Promise<void>;

/** A stage that was registered by mistake is corrected or withdrawn. */
export function stageChangeRoute(deps: AdminDeps, guard: Guard, show: ShowRefusedChange): Route {
  const { change } = routesOf(deps, guard);
  return change(
    {
      method: 'POST',
      path: '/admin/conversoes/:id/etapa',
      tag: 'conversions',
      summary: 'Corrects or withdraws a stage that was registered by hand',
      description:
        'Fields that are left out stay as they are. The answer says what the platform learns: only the new values (`so_o_novo`), the new value as an adjustment (`ajuste`), or nothing, because its API takes nothing back (`nada`).',
      form: CHANGE_FORM,
      answer: stageChanged,
    },
    changeStage,
    async (deps, exchange, visitor, state) => show(exchange, visitor, await findConversion(deps, exchange), state),
  );
}

async function changeStage(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const conversion = await findConversion(deps, exchange);
  const { acao, motivo: reason, ...fields } = readFields(CHANGE_FORM, form);
  const operator = operatorOf(exchange, deps.clock);
  const common = { conversionId: conversion.id, reason };
  const changed = await deps.outbox.changeStage(
    acao === 'retirar'
      ? { ...common, kind: 'withdraw' }
      : { ...common, kind: 'correct', ...valuesOf(conversion, fields, { now: operator.now, timeZone: deps.timeZone }) },
    operator,
  );
  if (!isBrowser(exchange)) return sendJson(exchange, 200, stageChanged.write(changed));
  const reach = REACHES.find((one) => changed.some((conversion) => conversion.reach === one)) ?? 'not_sent';
  redirect(exchange, `/admin/leads/${conversion.leadId}?aviso=${reach}#conversions`);
}

/** The page tells of the platform that learns least; each stage says the rest itself. */
const REACHES = ['beyond_reach', 'restated', 'not_sent'] as const;

interface Fields {
  readonly valor?: string | undefined;
  readonly moeda?: string | undefined;
  readonly ocorrida_em?: string | undefined;
}

/** @throws InvalidForm, AppError conflict when nothing would change */
function valuesOf(
  conversion: ConversionView,
  { valor, moeda, ocorrida_em }: Fields,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): StageValues {
  const told = ocorrida_em === undefined ? undefined : readTypedTime(ocorrida_em, timeZone);
  if (told !== undefined && told.at > now + FUTURE_MS) throw new InvalidForm({ ocorrida_em: IN_THE_FUTURE });
  return changedValues(conversion, {
    value: valor === undefined ? undefined : readAmount(valor),
    currency: moeda === undefined ? undefined : readCurrency(moeda),
    told,
  });
}

async function findConversion({ reports }: AdminDeps, exchange: Exchange): Promise<ConversionView> {
  const id = exchange.params['id'] ?? '';
  const trail = isRowId(id) ? await reports.conversionTrail(id) : null;
  if (trail !== null) return trail.conversion;
  throw appError('not_found', (m) => m.errors.admin.noConversion, {
    hint: (m) => m.errors.admin.theListIsAt({ path: '/admin/conversoes' }),
  });
}
