import { closest, distance } from 'fastest-levenshtein';

/**
 * The candidate that was probably meant; `undefined` if none is similar. A third of the letters may be wrong, but no more than `mostWrong`;
 * two adjacent letters that changed places count as one mistake.
 */
export function nearestName(text: string, candidates: readonly string[], mostWrong = Number.POSITIVE_INFINITY): string | undefined {
  if (candidates.length === 0) return undefined;
  const best = closest(text, candidates);
  const wrong = distance(text, best);
  const swapped = wrong < 2 ? undefined : candidates.find((candidate) => isSwapped(text, candidate));
  if (swapped !== undefined) return swapped;
  return wrong <= Math.min(mostWrong, Math.max(1, Math.floor(best.length / 3))) ? best : undefined;
}

/** Whether they differ by two adjacent letters that changed places: `gahno`, `ganho`. */
function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = Array.from(a, (_letter, index) => a[index] === b[index]).indexOf(false);
  return at >= 0 && b === `${a.slice(0, at)}${a[at + 1] ?? ''}${a[at]}${a.slice(at + 2)}`;
}
