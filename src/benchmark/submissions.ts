import { signatureHeader } from '../base/signature.ts';
import { DEFAULT_QUEUE } from '../domain/job.ts';
import { Origin } from '../domain/origin.ts';
import type { Delivery } from '../domain/webhook-event.ts';

export const BENCH_CAMPAIGN = { id: 'bench', name: 'Benchmark', client: 'Benchmark', user: 'bench@example.com' } as const;

/** A submission; its unique id identifies its event and its lead. */
export interface Submission {
  readonly id: string;
  /** The complete HTTP request, ready to be written to a socket. */
  readonly request: Buffer;
}

const ROUTE = '/integracoes/leads';
/** Area codes of large cities. */
const AREA_CODES = ['11', '21', '27', '31', '41', '47', '51', '61', '71', '81', '85', '92'];
const FIRST_NAMES = ['Ana', 'Bruno', 'Carla', 'Diego', 'Eduarda', 'Fábio', 'Gabriela', 'Heitor', 'Inês', 'João', 'Lívia', 'Mateus'];
const LAST_NAMES = ['Silva', 'Souza', 'Oliveira', 'Araújo', 'Conceição', 'Gonçalves', 'Magalhães', 'Pereira', 'Ribeiro'];
const MESSAGE = 'Olá! Vi o anúncio e gostaria de receber uma proposta para a minha empresa. Podem me ligar de manhã?';

/** Odd, so that multiplying by it modulo 2^32 maps numbers one to one and looks random. */
const SCATTER = 0x9e3779b1;
/** Brazilian mobile numbers are 9, then 6 to 9, then seven digits: 40 million per area code. */
const MOBILE_FROM = 60_000_000;
const MOBILE_COUNT = 40_000_000;
/** Shares no factor with the count, so that no number repeats before all were used. */
const MOBILE_STEP = 9_999_991;

/**
 * Website form submissions as a landing page's backend sends them: signed, about 600 bytes, each for another person and each registering a
 * conversion. Apart from time and signature, the n-th one is the same in every run.
 */
export class Submissions {
  readonly #secret: string;
  #made = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The next submissions as HTTP requests. Their timestamp is now, so they are accepted within the tolerance. */
  requests(count: number): readonly Submission[] {
    const now = Date.now();
    return Array.from({ length: count }, () => {
      const { id, body } = this.#next(now);
      return { id, request: this.#request(body) };
    });
  }

  /** The next submissions as intake passes them to the inbox. */
  deliveries(count: number): readonly { readonly id: string; readonly delivery: Delivery }[] {
    const now = Date.now();
    return Array.from({ length: count }, () => {
      const { id, body } = this.#next(now);
      return { id, delivery: this.#delivery(id, body, now) };
    });
  }

  #next(now: number): { id: string; body: Buffer } {
    this.#made += 1;
    const id = `bench-${this.#made}`;
    return { id, body: Buffer.from(JSON.stringify(formBody(id, this.#made, now))) };
  }

  #request(body: Buffer): Buffer {
    const head = [
      `POST ${ROUTE} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `X-Formulario-Signature: ${signatureHeader(this.#secret, body)}`,
      `Content-Length: ${body.byteLength}`,
    ].join('\r\n');
    return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]);
  }

  #delivery(id: string, body: Buffer, now: number): Delivery {
    const headers = JSON.stringify([
      ['Content-Type', 'application/json'],
      ['X-Formulario-Signature', signatureHeader(this.#secret, body)],
    ]);
    return {
      origin: Origin.ownForm,
      body,
      headers,
      remoteAddress: '127.0.0.1',
      requestId: `request-${id}`,
      credential: 'hmac',
      receivedAt: now,
      queue: DEFAULT_QUEUE,
      events: [{ eventType: 'conversion', identity: id }],
    };
  }
}

function formBody(id: string, index: number, now: number): object {
  const chance = Math.imul(index, SCATTER) >>> 0;
  const token = chance.toString(36);
  return {
    event_type: 'conversion',
    id,
    timestamp: Math.floor(now / 1_000),
    campanha_id: BENCH_CAMPAIGN.id,
    nome: `${pick(FIRST_NAMES, chance)} ${pick(LAST_NAMES, chance >>> 8)}`,
    email: `${token}@example.com`,
    telefone: mobilePhone(index, chance),
    utm_source: 'busca',
    utm_medium: 'cpc',
    utm_campaign: 'verao',
    gclid: `Cj0KCQjw${token}EiwA${token}`,
    mensagem: MESSAGE,
    valor: (chance % 500_000) / 100,
    moeda: 'BRL',
  };
}

function mobilePhone(index: number, chance: number): string {
  const digits = String(MOBILE_FROM + ((index * MOBILE_STEP) % MOBILE_COUNT));
  return `+55 ${pick(AREA_CODES, chance >>> 16)} 9${digits.slice(0, 4)}-${digits.slice(4)}`;
}

function pick(from: readonly string[], chance: number): string {
  return from[chance % from.length] ?? '';
}
