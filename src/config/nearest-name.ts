import { closest, distance } from 'fastest-levenshtein';

/** The candidate that was probably meant, or undefined when none is near. A third of the letters may be wrong, and no more than `mostWrong`. */
export function nearestName(text: string, candidates: readonly string[], mostWrong = Number.POSITIVE_INFINITY): string | undefined {
  if (candidates.length === 0) return undefined;
  const best = closest(text, candidates);
  return distance(text, best) <= Math.min(mostWrong, Math.max(1, Math.floor(best.length / 3))) ? best : undefined;
}
