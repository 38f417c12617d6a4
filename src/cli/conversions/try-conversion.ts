import type { AppContext } from '../../app/context.ts';
import { openConversionSenders } from '../../app/conversions/conversion-senders.ts';
import { decide } from '../../app/conversions/send-conversions.ts';
import type { AppError } from '../../base/app-error.ts';
import type { Translated } from '../../base/language.ts';
import { OperatorAction } from '../../domain/activity.ts';
import { Platform } from '../../domain/conversion.ts';
import type { JobOutcome } from '../../domain/job.ts';
import type { Operator } from '../../domain/ports.ts';
import { appError, inEveryLanguage, notFound, type Sentence } from '../../messages/messages.ts';
import { accountNameRecord } from '../../presentation/account-record.ts';
import { faultTexts } from '../../presentation/fault-text.ts';

/** How long to wait for Meta, in ms. */
const TIMEOUT_MS = 30_000;

type Context = Pick<AppContext, 'store' | 'config' | 'secrets' | 'clock' | 'log'>;

/**
 * Sends a conversion to the dataset of its client with a test event code, in the same way as the worker. Only a line in the operators' log
 * is stored: the worker sends the conversion again, and Meta recognizes it by its id.
 *
 * @throws AppError `not_found`; `conflict` if the conversion would not be sent, or Meta does not accept it
 */
export async function tryConversion(
  context: Context,
  given: { readonly conversionId: string; readonly testCode: string },
  operator: Operator,
) {
  const [conversion = null] = await context.store.conversionsToSend([given.conversionId]);
  if (conversion === null) throw notFound('conversion', given.conversionId);
  if (conversion.platform !== Platform.socialAds) throw notTried(NOT_FOR_META);
  await using senders = await openConversionSenders(context);
  const decision = decide(conversion, senders, context.clock());
  if ('outcome' in decision) throw notTried(whyNot(decision.outcome));
  const { sender } = decision;
  if (sender.tryOut === undefined) throw notTried(NOT_FOR_META);
  const result = await sender.tryOut(decision.conversion, given.testCode, AbortSignal.timeout(TIMEOUT_MS));
  if (result.kind === 'trouble') throw notTried(faultTexts(result.trouble.fault.params), (m) => m.cli.conversions.waitsStill);
  await context.store.recordActivity(OperatorAction.tryConversion, `conversao:${conversion.id}`, given.testCode, operator);
  return { conversao_id: conversion.id, ...accountNameRecord.write(sender.account), requisicao_id: result.requestId };
}

const NOT_FOR_META = inEveryLanguage((m) => m.cli.conversions.notForMeta);

function notTried(why: Translated<string>, hint: Sentence = (m) => m.cli.conversions.choose): AppError {
  return appError('conflict', (_m, language) => why[language], { hint });
}

function whyNot(outcome: JobOutcome): Translated<string> {
  return 'fault' in outcome ? faultTexts(outcome.fault.params) : inEveryLanguage((m) => m.cli.conversions.alreadySent);
}
