import type { ReactNode } from 'react';
import { namedWord } from '../../../../domain/fault-target.ts';
import { ORIGINS } from '../../../../domain/origin.ts';
import { EVENT_STATUSES, type ProblemGroup } from '../../../../domain/webhook-event.ts';
import { type EventListFilter, PERIODS } from '../../addresses/event-filter.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { type EventListChoices, MOST_CHOICES } from '../../views/event-list-view.ts';
import type { Option } from '../elements/fields.tsx';
import { FilterButtons, FilterChoice, FilterText, FilterTime } from '../elements/filter-form.tsx';
import { useMessages } from '../language.tsx';

/** By GET, so that it works without a script; with one a change applies itself. */
export function EventFilterForm(props: {
  readonly role: Frame['role'];
  readonly filter: EventListFilter;
  readonly choices: EventListChoices;
  readonly groups: readonly ProblemGroup[];
}): ReactNode {
  const { role, filter, choices, groups } = props;
  const words = useMessages().web.events;
  const { fields } = words;
  const htmx = {
    'hx-get': '/admin/webhooks',
    'hx-trigger': 'change, submit',
    'hx-target': '#events',
    'hx-select': '#events',
    'hx-swap': 'outerHTML settle:0ms',
    'hx-push-url': 'true',
    'hx-sync': 'this:replace',
  };
  return (
    <form method="get" action="/admin/webhooks" className="event-filter" id="filter" aria-label={useMessages().web.filter.name} {...htmx}>
      <div className="filter">
        {role === 'reader' ? null : <FilterText name="busca" label={fields.busca} value={filter.text} isSearch hint={words.searchHint} />}
        <FilterChoice name="origem" label={fields.origem} options={ORIGINS} chosen={filter.origin} />
        <FilterChoice name="status" label={fields.status} options={EVENT_STATUSES} chosen={filter.status} />
        <FilterChoice
          name="periodo"
          label={fields.periodo}
          options={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
          chosen={filter.period}
          any={words.anyTime}
        />
        <Pick name="cliente" options={choices.clients.map(({ id, name }) => ({ value: id, label: name }))} chosen={filter.clientId} />
        <Pick name="campanha" options={choices.campaigns.map(campaignOption(filter))} chosen={filter.campaignId} />
        <FilterButtons />
      </div>
      <MoreFilters filter={filter} groups={groups} />
    </form>
  );
}

function MoreFilters({ filter, groups }: { readonly filter: EventListFilter; readonly groups: readonly ProblemGroup[] }): ReactNode {
  const words = useMessages().web.events;
  const { fields } = words;
  const { eventType, errorCode, named, identity, since, until, parked } = filter;
  const isUsed = [eventType, errorCode, named, identity, since, until, parked].some((value) => value !== undefined);
  const codes = [...new Set(groups.map(({ errorCode }) => errorCode))];
  return (
    <details open={isUsed}>
      <summary>{words.more}</summary>
      <div className="filter">
        <FilterText name="event_type" label={fields.event_type} value={eventType} />
        <FilterText name="erro_codigo" label={fields.erro_codigo} value={errorCode} list="error-codes" />
        <datalist id="error-codes">
          {codes.map((code) => (
            <option key={code} value={code} />
          ))}
        </datalist>
        <FilterText name="erro_alvo" label={fields.erro_alvo} value={named === undefined ? undefined : namedWord(named)} />
        <FilterText name="identidade" label={fields.identidade} value={identity} />
        <FilterTime name="desde" label={fields.desde} at={since} />
        <FilterTime name="ate" label={fields.ate} at={until} />
        <label className="check">
          <input type="checkbox" name="estacionado" value="1" defaultChecked={parked === true} /> {words.onlyParked}
        </label>
      </div>
    </details>
  );
}

function campaignOption({ clientId }: EventListFilter) {
  return ({ id, name, clientName }: EventListChoices['campaigns'][number]): Option => ({
    value: id,
    label: clientId === undefined ? `${name} · ${clientName}` : name,
  });
}

function Pick(props: {
  readonly name: 'cliente' | 'campanha';
  readonly options: readonly Option[];
  readonly chosen: string | undefined;
}): ReactNode {
  const { name, options, chosen } = props;
  const words = useMessages().web.events;
  const label = words.fields[name];
  if (options.length <= MOST_CHOICES) return <FilterChoice name={name} label={label} options={options} chosen={chosen} />;
  return <FilterText name={name} label={label} value={chosen} hint={words.manyChoices} />;
}
