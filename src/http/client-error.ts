import type { Duplex } from 'node:stream';
import { HttpProblem, httpVersionUnsupported, PROBLEM_CONTENT_TYPE, problemDocument } from './problem.ts';
import { newRequestId } from './request-id.ts';

const TOO_LONG = new HttpProblem(431, 'headers_too_large', 'The request line and headers are larger than 16 KiB.');
const TOO_SLOW = new HttpProblem(408, 'request_timeout', 'The request did not arrive in time.');
const OTHER_VERSION = httpVersionUnsupported();
const UNREADABLE = new HttpProblem(400, 'request_malformed', 'The request is not valid HTTP.');

const BY_CODE: ReadonlyMap<string, HttpProblem> = new Map([
  ['HPE_HEADER_OVERFLOW', TOO_LONG],
  ['ERR_HTTP_REQUEST_TIMEOUT', TOO_SLOW],
  ['HPE_INVALID_VERSION', OTHER_VERSION],
]);

/** The client disconnected in the middle of a request: there is nobody to answer. */
const GONE: ReadonlySet<string> = new Set(['ECONNRESET', 'HPE_INVALID_EOF_STATE']);

/** Answers bytes that are not a request, directly on the socket, and closes it: anything after them cannot be parsed. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (GONE.has(error.code ?? '') || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = BY_CODE.get(error.code ?? '') ?? UNREADABLE;
  const requestId = newRequestId();
  const document = problemDocument(problem, requestId);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `Content-Type: ${PROBLEM_CONTENT_TYPE}`,
    `Content-Length: ${Buffer.byteLength(document)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${document}`, () => socket.destroy());
}
