/**
 * The pages, and React with them, are loaded when the first one is asked for: `serve` starts quicker and stays smaller
 * while nobody looks. Later calls get the same module at once.
 */
export function loadPages(): Promise<typeof import('./pages/index.tsx')> {
  return import('./pages/index.tsx');
}
