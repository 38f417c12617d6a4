import type { Erasure, PlaceCount } from '../../domain/person.ts';
import { say } from '../../messages/messages.ts';
import { isNobody, type PersonView } from '../../presentation/person-data.ts';
import { erasureRecord } from '../../presentation/person-record.ts';
import type { Visibility } from '../../presentation/record.ts';
import { leadColumns } from '../leads/lead-text.ts';
import { renderTime } from '../local-time.ts';
import { paragraph } from '../render.ts';
import { type Column, recordColumns, renderTable } from '../table.ts';

const PLACE_COLUMNS: readonly Column<PlaceCount>[] = [
  { header: 'place', cell: ({ place }) => say((m) => m.people.places[place]) },
  { header: 'ofPerson', cell: ({ own }) => own, look: 'number' },
  { header: 'mentions', cell: ({ mentions }) => mentions, look: 'number' },
];

export const ERASURE_COLUMNS = recordColumns(erasureRecord, [
  ['apagamento_id', 'erasure'],
  ['iniciado_em', 'started'],
  { header: 'completed', cell: ({ completedAt }) => completedAt ?? say((m) => m.web.people.incomplete), look: 'time' },
  ['leads', 'leads'],
  ['eventos', 'events'],
  ['cliente_id', 'client', 1],
  ['quem', 'operator', 2],
]);

/** The leads of a person, the counts per place, and leads that may be theirs. */
export function personText({ found, leads }: PersonView, visibility: Visibility): string {
  const unassigned = found.unassigned === 0 ? '' : paragraph(say((m) => m.people.unassigned({ count: found.unassigned })));
  if (isNobody(found)) return [say((m) => m.errors.people.nothingStored.message), unassigned].join('\n\n').trimEnd();
  const shared = found.shared.map(({ leadId, with: other, contact }) =>
    say(({ people, cli }) => {
      const shares = people.sharesContact({ leadId, other, contact: people.contacts[contact] });
      return cli.people.addLead({ shares, leadId });
    }),
  );
  const parts = [
    leads.length === 0 ? '' : renderTable(leads, leadColumns(visibility)),
    renderTable(found.places, PLACE_COLUMNS),
    unassigned,
    paragraph(shared.join('\n')),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** What an erasure keeps, and why. */
export function staysText(): string {
  return paragraph(say((m) => m.people.stays).join('\n'));
}

export function receiptText(erasure: Erasure): string {
  const { id, completedAt, places, platforms } = erasure;
  const done = say(({ cli: { people } }) =>
    completedAt === null ? people.notComplete({ id }) : people.receipt({ id, at: renderTime(completedAt) }),
  );
  const received = platforms.map((each) => say((m) => m.people.atPlatform(each)));
  return [paragraph(done), renderTable(places, PLACE_COLUMNS), ...received.map((text) => paragraph(text))].join('\n\n');
}
