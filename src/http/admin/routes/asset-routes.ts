import { appError } from '../../../messages/messages.ts';
import { type Exchange, type Route, send } from '../../exchange.ts';
import type { Guard } from '../entrance/guard.ts';

/** Stylesheet, fonts, scripts and icon. They are public: the login needs them. Read when the first is asked for. */
export function assetRoutes(guard: Guard): Route[] {
  return [{ method: 'GET', path: '/admin/assets/:name', handler: guard.open(sendAsset) }];
}

async function sendAsset(exchange: Exchange): Promise<void> {
  const { ASSETS } = await import('../assets.ts');
  const asset = ASSETS.find(({ path }) => path === exchange.path);
  if (asset === undefined) throw appError('not_found', (m) => m.errors.admin.noFile);
  const isExact = exchange.query.get('v') === asset.version;
  send(exchange, 200, asset.contentType, asset.content, {
    'Cache-Control': isExact ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
}
