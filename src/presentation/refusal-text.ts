import { currentLanguage, type Language } from '../base/language.ts';
import { type Phrases, translated } from './phrases.ts';

/**
 * Why requests were refused, phrase by phrase. The sentence is stored as the sender was told it, in English; a phrase that stands
 * nowhere here stays English.
 */
const PORTUGUESE: Phrases = [
  [/The request carries no credential\./, 'A requisição não traz credencial.'],
  [
    /Send google_key in the JSON body, or (\S+ sha256=)<hex HMAC-SHA256 of the raw body>\./,
    'Envie google_key no corpo JSON, ou $1<HMAC-SHA256 do corpo bruto, em hex>.',
  ],
  [/Send (\S+ sha256=)<hex HMAC-SHA256 of the raw body>/, 'Envie $1<HMAC-SHA256 do corpo bruto, em hex>'],
  [/(\S+) must hold one signature: sha256= and 64 hexadecimal digits\./, '$1 deve ter uma assinatura: sha256= e 64 dígitos hexadecimais.'],
  [
    /(\S+) is not the HMAC-SHA256 of this body with the configured secret\. Sign the exact bytes that are sent, with the same secret on both sides\./,
    '$1 não é o HMAC-SHA256 deste corpo com o segredo configurado. Assine exatamente os bytes enviados, com o mesmo segredo dos dois lados.',
  ],
  [
    /The google_key in the body is not the configured secret\. Enter the same key in the platform and here\./,
    'A google_key do corpo não é o segredo configurado. Informe a mesma chave na plataforma e aqui.',
  ],
  [/The timestamp is more than (\d+) seconds/, 'O timestamp está mais de $1 segundos'],
  [/The timestamp is (\d+) seconds/, 'O timestamp está $1 segundos'],
  [/ ahead of the clock of the server; (\d+) are allowed\./, ' à frente do relógio do servidor; o limite é $1.'],
  [/ behind the clock of the server; (\d+) are allowed\./, ' atrás do relógio do servidor; o limite é $1.'],
  [/It looks like milliseconds: send Unix time in seconds\./, 'Parece estar em milissegundos: envie o horário Unix em segundos.'],
  [/Sign and send at the same moment, and check both clocks\./, 'Assine e envie no mesmo momento, e confira os dois relógios.'],
  [/The body is empty\./, 'O corpo está vazio.'],
  [/The body is not valid UTF-8\. Send JSON encoded as UTF-8\./, 'O corpo não é UTF-8 válido. Envie JSON codificado em UTF-8.'],
  [/The body is not valid JSON\./, 'O corpo não é JSON válido.'],
  [
    /The JSON of the body is nested too deeply\. Real events have a handful of levels\./,
    'O JSON do corpo tem níveis demais. Eventos reais têm poucos níveis.',
  ],
  [/The body is valid JSON but no object\./, 'O corpo é JSON válido, mas não é um objeto.'],
  [/Send one JSON object/, 'Envie um objeto JSON'],
  [/These fields are missing or not usable: /, 'Estes campos faltam ou não podem ser usados: '],
  [
    /The request holds more than (\d+) changes, the most the platform sends at once\. Send them in several requests\./,
    'A requisição tem mais de $1 mudanças, o máximo que a plataforma envia de uma vez. Envie-as em várias requisições.',
  ],
  [/The body is larger than (\d+) bytes, the most this service takes\./, 'O corpo passa de $1 bytes, o máximo que este serviço aceita.'],
  [/The body is compressed\. Send it without Content-Encoding\./, 'O corpo está comprimido. Envie-o sem Content-Encoding.'],
];

/** The stored reason of a refusal in the language of the person. */
export function refusalText(detail: string, language: Language = currentLanguage()): string {
  return translated(detail, PORTUGUESE, language);
}
