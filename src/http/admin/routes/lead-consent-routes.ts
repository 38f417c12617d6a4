import { z } from 'zod';
import { storableText } from '../../../base/text.ts';
import { ConsentAct, type ConsentProof, type ConsentRecord, consentMoment, LONGEST_PURPOSE } from '../../../domain/consent.ts';
import { LONGEST_REASON } from '../../../domain/stage-change.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';
import { consentProofRecord } from '../../../presentation/consent-record.ts';
import { maskConsent, maskLead, maskReasons } from '../../../presentation/masking.ts';
import { MASKED } from '../../../presentation/record.ts';
import { consentProof } from '../../../processing/consent.ts';
import type { Route } from '../../exchange.ts';
import { consentPath } from '../addresses/paths.ts';
import { PAGE } from '../requests/operation.ts';
import { type FormState, InvalidForm, readFields } from '../requests/posted-form.ts';
import { type Context, revealValues } from './context.ts';
import { findLead, readPast, typedTime } from './lead-stages.ts';
import { type Admin, routesOf } from './routes-of.ts';

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
export function leadConsentRoutes(admin: Admin): Route[] {
  const { visit, change } = routesOf(admin, 'leads');
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
      showProof,
    ),
    change(
      path,
      'Record a consent or a withdrawal',
      { description: 'Consents are only ever added. The newest for a purpose counts.', form: CONSENT_FORM, answer: consentProofRecord },
      changeConsent,
      showProof,
    ),
  ];
}

async function readProof(context: Context): Promise<ConsentProof> {
  const { store, deps } = context;
  const detail = await findLead(context);
  const [consents, own] = await Promise.all([store.consentsOfLead(detail.lead.id), store.listClientConsents()]);
  return consentProof(detail, consents, { own, settings: deps.delivery.consent });
}

async function showProof(context: Context, refused?: FormState): Promise<void> {
  const reveal = context.reveals;
  const found = await readProof(context);
  if (reveal) await context.recordReveal(`lead:${found.lead.id}`, 'consent');
  const proof = context.isReader ? forReader(found) : found;
  if (context.wantsJson) return context.json(consentProofRecord.write(proof, { reveal }));
  const shown = { proof: reveal ? proof : maskProof(proof), revealed: reveal, timeZone: context.deps.timeZone };
  await context.page('ConsentPage', shown, { refused: refused && { form: 'consent', state: refused } });
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

async function changeConsent(context: Context, form: URLSearchParams): Promise<void> {
  const { store, deps, operator } = context;
  const { lead } = await findLead(context);
  const { acao, finalidade, ocorrida_em, motivo } = readFields(CONSENT_FORM, form);
  const isGrant = acao === 'conceder';
  if (isGrant && finalidade === undefined) throw new InvalidForm({ finalidade: inEveryLanguage((m) => m.settings.problems.empty) });
  const purpose = finalidade === undefined ? null : storableText(finalidade);
  const act = isGrant ? ConsentAct.granted : ConsentAct.withdrawn;
  const at = consentMoment(act, readPast(ocorrida_em, operator.now, deps.timeZone), operator.now);
  await store.changeConsent({ leadId: lead.id, purpose, act, at, reason: storableText(motivo) }, operator);
  if (!context.isBrowser) return context.json(consentProofRecord.write(await readProof(context), MASKED));
  context.redirect(`${consentPath(lead.id)}?aviso=${isGrant ? 'concedido' : 'retirado'}`);
}
