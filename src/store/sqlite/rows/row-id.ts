/** The number of a row from its id in text; -1, which no row has, for text that is no id. */
export function rowId(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : -1;
}

/** The text id of a row number. */
export function textId(id: number | bigint): string {
  return String(id);
}

/** The same for a column that may be null. */
export function optionalId(id: number | null): string | null {
  return id === null ? null : textId(id);
}
