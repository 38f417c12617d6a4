import { z } from 'zod';
import { errorCodesOf } from '../../problem.ts';
import { type Way, wayOf } from '../entrance/guard.ts';
import type { DescribedRoute, Operation } from '../requests/operation.ts';
import type { Answer, Endpoint, Parameter, Refusal, Security } from './endpoint.ts';

const READING: Security = [['bearer'], ['session']];
const CHANGING: Security = [['bearer'], ['session', 'csrf']];
const NOT_IN: readonly Refusal[] = [
  { status: 401, codes: ['login_required', 'wrong_token'] },
  { status: 429, codes: ['too_many_logins'] },
];
const READER: Refusal = { status: 403, codes: ['read_only'] };

/** Who may use a path, by the kind of access. */
const WAYS: Readonly<Record<Way, { readonly security: Security; readonly who: string; readonly refusals: readonly Refusal[] }>> = {
  open: { security: [], who: '', refusals: [] },
  entrance: { security: [], who: '', refusals: [] },
  visit: { security: READING, who: 'Requires an operator or reader token.', refusals: NOT_IN },
  reveal: {
    security: READING,
    who: 'Requires an operator token. The access is recorded in the activity log.',
    refusals: [...NOT_IN, READER],
  },
  post: { security: CHANGING, who: 'Requires an operator or reader token.', refusals: NOT_IN },
  change: { security: CHANGING, who: 'Requires an operator token.', refusals: [...NOT_IN, READER] },
};

const FORM_REFUSALS: readonly Refusal[] = [
  { status: 403, codes: ['other_origin', 'csrf_token_invalid'] },
  { status: 413, codes: ['body_too_large'] },
  { status: 415, codes: ['form_expected', 'content_encoding_unsupported'] },
  { status: 422, codes: errorCodesOf(422) },
  { status: 503, codes: ['overloaded'] },
];

/** The parameters and responses of a described admin route; its guard defines who may use it. */
export async function adminEndpoint({ operation, handler }: DescribedRoute): Promise<Endpoint> {
  const way = wayOf(handler);
  if (way === undefined) throw new Error(`${operation.method} ${operation.path} has no guard`);
  const { method, path, tag, summary, form } = operation;
  const description = [operation.description ?? '', WAYS[way].who].filter((text) => text !== '').join(' ');
  return {
    method,
    path,
    tag,
    summary,
    ...(description === '' ? {} : { description }),
    security: WAYS[way].security,
    parameters: parametersOf(operation),
    ...(form === undefined ? {} : { body: { contentType: 'application/x-www-form-urlencoded', schema: form, required: false } }),
    answers: answersOf(operation, operation.answer?.schema()),
    refusals: refusalsOf(operation, way),
  };
}

/** What a path segment names. */
const SEGMENTS: Readonly<Record<string, string>> = { id: 'The ID.', origem: 'The source.' };

function parametersOf({ path, query }: Operation): readonly Parameter[] {
  const segments = [...path.matchAll(/:(\w+)/g)].map(
    ([, name = '']): Parameter => ({ name, in: 'path', required: true, schema: z.string().describe(SEGMENTS[name] ?? name) }),
  );
  const values = Object.entries(query?.shape ?? {}).map(
    ([name, schema]): Parameter => ({ name, in: 'query', schema: schema as z.ZodType }),
  );
  return [...segments, ...values];
}

function success(status: Operation['status'], content: NonNullable<Answer['content']>): Answer {
  if (status === undefined) return { status: 200, description: 'Success.', content };
  return { status, description: 'Begun.', content, headers: { Location: 'The path that shows how far it is.' } };
}

function answersOf({ method, status, also = [] }: Operation, answer: z.ZodType | undefined): readonly Answer[] {
  const content = {
    ...(answer === undefined ? {} : { 'application/json': answer }),
    ...Object.fromEntries(also.map((type) => [type, undefined])),
  };
  const done: readonly Answer[] = Object.keys(content).length === 0 ? [] : [success(status, content)];
  const back: Answer = {
    status: 303,
    description: 'Success, for browsers. `Location` is the page to show.',
    headers: { Location: 'A path on this service.' },
  };
  return method === 'POST' || done.length === 0 ? [...done, back] : done;
}

function refusalsOf({ method, path, query, form, refusals = [], also = [] }: Operation, way: Way): readonly Refusal[] {
  return merged([
    ...refusals,
    ...(method === 'POST' ? FORM_REFUSALS : []),
    ...WAYS[way].refusals,
    ...(path.includes(':') || form !== undefined ? [{ status: 404, codes: errorCodesOf(404) }] : []),
    ...(method === 'POST' ? [{ status: 409, codes: errorCodesOf(409) }] : []),
    ...(query !== undefined || form !== undefined ? [{ status: 422, codes: errorCodesOf(422) }] : []),
    ...(method === 'GET' ? [{ status: 503, codes: ['query_too_expensive'] }] : []),
    ...(also.includes('text/event-stream') ? [{ status: 503, codes: ['too_many_streams', 'too_many_own_streams'] }] : []),
    ...(way === 'open' ? [] : [{ status: 503, codes: ['admin_not_configured', ...errorCodesOf(503)] }]),
  ]);
}

/** One refusal for each status, in order. */
function merged(refusals: readonly Refusal[]): readonly Refusal[] {
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  return [...byStatus]
    .map(([status, same]) => ({ status, codes: [...new Set(same.flatMap(({ codes }) => codes))] }))
    .sort((a, b) => a.status - b.status);
}
