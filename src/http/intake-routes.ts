import type { IncomingMessage } from 'node:http';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { type Fault, faultParams, sentencesOf } from '../domain/fault.ts';
import { Origin } from '../domain/origin.ts';
import { REFUSED_BODY_BYTES, type RefusedRequest } from '../domain/refused-request.ts';
import type { Receipt } from '../domain/webhook-event.ts';
import type { IntakeRequest, IntakeResult, Refusal } from '../intake/intake-request.ts';
import type { Intake } from '../intake/receive.ts';
import { BodyBudget, SMALL_BODY_BYTES } from './body-budget.ts';
import { type Exchange, type Handler, type Route, send } from './exchange.ts';
import { type CountShared, FailureThrottle } from './failure-throttle.ts';
import { sendProblemAndLinger } from './lingering-answer.ts';
import { FaultProblem, type HttpProblem, sendProblem } from './problem.ts';
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
  /** Called with the code of each request that is refused for good. */
  readonly onRefused?: (code: string) => void;
  readonly maxBodyBytes: number;
  /** Default: one that fits `maxBodyBytes`. */
  readonly bodyBudget?: BodyBudget;
  /** How long to wait for the body of a request that is refused by its headers. Default: a second. */
  readonly unverifiedBodyMs?: number;
  /** Counts a wrong key. Default: this process counts for itself. */
  readonly countGuess?: CountShared;
  /** Called with the code of the answer if a body found no room or was evicted. */
  readonly onNoRoom?: (code: string) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Most senders' headers and body arrive together. A missing body is not worth a wait, but other bodies are worth a short one. */
const UNVERIFIED_BODY_MS = 1_000;
const UNPROVEN_BUDGET_BYTES = 4_194_304;

/** A route that receives the events of one source. */
interface IntakeRoute extends IntakeRoutesDeps {
  readonly origin: Origin;
  /** The status of the answer to a new event. */
  readonly acceptedStatus: 200 | 202;
  readonly usual: BodyLimits;
  /**
   * For a request that is refused by its headers: enough for an operator to see whose lead it was and to replay it. It takes no budget from
   * others.
   */
  readonly unverified: BodyLimits;
}

/** The routes of the seed. A success answer is sent only after the event is stored durably. */
export function intakeRoutes(deps: IntakeRoutesDeps): Route[] {
  const { maxBodyBytes, bodyBudget = new BodyBudget(maxBodyBytes), unverifiedBodyMs = UNVERIFIED_BODY_MS } = deps;
  const limits = {
    usual: { limitBytes: maxBodyBytes, keptHeadBytes: REFUSED_BODY_BYTES, budget: bodyBudget },
    unverified: {
      limitBytes: Math.min(maxBodyBytes, SMALL_BODY_BYTES),
      keptHeadBytes: SMALL_BODY_BYTES,
      withinMs: unverifiedBodyMs,
      budget: new BodyBudget(0, undefined, UNPROVEN_BUDGET_BYTES),
    },
  };
  return [
    {
      method: 'POST',
      path: '/integracoes/leads',
      handler: receiveFrom({ ...deps, ...limits, origin: Origin.ownForm, acceptedStatus: 202 }),
    },
    {
      method: 'POST',
      path: '/webhooks/search_ads',
      handler: receiveFrom({ ...deps, ...limits, origin: Origin.searchAds, acceptedStatus: 200 }),
    },
    {
      method: 'POST',
      path: '/webhooks/social_ads',
      handler: receiveFrom({ ...deps, ...limits, origin: Origin.socialAds, acceptedStatus: 200 }),
    },
    { method: 'GET', path: '/webhooks/social_ads', handler: (exchange) => answerSubscription(exchange, deps.intake) },
  ];
}

function receiveFrom(route: IntakeRoute): Handler {
  const { intake, origin } = route;
  const guesses = new KeyGuesses(route);
  return async (exchange) => {
    const refusedByHeaders = intake.refusedByHeaders(origin, { header: (name) => headerOf(exchange.req, name) });
    const reading = await readBody(exchange, refusedByHeaders === undefined ? route.usual : route.unverified);
    if (reading.kind === 'gone') return;
    if (reading.kind !== 'complete') return refuseUnread(exchange, route, refusedByHeaders, reading);
    const { body } = reading;
    const encoded = contentEncodingProblem(exchange.req);
    if (encoded !== undefined) return refuse(exchange, route, encoded, body);
    const result = await intake.receive(new HttpIntakeRequest(exchange, origin, body));
    if (result.kind === 'refused') return refuse(exchange, route, await guesses.problemOf(exchange, result), body, result);
    answerResult(exchange, result, route.acceptedStatus);
    if (result.kind === 'stored') logReceipts(exchange, result.receipts, route.log);
  };
}

/** An HTTP request as intake sees it. A class, because closures per request cost more. */
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

/** Ids are decimal text and states are our own words, so nothing needs escaping. */
function receiptJson({ eventId, status }: Receipt): string {
  return `{"status":"${status}","evento_id":"${eventId}"}`;
}

/** `send` for short ASCII answers: the length is known without encoding, and head and body leave in one write. */
function sendText(exchange: Exchange, status: number, text: string): void {
  exchange.begin(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': text.length });
  exchange.res.end(text, 'latin1');
}

function logReceipts(exchange: Exchange, receipts: readonly Receipt[], log: Logger): void {
  const differing = receipts.filter(({ conflict, typeDiffers }) => conflict && !typeDiffers);
  warnOf(exchange, differing, 'resend_differs', 'A resend differs from the event it repeats; the first one counts.');
  warnOf(
    exchange,
    receipts.filter(({ typeDiffers }) => typeDiffers),
    'resend_type_differs',
    'A resend names another type than the event it repeats; the first one counts. If these are two events, the sender must give them different IDs.',
  );
  // Checked first, because creating the request's logger costs more than the rest of this function.
  if (!log.isLevelEnabled('debug')) return;
  exchange.log.debug({ path: exchange.path, eventIds: receipts.map(({ eventId }) => eventId) }, 'Events were accepted.');
}

function warnOf(exchange: Exchange, receipts: readonly Receipt[], code: string, sentence: string): void {
  if (receipts.length === 0 || !exchange.mayLog('warn', code)) return;
  exchange.log.warn({ eventIds: receipts.map(({ eventId }) => eventId), code }, sentence);
}

function problemOf(refused: Fault & Pick<Refusal, 'problems'> & { readonly status: number }): FaultProblem {
  const { status, problems } = refused;
  return new FaultProblem(status, refused, {
    ...(problems === undefined ? {} : { errors: problems }),
    ...(status === 503 ? { headers: { 'Retry-After': '60' } } : {}),
  });
}

/**
 * Counts wrong keys per sender. Unlike a signature, a key in the body can be guessed by trying. Only wrong keys are counted, so a right key
 * is always accepted; throttled requests are kept like other refused ones.
 */
class KeyGuesses {
  readonly #throttle: FailureThrottle;

  constructor({ clock, countGuess }: IntakeRoutesDeps) {
    this.#throttle = new FailureThrottle(clock, countGuess);
  }

  /** The answer to a refusal: 429 if the sender sent too many wrong keys. */
  async problemOf({ log, remoteAddress: ip }: Exchange, refused: Refusal): Promise<FaultProblem> {
    if (refused.code !== 'google_key_invalid') return problemOf(refused);
    const { blockSeconds, retryAfterSeconds } = await this.#throttle.count(ip);
    if (blockSeconds !== undefined) log.warn({ ip, blockSeconds }, 'wrong keys of this address are slowed down');
    if (retryAfterSeconds === undefined) return problemOf(refused);
    const fault = { code: refused.code, params: faultParams(...sentencesOf(refused.params), ['keyGuessed']) };
    return new FaultProblem(429, fault, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

function refuse(exchange: Exchange, route: IntakeRoute, problem: FaultProblem, body: Buffer, verified: Verified = {}): void {
  const { isVerified = false, mark = {} } = verified;
  sendProblem(exchange, problem);
  noteRefusal(exchange, route, problem, { body, complete: true, isVerified, ...mark });
}

type Verified = Pick<Refusal, 'isVerified' | 'mark'>;

type Unread = Exclude<BodyReading, { readonly kind: 'complete' | 'gone' }>;

/** Refuses before the end of the body: by the headers if they decide, otherwise because the body cannot be accepted. */
function refuseUnread(exchange: Exchange, route: IntakeRoute, byHeaders: Refusal | undefined, reading: Unread): Promise<void> {
  const head = 'head' in reading ? reading.head : Buffer.alloc(0);
  if (byHeaders !== undefined) return refuseByHeaders(exchange, route, byHeaders, head);
  if (reading.kind === 'too_large') return refuseTooLarge(exchange, route, head);
  if (reading.kind === 'no_room') route.onNoRoom?.('overloaded');
  return turnAway(exchange, reading.kind === 'no_room' ? noRoomForBody() : bodyTooSlow());
}

/** Keeps what arrives of the body while the answer is being sent, which may be all of it. */
async function refuseByHeaders(exchange: Exchange, route: IntakeRoute, byHeaders: Refusal, head: Buffer): Promise<void> {
  const declared = Number(exchange.req.headers['content-length']);
  if (declared > route.maxBodyBytes) return refuseTooLarge(exchange, route, head);
  const problem = problemOf(byHeaders);
  const body = await sendProblemAndLinger(exchange, problem, head, SMALL_BODY_BYTES);
  noteRefusal(exchange, route, problem, { body, complete: body.byteLength === declared, isVerified: false });
}

async function refuseTooLarge(exchange: Exchange, route: IntakeRoute, head: Buffer): Promise<void> {
  const problem = bodyTooLarge(route.maxBodyBytes);
  const body = await sendProblemAndLinger(exchange, problem, head, REFUSED_BODY_BYTES);
  noteRefusal(exchange, route, problem, { body, complete: false, isVerified: false });
}

/** Nothing is kept: the sender will retry. */
async function turnAway(exchange: Exchange, problem: HttpProblem): Promise<void> {
  logRefusal(exchange, problem);
  await sendProblemAndLinger(exchange, problem, Buffer.alloc(0), 0);
}

type RefusedBody = Pick<RefusedRequest, 'body' | 'complete' | 'isVerified' | 'secret' | 'limitedTo'>;

function noteRefusal(exchange: Exchange, route: IntakeRoute, problem: FaultProblem, kept: RefusedBody): void {
  const { method, path, requestId, remoteAddress } = exchange;
  logRefusal(exchange, problem);
  // 503 means that the sender will retry, so there is nothing to keep.
  if (problem.status === 503) return;
  const { code, params, status: httpStatus } = problem;
  route.onRefused?.(code);
  const request = { origin: route.origin, method, path, remoteAddress, requestId, headers: headersJson(exchange.req.rawHeaders) };
  route.refused.record({ ...request, httpStatus, code, params, ...kept, receivedAt: route.clock() });
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
  sendProblem(exchange, problemOf(answer));
}
