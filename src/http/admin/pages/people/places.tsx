import type { ReactNode } from 'react';
import type { PersonPlace, PlaceCount } from '../../../../domain/person.ts';
import { useMessages } from '../context.tsx';
import { Count } from '../elements/format.tsx';
import { Table } from '../elements/table.tsx';

/** Counts of rows by place. */
export function Places({ places, caption }: { readonly places: readonly PlaceCount[]; readonly caption: string }): ReactNode {
  const { people, web } = useMessages();
  const labels: Readonly<Record<PersonPlace, string>> = people.places;
  return (
    <Table
      caption={caption}
      rows={places}
      columns={[
        { name: web.people.place, cell: ({ place }) => labels[place] },
        { name: web.people.own, look: 'number', cell: ({ own }) => <Count value={own} /> },
        { name: web.people.mentions, look: 'number', cell: ({ mentions }) => <Count value={mentions} /> },
      ]}
    />
  );
}
