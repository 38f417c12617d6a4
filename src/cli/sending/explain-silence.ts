import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import type { NoAnswer } from './post-event.ts';

type Explanation = (url: URL) => Translated<string>;

const closedWithoutAnswer: Explanation = (url) => ({
  en: `${url.host} closed the connection without an answer. Is it the service, and does it speak ${protocolName(url).en}?`,
  pt: `${url.host} fechou a conexão sem responder. É mesmo o serviço, e ele fala ${protocolName(url).pt}?`,
});

const noWay: Explanation = (url) => ({
  en: `There is no way to ${url.hostname} from here. Check the network.`,
  pt: `Não há rota daqui até ${url.hostname}. Verifique a rede.`,
});

const BY_SYSTEM_CODE: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: (url) => ({
    en: `Nothing listens at ${url.host}. Start the service with \`lead-intake serve\`, or pass the address where it runs with --url.`,
    pt: `Nada escuta em ${url.host}. Inicie o serviço com \`lead-intake serve\`, ou informe em --url o endereço dele.`,
  }),
  ENOTFOUND: (url) => ({
    en: `The host name ${url.hostname} is not known. Check the spelling of --url.`,
    pt: `O nome ${url.hostname} não é conhecido. Confira a grafia de --url.`,
  }),
  EAI_AGAIN: (url) => ({
    en: `The host name ${url.hostname} could not be looked up now. Check the network and its name server.`,
    pt: `Não foi possível consultar o nome ${url.hostname} agora. Verifique a rede e o servidor de nomes.`,
  }),
  ECONNRESET: closedWithoutAnswer,
  UND_ERR_SOCKET: closedWithoutAnswer,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
};

/** Why no answer came, and what to do next, for the person who sent the test event. */
export function explainSilence({ code, durationMs }: NoAnswer, url: URL): Translated<string> {
  const known = BY_SYSTEM_CODE[code];
  if (known !== undefined) return known(url);
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT' || code.startsWith('UND_ERR_CONNECT_TIMEOUT')) return tooLate(formatDuration(durationMs));
  if (/CERT|SSL|TLS|ALTNAME|SELF_SIGNED/.test(code)) return noEncryption(code, url);
  if (code === 'NOT_HTTP') {
    return {
      en: `What listens at ${url.host} does not answer in HTTP. Check the port, and http or https, in --url.`,
      pt: `O que escuta em ${url.host} não responde em HTTP. Confira em --url a porta, e se é http ou https.`,
    };
  }
  return {
    en: `The request could not be sent (${code}). Check the address given with --url.`,
    pt: `Não foi possível enviar a requisição (${code}). Confira o endereço de --url.`,
  };
}

function tooLate(duration: string): Translated<string> {
  return {
    en: `No answer within ${duration}. A firewall may swallow the request, or the service is stuck: look at its log.`,
    pt: `Nenhuma resposta em ${duration}. Um firewall pode estar engolindo a requisição, ou o serviço travou: veja o log.`,
  };
}

function noEncryption(code: string, url: URL): Translated<string> {
  return {
    en: `The encrypted connection failed (${code}): the certificate of ${url.hostname} is not valid for it, or the port speaks no TLS.`,
    pt: `A conexão cifrada falhou (${code}): o certificado de ${url.hostname} não vale para ele, ou a porta não fala TLS.`,
  };
}

function protocolName(url: URL): Translated<string> {
  return url.protocol === 'https:' ? { en: 'HTTPS', pt: 'HTTPS' } : { en: 'HTTP without TLS', pt: 'HTTP sem TLS' };
}
