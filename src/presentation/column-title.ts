import type { Messages } from '../messages/messages.ts';

/** A column of a terminal table: a field that the web shows too, or one of its own. */
export type ColumnName = keyof Messages['labels']['fields'];

/** The column's title, in capitals. */
export function columnTitle({ labels }: Messages, name: ColumnName): string {
  const titles: Readonly<Record<string, string>> = labels.fields;
  return titles[name]?.toUpperCase() ?? name;
}
