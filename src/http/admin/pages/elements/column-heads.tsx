import type { ReactNode } from 'react';

/** The first row of a table: a name for each column; `figures` are the columns of numbers, which stand to the right. */
export function ColumnHeads({
  names,
  figures = [],
}: {
  readonly names: readonly string[];
  readonly figures?: readonly string[];
}): ReactNode {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col" className={figures.includes(name) ? 'number' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
