import { z } from 'zod';
import type { Clock } from '../../../base/clock.ts';
import { storableText } from '../../../base/text.ts';
import {
  ConsentAct,
  type ConsentProof,
  type ConsentRecord,
  type Consents,
  consentMoment,
  LONGEST_PURPOSE,
} from '../../../domain/consent.ts';
import type { ClientAccounts } from '../../../domain/delivery-ports.ts';
import type { QueueControl } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { LONGEST_REASON } from '../../../domain/stage-change.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';
import { consentProofRecord } from '../../../presentation/consent-record.ts';
import { maskConsent, maskLead, maskReasons } from '../../../presentation/masking.ts';
import { MASKED } from '../../../presentation/record.ts';
import { consentProof } from '../../../processing/consent.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import { consentPath } from '../addresses/paths.ts';
import { type Guard, operatorOnly } from '../entrance/guard.ts';
import type { DeliverySettings } from '../read/settings.ts';
import { isBrowser, wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import { type FormState, InvalidForm, readFields } from '../requests/posted-form.ts';
import { redirect } from '../requests/respond.ts';
import { readValues } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { findLead, readPast, typedTime } from './lead-stage-routes.ts';
import { recordReveal, revealValues } from './reveal.ts';
import { routesOf, showPage } from './routes-of.ts';

export interface LeadConsentDeps extends Program {
  readonly store: Reports & Consents & QueueControl & Pick<ClientAccounts, 'listClientConsents'>;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly delivery: Pick<DeliverySettings, 'consent'>;
}

const CONSENT_FORM = z.object({
  acao: z.enum(['conceder', 'retirar']).describe('`conceder`: the person consented; `retirar`: the person withdrew consent.'),
  finalidade: z
    .string()
    .max(LONGEST_PURPOSE)
    .describe('The purpose, as in CONVERSIONS_CONSENT_KEYS or on the form. Required for `conceder`. Default: every purpose.')
    .optional(),
  ocorrida_em: typedTime(
    'When the person did it, as ISO 8601. Without an offset, in the time zone of CONVERSIONS_TIME_ZONE. Default: now.',
  ).optional(),
  motivo: z.string().max(LONGEST_REASON).describe('How you know. Stored with the consent.'),
});

/** What a person consented to, how that is known, and a form to record a change. */
export function leadConsentRoutes(deps: LeadConsentDeps, guard: Guard): Route[] {
  const { visit, change } = routesOf(deps, guard, 'leads');
  const path = consentPath(':id');
  return [
    visit(
      path,
      'Get the consents of a lead',
      {
        description: 'What a person consented to, when, on which form, what verified the sender, and whether conversions are sent.',
        query: revealValues,
        answer: consentProofRecord,
        also: PAGE,
      },
      (deps, exchange, visitor) => showProof(deps, exchange, visitor),
    ),
    change(
      path,
      'Record a consent or a withdrawal',
      { description: 'Consents are only ever added. The newest for a purpose counts.', form: CONSENT_FORM, answer: consentProofRecord },
      changeConsent,
      (deps, exchange, visitor, state) => showProof(deps, exchange, visitor, state),
    ),
  ];
}

async function readProof({ store, delivery }: LeadConsentDeps, exchange: Exchange): Promise<ConsentProof> {
  const detail = await findLead({ store }, exchange);
  const [consents, own] = await Promise.all([store.consentsOfLead(detail.lead.id), store.listClientConsents()]);
  return consentProof(detail, consents, { own, settings: delivery.consent });
}

async function showProof(deps: LeadConsentDeps, exchange: Exchange, visitor: Visitor, refused?: FormState): Promise<void> {
  const reveal = readValues(revealValues, exchange.query).mostrar === true;
  const found = await readProof(deps, exchange);
  if (reveal) operatorOnly(visitor);
  if (reveal) await recordReveal(deps, exchange, `lead:${found.lead.id}`, 'consent');
  const proof = visitor.role === 'reader' ? forReader(found) : found;
  if (wantsJson(exchange)) return sendJson(exchange, 200, consentProofRecord.write(proof, { reveal }));
  const { clock, timeZone } = deps;
  const shown = { proof: reveal ? proof : maskProof(proof), revealed: reveal, refused, stageClock: { now: clock(), timeZone } };
  await showPage(deps, exchange, visitor, 'ConsentPage', shown, { status: refused?.status });
}

/** Without the operators' notes, and without fingerprints of secrets: they would help to guess a secret that a person chose. */
function forReader({ conversions, consents, ...proof }: ConsentProof): ConsentProof {
  return { ...proof, conversions: conversions.map(maskReasons), consents: consents.map(withoutFingerprint) };
}

function withoutFingerprint(consent: ConsentRecord): ConsentRecord {
  return consent.event === null ? consent : { ...consent, event: { ...consent.event, secret: null } };
}

function maskProof(proof: ConsentProof): ConsentProof {
  return { ...proof, lead: maskLead(proof.lead), consents: proof.consents.map(maskConsent) };
}

async function changeConsent(deps: LeadConsentDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { lead } = await findLead(deps, exchange);
  const { acao, finalidade, ocorrida_em, motivo } = readFields(CONSENT_FORM, form);
  const isGrant = acao === 'conceder';
  if (isGrant && finalidade === undefined) throw new InvalidForm({ finalidade: inEveryLanguage((m) => m.settings.problems.empty) });
  const operator = operatorOf(exchange, deps.clock);
  const purpose = finalidade === undefined ? null : storableText(finalidade);
  const act = isGrant ? ConsentAct.granted : ConsentAct.withdrawn;
  const at = consentMoment(act, readPast(ocorrida_em, operator.now, deps.timeZone), operator.now);
  await deps.store.changeConsent({ leadId: lead.id, purpose, act, at, reason: storableText(motivo) }, operator);
  if (!isBrowser(exchange)) return sendJson(exchange, 200, consentProofRecord.write(await readProof(deps, exchange), MASKED));
  redirect(exchange, `${consentPath(lead.id)}?aviso=${isGrant ? 'concedido' : 'retirado'}`);
}
