import { z } from 'zod';
import { eventType, optional } from './values.ts';

const flatMembers = {
  id: optional(
    'The ID of the event, a string or a whole number. A request with the same ID is a resend of the same event.',
    'conversion-1',
  ),
  cliente_id: optional('The client ID.', 7),
  campanha_id: optional('The campaign ID.', '42'),
  full_name: optional('The name of the person.', 'Ana Souza'),
  email: optional('The email address as typed.', 'ana@example.com'),
  phone_number: optional('The phone number as typed.', '+5511912345678'),
  valor: optional('The value of a conversion.', 1990.5),
  moeda: optional('Its currency, ISO 4217.', 'BRL'),
};

const absent = z.never().optional().describe('Not sent.');

/** An event with a type; the same on both routes. */
const flatSearchEvent = z
  .looseObject({
    event_type: eventType,
    ...flatMembers,
    lead_id: optional('The lead ID at the platform.', 'TeSter-123-ABC'),
    search_click_id: optional('The click ID.', 'Cj0KCQ'),
  })
  .meta({ id: 'SearchAdsFlatEvent', description: 'A single event with its type.' });

const userColumn = {
  user_column_data: [{ column_id: 'FULL_NAME', column_name: 'Full Name', string_value: 'Ana Souza' }],
};

const platformMembers = {
  form_id: optional('A string or a whole number.', 40_000_000_000),
  campaign_id: optional('A string or a whole number.', 10_000_000_000),
  google_key: optional('The secret, unless the request is signed. Never stored.', 'the-secret-of-the-route'),
  gcl_id: optional('The click ID.', 'Cj0KCQ'),
  is_test: optional('True for test leads.', true),
};

const searchLeadForm = z
  .looseObject({
    user_column_data: z.unknown().meta({ description: 'The answers of the form.', examples: [userColumn.user_column_data] }),
    lead_id: optional(
      'The lead ID at the platform. A request with the same ID, and for test leads the same form, is a resend of the same event.',
      'TeSter-123-ABC',
    ),
    event_type: eventType.nullable().optional(),
    ...platformMembers,
  })
  .meta({ id: 'SearchAdsLeadForm', description: 'A Google Ads lead form webhook.' });

const searchLeadWithoutAnswers = z
  .looseObject({ lead_id: z.unknown(), event_type: absent, ...platformMembers })
  .meta({ id: 'SearchAdsLead', description: 'A Google Ads lead form webhook without answers.' });

export const searchAdsBody = z
  .union([searchLeadForm, searchLeadWithoutAnswers, flatSearchEvent])
  .meta({ id: 'SearchAdsEvent', description: 'A Google Ads event.' });

const change = {
  field: 'leadgen',
  value: { leadgen_id: '233370042045345', form_id: '172036835026334', page_id: '138124712925158', created_time: 1_630_087_926 },
};

const socialBatch = z
  .looseObject({
    object: optional('The type of the changed object.', 'page'),
    entry: z.array(z.unknown()).meta({
      description:
        'Pages and their `changes`; each change with the field `leadgen` becomes one event, others are ignored. At most 1000 changes.',
      examples: [[{ id: '138124712925158', time: 1_630_087_927, changes: [change] }]],
    }),
  })
  .meta({ id: 'SocialAdsBatch', description: 'A Meta webhook notification.' });

const socialFlatEvent = z
  .looseObject({
    event_type: eventType,
    ...flatMembers,
    leadgen_id: optional('The lead ID at the platform; same as `lead_id`.', '233370042045345'),
    social_click_id: optional('The click ID.', 'IwAR0'),
    entry: z
      .unknown()
      .refine((value) => !Array.isArray(value))
      .meta({ type: ['object', 'string', 'number', 'boolean', 'null'], description: 'A list makes the body a notification.' })
      .optional(),
  })
  .meta({ id: 'SocialAdsFlatEvent', description: 'A single event with its type.' });

export const socialAdsBody = z
  .union([socialBatch, socialFlatEvent])
  .meta({ id: 'SocialAdsEvent', description: 'A Meta event or notification.' });
