import { type Person, personOf } from '../person.ts';

export interface Advertiser {
  readonly id: string;
  /** The manager account through which the credential accesses it; `null` if directly. */
  readonly managerId: string | null;
  /** Conversion actions by numeric id, with their type. */
  readonly actions: ReadonlyMap<string, string>;
  /** `false` if nobody accepted the customer data terms. */
  hasSignedTerms: boolean;
  /** Whether events may carry `userData`; `late`: the platform accepts the request and reports the problem with the result. */
  contactData: 'allowed' | 'not_enabled' | 'terms_not_signed' | 'prohibited' | 'terms_not_signed_late';
  /** Whether it accepts events without a click id, which identify people by `userData` alone (enhanced conversions for leads). */
  takesLeadsWithoutClick: boolean;
}

/** A click on an ad, by its gclid, gbraid or wbraid. */
export interface SearchClick {
  readonly id: string;
  readonly kind: 'gclid' | 'gbraid' | 'wbraid';
  readonly advertiserId: string;
  readonly person: Person | null;
  /** UTC ms. */
  readonly clickedAt: number;
}

/** A lead of a lead form, as its webhook sends it. */
export interface SearchLead {
  readonly id: string;
  readonly formId: string;
  readonly campaignId: string;
  readonly gclid: string | null;
  readonly person: Person;
  readonly answers: readonly { readonly column_name?: string; readonly string_value: string; readonly column_id: string }[];
  /** UTC ms. */
  readonly submittedAt: number;
  readonly isTest: boolean;
}

/** The data of Google Ads: accounts with their conversion actions, clicks, and leads of lead forms. */
export class SearchDirectory {
  readonly advertisers = new Map<string, Advertiser>();
  readonly clicks = new Map<string, SearchClick>();
  readonly leads = new Map<string, SearchLead>();

  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param advertiser its conversion actions: ids, or ids with a type other than UPLOAD_CLICKS */
  addAdvertiser(advertiser: { id: string; managerId?: string; actions: readonly string[] | Readonly<Record<string, string>> }): Advertiser {
    const { id, managerId = null, actions } = advertiser;
    const types = Array.isArray(actions)
      ? actions.map((action: string) => [action, 'UPLOAD_CLICKS'] as const)
      : Object.entries(actions as object);
    const added: Advertiser = {
      id,
      managerId,
      actions: new Map<string, string>(types),
      hasSignedTerms: true,
      contactData: 'allowed' as const,
      takesLeadsWithoutClick: false,
    };
    this.advertisers.set(id, added);
    return added;
  }

  addClick(click: { id: string; advertiserId: string } & Partial<SearchClick>): SearchClick {
    const added: SearchClick = { kind: 'gclid', person: null, clickedAt: this.#now(), ...click };
    this.clicks.set(added.id, added);
    return added;
  }

  /** A lead of a form, with the click that led to it. */
  seedLead(seed: { advertiserId: string } & Partial<SearchLead>): SearchLead {
    const { advertiserId, ...rest } = seed;
    const number = this.leads.size;
    const lead: SearchLead = {
      id: `Lead-${number}-${'AbCdEfGhIjKlMnOpQrStUvWxYz'.repeat(4)}`,
      formId: '40000000001',
      campaignId: '10000000001',
      gclid: `Cj0KCQ-click-${number}_AbC`,
      person: personOf(number),
      answers: [],
      submittedAt: this.#now(),
      isTest: false,
      ...rest,
    };
    this.leads.set(lead.id, lead);
    if (lead.gclid !== null && !lead.isTest)
      this.addClick({ id: lead.gclid, advertiserId, person: lead.person, clickedAt: lead.submittedAt });
    return lead;
  }
}
