import type { IncomingMessage } from 'node:http';
import { networkKey } from './address-networks.ts';
import type { BodyBudget, Eviction, HeldBody } from './body-budget.ts';
import { ByteCollector } from './byte-collector.ts';
import type { Exchange } from './exchange.ts';
import { HttpProblem } from './problem.ts';

export type BodyReading =
  | { readonly kind: 'complete'; readonly body: Buffer }
  /** Longer than the limit; `head` is the beginning. The rest is still on its way: see `lingering-answer.ts`. */
  | { readonly kind: 'too_large'; readonly head: Buffer }
  /** So many bodies are being read that there is no room for this one, or it gave way to others. It is still on its way too. */
  | { readonly kind: 'no_room' }
  /** It arrives so slowly that it only holds room. */
  | { readonly kind: 'too_slow' }
  /** Not whole within `withinMs`; `head` is what has come. The rest is still on its way. */
  | { readonly kind: 'too_late'; readonly head: Buffer }
  /** The client went away before the end: nobody is left to answer. */
  | { readonly kind: 'gone' };

export interface BodyLimits {
  readonly limitBytes: number;
  /** How much of a body that is too large is handed over; left out: nothing. */
  readonly keptHeadBytes?: number;
  /** How long the whole body may take; left out: as long as it arrives fast enough. */
  readonly withinMs?: number;
  /** Shared by all bodies that are read at the same time. */
  readonly budget: BodyBudget;
}

const EVICTED: Readonly<Record<Eviction, BodyReading>> = { no_room: { kind: 'no_room' }, too_slow: { kind: 'too_slow' } };

type Arriving = Pick<Exchange, 'req' | 'res' | 'remoteAddress'>;

/** Reads the bytes of a request and counts them on the way: a declared length over the limit is refused before anything is read. */
export function readBody(exchange: Arriving, limits: BodyLimits): Promise<BodyReading> {
  const { req, res } = exchange;
  const { limitBytes, budget } = limits;
  const declared = declaredLength(req);
  if (declared !== undefined && declared > limitBytes) return Promise.resolve({ kind: 'too_large', head: Buffer.alloc(0) });
  // HTTP/1.0 knows no invitation, and its clients would take it for the answer (RFC 9110, section 10.1.1).
  if (req.headers.expect !== undefined && req.httpVersion !== '1.0') res.writeContinue();
  return new Promise((resolve) => {
    // A declared length is a promise, not yet a body: it ends the growth, but nothing is set aside for it.
    const collector = new ByteCollector(declared ?? limitBytes);
    let held: HeldBody | undefined;
    let timer: NodeJS.Timeout | undefined;
    // Without a declared length only the end tells which piece is the last, and it may never come.
    const isLast = (chunk: Buffer): boolean => collector.length + chunk.byteLength === declared;
    /** The first call counts. After the end nothing but `close` comes, so the listeners may stay. */
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
      // The last piece is dealt with at once, so most bodies never take any of the room.
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

/** A copy: a part of the collected buffer would keep all of it in memory while the refusal lingers. */
function headOf(collected: Buffer, chunk: Buffer, bytes: number): Buffer {
  const head = Buffer.from(collected.subarray(0, bytes));
  return Buffer.concat([head, chunk.subarray(0, bytes - head.byteLength)]);
}

export function bodyTooLarge(limitBytes: number): HttpProblem {
  return new HttpProblem(413, 'body_too_large', `The body is larger than ${limitBytes} bytes, the most this service takes.`);
}

export function noRoomForBody(): HttpProblem {
  return new HttpProblem(503, 'overloaded', 'The service is reading as many bodies as it has memory for. Send the request again later.', {
    headers: { 'Retry-After': '2' },
  });
}

export function bodyTooSlow(): HttpProblem {
  return new HttpProblem(408, 'request_timeout', 'The body arrives too slowly. Send the request again.');
}

/** 415 when the body is compressed: signatures are over the bytes as sent, and a small body could unpack to a huge one. */
export function contentEncodingProblem(req: IncomingMessage): HttpProblem | undefined {
  const encoding = req.headers['content-encoding'];
  if (encoding === undefined || encoding === '' || encoding.toLowerCase() === 'identity') return undefined;
  return new HttpProblem(415, 'content_encoding_unsupported', 'The body is compressed. Send it without Content-Encoding.', {
    headers: { 'Accept-Encoding': 'identity' },
  });
}
