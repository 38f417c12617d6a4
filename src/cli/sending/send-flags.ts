/** Flags of the commands that post test events. */
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../base/exact-json.ts';
import { appError } from '../../messages/messages.ts';
import { readServiceUrl } from './outgoing-request.ts';
import { DEFAULT_PERSON, type TestPerson } from './test-person.ts';

/** Where to send, and whether to. */
export const targetFlags = {
  url: Flags.custom<URL>({
    helpValue: 'URL',
    parse: async (input) => readServiceUrl(input),
  })(),
  'dry-run': Flags.boolean({}),
};

/** Whom the event is about. */
export const personFlags = {
  name: Flags.string({ helpValue: 'NAME', default: DEFAULT_PERSON.name }),
  email: Flags.string({ helpValue: 'EMAIL', default: DEFAULT_PERSON.email }),
  phone: Flags.string({ helpValue: 'PHONE', default: DEFAULT_PERSON.phone }),
};

/** The seed's flat sample instead of the platform's own payload. */
export const flatFlags = {
  flat: Flags.boolean({ dependsOn: ['client-id'] }),
  'client-id': Flags.string({ helpValue: 'ID', dependsOn: ['flat'] }),
  type: Flags.string({ helpValue: 'TYPE', dependsOn: ['flat'] }),
};

/** The event type of the flat sample; the seed's denotes a conversion. */
export const FLAT_EVENT_TYPE = 'conversion';

/** An amount of money, written as JSON writes numbers. */
export const amountFlag = Flags.custom<string>({
  helpValue: 'AMOUNT',
  parse: async (input) => {
    if (/^(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(input)) return input;
    throw appError('usage', (m) => m.cli.send.mustAmountSuchNot({ input }));
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
      if (at < 1) throw appError('usage', (m) => m.cli.send.fieldNeedsKeyValue({ pair }));
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
