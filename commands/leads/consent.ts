import * as Flags from '@oclif/core/flags';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg, revealFlags } from '../../src/cli/flags.ts';
import { readConsentChange } from '../../src/cli/leads/consent-change.ts';
import { proofText, readProof } from '../../src/cli/leads/consent-proof.ts';
import { readReason } from '../../src/cli/stages/stage-input.ts';
import { consentProofRecord } from '../../src/presentation/consent-record.ts';

export default storeCommand({
  examples: [
    '17',
    '17 --withdraw --reason "email of 20 November"',
    '17 --grant --purpose ads --at "2026-11-20 09:00" --reason "told us on the phone"',
  ],
  args: { lead: oneArg },
  flags: {
    withdraw: Flags.boolean({ dependsOn: ['reason'] }),
    grant: Flags.boolean({ exclusive: ['withdraw'], dependsOn: ['purpose', 'reason'] }),
    purpose: Flags.string({ helpValue: 'KEY' }),
    at: Flags.string({ helpValue: 'TIME' }),
    reason: Flags.string({ helpValue: 'TEXT', parse: async (text) => readReason(text) }),
    reveal: revealFlags.reveal,
  },
  async run({ args, flags, store, config, clock, operator }) {
    const { conversions } = config.delivery;
    const change = readConsentChange(args.lead, flags, { now: clock(), timeZone: conversions.timeZone });
    if (change !== undefined) await store.changeConsent(change, operator());
    const proof = await readProof(store, args.lead, { mode: conversions.consent, keys: conversions.consentKeys });
    await this.noteReveal(store, `lead:${proof.lead.id}`, flags);
    this.log(proofText(proof, flags));
    return consentProofRecord.write(proof, flags);
  },
});
