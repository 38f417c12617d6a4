/** What became of a refused request that was put through intake again. */
export type PutThroughResult =
  | { readonly kind: 'stored'; readonly eventIds: readonly string[] }
  /** Genuine, but there is no lead in it. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string };
