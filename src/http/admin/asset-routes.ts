import { type Exchange, type Route, send } from '../exchange.ts';
import { type Asset, ICON, SCRIPT, STYLESHEET } from './assets.ts';
import type { Guard } from './guard.ts';

/** Stylesheet, script and icon. They are public: the login needs them. */
export function assetRoutes(guard: Guard): Route[] {
  return [STYLESHEET, SCRIPT, ICON].map((asset) => ({
    method: 'GET',
    path: asset.path,
    handler: guard.open((exchange) => sendAsset(exchange, asset)),
  }));
}

function sendAsset(exchange: Exchange, { contentType, text, version }: Asset): void {
  const isExact = exchange.query.get('v') === version;
  send(exchange, 200, contentType, text, { 'Cache-Control': isExact ? 'public, max-age=31536000, immutable' : 'no-cache' });
}
