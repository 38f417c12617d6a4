import { onTestFinished } from 'vitest';
import { type Route, sendJson } from '../../src/http/exchange.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/http/server.ts';
import { createLogLines } from './log-lines.ts';

/** A server for these routes on a free port; closed when the test ends. */
export async function startServer(routes: readonly Route[], options: Partial<HttpServerOptions> = {}) {
  const { log, lines } = createLogLines();
  const http = createHttpServer({ routes, log, trustProxy: 0, ...options });
  onTestFinished(() => http.close(0));
  const { port } = await http.listen('127.0.0.1', 0);
  return { http, port, url: `http://127.0.0.1:${port}`, lines };
}

export const hello: Route = {
  method: 'GET',
  path: '/hello',
  handler: (exchange) => sendJson(exchange, 200, { hello: exchange.query.get('who') }),
};
export const echo: Route = { method: 'POST', path: '/echo', handler: (exchange) => sendJson(exchange, 200, {}) };

/** A route that responds when the test releases it. */
export function heldRoute(): { route: Route; entered: Promise<void>; release: () => void } {
  let enter: () => void = () => undefined;
  let release: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handler: Route['handler'] = async (exchange) => {
    enter();
    await released;
    sendJson(exchange, 200, { held: true });
  };
  return { route: { method: 'GET', path: '/held', handler }, entered, release: () => release() };
}
