/** Ids per block. */
export const BLOCK = 256;

/** A value of one field of events, as `evento_zonas` names them; ids are written as texts. */
export type Zone = readonly [field: 'origem' | 'event_type' | 'status' | 'cliente' | 'campanha', value: string];

/** The block of an id: `evento_zonas` says of each block which values its events have or had. */
export function blockOf(id: number): number {
  return Math.floor(id / BLOCK);
}
