import type { IncomingMessage } from 'node:http';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Origin } from '../domain/origin.ts';
import { REFUSED_BODY_BYTES } from '../domain/refused-request.ts';
import type { Receipt } from '../domain/webhook-event.ts';
import type { IntakeRequest, IntakeResult, Refusal } from '../intake/intake-request.ts';
import type { Intake } from '../intake/receive.ts';
import { BodyBudget, SMALL_BODY_BYTES } from './body-budget.ts';
import { type Exchange, type Handler, type Route, send } from './exchange.ts';
import { FailureThrottle } from './failure-throttle.ts';
import { sendProblemAndLinger } from './lingering-answer.ts';
import { HttpProblem, sendProblem } from './problem.ts';
import {
  type BodyLimits,
  type BodyReading,
  bodyTooLarge,
  bodyTooSlow,
  contentEncodingProblem,
  noRoomForBody,
  readBody,
} from './read-body.ts';
import type { RefusedRecorder } from './refused-recorder.ts';
import { headersJson } from './request-headers.ts';

export interface IntakeRoutesDeps {
  readonly intake: Intake;
  readonly refused: RefusedRecorder;
  readonly maxBodyBytes: number;
  /** Left out: one that fits `maxBodyBytes`. */
  readonly bodyBudget?: BodyBudget;
  /** How long the body of a request is waited for that its headers refuse; left out: a second. */
  readonly unprovenBodyMs?: number;
  /** Told the code of the answer when a body found no room or had to give way. */
  readonly onNoRoom?: (code: string) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Most senders' headers and body arrive together. Who sends no body must not be waited for, and the others' bodies are worth a moment. */
const UNPROVEN_BODY_MS = 1_000;
const UNPROVEN_BUDGET_BYTES = 4_194_304;

interface IntakeLimits {
  readonly usual: BodyLimits;
  /**
   * Of a request that its headers refuse: enough for an operator to see whose lead it was, and to replay it. It takes no room from others.
   */
  readonly unproven: BodyLimits;
}

/** The routes of the seed. A success answer leaves only after the event has been stored durably. */
export function intakeRoutes(deps: IntakeRoutesDeps): Route[] {
  const { maxBodyBytes, bodyBudget = new BodyBudget(maxBodyBytes), unprovenBodyMs = UNPROVEN_BODY_MS } = deps;
  const limits: IntakeLimits = {
    usual: { limitBytes: maxBodyBytes, keptHeadBytes: REFUSED_BODY_BYTES, budget: bodyBudget },
    unproven: {
      limitBytes: Math.min(maxBodyBytes, SMALL_BODY_BYTES),
      keptHeadBytes: SMALL_BODY_BYTES,
      withinMs: unprovenBodyMs,
      budget: new BodyBudget(0, undefined, UNPROVEN_BUDGET_BYTES),
    },
  };
  return [
    { method: 'POST', path: '/integracoes/leads', handler: receiveFrom('formulario_proprio', 202, limits, deps) },
    { method: 'POST', path: '/webhooks/search_ads', handler: receiveFrom('search_ads', 200, limits, deps) },
    { method: 'POST', path: '/webhooks/social_ads', handler: receiveFrom('social_ads', 200, limits, deps) },
    { method: 'GET', path: '/webhooks/social_ads', handler: (exchange) => answerSubscription(exchange, deps.intake) },
  ];
}

function receiveFrom(origin: Origin, acceptedStatus: 200 | 202, limits: IntakeLimits, deps: IntakeRoutesDeps): Handler {
  const guesses = new KeyGuesses(deps.clock);
  return async (exchange) => {
    const refusedByHeaders = deps.intake.refusedByHeaders(origin, { header: (name) => headerOf(exchange.req, name) });
    const reading = await readBody(exchange, refusedByHeaders === undefined ? limits.usual : limits.unproven);
    if (reading.kind === 'gone') return;
    if (reading.kind !== 'complete') return refuseUnread(exchange, origin, refusedByHeaders, reading, deps);
    const { body } = reading;
    const encoded = contentEncodingProblem(exchange.req);
    if (encoded !== undefined) return refuse(exchange, origin, encoded, body, deps);
    const result = await deps.intake.receive(new HttpIntakeRequest(exchange, origin, body));
    if (result.kind === 'refused') return refuse(exchange, origin, guesses.problemOf(exchange, result), body, deps, result);
    answerResult(exchange, result, acceptedStatus);
    if (result.kind === 'stored') logReceipts(exchange, result.receipts, deps.log);
  };
}

/** An HTTP request as intake sees it. A class, because closures for every request cost more. */
class HttpIntakeRequest implements IntakeRequest {
  readonly origin: Origin;
  readonly body: Buffer;
  readonly headersJson: string;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly #req: IncomingMessage;

  constructor({ req, requestId, remoteAddress }: Exchange, origin: Origin, body: Buffer) {
    this.origin = origin;
    this.body = body;
    this.headersJson = headersJson(req.rawHeaders);
    this.remoteAddress = remoteAddress;
    this.requestId = requestId;
    this.#req = req;
  }

  header(name: string): string | undefined {
    return headerOf(this.#req, name);
  }
}

function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function answerResult(exchange: Exchange, result: Exclude<IntakeResult, Refusal>, acceptedStatus: 200 | 202): void {
  if (result.kind === 'ignored') {
    sendText(exchange, 200, '{"status":"ignored"}\n');
    return;
  }
  const { receipts, batch } = result;
  const status = receipts.every((receipt) => receipt.status === 'already_accepted') ? 'already_accepted' : 'accepted';
  const events = receipts.map(receiptJson).join(',');
  const answer = batch ? `{"status":"${status}","eventos":[${events}]}\n` : `${events}\n`;
  sendText(exchange, status === 'accepted' ? acceptedStatus : 200, answer);
}

/** Ids are decimal text and states are words of ours, so nothing needs escaping. */
function receiptJson({ eventId, status }: Receipt): string {
  return `{"status":"${status}","evento_id":"${eventId}"}`;
}

/** `send` for short ASCII answers: length known without encoding, head and body leave in one write. */
function sendText(exchange: Exchange, status: number, text: string): void {
  exchange.begin(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': text.length });
  exchange.res.end(text, 'latin1');
}

function logReceipts(exchange: Exchange, receipts: readonly Receipt[], log: Logger): void {
  const conflicts = receipts.filter((receipt) => receipt.conflict && !receipt.typeDiffers);
  if (conflicts.length > 0 && exchange.mayLog('warn', 'resend_differs')) {
    exchange.log.warn(
      { eventIds: conflicts.map(({ eventId }) => eventId), code: 'resend_differs' },
      'A resend differs from the event it repeats; the first one counts.',
    );
  }
  const otherTypes = receipts.filter((receipt) => receipt.typeDiffers);
  if (otherTypes.length > 0 && exchange.mayLog('warn', 'resend_type_differs')) {
    exchange.log.warn(
      { eventIds: otherTypes.map(({ eventId }) => eventId), code: 'resend_type_differs' },
      'A resend names another type than the event it repeats; the first one counts. If these are two events, the sender must give them different ids.',
    );
  }
  // Asked before, because making a request's own logger costs more than all of this.
  if (!log.isLevelEnabled('debug')) return;
  exchange.log.debug({ path: exchange.path, eventIds: receipts.map(({ eventId }) => eventId) }, 'Events were accepted.');
}

function problemOf({ status, code, detail, problems }: Refusal): HttpProblem {
  return new HttpProblem(status, code, detail, {
    ...(problems === undefined ? {} : { errors: problems }),
    ...(status === 503 ? { headers: { 'Retry-After': '60' } } : {}),
  });
}

/**
 * Counts wrong keys per sender. Unlike a signature, a key that stands in the body can be guessed one by one. Only wrong ones are counted, so a
 * right one is always taken; and what is slowed down is kept like the rest.
 */
class KeyGuesses {
  readonly #throttle: FailureThrottle;

  constructor(clock: Clock) {
    this.#throttle = new FailureThrottle(clock);
  }

  /** How a refusal is answered: 429 when the sender had too many wrong keys. */
  problemOf({ log, remoteAddress: ip }: Exchange, refused: Refusal): HttpProblem {
    if (refused.code !== 'google_key_invalid') return problemOf(refused);
    const { blockSeconds, retryAfterSeconds } = this.#throttle.count(ip);
    if (blockSeconds !== undefined) log.warn({ ip, blockSeconds }, 'wrong keys of this address are slowed down');
    if (retryAfterSeconds === undefined) return problemOf(refused);
    const detail = `${refused.detail} Several were wrong from this address: the right one is always taken; before another try, wait as long as Retry-After says.`;
    return new HttpProblem(429, refused.code, detail, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

function refuse(exchange: Exchange, origin: Origin, problem: HttpProblem, body: Buffer, deps: IntakeRoutesDeps, proof: Proven = {}): void {
  const { isProven = false, mark = {} } = proof;
  sendProblem(exchange, problem);
  noteRefusal(exchange, origin, problem, { body, complete: true, isProven, ...mark }, deps);
}

type Proven = Pick<Refusal, 'isProven' | 'mark'>;

type Unread = Exclude<BodyReading, { readonly kind: 'complete' | 'gone' }>;

/** Refuses before the end of the body: by the headers where they decide, else because the body cannot be taken. */
function refuseUnread(exchange: Exchange, origin: Origin, byHeaders: Refusal | undefined, reading: Unread, deps: IntakeRoutesDeps) {
  const head = 'head' in reading ? reading.head : Buffer.alloc(0);
  if (byHeaders !== undefined) return refuseByHeaders(exchange, origin, byHeaders, head, deps);
  if (reading.kind === 'too_large') return refuseTooLarge(exchange, origin, head, deps);
  if (reading.kind === 'no_room') deps.onNoRoom?.('overloaded');
  return turnAway(exchange, reading.kind === 'no_room' ? noRoomForBody() : bodyTooSlow());
}

/** What of the body comes along while the answer is on its way is kept, and may be all of it. */
async function refuseByHeaders(
  exchange: Exchange,
  origin: Origin,
  byHeaders: Refusal,
  head: Buffer,
  deps: IntakeRoutesDeps,
): Promise<void> {
  const declared = Number(exchange.req.headers['content-length']);
  if (declared > deps.maxBodyBytes) return refuseTooLarge(exchange, origin, head, deps);
  const problem = problemOf(byHeaders);
  const body = await sendProblemAndLinger(exchange, problem, head, SMALL_BODY_BYTES);
  noteRefusal(exchange, origin, problem, { body, complete: body.byteLength === declared, isProven: false }, deps);
}

async function refuseTooLarge(exchange: Exchange, origin: Origin, head: Buffer, deps: IntakeRoutesDeps): Promise<void> {
  const problem = bodyTooLarge(deps.maxBodyBytes);
  const body = await sendProblemAndLinger(exchange, problem, head, REFUSED_BODY_BYTES);
  noteRefusal(exchange, origin, problem, { body, complete: false, isProven: false }, deps);
}

/** Nothing is kept: the sender will come again. */
async function turnAway(exchange: Exchange, problem: HttpProblem): Promise<void> {
  logRefusal(exchange, problem);
  await sendProblemAndLinger(exchange, problem, Buffer.alloc(0), 0);
}

interface RefusedBody {
  readonly body: Buffer;
  readonly complete: boolean;
  readonly isProven: boolean;
  readonly secret?: string;
  readonly limitedTo?: string;
}

function noteRefusal(exchange: Exchange, origin: Origin, problem: HttpProblem, kept: RefusedBody, deps: IntakeRoutesDeps): void {
  const { method, path, requestId, remoteAddress } = exchange;
  logRefusal(exchange, problem);
  // 503 means that the sender will come again; there is nothing to keep.
  if (problem.status === 503) return;
  const headers = headersJson(exchange.req.rawHeaders);
  const { code, detail, status: httpStatus } = problem;
  deps.refused.record({
    origin,
    method,
    path,
    httpStatus,
    code,
    detail,
    remoteAddress,
    requestId,
    headers,
    ...kept,
    receivedAt: deps.clock(),
  });
}

function logRefusal(exchange: Exchange, { status, code }: Pick<HttpProblem, 'status' | 'code'>): void {
  if (!exchange.mayLog('info', code)) return;
  exchange.log.info({ path: exchange.path, status, code }, 'The request was refused.');
}

function answerSubscription(exchange: Exchange, intake: Intake): void {
  const answer = intake.verifySubscription(exchange.query);
  if (answer.status === 200) {
    send(exchange, 200, 'text/plain; charset=utf-8', answer.challenge);
    exchange.log.info('The social-ads platform verified the subscription.');
    return;
  }
  logRefusal(exchange, answer);
  sendProblem(
    exchange,
    new HttpProblem(answer.status, answer.code, answer.detail, answer.status === 503 ? { headers: { 'Retry-After': '60' } } : {}),
  );
}
