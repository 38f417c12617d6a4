import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { signatureHeader } from '../../src/base/signature.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { Installation, SECRETS } from '../end-to-end/operator.ts';
import { requireTool } from '../support/required-tool.ts';
import { ROOT } from '../support/run-program.ts';

/** Debian installs nginx in a folder that is only in root's PATH. */
const PATH = `${process.env['PATH']}:/usr/sbin`;
const run = (command: string, args: readonly string[]) => promisify(execFile)(command, args, { env: { PATH } });
const NGINX = readFileSync(join(ROOT, 'docs/reverse-proxy/nginx.conf'), 'utf8');
const CADDY = readFileSync(join(ROOT, 'docs/reverse-proxy/Caddyfile'), 'utf8');
const HOST = 'leads.example.com';

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The sample configuration of the docs on loopback: other ports, a self-signed certificate, all files in the folder. */
async function nginxConfig(folder: string, upstream: string, port: number): Promise<string> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', '-subj', `/CN=${HOST}`];
  await run('openssl', ['req', ...subject, '-keyout', key, '-out', certificate]);
  const site = NGINX.replace('server 127.0.0.1:8080;', `server ${upstream};`)
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace(/^ *listen 443 /m, `listen 127.0.0.1:${port} `)
    .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`);
  const path = join(folder, 'nginx.conf');
  writeFileSync(
    path,
    `pid ${join(folder, 'nginx.pid')};\nerror_log stderr info;\ndaemon off;\nmaster_process off;\nevents {}\n` +
      `http {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`,
  );
  return path;
}

/** A proxy in front of a service; disposing stops it. */
class Nginx implements AsyncDisposable {
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.origin = `https://127.0.0.1:${port}`;
  }

  static async start(folder: string, upstream: string): Promise<Nginx> {
    mkdirSync(folder, { recursive: true });
    const port = await freePort();
    const config = await nginxConfig(folder, upstream, port);
    await run('nginx', ['-t', '-e', 'stderr', '-c', config]);
    const child = spawn('nginx', ['-e', 'stderr', '-c', config], { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
    await new Promise<void>((resolve) => {
      // The last line of the start; nginx is already listening by then.
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('RLIMIT_NOFILE')) resolve();
      });
    });
    return new Nginx(child, port);
  }

  /** Sends a request as a client of the site. `onData` receives the response as it arrives and ends the request by returning `false`. */
  ask(
    path: string,
    options: { body?: Buffer; headers?: Record<string, string>; onData?: (text: string) => boolean } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { body, headers, onData } = options;
      const sent = request(
        `${this.origin}${path}`,
        { method: body === undefined ? 'GET' : 'POST', headers: { Host: HOST, ...headers }, rejectUnauthorized: false, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
            if (onData !== undefined && !onData(text)) response.destroy();
          });
          response.on('close', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
          response.on('error', () => undefined);
        },
      );
      sent.on('error', reject).end(body);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

function signedForm(id: string, message = ''): { body: Buffer; headers: Record<string, string> } {
  const timestamp = Math.floor(Date.now() / 1_000);
  const fields = { event_type: 'lead', id, timestamp, campanha_id: '1', nome: 'Ana  Çedilha', mensagem: message };
  const body = Buffer.from(` ${JSON.stringify(fields, null, 1)}\n`);
  return {
    body,
    headers: { 'Content-Type': 'application/json', 'X-Formulario-Signature': signatureHeader(SECRETS.FORMULARIO_SECRET, body) },
  };
}

describe('the samples', () => {
  test('let bodies pass that are larger than the service takes, so that it keeps what it refuses', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(NGINX) ?? [];
    expect(Number(megabytes) * 1_048_576).toBeGreaterThan(2 * Number(SETTINGS.MAX_BODY_BYTES.fallback));
    // With request_body, Caddy counts the bytes itself and answers 502 instead of 413.
    expect(CADDY).not.toMatch(/^\s*request_body/m);
  });

  test.each([
    ['nginx', NGINX],
    ['Caddy', CADDY],
  ])('of %s pass every intake route and the conversions that Google fetches, and not /metrics', (_name, text) => {
    const routes = ['integracoes/leads', 'webhooks/search_ads', 'webhooks/social_ads', 'export/conversions.csv'];
    for (const route of routes) expect(text.replaceAll('\\', '')).toContain(route);
    expect(text.replaceAll(/#.*/g, '')).not.toContain('/metrics');
  });

  test('of Caddy are what Caddy takes', async ({ skip }) => {
    await requireTool(skip, 'caddy', 'version');
    await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', join(ROOT, 'docs/reverse-proxy/Caddyfile')]);
  });
});

describe('nginx as in the sample', () => {
  test('passes events byte for byte with their address, keeps /metrics in, and shows the queue live', async ({ skip }) => {
    await requireTool(skip, '/usr/sbin/nginx', '-v');
    const settings = { TRUST_PROXY: '1', CONVERSIONS_EXPORT_CREDENTIAL: `google-ads:${'p'.repeat(43)}` };
    await using installation = new Installation(settings);
    const { url } = await installation.serve();
    await using proxy = await Nginx.start(join(installation.folder, 'nginx'), new URL(url).host);

    const small = signedForm('a');
    const spoofed = { ...small.headers, 'X-Forwarded-For': '203.0.113.66', 'X-Request-Id': 'invented' };
    expect(await proxy.ask('/integracoes/leads', { body: small.body, headers: spoofed })).toMatchObject({ status: 202 });
    // More than nginx buffers in memory, and almost the service's limit.
    const large = signedForm('b', 'á'.repeat(500_000));
    expect(await proxy.ask('/integracoes/leads', large)).toMatchObject({ status: 202 });
    const tooLarge = await proxy.ask('/integracoes/leads', signedForm('c', 'x'.repeat(4 * 1_048_576)));
    expect([tooLarge.status, JSON.parse(tooLarge.text)]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
    const refused = () => installation.admin<{ itens: readonly { codigo: string }[] }>('/admin/recusadas');
    await expect.poll(async () => (await refused()).itens.map(({ codigo }) => codigo)).toEqual(['body_too_large']);
    const { evento } = await installation.admin<{ evento: { ip: string; requisicao_id: string } }>('/admin/webhooks/1');
    expect(evento.ip).toBe('127.0.0.1');
    expect(evento.requisicao_id).toMatch(/^[0-9a-f]{32}$/);

    expect(await proxy.ask('/health')).toMatchObject({ status: 200 });
    expect(await proxy.ask('/metrics')).toMatchObject({ status: 404 });
    // lead-intake asks for the password.
    expect(await proxy.ask('/export/conversions.csv')).toMatchObject({ status: 401 });
    const headers = { Authorization: `Bearer ${SECRETS.ADMIN_TOKEN}`, Accept: 'text/event-stream' };
    const live = await proxy.ask('/admin/fila', { headers, onData: (text) => !text.includes('"pendente"') });
    expect(live.text).toContain('event: snapshot');
  });

  test('asks senders to come back while the service is away', async ({ skip }) => {
    await requireTool(skip, '/usr/sbin/nginx', '-v');
    await using installation = new Installation();
    await using proxy = await Nginx.start(join(installation.folder, 'nginx'), `127.0.0.1:${await freePort()}`);
    const answer = await proxy.ask('/integracoes/leads', signedForm('a'));
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
  });
});
