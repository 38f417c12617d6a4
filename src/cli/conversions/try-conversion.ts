import type { AppContext } from '../../app/context.ts';
import { openConversionSenders } from '../../app/conversions/conversion-senders.ts';
import { decide } from '../../app/conversions/send-conversions.ts';
import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { OperatorAction } from '../../domain/activity.ts';
import type { JobOutcome } from '../../domain/job.ts';
import type { Operator } from '../../domain/ports.ts';
import { appError, inEveryLanguage, say } from '../../messages/messages.ts';
import { accountNameRecord } from '../../presentation/account-record.ts';
import { faultTexts } from '../../presentation/fault-text.ts';

/** How long Meta is waited for, ms. */
const PATIENCE_MS = 30_000;

type Context = Pick<AppContext, 'store' | 'config' | 'secrets' | 'clock' | 'log'>;

/**
 * Sends a conversion to the dataset of its client with a test event code, as the worker would send it. Nothing of it is kept but a line in the
 * operators' log: the worker sends it again, and Meta knows it by its id.
 *
 * @throws AppError `not_found`; `conflict` when the conversion would not be sent, or Meta does not take it
 */
export async function tryConversion(
  context: Context,
  given: { readonly conversionId: string; readonly testCode: string },
  operator: Operator,
): Promise<{ readonly text: string; readonly json: JsonObject }> {
  const [conversion = null] = await context.store.conversionsToSend([given.conversionId]);
  if (conversion === null) throw appError('not_found', (m) => m.cli.conversions.thereIsNoConversion({ id: given.conversionId }));
  if (conversion.platform !== 'social_ads')
    throw appError('conflict', (m) => m.cli.conversions.notForMeta, { hint: (m) => m.cli.conversions.choose });
  await using senders = await openConversionSenders(context);
  const decision = decide(conversion, senders, context.clock());
  if ('outcome' in decision)
    throw new AppError('conflict', whyNot(decision.outcome), { hint: inEveryLanguage((m) => m.cli.conversions.choose) });
  const { sender } = decision;
  if (sender.tryOut === undefined)
    throw appError('conflict', (m) => m.cli.conversions.notForMeta, { hint: (m) => m.cli.conversions.choose });
  const result = await sender.tryOut(decision.conversion, given.testCode, AbortSignal.timeout(PATIENCE_MS));
  if (result.kind === 'trouble')
    throw new AppError('conflict', faultTexts(result.trouble.fault.message), {
      hint: inEveryLanguage((m) => m.cli.conversions.waitsStill),
    });
  const { requestId } = result;
  await context.store.recordActivity(OperatorAction.tryConversion, `conversao:${conversion.id}`, given.testCode, operator);
  return {
    text: say((m) => m.cli.conversions.metaTookEventsManager({ dataset: sender.account.id })),
    json: { conversao_id: conversion.id, ...accountNameRecord.write(sender.account), requisicao_id: requestId },
  };
}

function whyNot(outcome: JobOutcome): Translated<string> {
  return 'fault' in outcome ? faultTexts(outcome.fault.message) : inEveryLanguage((m) => m.cli.conversions.alreadySent);
}
