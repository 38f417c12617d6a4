import type { IncomingHttpHeaders } from 'node:http';
import { Outgoing } from '../../../src/delivery/outgoing.ts';
import { LocalServer } from '../local-server.ts';

/** Long enough to recognise parts of it, and unlike any of the platform's token formats. */
export const TOKEN = 'tok-5f0c1d9e7b3a4c6688d2e1f0a9b8c7d6';

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | object;
}

export interface AskedOf {
  readonly method: string;
  /** Including the query. */
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that answers like Meta, in the scripted order; the last response repeats. It records the requests. */
export class ScriptedGraph implements AsyncDisposable {
  readonly asked: readonly AskedOf[];
  readonly outgoing: Outgoing;
  readonly #server: LocalServer;

  private constructor(server: LocalServer, asked: readonly AskedOf[]) {
    this.#server = server;
    this.asked = asked;
    this.outgoing = new Outgoing({ origins: [server.origin] });
  }

  static async answering(...answers: readonly ScriptedAnswer[]): Promise<ScriptedGraph> {
    const asked: AskedOf[] = [];
    const server = await LocalServer.http(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      asked.push({ method: request.method ?? '', url: new URL(request.url ?? '', 'http://graph'), headers: request.headers, body });
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      if (answer === undefined) return void response.destroy();
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
    return new ScriptedGraph(server, asked);
  }

  get options() {
    return { apiUrl: this.#server.origin, apiVersion: 'v26.0', outgoing: this.outgoing };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.outgoing[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
  }
}
