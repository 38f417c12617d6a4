import { z } from 'zod';

/** The document of every refusal (RFC 9457), created by `problemDocument`. */
export const problemSchema = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().describe('What happened and what to do next, in English.'),
    code: z
      .string()
      .regex(/^[a-z_]+$/)
      .describe('The error code. Its meaning never changes; new codes may be added.'),
    requestId: z.string().describe('The ID of the request in the service log.'),
    errors: z
      .array(z.strictObject({ field: z.string(), problem: z.string() }))
      .optional()
      .describe('The invalid fields, if any.'),
  })
  .meta({ id: 'Problem', description: 'An error response (RFC 9457).' });

/** What any path can answer in addition to its own refusals: the request was not valid HTTP, or the service failed. */
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
