import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { Outgoing } from '../../../src/delivery/outgoing.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The response is held back until this resolves. */
  readonly when?: Promise<unknown>;
}

/** A real server with scripted responses per path, in order; the last one repeats. */
export async function scriptedPlatform(script: Readonly<Record<string, readonly Answer[]>>) {
  const asked: Asked[] = [];
  const left = new Map(Object.entries(script).map(([path, answers]) => [path, [...answers]]));
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const path = req.url ?? '';
    asked.push({ method: req.method ?? '', path, headers: req.headers, body: Buffer.concat(chunks).toString('utf8') });
    const answers = left.get(path.split('?')[0] ?? '') ?? [];
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 404, body: 'nothing here' };
    await answer.when;
    res.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    res.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  const outgoing = new Outgoing({ origins: [url] });
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(async () => {
    await outgoing[Symbol.asyncDispose]();
    await close();
  });
  return { url, outgoing, asked, close, at: (path: string) => asked.filter((one) => one.path.split('?')[0] === path) };
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** An error in google.rpc format. */
export function rpcError(code: number, status: string, details: readonly object[] = [], message = 'It did not work.'): Answer {
  return { status: code, body: { error: { code, message, status, details } } };
}

export function errorInfo(reason: string, metadata: Readonly<Record<string, string>> = {}): object {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'datamanager.googleapis.com', metadata };
}
