import { randomUUID } from 'node:crypto';
import * as Flags from '@oclif/core/flags';
import type { FlagInput } from '@oclif/core/interfaces';
import type { WatchSource } from '../../app/watch-source.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../base/exact-json.ts';
import { DEFAULT_QUEUE } from '../../domain/job.ts';
import type { Origin } from '../../domain/origin.ts';
import { EventStatus } from '../../domain/webhook-event.ts';
import { appError, say, sayText } from '../../messages/messages.ts';
import type { BaseCommand } from '../base-command.ts';
import { printableText } from '../body-text.ts';
import { command, type Typed } from '../command.ts';
import { wholeNumberFlag } from '../flags.ts';
import { currentSecret } from '../signature/signed-source.ts';
import { openWatchSource } from '../watch/open-watch-source.ts';
import { DEFAULT_PERSON } from './bodies.ts';
import { explainAnswer, storedEvent, wasAccepted } from './explain-answer.ts';
import { configuredUrl, curlCommand, type OutgoingRequest, outgoingRequest, readServiceUrl, serviceUrl } from './outgoing-request.ts';
import { type Answer, type NoAnswer, postEvent } from './post-event.ts';
import { INTERVAL_MS, processingJson, processingText, waitForEvent } from './wait-for-event.ts';

/** Long enough for a busy worker. */
const WAIT_SECONDS = 30;

/** Where to send, and whether to. */
const targetFlags = {
  wait: Flags.boolean({ exclusive: ['dry-run'] }),
  timeout: wholeNumberFlag({ helpValue: 'S', min: 1, max: 3_600, dependsOn: ['wait'] }),
  url: Flags.custom<URL>({ helpValue: 'URL', parse: async (input) => readServiceUrl(input) })(),
  'dry-run': Flags.boolean({}),
};

/** The person of the event. */
export const personFlags = {
  name: Flags.string({ helpValue: 'NAME', default: DEFAULT_PERSON.name }),
  email: Flags.string({ helpValue: 'EMAIL', default: DEFAULT_PERSON.email }),
  phone: Flags.string({ helpValue: 'PHONE', default: DEFAULT_PERSON.phone }),
};

/** For the ad platforms: no signature, or the seed's flat sample instead of the platform's own payload. */
export const flatFlags = {
  unsigned: Flags.boolean({}),
  flat: Flags.boolean({ dependsOn: ['client-id'] }),
  'client-id': Flags.string({ helpValue: 'ID', dependsOn: ['flat'] }),
  type: Flags.string({ helpValue: 'TYPE', dependsOn: ['flat'] }),
};

/** The event type of the flat sample; the seed's denotes a conversion. */
export const FLAT_EVENT_TYPE = 'conversion';

/** An amount of money in JSON number syntax. */
export const amountFlag = Flags.custom<string>({
  helpValue: 'AMOUNT',
  parse: async (input) => {
    if (/^(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(input)) return input;
    throw appError('usage', (m) => m.cli.send.amountShape({ input }));
  },
});

/** The id of a made-up submission. */
export function testId(): string {
  return `teste-${randomUUID()}`;
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
      if (at < 1) throw appError('usage', (m) => m.cli.send.fieldShape({ pair }));
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** A test event of one source. */
interface TestEvent {
  readonly body: JsonObject;
  /** Signs the body; `undefined`: the body is not signed. */
  readonly secret: string | undefined;
}

interface SendDefinition<Flags extends FlagInput> {
  readonly source: Origin;
  readonly examples: readonly string[];
  readonly flags: Flags;
  /** @param secret returns the current secret of the source; throws if there is none */
  event(flags: Typed<Flags, object>['flags'], secret: () => string): TestEvent;
}

/**
 * A command that posts one event and shows the answer, and with `--wait` the result of processing. Exit 1 unless the service accepted the
 * event and it did not fail.
 */
export function sendCommand<Flags extends FlagInput>({ source, examples, flags, event }: SendDefinition<Flags>) {
  return command({
    examples,
    flags: { ...flags, ...targetFlags },
    async run({ flags: typed }) {
      const loaded = this.loadConfig(typed);
      const { config, secrets } = loaded;
      const { url, wait, timeout, 'dry-run': isDryRun } = typed as Typed<typeof targetFlags, object>['flags'];
      const { body, secret } = event(typed as unknown as Typed<Flags, object>['flags'], () => currentSecret(secrets, source));
      const outgoing = outgoingRequest(source, url ?? configuredUrl(config), body, secret);
      if (isDryRun) return showRequest(this, outgoing, 'google_key' in body);
      if (wait !== true) return await deliver(this, outgoing, source);
      // Opened before sending, so that an error about reading the result appears first.
      const reading = { queue: DEFAULT_QUEUE, refreshMs: INTERVAL_MS, operator: (now: number) => this.operator(now) };
      await using events = await openWatchSource(loaded, { url: url && serviceUrl(url, source) }, reading);
      const isDirect = url === undefined;
      return await deliver(this, outgoing, source, { events, isDirect, seconds: timeout ?? WAIT_SECONDS });
    },
  });
}

/**
 * @param waiting where the event is read until it has been processed; omitted: do not wait. `isDirect`: there is no proxy in between that
 * may set the request id itself
 */
async function deliver(
  command: BaseCommand,
  outgoing: OutgoingRequest,
  source: Origin,
  waiting?: { readonly events: WatchSource; readonly isDirect: boolean; readonly seconds: number },
): Promise<JsonObject> {
  const { url } = outgoing;
  const result = await postEvent(outgoing);
  const explanation = explainAnswer(result, source, url);
  if (result.kind === 'answered') {
    const { status, durationMs } = result;
    command.log(`${say((m) => m.cli.send.answered({ status, durationMs, url }))}\n${printableText(result.body.trimEnd())}`);
  }
  const json = { url, ...answerJson(result), duracao_ms: result.durationMs, explicacao: explanation.en };
  if (!wasAccepted(result)) command.fail();
  const event = storedEvent(result);
  if (waiting === undefined || event === undefined || result.kind !== 'answered') {
    command.logToStderr(sayText(explanation));
    return json;
  }
  const { id, isKnown } = event;
  const { events, isDirect, seconds } = waiting;
  command.remark((m) => m.cli.send.waiting({ eventId: id }));
  // An event that the service already had was stored by another request.
  const requestId = isDirect && !isKnown ? result.requestId : null;
  const processing = await waitForEvent(events, { id, requestId }, seconds * 1_000);
  command.say(processingText(processing, id, seconds));
  if (processing.result !== EventStatus.processed) command.fail();
  return { ...json, processamento: processingJson(processing) };
}

function showRequest(command: BaseCommand, outgoing: OutgoingRequest, holdsSecret: boolean): JsonObject {
  const curl = curlCommand(outgoing);
  command.log(curl);
  if (holdsSecret) command.remark((m) => m.cli.send.holdsSecret);
  return { url: outgoing.url, cabecalhos: outgoing.headers, corpo: outgoing.body, curl };
}

function answerJson(result: Answer | NoAnswer): JsonObject {
  if (result.kind === 'unreachable') return { status: null, resposta: null, erro: result.code };
  const reading = parseJson(result.body);
  const body: JsonValue = reading.ok ? reading.value : result.body;
  return { status: result.status, resposta: body, erro: null };
}
