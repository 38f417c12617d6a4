import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseSignature } from '../base/signature.ts';

const ANSWER = '{"status":"accepted"}';
const ANSWER_HEADERS = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(ANSWER) };

/**
 * The minimum any server has to do for a signed submission: read the body, check the HMAC, parse the JSON, answer. It stores nothing.
 * Whatever intake takes beyond it is the cost of storing leads. Runs until the signal aborts; `announce` receives its address.
 */
export async function runYardstick(
  secret: string,
  signal: AbortSignal,
  announce: (address: { readonly url: string }) => void,
): Promise<void> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(secret, request, Buffer.concat(chunks), response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  announce({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  if (!signal.aborted) await once(signal, 'abort');
  server.close();
  server.closeAllConnections();
}

function answer(secret: string, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  if (request.method === 'GET') {
    response.writeHead(200, ANSWER_HEADERS).end(ANSWER);
    return;
  }
  const given = parseSignature(String(request.headers['x-formulario-signature']));
  const expected = createHmac('sha256', secret).update(body).digest();
  if (given === undefined || !timingSafeEqual(given, expected)) {
    response.writeHead(401, { 'Content-Length': 0 }).end();
    return;
  }
  JSON.parse(body.toString('utf8'));
  response.writeHead(200, ANSWER_HEADERS).end(ANSWER);
}
