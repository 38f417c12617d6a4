/** What became of one GET. */
export type ServiceAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** Code of the system (`ECONNREFUSED`, `ENOTFOUND` …), or `TIMEOUT`. */
  | { readonly kind: 'silent'; readonly code: string };

/** Health answers have less than 1 KiB; what stands at a wrong address may be long. */
const READ_CHARACTERS = 4_096;

/** Asks an address of this program and waits for the answer. What goes wrong is a value. Loads no HTTP client but Node's own, to start fast. */
export function askService(url: URL, timeoutMs: number): Promise<ServiceAnswer> {
  const { get } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const fail = (error: NodeJS.ErrnoException): void =>
      resolve({ kind: 'silent', code: signal.aborted ? 'TIMEOUT' : (error.code ?? error.name) });
    const request = get(url, { agent: false, signal, headers: { Accept: 'application/json' } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body = (body + text).slice(0, READ_CHARACTERS);
      });
      response.on('error', fail).on('end', () => resolve({ kind: 'answered', status: response.statusCode ?? 0, body }));
    });
    request.on('error', fail);
  });
}
