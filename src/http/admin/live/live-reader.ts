import type { AdminAccess, Visitor } from '../entrance/access.ts';
import type { LiveReader, LiveShare } from './live-views.ts';

/** Only pages that are seen have a stream, so nobody has as many windows beside one another. */
const MOST_OF_SESSION = 50;
/** Programs of one token: half of all, so that whoever else may look still can. */
const MOST_OF_TOKEN = 250;
/** Readers in all, however often they log in: operators have the other half for themselves. */
const MOST_OF_READERS = 250;

/** The visitor as a reader of live views. */
export function liveReader(access: Pick<AdminAccess, 'isStillIn'>, visitor: Visitor): LiveReader {
  return { shares: sharesOf(visitor), isAllowed: () => access.isStillIn(visitor) };
}

function sharesOf(visitor: Visitor): readonly LiveShare[] {
  const own =
    visitor.kind === 'session'
      ? { key: `session ${visitor.session.key}`, most: MOST_OF_SESSION }
      : { key: `token ${visitor.role}`, most: MOST_OF_TOKEN };
  return visitor.role === 'reader' ? [own, { key: 'readers', most: MOST_OF_READERS }] : [own];
}
