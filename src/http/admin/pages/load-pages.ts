import { withProductionReact } from '../../../base/production-react.ts';

type Pages = typeof import('./index.tsx');

let pages: Promise<Pages> | undefined;

/**
 * Loads the pages, and React with them, when the first one is requested: `serve` starts faster and uses 20 MB less until then. Later calls
 * return the same module.
 */
export function loadPages(): Promise<Pages> {
  pages ??= withProductionReact(() => import('./index.tsx'));
  return pages;
}
