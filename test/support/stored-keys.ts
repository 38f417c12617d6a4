import type { Driver } from '../../src/store/sqlite/driver.ts';

/** The pairs of key and row of an index, whether they are in its table or still in packed rows, in ascending order. */
export function storedKeys(driver: Driver, table: string, column: string): readonly (readonly [key: number, row: number])[] {
  const inTable = driver.prepare(`select chave, ${column} as linha from ${table}`).all() as { chave: number; linha: number }[];
  const pairs = new Map(inTable.map(({ chave, linha }) => [`${chave} ${linha}`, [chave, linha] as const]));
  const packed = driver.prepare(`select pares from ${table}_novas order by id`).all() as { pares: Uint8Array }[];
  for (const { pares } of packed) {
    const view = new DataView(pares.buffer, pares.byteOffset, pares.byteLength);
    for (let at = 0; at < view.byteLength; at += 16) {
      const key = view.getFloat64(at, true);
      const row = view.getFloat64(at + 8, true);
      if (row > 0) pairs.set(`${key} ${row}`, [key, row]);
      else pairs.delete(`${key} ${-row}`);
    }
  }
  return [...pairs.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
}
