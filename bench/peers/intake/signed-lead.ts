import { createHmac, timingSafeEqual } from 'node:crypto';

/** What every intake does before it stores a lead: HMAC of the raw body, JSON, required fields. */
export interface SubmittedLead {
  readonly id: string;
  readonly event_type: string;
  readonly timestamp: number;
  readonly campanha_id: string;
  readonly nome: string;
}

const SECRET = process.env['FORMULARIO_SECRET'] ?? '';

/** The lead in a body; `undefined` if the signature does not match or a field is missing. */
export function readSignedLead(body: Buffer, signature: string | undefined): SubmittedLead | undefined {
  if (!isSigned(body, signature)) return undefined;
  const lead = JSON.parse(body.toString('utf8')) as Partial<SubmittedLead>;
  const isComplete = Boolean(lead.id && lead.event_type && lead.timestamp && lead.campanha_id && lead.nome);
  return isComplete ? (lead as SubmittedLead) : undefined;
}

function isSigned(body: Buffer, signature: string | undefined): boolean {
  if (signature === undefined) return false;
  const given = Buffer.from(signature.slice('sha256='.length), 'hex');
  const expected = createHmac('sha256', SECRET).update(body).digest();
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}
