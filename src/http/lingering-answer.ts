import { ByteCollector } from './byte-collector.ts';
import type { Exchange } from './exchange.ts';
import { type HttpProblem, PROBLEM_CONTENT_TYPE, problemDocument } from './problem.ts';

/** How long a client that is still sending gets to read the answer … */
const LINGER_MS = 1_000;
/** … and how much it may send meanwhile; it is discarded. */
const LINGER_BYTES = 4_194_304;

/**
 * Answers a request whose body is still arriving, and closes the connection. A socket closed with unread bytes is reset, and a reset can
 * destroy the answer before the client has read it (RFC 9112, section 9.6). So the answer is sent immediately, and the connection stays
 * open briefly while incoming bytes are read and dropped.
 *
 * @returns the first `keepBytes` of the body, including `head`
 */
export function sendProblemAndLinger(exchange: Exchange, problem: HttpProblem, head: Buffer, keepBytes: number): Promise<Buffer> {
  const { req, res } = exchange;
  const document = Buffer.from(problemDocument(problem, exchange.requestId));
  const fixed = { 'Content-Type': PROBLEM_CONTENT_TYPE, 'Content-Length': document.byteLength, Connection: 'close' };
  exchange.begin(problem.status, { ...problem.headers, ...fixed });
  res.write(document);
  return new Promise((resolve) => {
    const kept = new ByteCollector(keepBytes);
    kept.append(head);
    let dropped = 0;
    const finish = (): void => {
      clearTimeout(timer);
      req.off('data', onData);
      req.off('end', finish);
      req.off('close', finish);
      res.end();
      // A copy, so that a few bytes do not keep a large buffer in memory.
      resolve(Buffer.from(kept.bytes()));
    };
    const onData = (chunk: Buffer): void => {
      kept.append(chunk);
      dropped += chunk.byteLength;
      if (dropped > LINGER_BYTES) finish();
    };
    const timer = setTimeout(finish, LINGER_MS);
    req.on('data', onData);
    req.on('end', finish);
    req.on('close', finish);
    req.resume();
  });
}
