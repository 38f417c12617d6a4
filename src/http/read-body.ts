import type { IncomingMessage } from 'node:http';
import { faultParams } from '../domain/fault.ts';
import { networkKey } from './address-networks.ts';
import type { BodyBudget, Eviction, HeldBody } from './body-budget.ts';
import { ByteCollector } from './byte-collector.ts';
import type { Exchange } from './exchange.ts';
import { FaultProblem, HttpProblem } from './problem.ts';

export type BodyReading =
  | { readonly kind: 'complete'; readonly body: Buffer }
  /** Longer than the limit; `head` is the beginning. The rest is still arriving: see `lingering-answer.ts`. */
  | { readonly kind: 'too_large'; readonly head: Buffer }
  /** There was no room for this body next to the others, or it was evicted. It is still arriving too. */
  | { readonly kind: 'no_room' }
  /** It arrives so slowly that it would only occupy memory. */
  | { readonly kind: 'too_slow' }
  /** Incomplete after `withinMs`; `head` is what has arrived. The rest is still arriving. */
  | { readonly kind: 'too_late'; readonly head: Buffer }
  /** The client disconnected before the end: there is nobody to answer. */
  | { readonly kind: 'gone' };

export interface BodyLimits {
  readonly limitBytes: number;
  /** How much of a body that is too large is returned. Default: nothing. */
  readonly keptHeadBytes?: number;
  /** How long the whole body may take. Default: as long as it arrives fast enough. */
  readonly withinMs?: number;
  /** Shared by all bodies that are being read at the same time. */
  readonly budget: BodyBudget;
}

const EVICTED: Readonly<Record<Eviction, BodyReading>> = { no_room: { kind: 'no_room' }, too_slow: { kind: 'too_slow' } };

type Arriving = Pick<Exchange, 'req' | 'res' | 'remoteAddress'>;

/** Reads the bytes of a request and counts them: if the declared length exceeds the limit, the body is refused before it is read. */
export function readBody(exchange: Arriving, limits: BodyLimits): Promise<BodyReading> {
  const { req, res } = exchange;
  const { limitBytes, budget } = limits;
  const declared = declaredLength(req);
  if (declared !== undefined && declared > limitBytes) return Promise.resolve({ kind: 'too_large', head: Buffer.alloc(0) });
  // HTTP/1.0 does not have 100 Continue, and its clients would mistake it for the answer (RFC 9110, section 10.1.1).
  if (req.headers.expect !== undefined && req.httpVersion !== '1.0') res.writeContinue();
  return new Promise((resolve) => {
    // The declared length limits the buffer, but no memory is allocated for it in advance: the body may never come.
    const collector = new ByteCollector(declared ?? limitBytes);
    let held: HeldBody | undefined;
    let timer: NodeJS.Timeout | undefined;
    // Without a declared length only the end shows which chunk is the last, and it may never come.
    const isLast = (chunk: Buffer): boolean => collector.length + chunk.byteLength === declared;
    /** Only the first call counts. After the end only `close` follows, so the listeners may stay. */
    const settle = (reading: BodyReading): void => {
      clearTimeout(timer);
      if (held !== undefined) budget.release(held);
      resolve(reading);
    };
    const giveUp = (reading: BodyReading): void => {
      req.pause();
      req.off('data', onData);
      req.off('end', onEnd);
      req.off('close', onClose);
      settle(reading);
    };
    const onData = (chunk: Buffer): void => {
      if (collector.length + chunk.byteLength > limitBytes) {
        giveUp({ kind: 'too_large', head: headOf(collector.bytes(), chunk, limits.keptHeadBytes ?? 0) });
        return;
      }
      // The last chunk is handled immediately, so most bodies never use the budget.
      if (!isLast(chunk)) {
        held ??= budget.open(networkKey(exchange.remoteAddress), (why) => giveUp(EVICTED[why]));
        if (!budget.grow(held, collector.heldAfter(chunk))) {
          giveUp({ kind: 'no_room' });
          return;
        }
      }
      collector.append(chunk);
    };
    const onEnd = (): void => settle({ kind: 'complete', body: collector.bytes() });
    const onClose = (): void => settle({ kind: 'gone' });
    req.on('data', onData);
    req.on('end', onEnd);
    req.on('close', onClose);
    if (limits.withinMs === undefined) return;
    timer = setTimeout(() => giveUp({ kind: 'too_late', head: Buffer.from(collector.bytes()) }), limits.withinMs);
  });
}

function declaredLength({ headers }: IncomingMessage): number | undefined {
  return headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
}

/** A copy: a view of the collected buffer would keep all of it in memory while the answer lingers. */
function headOf(collected: Buffer, chunk: Buffer, bytes: number): Buffer {
  const head = Buffer.from(collected.subarray(0, bytes));
  return Buffer.concat([head, chunk.subarray(0, bytes - head.byteLength)]);
}

export function bodyTooLarge(limitBytes: number): FaultProblem {
  return new FaultProblem(413, { code: 'body_too_large', params: faultParams(['requestTooLarge', { most: limitBytes }]) });
}

export function noRoomForBody(): HttpProblem {
  return new HttpProblem(503, 'overloaded', 'The service is reading as many bodies as it has memory for. Send the request again later.', {
    headers: { 'Retry-After': '2' },
  });
}

export function bodyTooSlow(): HttpProblem {
  return new HttpProblem(408, 'request_timeout', 'The body arrives too slowly. Send the request again.');
}

/** 415 if the body is compressed: signatures cover the bytes as sent, and a small body could unpack to a huge one. */
export function contentEncodingProblem(req: IncomingMessage): FaultProblem | undefined {
  const encoding = req.headers['content-encoding'];
  if (encoding === undefined || encoding === '' || encoding.toLowerCase() === 'identity') return undefined;
  const fault = { code: 'content_encoding_unsupported', params: faultParams(['requestCompressed']) };
  return new FaultProblem(415, fault, { headers: { 'Accept-Encoding': 'identity' } });
}
