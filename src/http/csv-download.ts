import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Exchange } from './exchange.ts';

/** Sends a CSV file at the client's pace. `false` if the client went away before its end: there is nobody left to answer. */
export async function sendCsv(exchange: Exchange, filename: string, chunks: Iterable<string> | AsyncIterable<string>): Promise<boolean> {
  const { req, res } = exchange;
  exchange.begin(200, { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${filename}"` });
  if (req.method === 'HEAD') {
    res.end();
    return true;
  }
  try {
    await pipeline(Readable.from(chunks), res);
    return true;
  } catch (thrown) {
    if (isBrokenOff(thrown)) return false;
    throw thrown;
  }
}

function isBrokenOff(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' || thrown.code === 'query_cancelled');
}
