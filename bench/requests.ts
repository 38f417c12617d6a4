import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { signatureHeader } from '../src/base/signature.ts';
import type { Submission } from '../src/benchmark/submissions.ts';

/** Shared by the service under test and the client. */
export const FORM_SECRET = 'form-secret-of-the-bench';
export const FORM_PATH = '/integracoes/leads';
export const CAMPAIGN_ID = '42';

const FIRST_NAMES = ['Ana', 'João', 'Mariana', 'Antônio', 'Beatriz', 'Luís', 'Fernanda', 'Márcio', 'Júlia', 'Rafael', 'Inês', 'Caio'];
const LAST_NAMES = ['Silva', 'Souza', 'Conceição', 'Oliveira', 'Araújo', 'Lima', 'Gonçalves', 'Rocha', 'Magalhães', 'Nunes'];
const AREA_CODES = [11, 21, 31, 41, 48, 51, 61, 71, 81, 85];

export type LeadEventType = 'lead' | 'conversion';

/**
 * The JSON of one website-form submission, about 400 bytes. Each is from a new person, so that every lookup for an existing lead and every
 * index is exercised as in real traffic.
 *
 * @param now UTC ms; becomes the form's timestamp, which the service accepts for 300 seconds
 */
export function leadBody(id: string, eventType: LeadEventType, now: number): Buffer {
  const first = pick(FIRST_NAMES);
  const last = pick(LAST_NAMES);
  return Buffer.from(
    JSON.stringify({
      event_type: eventType,
      id,
      timestamp: Math.floor(now / 1_000),
      campanha_id: CAMPAIGN_ID,
      nome: `${first} ${last}`,
      email: `${first}.${last}.${randomBytes(8).toString('hex')}@example.com`.toLowerCase(),
      telefone: nextPhone(),
      utm_source: 'busca',
      utm_medium: 'cpc',
      utm_campaign: 'verao-2026',
      search_click_id: `Cj0KCQ${randomBytes(36).toString('base64url')}`,
      mensagem: 'Quero saber o preço do plano anual.',
    }),
  );
}

/** Leads as HTTP requests, each with a new id: a repeated id would be a resend, which is cheaper. */
export function submissions(count: number): readonly Submission[] {
  const now = Date.now();
  return Array.from({ length: count }, () => submission(now));
}

/** Writes complete HTTP requests for wrk.lua, each preceded by its length in 8 digits. */
export function writeRequestFile(path: string, count: number): void {
  const file = openSync(path, 'w');
  const now = Date.now();
  let chunk: Buffer[] = [];
  for (let written = 1; written <= count; written++) {
    const { request } = submission(now);
    chunk.push(Buffer.from(String(request.byteLength).padStart(8, '0')), request);
    if (chunk.length >= 2_000 || written === count) {
      writeSync(file, Buffer.concat(chunk));
      chunk = [];
    }
  }
  closeSync(file);
}

function submission(now: number): Submission {
  const id = randomUUID();
  const body = leadBody(id, 'lead', now);
  const head = [
    `POST ${FORM_PATH} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${body.byteLength}`,
    `X-Formulario-Signature: ${signatureHeader(FORM_SECRET, body)}`,
    '',
    '',
  ].join('\r\n');
  return { id, request: Buffer.concat([Buffer.from(head), body]) };
}

/** Mobile numbers of ten area codes. The step is coprime to their count, so it visits each number once, far from the previous one. */
const PHONES = 1_000_000_000;
const PHONE_STEP = 618_033_989;
let phone = randomInt(PHONES);

/**
 * Never the same number twice in one process: two leads with one phone would count as one person, so a conversion could match the wrong
 * one.
 */
function nextPhone(): string {
  phone = (phone + PHONE_STEP) % PHONES;
  const digits = String(phone).padStart(9, '0');
  return `(${AREA_CODES[Number(digits[0])]}) 9${digits.slice(1, 5)}-${digits.slice(5)}`;
}

function pick<T>(items: readonly T[]): T {
  return items[randomInt(items.length)] as T;
}
