import type { Messages } from '../messages/messages.ts';

/** A column of a terminal table; most are fields that the web shows too. */
export type ColumnName = keyof Messages['cli']['columns'] | keyof Messages['labels']['fields'];

/** The column's title, in capitals. */
export function columnTitle({ cli, labels }: Messages, name: ColumnName): string {
  const titles: Readonly<Record<string, string>> = cli.columns;
  const fields: Readonly<Record<string, string>> = labels.fields;
  return titles[name] ?? fields[name]?.toUpperCase() ?? name;
}
