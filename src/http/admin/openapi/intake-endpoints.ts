import { z } from 'zod';
import { searchAdsBody, socialAdsBody } from '../../../intake/schemas/ad-platform-bodies.ts';
import { ownFormBody } from '../../../intake/schemas/own-form-body.ts';
import { rowId } from '../../../presentation/record.ts';
import { errorCodesOf } from '../../problem.ts';
import type { Answer, Endpoint, Refusal } from './endpoint.ts';

const receipt = z
  .strictObject({
    status: z
      .enum(['accepted', 'already_accepted'])
      .describe('`accepted`: stored and waiting. `already_accepted`: known, and in progress or processed.'),
    evento_id: rowId.schema(),
  })
  .meta({ id: 'Receipt', description: 'Confirms that an event is stored on disk.' });

const batchReceipt = z
  .strictObject({ status: z.enum(['accepted', 'already_accepted']), eventos: z.array(receipt) })
  .meta({ id: 'BatchReceipt', description: 'Confirms the events of a notification, in order.' });

const ignored = z
  .strictObject({ status: z.literal('ignored') })
  .meta({ id: 'Ignored', description: 'A valid notification without a lead.' });

const BODY_CODES = ['body_empty', 'body_not_utf8', 'body_not_json', 'body_too_deep', 'body_not_object', 'fields_invalid'];
const SIGNATURE_CODES = ['signature_missing', 'signature_malformed', 'signature_invalid'];

/** Why an intake route can refuse a request, in the order of the checks. */
function refusals(credential: readonly string[], content: readonly string[] = []): readonly Refusal[] {
  return [
    { status: 401, codes: [...SIGNATURE_CODES, ...credential] },
    { status: 408, codes: ['request_timeout'] },
    { status: 413, codes: ['body_too_large'] },
    { status: 415, codes: ['content_encoding_unsupported'] },
    { status: 422, codes: [...BODY_CODES, ...content] },
    { status: 503, codes: ['source_not_configured', 'overloaded', ...errorCodesOf(503)] },
  ];
}

function answer(status: number, description: string, schema: z.ZodType): Answer {
  return { status, description, content: { 'application/json': schema } };
}

const COMMON = { method: 'POST', tag: 'intake' } as const;

const SIGNED =
  'Sign the exact bytes you send. The response is sent after the event is stored on disk. On a 503, send the event again later.';

const ownForm: Endpoint = {
  ...COMMON,
  path: '/integracoes/leads',
  summary: 'Send a lead from a website form',
  description: SIGNED,
  security: [['formSignature']],
  body: { contentType: 'application/json', schema: ownFormBody, required: true },
  answers: [
    answer(200, 'The event was already known, and is in progress or processed.', receipt),
    answer(202, 'Stored and waiting to be processed.', receipt),
  ],
  refusals: refusals(['timestamp_out_of_window']),
};

const searchAds: Endpoint = {
  ...COMMON,
  path: '/webhooks/search_ads',
  summary: 'Send a Google Ads event',
  description: `${SIGNED} Instead of a signature, the body can contain the secret as \`google_key\`.`,
  security: [['searchAdsSignature'], ['hubSignature'], []],
  body: { contentType: 'application/json', schema: searchAdsBody, required: true },
  answers: [answer(200, 'Stored, or already known.', receipt)],
  refusals: [...refusals(['google_key_invalid']), { status: 429, codes: ['google_key_invalid'] }],
};

const socialAds: Endpoint = {
  ...COMMON,
  path: '/webhooks/social_ads',
  summary: 'Send a Meta lead ads notification',
  description: SIGNED,
  security: [['hubSignature']],
  body: { contentType: 'application/json', schema: socialAdsBody, required: true },
  answers: [
    answer(
      200,
      'Stored, or already known. A notification returns a receipt for each event; a single event returns one. A notification without a lead is ignored.',
      z.union([batchReceipt, receipt, ignored]),
    ),
  ],
  refusals: refusals([], ['too_many_changes']),
};

const hubValue = (name: string, description: string, schema: z.ZodType = z.string()) =>
  ({ name: `hub.${name}`, in: 'query', required: true, description, schema }) as const;

const subscription: Endpoint = {
  method: 'GET',
  path: '/webhooks/social_ads',
  tag: 'intake',
  summary: 'Verify the Meta webhook subscription',
  security: [],
  parameters: [
    hubValue('mode', 'Always `subscribe`.', z.literal('subscribe')),
    hubValue('verify_token', 'The value of WEBHOOK_SOCIALADS_VERIFY_TOKEN.'),
    hubValue('challenge', 'The text to return.', z.string().regex(/^[\x20-\x7e]{1,256}$/)),
  ],
  answers: [{ status: 200, description: 'The challenge as plain text.', content: { 'text/plain': undefined } }],
  refusals: [
    { status: 403, codes: ['verify_token_invalid', 'mode_invalid', 'challenge_invalid'] },
    { status: 503, codes: ['source_not_configured'] },
  ],
};

export const intakeEndpoints: readonly Endpoint[] = [ownForm, searchAds, socialAds, subscription];
