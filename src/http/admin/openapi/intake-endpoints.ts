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
      .describe('`accepted`: stored, or still waiting. `already_accepted`: being processed, or processed.'),
    evento_id: rowId.schema(),
  })
  .meta({ id: 'Receipt', description: 'What became of an event. It is on the disk.' });

const batchReceipt = z
  .strictObject({ status: z.enum(['accepted', 'already_accepted']), eventos: z.array(receipt) })
  .meta({ id: 'BatchReceipt', description: 'What became of the events of a notification, in their order.' });

const ignored = z
  .strictObject({ status: z.literal('ignored') })
  .meta({ id: 'Ignored', description: 'Genuine, with nothing in it for us.' });

const BODY_CODES = ['body_empty', 'body_not_utf8', 'body_not_json', 'body_too_deep', 'body_not_object', 'fields_invalid'];
const SIGNATURE_CODES = ['signature_missing', 'signature_malformed', 'signature_invalid'];

/** What every intake route can refuse, in the order it is looked at. */
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

const SIGNED = 'Signatures are over the bytes as sent. The answer leaves after the event is on the disk; a 503 means: send it again later.';

const ownForm: Endpoint = {
  ...COMMON,
  path: '/integracoes/leads',
  summary: 'Send a submission of the own form',
  description: SIGNED,
  security: [['formSignature']],
  body: { contentType: 'application/json', schema: ownFormBody, required: true },
  answers: [
    answer(200, 'The event was known already, and is being processed or was.', receipt),
    answer(202, 'Stored, and waiting to be processed.', receipt),
  ],
  refusals: refusals(['timestamp_out_of_window']),
};

const searchAds: Endpoint = {
  ...COMMON,
  path: '/webhooks/search_ads',
  summary: 'Send an event of search ads',
  description: `${SIGNED} Instead of a signature the body may hold the secret as \`google_key\`.`,
  security: [['searchAdsSignature'], ['hubSignature'], []],
  body: { contentType: 'application/json', schema: searchAdsBody, required: true },
  answers: [answer(200, 'Stored, or known already.', receipt)],
  refusals: [...refusals(['google_key_invalid']), { status: 429, codes: ['google_key_invalid'] }],
};

const socialAds: Endpoint = {
  ...COMMON,
  path: '/webhooks/social_ads',
  summary: 'Send an event or a notification of social ads',
  description: SIGNED,
  security: [['hubSignature']],
  body: { contentType: 'application/json', schema: socialAdsBody, required: true },
  answers: [
    answer(
      200,
      'Stored, or known already: a notification is answered with all its events, one event with itself. A notification without a lead is ignored.',
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
  summary: "Answer the social-ads platform's question whether this address is ours",
  security: [],
  parameters: [
    hubValue('mode', 'What is asked for.', z.literal('subscribe')),
    hubValue('verify_token', 'WEBHOOK_SOCIALADS_VERIFY_TOKEN.'),
    hubValue('challenge', 'What is sent back.', z.string().regex(/^[\x20-\x7e]{1,256}$/)),
  ],
  answers: [{ status: 200, description: 'The bare challenge.', content: { 'text/plain': undefined } }],
  refusals: [
    { status: 403, codes: ['verify_token_invalid', 'mode_invalid', 'challenge_invalid'] },
    { status: 503, codes: ['source_not_configured'] },
  ],
};

/** The routes that events come in by. */
export const intakeEndpoints: readonly Endpoint[] = [ownForm, searchAds, socialAds, subscription];
