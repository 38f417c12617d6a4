import { randomBytes } from 'node:crypto';
import { jsonAnswer } from '../json-answer.ts';
import type { PlatformAnswer } from '../local-server.ts';

export interface GraphErrorParts {
  readonly code: number;
  readonly subcode?: number;
  readonly message?: string;
  readonly isTransient?: boolean;
  /** Default: the status the platform uses for this code. */
  readonly status?: number;
  readonly userTitle?: string;
  readonly userMessage?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The platform's complete error response. */
export function graphError(parts: GraphErrorParts): PlatformAnswer {
  const { code, subcode, message = MESSAGES[code] ?? 'An unknown error occurred', isTransient = code <= 2, userTitle, userMessage } = parts;
  const error = {
    message: `(#${code}) ${message}`,
    type: code === 190 || code === 102 ? 'OAuthException' : 'GraphMethodException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: isTransient,
    ...(userTitle === undefined ? {} : { error_user_title: userTitle }),
    ...(userMessage === undefined ? {} : { error_user_msg: userMessage }),
    fbtrace_id: `A${randomBytes(8).toString('base64url')}`,
  };
  return jsonAnswer({ error }, parts.status ?? statusOf(code), parts.headers);
}

/** The meaning of an error is in `code`; the status only shows whether the client or the server is at fault. */
function statusOf(code: number): number {
  if (code <= 2) return 500;
  return code === 10 || (code >= 200 && code < 300) ? 403 : 400;
}

const MESSAGES: Readonly<Record<number, string>> = {
  1: 'An unknown error occurred',
  2: 'Service temporarily unavailable',
  4: 'Application request limit reached',
  10: 'Application does not have permission for this action',
  17: 'User request limit reached',
  32: 'Page request limit reached',
  100: 'Invalid parameter',
  102: 'Session key invalid or no longer valid',
  190: 'Error validating access token',
  200: 'Requires leads_retrieval permission to manage the object',
  341: 'Application limit reached',
  368: 'The action attempted has been deemed abusive or is otherwise disallowed',
  613: 'Calls to this api have exceeded the rate limit',
  80005: 'There have been too many leadgen api calls to this Page account',
};

/** 100/33: deleted, never existed, or not visible with this token; the platform does not say which. */
export function objectMissing(id: string, method: 'get' | 'post' = 'get'): PlatformAnswer {
  return graphError({
    code: 100,
    subcode: 33,
    message: `Unsupported ${method} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  });
}

/**
 * The error if a user's or system user's token is used where the page's own is required (facebook-php-business-sdk#428, the reference of
 * `leadgen_forms` and `subscribed_apps`): the code of an invalid token, without a subcode.
 */
export function pageTokenNeeded(): PlatformAnswer {
  return graphError({ code: 190, message: 'This method must be called with a Page Access Token' });
}

export function invalidParameter(message: string): PlatformAnswer {
  return graphError({ code: 100, message });
}

/** 80005 with the header that says when the next call is allowed. */
export function pageThrottled(pageId: string, minutes: number): PlatformAnswer {
  const usage = [
    { type: 'leadgen', call_count: 100, total_cputime: 25, total_time: 25, estimated_time_to_regain_access: Math.ceil(minutes) },
  ];
  return graphError({ code: 80005, headers: { 'X-Business-Use-Case-Usage': JSON.stringify({ [pageId]: usage }) } });
}
