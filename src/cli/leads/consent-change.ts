import { storableText } from '../../base/text.ts';
import { ConsentAct, type ConsentChange, consentMoment, LONGEST_PURPOSE } from '../../domain/consent.ts';
import { appError } from '../../messages/messages.ts';
import { readStageValues, type StageRules } from '../stages/stage-input.ts';

interface ConsentFlags {
  readonly withdraw: boolean | undefined;
  readonly grant: boolean | undefined;
  readonly purpose: string | undefined;
  readonly at: string | undefined;
  readonly reason: string | undefined;
}

/**
 * What an operator records; `undefined` if nothing.
 * @throws AppError usage
 */
export function readConsentChange(leadId: string, flags: ConsentFlags, rules: StageRules): ConsentChange | undefined {
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
