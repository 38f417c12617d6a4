import type { Exchange } from '../../exchange.ts';
import type { AdminAccess } from '../entrance/access.ts';
import type { Visitor } from '../requests/visitor.ts';
import type { LiveShare, LiveView, LiveViews } from './live-views.ts';

/** Only visible pages have a stream, and nobody has this many windows side by side. */
const MOST_OF_SESSION = 50;
/** API clients with one token: half of the total, so that other visitors still get a stream. */
const MOST_OF_TOKEN = 250;
/** All readers together, however often they log in: the other half is reserved for operators. */
const MOST_OF_READERS = 250;

/** Streams a live view for as long as the visitor has access. */
export type OpenLive = (exchange: Exchange, visitor: Visitor, view: LiveView) => void;

export function liveOpener(views: LiveViews, access: AdminAccess): OpenLive {
  return (exchange, visitor, view) => views.open(exchange, view, { shares: sharesOf(visitor), isAllowed: () => access.isStillIn(visitor) });
}

function sharesOf(visitor: Visitor): readonly LiveShare[] {
  const own =
    visitor.kind === 'session'
      ? { key: `session ${visitor.session.key}`, most: MOST_OF_SESSION }
      : { key: `token ${visitor.role}`, most: MOST_OF_TOKEN };
  return visitor.role === 'reader' ? [own, { key: 'readers', most: MOST_OF_READERS }] : [own];
}

/** Shorter than the pause between two updates, so that no result is used twice: the views of one round differ in language, not in data. */
export const OF_ONE_ROUND = { forMs: 100 };
