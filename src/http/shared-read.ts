import { withoutCancellation } from '../base/cancellation.ts';

interface SharedFor {
  readonly forMs: number;
  /** Default: a monotonic clock. */
  readonly now?: () => number;
}

/**
 * One read for all requests at nearly the same time, also while it is pending.
 *
 * @param look the read; its failure is shared as well
 */
export function sharedRead<Seen>(look: () => Promise<Seen>, { forMs, now = () => performance.now() }: SharedFor): () => Promise<Seen> {
  let last: { readonly seen: Promise<Seen>; readonly at: number } | undefined;
  return () => {
    const at = now();
    // A clock may have been set back.
    if (last === undefined || Math.abs(at - last.at) >= forMs) last = { seen: withoutCancellation(look), at };
    return last.seen;
  };
}
