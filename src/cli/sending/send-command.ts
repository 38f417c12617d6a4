import type { JsonObject, JsonValue } from '../../base/exact-json.ts';
import { parseJson } from '../../base/exact-json.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { say, sayText } from '../../messages/messages.ts';
import { BaseCommand } from '../base-command.ts';
import { EXIT } from '../exit-codes.ts';
import type { SignedSource } from '../signature/signed-source.ts';
import { explainAnswer, wasAccepted } from './explain-answer.ts';
import { configuredUrl, curlCommand, type OutgoingRequest, outgoingRequest } from './outgoing-request.ts';
import { type Answer, type NoAnswer, postEvent } from './post-event.ts';
import { targetFlags } from './send-flags.ts';

/** A test event of one source. */
export interface TestEvent {
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
