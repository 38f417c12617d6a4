import { withProductionReact } from '../../base/production-react.ts';

type Pages = typeof import('./pages/index.tsx');

let pages: Promise<Pages> | undefined;

/**
 * The pages, and React with them, are loaded when the first one is asked for: `serve` starts quicker and stays 20 MB smaller
 * while nobody looks. Later calls get the same module.
 */
export function loadPages(): Promise<Pages> {
  pages ??= withProductionReact(() => import('./pages/index.tsx'));
  return pages;
}
