import * as Flags from '@oclif/core/flags';
import { type JsonObject, type JsonValue, parseJson } from '../../base/exact-json.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { appError, say, sayText } from '../../messages/messages.ts';
import { BaseCommand } from '../base-command.ts';
import { EXIT } from '../exit-codes.ts';
import type { SignedSource } from '../signature/signed-source.ts';
import { DEFAULT_PERSON, type TestPerson } from './bodies.ts';
import { explainAnswer, wasAccepted } from './explain-answer.ts';
import { configuredUrl, curlCommand, type OutgoingRequest, outgoingRequest, readServiceUrl } from './outgoing-request.ts';
import { type Answer, type NoAnswer, postEvent } from './post-event.ts';

/** Flags of the commands that post test events. */

/** Where to send, and whether to. */
const targetFlags = {
  url: Flags.custom<URL>({ helpValue: 'URL', parse: async (input) => readServiceUrl(input) })(),
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

/** A test event of one source. */
interface TestEvent {
  readonly source: SignedSource;
  readonly body: JsonObject;
  /** Signs the body; undefined: nothing is signed. */
  readonly secret: string | undefined;
}

interface TargetFlags {
  readonly url?: URL | undefined;
  readonly 'dry-run': boolean;
}

/** What the `send` commands share: they post one event and show what came back. */
export abstract class SendCommand extends BaseCommand {
  static override baseFlags = { ...BaseCommand.baseFlags, ...targetFlags };

  /** Posts the event, or prints it with `--dry-run`; the exit code is 1 unless the service took it. */
  protected async deliver({ source, body, secret }: TestEvent, loaded: LoadedConfig, flags: TargetFlags): Promise<JsonObject> {
    const outgoing = outgoingRequest(source, flags.url ?? configuredUrl(loaded.config), body, secret);
    if (flags['dry-run']) return this.show(outgoing, 'google_key' in body);
    const result = await postEvent(outgoing);
    const explanation = explainAnswer(result, source, outgoing.url);
    if (result.kind === 'answered')
      this.log(
        `${say((m) => m.cli.send.httpInMsFrom({ status: result.status, durationMs: result.durationMs, url: outgoing.url }))}\n${result.body.trimEnd()}`,
      );
    this.logToStderr(sayText(explanation));
    if (!wasAccepted(result)) process.exitCode = EXIT.failed;
    return { url: outgoing.url, ...answerJson(result), duracao_ms: result.durationMs, explicacao: explanation.en };
  }

  private show(outgoing: OutgoingRequest, holdsSecret: boolean): JsonObject {
    const curl = curlCommand(outgoing);
    this.log(curl);
    if (holdsSecret) this.logToStderr(say((m) => m.cli.send.holdsSecret));
    return { url: outgoing.url, cabecalhos: outgoing.headers, corpo: outgoing.body, curl };
  }
}

function answerJson(result: Answer | NoAnswer): JsonObject {
  if (result.kind === 'unreachable') return { status: null, resposta: null, erro: result.code };
  const reading = parseJson(result.body);
  const body: JsonValue = reading.ok ? reading.value : result.body;
  return { status: result.status, resposta: body, erro: null };
}
