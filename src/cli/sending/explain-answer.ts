import { field, isJsonArray, isJsonObject, type JsonObject, parseJson, scalarText } from '../../base/exact-json.ts';
import type { Translated } from '../../base/language.ts';
import { type SignedSource, SOURCE_FACTS } from '../signature/signed-source.ts';
import { explainSilence } from './explain-silence.ts';
import type { Answer, NoAnswer } from './post-event.ts';

/** True when the service took the event. */
export function wasAccepted(result: Answer | NoAnswer): boolean {
  return result.kind === 'answered' && result.status >= 200 && result.status < 300;
}

/** What the answer means and what to do next, for the person who sent the test event. */
export function explainAnswer(result: Answer | NoAnswer, source: SignedSource, url: string): Translated<string> {
  if (result.kind === 'unreachable') return explainSilence(result, new URL(url));
  const { status } = result;
  if (wasAccepted(result)) return explainSuccess(result);
  if (status >= 300 && status < 400) return explainRedirect(result);
  const code = problemCode(result.body);
  return BY_CODE[code]?.(source) ?? BY_STATUS[status]?.(source) ?? unexpected(status);
}

type Explanation = (source: SignedSource) => Translated<string>;

const secretsDiffer: Explanation = (source) => {
  const { secretSetting } = SOURCE_FACTS[source];
  return {
    en: `The service knows another ${secretSetting} than this command. Give both the same one, and start the service again after a change.`,
    pt: `O serviço conhece outro ${secretSetting}, diferente do deste comando. Use o mesmo nos dois e reinicie o serviço depois de mudar.`,
  };
};

const BY_CODE: Readonly<Record<string, Explanation>> = {
  signature_invalid: secretsDiffer,
  google_key_invalid: secretsDiffer,
  signature_missing: () => ({
    en: 'The service saw no credential. With --unsigned it has to run with WEBHOOK_ALLOW_UNSIGNED=true; otherwise a proxy in between removes the header of the signature.',
    pt: 'O serviço não viu credencial nenhuma. Com --unsigned ele precisa estar com WEBHOOK_ALLOW_UNSIGNED=true; senão, um proxy no caminho retira o cabeçalho da assinatura.',
  }),
  timestamp_out_of_window: () => ({
    en: 'The clocks of the two machines differ by more than FORMULARIO_TIMESTAMP_TOLERANCE. Set both by NTP.',
    pt: 'Os relógios das duas máquinas diferem mais do que FORMULARIO_TIMESTAMP_TOLERANCE. Acerte os dois por NTP.',
  }),
  source_not_configured: (source) => ({
    en: `The service runs without ${SOURCE_FACTS[source].secretSetting}. Set it where the service runs and start it again.`,
    pt: `O serviço está sem ${SOURCE_FACTS[source].secretSetting}. Defina onde ele é executado e reinicie.`,
  }),
};

const BY_STATUS: Readonly<Record<number, Explanation>> = {
  401: secretsDiffer,
  403: () => ({
    en: 'Something in front of the service refused the request: it never answers a test event with 403 itself. Look at the proxy or firewall.',
    pt: 'Algo à frente do serviço recusou a requisição: ele mesmo nunca responde 403 a um evento de teste. Verifique o proxy ou o firewall.',
  }),
  404: (source) => ({
    en: `There is no ${SOURCE_FACTS[source].path} at this address. Check host, port and path given with --url.`,
    pt: `Não existe ${SOURCE_FACTS[source].path} neste endereço. Confira host, porta e caminho de --url.`,
  }),
  405: () => ({
    en: 'Another program may listen at this address: the service takes POST here. Check host and port given with --url.',
    pt: 'Talvez outro programa escute neste endereço: o serviço aceita POST aqui. Confira host e porta de --url.',
  }),
  413: () => ({
    en: 'The body is larger than MAX_BODY_BYTES of the service, or than its proxy allows.',
    pt: 'O corpo é maior que o MAX_BODY_BYTES do serviço, ou do que o proxy permite.',
  }),
  415: () => ({
    en: 'The service does not take this content type or encoding; a proxy in between may have changed it.',
    pt: 'O serviço não aceita este tipo de conteúdo ou codificação; um proxy no caminho pode ter mudado isso.',
  }),
  422: () => ({
    en: 'The credential is right, and the content is not usable. The answer names every field to mend.',
    pt: 'A credencial está certa, mas o conteúdo não serve. A resposta aponta cada campo a corrigir.',
  }),
  429: () => ({
    en: 'A proxy limits the rate of requests. Wait a little and send again.',
    pt: 'Um proxy limita a taxa de requisições. Espere um pouco e envie de novo.',
  }),
  502: () => ({
    en: 'The proxy answers, the service behind it does not. Is `lead-intake serve` running?',
    pt: 'O proxy responde, o serviço atrás dele não. `lead-intake serve` está em execução?',
  }),
  503: () => ({
    en: 'The service could not store the event now (busy, full or stopping). Nothing is lost: send it again, and look at `lead-intake queue status`.',
    pt: 'O serviço não conseguiu gravar o evento agora (ocupado, cheio ou parando). Nada se perde: envie de novo e veja `lead-intake queue status`.',
  }),
  504: () => ({
    en: 'The proxy waited in vain for the service behind it. Is `lead-intake serve` running?',
    pt: 'O proxy esperou em vão pelo serviço atrás dele. `lead-intake serve` está em execução?',
  }),
};

function explainSuccess({ body }: Answer): Translated<string> {
  const receipt = receiptOf(body);
  const eventId = scalarText(field(receipt, 'evento_id'));
  const status = scalarText(field(receipt, 'status'));
  if (eventId === undefined) return NOT_OUR_ANSWER;
  const show = `\`lead-intake events show ${eventId}\``;
  if (status === 'already_accepted') {
    return {
      en: `The service knows this event already and made no second lead. ${show} shows what became of it.`,
      pt: `O serviço já conhece este evento e não criou um segundo lead. ${show} mostra o que aconteceu com ele.`,
    };
  }
  return {
    en: `The event is stored and waits in the queue; the lead is made by a worker. ${show} shows what became of it.`,
    pt: `O evento foi gravado e espera na fila; um worker cria o lead. ${show} mostra o que aconteceu com ele.`,
  };
}

const NOT_OUR_ANSWER = {
  en: 'The service answered with success, but not as a lead-intake does. Check host and port given with --url.',
  pt: 'A resposta foi de sucesso, mas não é a de um lead-intake. Confira host e porta de --url.',
};

/** The receipt in an answer; a platform's batch has one for each event, and ours holds one event. */
function receiptOf(body: string): JsonObject {
  const reading = parseJson(body);
  const json = reading.ok && isJsonObject(reading.value) ? reading.value : {};
  const events = field(json, 'eventos');
  const first = isJsonArray(events) ? events[0] : undefined;
  return isJsonObject(first) ? first : json;
}

function explainRedirect({ location }: Answer): Translated<string> {
  return {
    en: `The address redirects ${location === null ? 'somewhere else' : `to ${location}`}. Platforms do not follow redirects for posted events, so give them (and --url) the final address.`,
    pt: `O endereço redireciona ${location === null ? 'para outro lugar' : `para ${location}`}. As plataformas não seguem redirecionamentos de eventos: informe a elas (e em --url) o endereço final.`,
  };
}

function problemCode(body: string): string {
  const reading = parseJson(body);
  return (reading.ok && isJsonObject(reading.value) ? scalarText(field(reading.value, 'code')) : undefined) ?? '';
}

function unexpected(status: number): Translated<string> {
  return status >= 500
    ? {
        en: `The service, or a proxy before it, failed (HTTP ${status}). Look at its log; the event can be sent again.`,
        pt: `O serviço, ou um proxy à frente dele, falhou (HTTP ${status}). Veja o log; o evento pode ser enviado de novo.`,
      }
    : {
        en: `A lead-intake does not answer HTTP ${status} to a test event. Check host, port and path given with --url.`,
        pt: `Um lead-intake não responde HTTP ${status} a um evento de teste. Confira host, porta e caminho de --url.`,
      };
}
