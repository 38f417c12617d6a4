import type { ReactNode } from 'react';
import { type EventListFilter, eventList, eventListPath, type FilterField, withoutField } from '../../addresses/event-filter.ts';
import type { EventListChoices } from '../../views/event-list-view.ts';
import { Foreign, Moment } from '../elements/format.tsx';
import { useMessages } from '../language.tsx';

const LONGEST_VALUE = 60;

/** What the list is narrowed down by, each with a link that takes it away. */
export function EventChips({ filter, choices }: { readonly filter: EventListFilter; readonly choices: EventListChoices }): ReactNode {
  const words = useMessages().web.events;
  const fields = eventList.fields(filter);
  if (fields.length === 0) return null;
  return (
    <ul className="chips" aria-label={words.active}>
      {fields.map(([field, value]) => (
        <li key={field}>
          <a className="chip" href={eventListPath(withoutField(filter, field))}>
            <FilterValue field={field} value={value} choices={choices} />
            <span aria-hidden="true">×</span>
            <span className="visually-hidden">{words.remove}</span>
          </a>
        </li>
      ))}
      <li>
        <a className="chip chip-plain" href={eventListPath({})}>
          {words.clear}
        </a>
      </li>
    </ul>
  );
}

/** One field of the filter in words. */
export function FilterValue(props: {
  readonly field: FilterField;
  readonly value: string;
  readonly choices?: EventListChoices;
}): ReactNode {
  const { field, value, choices } = props;
  const words = useMessages().web.events;
  return (
    <span>
      <span className="quiet">{words.fields[field]}</span> <Value field={field} value={nameOf(field, value, choices)} />
    </span>
  );
}

function Value({ field, value }: { readonly field: FilterField; readonly value: string }): ReactNode {
  const words = useMessages().web.events;
  if (field === 'desde' || field === 'ate') return <Moment at={Date.parse(value)} />;
  if (field === 'periodo') return words.periods[value as keyof typeof words.periods];
  return field === 'estacionado' ? words.yes : <Foreign text={value} longest={LONGEST_VALUE} />;
}

function nameOf(field: FilterField, value: string, choices: EventListChoices | undefined): string {
  const named = field === 'cliente' ? choices?.clients : field === 'campanha' ? choices?.campaigns : undefined;
  return named?.find(({ id }) => id === value)?.name ?? value;
}
