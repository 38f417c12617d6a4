import type { Connection } from '../connection.ts';
import type { SqlValue } from '../driver.ts';

/** Maximum rows per insert statement: contacts and conversion of a lead cost 17 instead of 22 µs. */
const AT_ONCE = 16;

/** The texts of an insert of one row, of two, and so on: a small set of prepared statements. */
export function insertTexts(insertInto: string, columns: number, onConflict = ''): readonly string[] {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  return Array.from(
    { length: AT_ONCE },
    (_, index) =>
      `${insertInto} values ${Array(index + 1)
        .fill(row)
        .join(', ')} ${onConflict}`,
  );
}

/** Inserts rows, several per statement. Returns how many were inserted. */
export function insertRows(connection: Connection, texts: readonly string[], rows: readonly (readonly SqlValue[])[]): number {
  let inserted = 0;
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    const values: SqlValue[] = [];
    for (const row of some) values.push(...row);
    inserted += Number(connection.statement(texts[some.length - 1] as string).run(...values).changes);
  }
  return inserted;
}
