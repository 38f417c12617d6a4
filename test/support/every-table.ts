import type { SqlValue } from '../../src/store/sql/connection.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';

interface Column {
  readonly name: string;
  readonly type: string;
}

const COLUMNS = 'select name, lower(type) as type from pragma_table_xinfo(?) where hidden = 0 order by cid';

/** What checks of the schema require, by table and column. */
const REQUIRED: Readonly<Record<string, SqlValue>> = {
  'segredos_nomeados.removido_em': null,
  'consentimentos.registrado_por': null,
  'apagamentos.procurado': null,
  'lead_linhas.dados': '["Eva", null, null, null, null, null, null, null, null, null, null, null, null]',
};

/** Text that formats of bulk copies escape, U+0000, and more than one byte for a character. */
const AWKWARD = 'a\tb\nc\r\\N "\'é🙂 \\x41';

/** Fills every table of a database with a few rows of every type that its columns may hold. */
export function fillEveryTable(path: string, rows = 3): void {
  const driver = openDriver(path, { readonly: false });
  try {
    driver.exec('pragma foreign_keys = on');
    const tables = driver
      .prepare(
        "select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'migracoes' order by rowid",
      )
      .all() as { readonly name: string; readonly sql: string }[];
    for (const { name, sql } of tables) {
      if (/^(busca|sondagem)$|_novas$/.test(name)) continue;
      const columns = driver.prepare(COLUMNS).all(name) as Column[];
      const insert = driver.prepare(`insert or ignore into ${name} values (${columns.map(() => '?').join(', ')})`);
      const count = /id = 1/.test(sql) ? 1 : rows;
      for (let row = 1; row <= count; row += 1) insert.run(...columns.map((column) => sampleOf(name, sql, column, row)));
    }
  } finally {
    driver.close();
  }
}

function sampleOf(table: string, sql: string, { name, type }: Column, row: number): SqlValue {
  const required = REQUIRED[`${table}.${name}`];
  if (required !== undefined) return required;
  const choices = new RegExp(`\\b${name} in \\(([^)]*)\\)`).exec(sql)?.[1]?.split(', ');
  if (choices !== undefined) {
    const choice = choices[row % choices.length] as string;
    return choice.startsWith("'") ? choice.slice(1, -1) : Number(choice);
  }
  if (/_id$|^id$|^(lead|evento|usuario|cliente)_/.test(name) && type === 'text') return String(row);
  switch (type) {
    case 'integer':
      return row;
    case 'real':
      return row + 0.1;
    case 'blob':
      return Buffer.from([0, 255, row, 92]);
    default:
      return `${row} ${AWKWARD}${row === 2 ? '\0' : ''}`;
  }
}
