import { type Exchange, send } from '../../exchange.ts';

/** Everything on the pages comes from this origin, nothing is inline, and framing is forbidden. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PROTECTION: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  // Not `no-referrer`: over plain http, where browsers send no `Sec-Fetch-Site`, `Origin` would be `null` in our own forms.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  Vary: 'Accept, Accept-Language, Cookie',
};

/** Sets the headers of every admin response, whatever code writes it. */
export function protect({ res }: Pick<Exchange, 'res'>): void {
  for (const [name, value] of Object.entries(PROTECTION)) res.setHeader(name, value);
}

export function sendPage(exchange: Exchange, status: number, html: string, headers: Readonly<Record<string, string>> = {}): void {
  send(exchange, status, 'text/html; charset=utf-8', html, headers);
}

/** 303: the next request is a GET, so a reload repeats nothing. */
export function redirect(exchange: Exchange, location: string, headers: Readonly<Record<string, string>> = {}): void {
  exchange.begin(303, { ...headers, Location: location, 'Content-Length': 0 });
  exchange.res.end();
}
