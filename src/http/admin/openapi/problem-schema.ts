import { z } from 'zod';

/** The document of every refusal (RFC 9457); `problemDocument` makes it. */
export const problemSchema = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().describe('What happened, why, and what to do next. English.'),
    code: z
      .string()
      .regex(/^[a-z_]+$/)
      .describe('What happened, for programs. Never changes its meaning; new ones may come.'),
    requestId: z.string().describe('Under it the log of the service tells more.'),
    errors: z
      .array(z.strictObject({ field: z.string(), problem: z.string() }))
      .optional()
      .describe('Where fields are to blame: each that is not usable.'),
  })
  .meta({ id: 'Problem', description: 'Why a request was not answered as asked (RFC 9457).' });

/** What any address can answer besides its own refusals: the request was no proper HTTP, or the service failed. */
export const EVERYWHERE = [
  'request_malformed',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'expectation_unknown',
  'headers_too_large',
  'http_version_unsupported',
  'transfer_coding_unsupported',
  'internal',
];
