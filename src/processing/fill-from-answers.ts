import { fillLeadFields, type LeadFields } from '../domain/lead.ts';
import type { Origin } from '../domain/origin.ts';
import { splitContact } from './form-answers.ts';
import type { FormMeanings } from './form-meanings.ts';
import { completeLeadFields } from './lead-fields.ts';
import { SEARCH_ADS_CONTACT } from './payloads/search-ads-lead.ts';
import { SOCIAL_ADS_CONTACT } from './payloads/social-ads-lead.ts';

/** What a stored lead's own answers say that it lacks; null: nothing. */
export interface AnswersFill {
  /** To be filled in, and nothing else. */
  readonly carried: LeadFields;
  /** The lead as it is then. */
  readonly filled: LeadFields;
}

/** Reads the answers of a stored lead again, with what is said about its form now. */
export function fillFromAnswers(lead: LeadFields, origin: Origin, meanings: FormMeanings): AnswersFill | null {
  const { name, email, phone } = lead;
  const keys = origin === 'search_ads' ? SEARCH_ADS_CONTACT : SOCIAL_ADS_CONTACT;
  const found = splitContact(lead.answers, keys, { name, email, phone }, meanings);
  const carried = completeLeadFields(
    {
      name: name === null ? found.name : null,
      email: email === null ? found.email : null,
      phone: phone === null ? found.phone : null,
      answers: found.answers,
    },
    {},
  );
  const filled = fillLeadFields(lead, carried);
  return JSON.stringify(factsOf(filled)) === JSON.stringify(factsOf(lead)) ? null : { carried, filled };
}

function factsOf({ name, email, phone, answers }: LeadFields): unknown {
  return [name, email, phone, answers];
}
