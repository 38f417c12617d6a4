import * as Flags from '@oclif/core/flags';
import { storableText } from '../../src/base/text.ts';
import { type FlagValues, storeCommand } from '../../src/cli/command.ts';
import { conversionText } from '../../src/cli/conversions/conversion-text.ts';
import { oneArg, revealFlags } from '../../src/cli/flags.ts';
import { recordBlock } from '../../src/cli/record-block.ts';
import { paragraph } from '../../src/cli/render.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { readReason, readStageValues, type StageRules } from '../../src/cli/stages/stage-input.ts';
import { ConsentAct, type ConsentChange, type ConsentProof, consentMoment, LONGEST_PURPOSE } from '../../src/domain/consent.ts';
import { appError, say } from '../../src/messages/messages.ts';
import { consentProofRecord } from '../../src/presentation/consent-record.ts';
import { faultText } from '../../src/presentation/fault-text.ts';
import type { Visibility } from '../../src/presentation/record.ts';
import { consentProof } from '../../src/processing/consent.ts';

const consentFlags = {
  withdraw: Flags.boolean({ dependsOn: ['reason'] }),
  grant: Flags.boolean({ exclusive: ['withdraw'], dependsOn: ['purpose', 'reason'] }),
  purpose: Flags.string({ helpValue: 'KEY' }),
  at: Flags.string({ helpValue: 'TIME' }),
  reason: Flags.string({ helpValue: 'TEXT', parse: async (text) => readReason(text) }),
};

export default storeCommand({
  examples: [
    '17',
    '17 --withdraw --reason "email of 20 November"',
    '17 --grant --purpose ads --at "2026-11-20 09:00" --reason "told us on the phone"',
  ],
  args: { lead: oneArg },
  flags: { ...consentFlags, reveal: revealFlags.reveal },
  async run({ args: { lead }, flags, store, config, clock, operator }) {
    const { timeZone, consent: mode, consentKeys: keys } = config.delivery.conversions;
    const change = readChange(lead, flags, { now: clock(), timeZone });
    if (change !== undefined) await store.changeConsent(change, operator());
    const found = requireFound(await store.findLead(lead), 'lead', lead);
    const [consents, own] = await Promise.all([store.consentsOfLead(lead), store.listClientConsents()]);
    const proof = consentProof(found, consents, { own, settings: { mode, keys } });
    await this.noteReveal(store, `lead:${proof.lead.id}`, flags);
    this.log(proofText(proof, flags));
    return consentProofRecord.write(proof, flags);
  },
});

/** What an operator records; `undefined` if nothing. */
function readChange(leadId: string, flags: FlagValues<typeof consentFlags>, rules: StageRules): ConsentChange | undefined {
  const { withdraw = false, grant = false, purpose, at, reason = '' } = flags;
  if (!withdraw && !grant) {
    if (purpose === undefined && at === undefined && reason === '') return undefined;
    throw appError('usage', (m) => m.cli.leads.grantOrWithdraw);
  }
  const { time } = readStageValues({ value: undefined, currency: undefined, time: at }, rules);
  const act = grant ? ConsentAct.granted : ConsentAct.withdrawn;
  return { leadId, purpose: purpose === undefined ? null : readPurpose(purpose), act, at: consentMoment(act, time, rules.now), reason };
}

function readPurpose(text: string): string {
  const purpose = storableText(text.trim());
  if (purpose !== '' && purpose.length <= LONGEST_PURPOSE) return purpose;
  throw appError('usage', (m) => m.cli.leads.purposeLength({ longest: LONGEST_PURPOSE }));
}

/** The lead, each consent, and what follows for its conversions. */
function proofText(proof: ConsentProof, visibility: Visibility): string {
  const { lead, consentimentos } = consentProofRecord.write(proof, visibility);
  const everyPurpose = say((m) => m.labels.consent.everyPurpose);
  const consents = consentimentos.map((line) => recordBlock({ ...line, finalidade: line.finalidade ?? everyPurpose }));
  const { objection } = proof;
  const effect = objection === null ? say((m) => m.labels.consent.allows) : faultText(objection.params);
  const found = consents.length === 0 ? [say((m) => m.labels.consent.none)] : consents;
  return [recordBlock(lead), ...found, paragraph(effect), ...proof.conversions.map(conversionText)].join('\n\n');
}
