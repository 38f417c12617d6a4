/** Flags of the commands that post test events. */
import * as Flags from '@oclif/core/flags';
import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { readServiceUrl } from './outgoing-request.ts';
import { DEFAULT_PERSON, type TestPerson } from './test-person.ts';

/** Where to send, and whether to. */
export const targetFlags = {
  url: Flags.custom<URL>({
    summary: 'Address of the service, such as http://127.0.0.1:8080; left out: HOST and PORT of this configuration.',
    helpValue: 'URL',
    parse: async (input) => readServiceUrl(input),
  })(),
  'dry-run': Flags.boolean({ summary: 'Print the request as a curl command, and send nothing.' }),
};

/** Whom the event is about. */
export const personFlags = {
  name: Flags.string({ summary: 'Name of the lead.', helpValue: 'NAME', default: DEFAULT_PERSON.name }),
  email: Flags.string({ summary: 'E-mail address of the lead.', helpValue: 'EMAIL', default: DEFAULT_PERSON.email }),
  phone: Flags.string({ summary: 'Phone number of the lead.', helpValue: 'PHONE', default: DEFAULT_PERSON.phone }),
};

/** The seed's flat sample instead of the platform's own payload. */
export const flatFlags = {
  flat: Flags.boolean({ summary: 'Send the flat sample (event_type, click id, cliente_id, full_name).', dependsOn: ['client-id'] }),
  'client-id': Flags.string({ summary: 'With --flat: id of the client.', helpValue: 'ID', dependsOn: ['flat'] }),
  type: Flags.string({ summary: 'With --flat: the event type; left out: conversion.', helpValue: 'TYPE', dependsOn: ['flat'] }),
};

/** The event type of the flat sample; the seed's denotes a conversion. */
export const FLAT_EVENT_TYPE = 'conversion';

/** An amount of money, written as JSON writes numbers. */
export const amountFlag = Flags.custom<string>({
  helpValue: 'AMOUNT',
  parse: async (input) => {
    if (/^(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(input)) return input;
    throw new AppError('usage', {
      en: `must be an amount such as 2600.50, not "${input}".`,
      pt: `deve ser um valor como 2600.50, não "${input}".`,
    });
  },
});

export function personOf(flags: TestPerson): TestPerson {
  return { name: flags.name, email: flags.email, phone: flags.phone };
}

/**
 * The keys of `--field k=v`; all values are text.
 *
 * @throws AppError `usage` for a text without `=` or without a key
 */
export function readFields(pairs: readonly string[]): JsonObject {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1)
        throw new AppError('usage', {
          en: `--field needs KEY=VALUE, not "${pair}".`,
          pt: `--field precisa de CHAVE=VALOR, não "${pair}".`,
        });
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
