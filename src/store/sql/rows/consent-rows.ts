import type { Consent, ConsentRecord } from '../../../domain/consent.ts';
import type { Credential } from '../../../domain/webhook-event.ts';
import { id, optionalId, reading, textId } from './fields.ts';

/** What decides about the lead in a column, as JSON: mostly an empty list. */
export function consentsOfLeadIn(column: string): string {
  return `(select coalesce(json_group_array(json_array(finalidade, decisao, ocorrida_em, vale_desde, ifnull(evento_id, -id))), '[]') from consentimentos where lead_id = ${column})`;
}

type Stored = readonly [purpose: string | null, act: Consent['act'], at: number | null, since: number, source: number];

/** Reads `consentsOfLeadIn`. */
export function readConsents(json: unknown): readonly Consent[] {
  return (JSON.parse(json as string) as readonly Stored[]).map(([purpose, act, at, since, source]) => {
    return { purpose, act, at, since, source: textId(source) };
  });
}

/** A row with `recebido_em`, `credencial` and `segredo` of its event. */
export const toConsentRecord = reading<ConsentRecord>({
  id: id('id'),
  leadId: id('lead_id'),
  purpose: 'finalidade',
  act: 'decisao',
  at: 'ocorrida_em',
  since: 'vale_desde',
  text: 'texto',
  ip: 'ip_pessoa',
  formId: 'formulario_id',
  recordedAt: 'registrado_em',
  operator: 'registrado_por',
  reason: 'motivo',
  source: ({ evento_id: event, id: own }) => textId((event as number | null) ?? -(own as number)),
  event: ({ evento_id, recebido_em, credencial, segredo, ip }) => {
    const eventId = optionalId(evento_id as number | null);
    if (eventId === null) return null;
    const [receivedAt, credential, secret] = [recebido_em as number, credencial as Credential, segredo as string | null];
    return { id: eventId, receivedAt, credential, secret, remoteAddress: ip as string | null };
  },
});
