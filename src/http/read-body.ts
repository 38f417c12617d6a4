import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpProblem } from './problem.ts';

export type BodyReading =
  | { readonly kind: 'complete'; readonly body: Buffer }
  /** Longer than the limit; `head` is what had come by then. The rest is still on its way: see `lingering-answer.ts`. */
  | { readonly kind: 'too_large'; readonly head: Buffer }
  /** The client went away before the end: nobody is left to answer. */
  | { readonly kind: 'gone' };

/** Reads the bytes of a request and counts them on the way: a declared length over the limit is refused before anything is read. */
export function readBody({ req, res }: { req: IncomingMessage; res: ServerResponse }, limitBytes: number): Promise<BodyReading> {
  if (Number(req.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve({ kind: 'too_large', head: Buffer.alloc(0) });
  if (req.headers.expect !== undefined) res.writeContinue();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const settle = (reading: BodyReading): void => {
      req.off('data', onData);
      req.off('end', onEnd);
      req.off('close', onClose);
      resolve(reading);
    };
    const onData = (chunk: Buffer): void => {
      chunks.push(chunk);
      received += chunk.byteLength;
      if (received <= limitBytes) return;
      req.pause();
      settle({ kind: 'too_large', head: joined(chunks) });
    };
    const onEnd = (): void => settle({ kind: 'complete', body: joined(chunks) });
    const onClose = (): void => settle({ kind: 'gone' });
    req.on('data', onData);
    req.on('end', onEnd);
    req.on('close', onClose);
  });
}

/** Most bodies come in one piece and need no copy. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}

export function bodyTooLarge(limitBytes: number): HttpProblem {
  return new HttpProblem(413, 'body_too_large', `The body is larger than ${limitBytes} bytes, the most this service takes.`);
}

/** 415 when the body is compressed: signatures are over the bytes as sent, and a small body could unpack to a huge one. */
export function contentEncodingProblem(req: IncomingMessage): HttpProblem | undefined {
  const encoding = req.headers['content-encoding'];
  if (encoding === undefined || encoding === '' || encoding.toLowerCase() === 'identity') return undefined;
  return new HttpProblem(415, 'content_encoding_unsupported', 'The body is compressed. Send it without Content-Encoding.', {
    headers: { 'Accept-Encoding': 'identity' },
  });
}
