import type { AppContext } from '../../app/context.ts';
import { openConversionSenders } from '../../app/conversions/conversion-senders.ts';
import { decide } from '../../app/conversions/send-conversions.ts';
import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say, type Translated } from '../../base/language.ts';
import type { JobOutcome } from '../../domain/job.ts';
import type { Operator } from '../../domain/ports.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { accountNameJson } from '../../presentation/platform-json.ts';

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
  if (conversion === null) throw new AppError('not_found', NO_SUCH(given.conversionId), { hint: LIST });
  if (conversion.platform !== 'social_ads') throw new AppError('conflict', NOT_FOR_META, { hint: CHOOSE });
  await using senders = await openConversionSenders(context);
  const decision = decide(conversion, senders, context.clock());
  if ('outcome' in decision) throw new AppError('conflict', whyNot(decision.outcome), { hint: CHOOSE });
  const { sender } = decision;
  if (sender.tryOut === undefined) throw new AppError('conflict', NOT_FOR_META, { hint: CHOOSE });
  const result = await sender.tryOut(decision.conversion, given.testCode, AbortSignal.timeout(PATIENCE_MS));
  if (result.kind === 'trouble') throw new AppError('conflict', words(result.trouble.fault.message), { hint: WAITS_STILL });
  const { requestId } = result;
  await context.store.recordActivity('conversions try', `conversao:${conversion.id}`, given.testCode, operator);
  return {
    text: say(TAKEN(sender.account.id)),
    json: { conversao_id: conversion.id, ...accountNameJson(sender.account), requisicao_id: requestId },
  };
}

function whyNot(outcome: JobOutcome): Translated<string> {
  return 'fault' in outcome ? words(outcome.fault.message) : ALREADY_SENT;
}

function words(message: string): Translated<string> {
  return { en: message, pt: faultText(message, 'pt') };
}

const NO_SUCH = (id: string): Translated<string> => ({ en: `There is no conversion ${id}.`, pt: `Não há conversão ${id}.` });
const LIST = { en: '`lead-intake conversions list` shows them.', pt: '`lead-intake conversions list` mostra quais existem.' };
const NOT_FOR_META = {
  en: 'The conversion is not for Meta, and only Meta has test event codes.',
  pt: 'A conversão não é para a Meta, e só a Meta tem códigos de evento de teste.',
};
const ALREADY_SENT = {
  en: 'Meta has this conversion already; sent again, it could count twice.',
  pt: 'A Meta já tem esta conversão; enviada de novo, poderia contar duas vezes.',
};
const CHOOSE = {
  en: 'Choose another one: `lead-intake conversions list --platform social_ads --state pendente`. `lead-intake client test` asks without sending.',
  pt: 'Escolha outra: `lead-intake conversions list --platform social_ads --state pendente`. `lead-intake client test` consulta sem enviar.',
};
const WAITS_STILL = {
  en: 'The conversion waits as before. `lead-intake client test` tells whether the account takes conversions, without sending one.',
  pt: 'A conversão espera como antes. `lead-intake client test` diz se a conta aceita conversões, sem enviar nenhuma.',
};
const TAKEN = (dataset: string): Translated<string> => ({
  en: `Meta took it: the Events Manager of dataset ${dataset} shows it under "Test events" within a minute. It counts, and is sent again in its turn; if that is within 48 hours, Meta knows it by its id and counts it once.`,
  pt: `A Meta aceitou: o Gerenciador de Eventos do conjunto de dados ${dataset} mostra em "Testar eventos" em até um minuto. Ela conta, e é enviada de novo na vez dela; se for em até 48 horas, a Meta a reconhece pelo id e conta uma vez.`,
});
