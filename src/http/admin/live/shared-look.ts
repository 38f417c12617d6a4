import { withoutCancellation } from '../../../base/cancellation.ts';

/** Shorter than the pause between two updates, so that nothing is seen twice. */
const SHARED_MS = 100;

/**
 * One look for all that ask at nearly the same time: the views of one turn differ in language, not in what they show.
 *
 * @param look what is asked for; its failure is shared as well
 */
export function sharedLook<Seen>(look: () => Promise<Seen>): () => Promise<Seen> {
  let last: { readonly seen: Promise<Seen>; readonly at: number } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > SHARED_MS) last = { seen: withoutCancellation(look), at: now };
    return last.seen;
  };
}
