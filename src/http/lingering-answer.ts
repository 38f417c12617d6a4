import { ByteCollector } from './byte-collector.ts';
import type { Exchange } from './exchange.ts';
import { type HttpProblem, PROBLEM_CONTENT_TYPE, problemDocument } from './problem.ts';

/** A client that is still sending gets this long to read the answer … */
const LINGER_MS = 1_000;
/** … and may send so much meanwhile; it is thrown away. */
const LINGER_BYTES = 4_194_304;

/**
 * Answers a request whose body is still arriving, and closes. A socket closed with unread bytes in it is reset, and a reset
 * can destroy the answer before the client has read it (RFC 9112, section 9.6); so the answer goes out at once, and the
 * connection stays open a moment in which what arrives is read and dropped.
 *
 * @returns the first `keepBytes` of the body, `head` included
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
      // A copy, so that a few bytes do not keep a large buffer alive.
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
