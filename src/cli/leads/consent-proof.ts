import type { ConsentProof, Consents } from '../../domain/consent.ts';
import type { ClientAccounts } from '../../domain/delivery-ports.ts';
import type { Reports } from '../../domain/report-ports.ts';
import { say } from '../../messages/messages.ts';
import { consentProofRecord } from '../../presentation/consent-record.ts';
import { faultText } from '../../presentation/fault-text.ts';
import type { Visibility } from '../../presentation/record.ts';
import { type ConsentRules, consentProof } from '../../processing/consent.ts';
import { conversionText } from '../conversions/conversion-text.ts';
import { recordBlock } from '../record-block.ts';
import { paragraph } from '../render.ts';
import { requireFound } from '../require-found.ts';

type Store = Pick<Reports, 'findLead'> & Pick<Consents, 'consentsOfLead'> & Pick<ClientAccounts, 'listClientConsents'>;

/** @throws AppError `not_found` */
export async function readProof(store: Store, lead: string, settings: Pick<ConsentRules, 'mode' | 'keys'>): Promise<ConsentProof> {
  const found = requireFound(await store.findLead(lead), (m) => m.cli.leads.theLead({ lead }), 'leads list');
  const [consents, own] = await Promise.all([store.consentsOfLead(lead), store.listClientConsents()]);
  return consentProof(found, consents, { own, settings });
}

/** The proof for people: the lead, each consent, and what follows for its conversions. */
export function proofText(proof: ConsentProof, visibility: Visibility): string {
  const { lead, consentimentos } = consentProofRecord.write(proof, visibility);
  const everyPurpose = say((m) => m.labels.consent.everyPurpose);
  const consents = consentimentos.map((line) => recordBlock({ ...line, finalidade: line.finalidade ?? everyPurpose }));
  const { objection } = proof;
  const effect = objection === null ? say((m) => m.labels.consent.allows) : faultText(objection.params);
  const found = consents.length === 0 ? [say((m) => m.labels.consent.none)] : consents;
  return [recordBlock(lead), ...found, paragraph(effect), ...proof.conversions.map(conversionText)].join('\n\n');
}
