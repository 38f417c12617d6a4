import type { PlatformAnswer } from './local-server.ts';

/** A JSON response; `JSON.rawJSON` numbers keep their digits. */
export function jsonAnswer(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): PlatformAnswer {
  return { status, headers, body: JSON.stringify(body) };
}
