import { field, isJsonArray, type JsonObject, scalarText } from '../../base/exact-json.ts';
import { storableText } from '../../base/text.ts';
import type { LinkKind } from '../../domain/directory.ts';
import type { Origin } from '../../domain/origin.ts';
import type { AnswerParser, ContactKeys } from '../form-answers.ts';
import type { RouteClickKeys } from './visit.ts';

/** The routes of the ad platforms. */
export type AdOrigin = Exclude<Origin, typeof Origin.ownForm>;

/** The keys in an ad platform's own lead, and in a flat event of its route. */
interface AdFormat {
  /** The list of answers, and how one of them is read. */
  readonly answersKey: string;
  readonly parseAnswer: AnswerParser;
  /** The standard questions for the person's name and contact data; all others stay answers. Private contact data comes before that at work. */
  readonly contact: ContactKeys;
  readonly leadId: readonly string[];
  /** The route's own key comes first, as in intake. */
  readonly flatLeadId: readonly string[];
  /** The mark with the time of the lead. */
  readonly leadTime: string;
  /** A plain `click_id` is that of the route's own platform. */
  readonly clicks: RouteClickKeys;
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly flags: readonly string[];
  /** The ids that can be linked to a campaign, most specific first. */
  readonly links: readonly { readonly kind: LinkKind; readonly key: string }[];
}

export const AD_FORMATS: { readonly [origin in AdOrigin]: AdFormat } = {
  search_ads: {
    answersKey: 'user_column_data',
    // `column_name` is often missing, so it is never the only key (platform documentation).
    parseAnswer: (entry) => {
      const name = textOf(entry, 'column_name');
      return { key: textOf(entry, 'column_id') ?? name, question: name, values: [field(entry, 'string_value') ?? null] };
    },
    // Google's LeadFormFieldUserInputType.
    contact: {
      nome: ['FULL_NAME'],
      primeiro_nome: ['FIRST_NAME', 'GIVEN_NAME'],
      sobrenome: ['LAST_NAME', 'FAMILY_NAME'],
      email: ['EMAIL', 'WORK_EMAIL'],
      telefone: ['PHONE_NUMBER', 'WORK_PHONE'],
    },
    leadId: ['lead_id'],
    flatLeadId: ['lead_id', 'leadgen_id'],
    leadTime: 'lead_submit_time',
    clicks: { search: ['gcl_id', 'click_id'], social: [] },
    ids: ['form_id', 'campaign_id', 'adgroup_id', 'creative_id', 'asset_group_id'],
    texts: ['lead_stage', 'lead_submit_time', 'api_version'],
    flags: [],
    links: [
      { kind: 'form', key: 'form_id' },
      { kind: 'campaign', key: 'campaign_id' },
    ],
  },
  social_ads: {
    answersKey: 'field_data',
    // Every value of a multiple choice; unanswered questions have no `values`.
    parseAnswer: (entry) => {
      const values = field(entry, 'values') ?? null;
      return { key: textOf(entry, 'name'), question: null, values: isJsonArray(values) ? values : [values] };
    },
    contact: {
      nome: ['full_name'],
      primeiro_nome: ['first_name'],
      sobrenome: ['last_name'],
      email: ['email', 'work_email'],
      telefone: ['phone_number', 'work_phone_number'],
    },
    // A lead fetched from Meta contains its id as `id`.
    leadId: ['leadgen_id', 'id'],
    flatLeadId: ['leadgen_id', 'lead_id'],
    leadTime: 'created_time',
    clicks: { search: ['gcl_id'], social: ['click_id'] },
    ids: ['leadgen_id', 'form_id', 'page_id', 'ad_id', 'adgroup_id', 'adset_id', 'campaign_id'],
    texts: ['created_time', 'ad_name', 'adset_name', 'campaign_name', 'form_name', 'platform', 'partner_name'],
    flags: ['is_organic'],
    links: [
      { kind: 'form', key: 'form_id' },
      { kind: 'page', key: 'page_id' },
    ],
  },
};

function textOf(entry: JsonObject, key: string): string | null {
  const text = scalarText(field(entry, key));
  return text === undefined || text.trim() === '' ? null : storableText(text);
}
