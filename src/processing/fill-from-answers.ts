import { type LeadFields, refillLeadFields } from '../domain/lead.ts';
import type { Origin } from '../domain/origin.ts';
import { splitContact } from './form-answers.ts';
import type { FormMeanings } from './form-meanings.ts';
import { contactKeysOf } from './key-reading.ts';
import { completeLeadFields } from './lead-fields.ts';

/** Values that a stored lead lacks and that its own answers contain. */
export interface AnswersFill {
  /** What was read; only used to fill in what the lead lacks. */
  readonly carried: LeadFields;
  /** The lead afterwards. */
  readonly filled: LeadFields;
}

/** Reads a stored lead's answers again, with its form's current meanings. An unusable address or number counts as missing. */
export function fillFromAnswers(lead: LeadFields, origin: Origin, meanings: FormMeanings): AnswersFill | null {
  const has = {
    name: lead.name,
    email: lead.emailNormalized === null ? null : lead.email,
    phone: lead.phoneE164 === null ? null : lead.phone,
  };
  const unsaid = lead.answers.map(({ field: _before, ...answer }) => answer);
  const found = splitContact(unsaid, contactKeysOf(origin), has, meanings);
  const carried = completeLeadFields(
    {
      name: has.name === null ? found.name : null,
      email: has.email === null ? found.email : null,
      phone: has.phone === null ? found.phone : null,
      answers: found.answers,
    },
    {},
  );
  const filled = refillLeadFields(lead, carried);
  return JSON.stringify(factsOf(filled)) === JSON.stringify(factsOf(lead)) ? null : { carried, filled };
}

function factsOf({ name, email, phone, answers }: LeadFields): unknown {
  return [name, email, phone, answers];
}
