import type { Person } from '../person.ts';
import { personOf } from '../person.ts';

/** The app that tokens are issued for. */
export const APP_ID = '188559381496048';

/** The fields the app subscribes to, and its callback URL; each page is subscribed separately. */
export interface AppSubscription {
  readonly object: string;
  readonly callback_url: string;
  readonly active: boolean;
  readonly fields: readonly string[];
}

export interface SocialApp {
  readonly id: string;
  secret: string;
  /** "Require App Secret": refuses calls without `appsecret_proof`. A wrong proof is always refused. */
  requiresProof: boolean;
}

export interface SocialPage {
  readonly id: string;
  readonly name: string;
  /** `false`: the business withdrew the app's access to leads (Leads Access Manager). */
  hasLeadsAccess: boolean;
  /** `false`: the ads of its leads are not visible, and their fields are silently missing. */
  hasAdvertiserAccess: boolean;
  /** Apps that are notified of changes of the page: id → fields; `null` if the platform does not show the fields. */
  readonly subscribedApps: Map<string, readonly string[] | null>;
  throttledUntil: number;
}

export interface SocialForm {
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly questions: readonly FormQuestion[];
}

/** `key` is the `name` of its answers. */
export interface FormQuestion {
  readonly key: string;
  readonly label: string;
  readonly type: string;
}

/** A question without `values` was not answered. */
export interface FieldAnswer {
  readonly name: string;
  readonly values?: readonly string[];
}

interface AdNames {
  readonly ad_id: string;
  readonly ad_name: string;
  readonly adset_id: string;
  readonly adset_name: string;
  readonly campaign_id: string;
  readonly campaign_name: string;
}

export interface SocialLead {
  /** 15 to 17 digits. */
  readonly id: string;
  readonly formId: string;
  readonly pageId: string;
  /** UTC ms, whole seconds. */
  readonly createdAt: number;
  readonly person: Person;
  readonly answers: readonly FieldAnswer[];
  readonly consents: readonly { readonly checkbox_key: string; readonly is_checked: string }[];
  /** `null` if organic. */
  readonly ad: AdNames | null;
  readonly platform: string;
  readonly isTest: boolean;
}

export type LeadSeed = { readonly formId: string } & Partial<Omit<SocialLead, 'formId' | 'pageId'>>;

/**
 * The owner of a token. Only a page's own token opens the page's lists (forms, subscribed apps, questions). Only the token of a user or
 * system user has pages, and returns their tokens.
 */
type SocialTokenKind = 'page' | 'user' | 'system_user' | 'app';

/** What a token may access. `*`: everything, as for a system user. */
export interface SocialToken {
  readonly token: string;
  readonly kind: SocialTokenKind;
  readonly pageIds: readonly string[] | '*';
  readonly datasetIds: readonly string[] | '*';
  /** Issued for another app, whose secret is unknown here. */
  readonly isOfAnotherApp: boolean;
  /** Issued to a person with a role in the app, who may inspect the app's tokens. */
  readonly isDevelopers: boolean;
  /** Permission → the only pages it was granted for; permissions that are not listed were granted for all pages. */
  readonly granularScopes: Readonly<Record<string, readonly string[]>>;
  /** UTC ms; `null` if never. */
  readonly dataAccessExpiresAt: number | null;
  scopes: readonly string[];
  /** UTC ms; `null` if never. */
  expiresAt: number | null;
  /** The subcode of 190 that it is refused with from now on; `null` if it is not refused. */
  refusedWith: number | null;
}

const LEAD_SCOPES = [
  'leads_retrieval',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_metadata',
  'pages_manage_ads',
  'ads_management',
];

/** Ids at the upper end of 17 digits, where a double can hold only every second one. */
const FIRST_LEAD_ID = 91_234_567_890_120_001n;

/** The data of Meta: pages with their forms and leads, and the tokens that open them. */
export class SocialDirectory {
  readonly pages = new Map<string, SocialPage>();
  readonly forms = new Map<string, SocialForm>();
  readonly leads = new Map<string, SocialLead>();
  readonly tokens = new Map<string, SocialToken>();
  readonly datasets = new Set<string>();
  /** The default app of the tokens. `null` if its secret is never checked. */
  app: SocialApp | null = null;
  /** The app's webhooks, by object. */
  appSubscriptions: readonly AppSubscription[] = [
    { object: 'page', callback_url: 'https://leads.example.com/webhooks/social_ads', active: true, fields: ['leadgen'] },
  ];
  /** Click ids of the platform's own ads, with the person who clicked; `fbc` of events is checked against them. */
  readonly clicks = new Map<string, Person>();

  readonly #now: () => number;
  #nextLeadId = FIRST_LEAD_ID;
  /** Token and page → the page token derived from it. */
  readonly #derived = new Map<string, string>();
  #nextDerived = 1;

  constructor(now: () => number) {
    this.#now = now;
  }

  addPage(page: { id: string; name?: string; token?: string }): SocialPage {
    const added = {
      id: page.id,
      name: page.name ?? `Página ${page.id}`,
      hasLeadsAccess: true,
      hasAdvertiserAccess: true,
      subscribedApps: new Map([[APP_ID, ['leadgen']]]),
      throttledUntil: 0,
    };
    this.pages.set(page.id, added);
    if (page.token !== undefined) this.addToken({ token: page.token, pageIds: [page.id] });
    return added;
  }

  addForm(form: { id: string; pageId: string; name?: string; questions?: readonly FormQuestion[] }): SocialForm {
    const added = { questions: [], ...form, name: form.name ?? `Formulário ${form.id}` };
    this.forms.set(form.id, added);
    return added;
  }

  /**
   * The page token that the holder of another token gets: the same one each time until it is revoked. It becomes invalid with the token it
   * was derived from.
   */
  pageTokenOf({ token, kind, isOfAnotherApp, scopes }: SocialToken, pageId: string): SocialToken {
    if (kind === 'page') return this.tokens.get(token) as SocialToken;
    const name = `${token}/${pageId}`;
    const known = this.tokens.get(this.#derived.get(name) ?? '');
    if (known !== undefined && known.refusedWith === null) return known;
    const made = {
      token: `EAA-derived-${this.#nextDerived++}-of-${pageId}`,
      kind: 'page',
      pageIds: [pageId],
      isOfAnotherApp,
      scopes,
    } as const;
    const derived = this.addToken(made);
    this.#derived.set(name, derived.token);
    return derived;
  }

  /** The app's own token: anyone who has its two parts can assemble it. */
  appToken(given: string): SocialToken | undefined {
    const isApps = this.app !== null && given === `${this.app.id}|${this.app.secret}`;
    return isApps ? { ...this.addToken({ token: given, kind: 'app', pageIds: [], scopes: [] }) } : undefined;
  }

  /** The page tokens derived from this one, in the order of creation. */
  derivedFrom(token: string): readonly SocialToken[] {
    const names = [...this.#derived].filter(([name]) => name.startsWith(`${token}/`));
    return names.map(([, derived]) => this.tokens.get(derived) as SocialToken);
  }

  /** The token this one was derived from; `undefined` if a person created it. */
  parentOf({ token }: SocialToken): SocialToken | undefined {
    const name = [...this.#derived].find(([, derived]) => derived === token)?.[0];
    return name === undefined ? undefined : this.tokens.get(name.slice(0, name.lastIndexOf('/')));
  }

  /** A dataset for conversions, with its own token if given. */
  addDataset(dataset: { id: string; token?: string }): void {
    this.datasets.add(dataset.id);
    if (dataset.token !== undefined) this.addToken({ token: dataset.token, datasetIds: [dataset.id] });
  }

  addToken(token: { token: string } & Partial<SocialToken>): SocialToken {
    const kind: SocialTokenKind = Array.isArray(token.pageIds) && token.pageIds.length === 1 ? 'page' : 'system_user';
    const added = {
      kind,
      pageIds: [],
      datasetIds: [],
      isOfAnotherApp: false,
      isDevelopers: false,
      granularScopes: {},
      dataAccessExpiresAt: null,
      scopes: LEAD_SCOPES,
      expiresAt: null,
      refusedWith: null,
      ...token,
    };
    this.tokens.set(token.token, added);
    return added;
  }

  /** A lead at the platform. Omitted fields are made up and differ for each lead. */
  seedLead(seed: LeadSeed): SocialLead {
    const form = this.forms.get(seed.formId);
    if (form === undefined) throw new Error(`the test platform has no form ${seed.formId}`);
    const person = seed.person ?? personOf(this.leads.size);
    const lead: SocialLead = {
      id: String(this.#nextLeadId++),
      pageId: form.pageId,
      createdAt: Math.floor(this.#now() / 1_000) * 1_000,
      person,
      answers: answersOf(person),
      consents: [],
      ad: AD,
      platform: 'ig',
      isTest: false,
      ...seed,
    };
    if (!/^\d{12,17}$/.test(lead.id)) throw new Error(`${lead.id} is no lead id`);
    this.leads.set(lead.id, lead);
    return lead;
  }

  /** Leads of a form, newest first. */
  leadsOf(formId: string): readonly SocialLead[] {
    const newestFirst = [...this.leads.values()].filter((lead) => lead.formId === formId).reverse();
    return newestFirst.sort((one, other) => other.createdAt - one.createdAt);
  }

  testLeadsOf(formId: string): readonly SocialLead[] {
    return this.leadsOf(formId).filter(({ isTest }) => isTest);
  }
}

/** The answers of a simple form: a multiple choice with two values, and a question without an answer. */
function answersOf({ name, email, phone }: Person): readonly FieldAnswer[] {
  return [
    { name: 'full_name', values: [name] },
    { name: 'email', values: [email] },
    { name: 'phone_number', values: [phone] },
    { name: 'quais_servicos?', values: ['Instalação', 'Manutenção'] },
    { name: 'observacao' },
  ];
}

const AD: AdNames = {
  ad_id: '120210000000000001',
  ad_name: 'Anúncio 1',
  adset_id: '120210000000000002',
  adset_name: 'Conjunto 1',
  campaign_id: '120210000000000003',
  campaign_name: 'Campanha de verão',
};
