import type { ReactNode } from 'react';
import { ORIGINS } from '../../../../domain/origin.ts';
import { EVENT_STATUSES, type ProblemGroup } from '../../../../domain/webhook-event.ts';
import { type EventListFilter, type FilterField, PERIODS } from '../../routes/event-filter.ts';
import { type EventListChoices, MOST_CHOICES } from '../../routes/event-list.ts';
import { useTexts } from '../language.tsx';
import { eventsTexts } from './events-texts.ts';

interface Choice {
  readonly value: string;
  readonly name: string;
}

/** By GET, so that it works without a script; with one a change applies itself. */
export function EventFilterForm(props: {
  readonly filter: EventListFilter;
  readonly choices: EventListChoices;
  readonly groups: readonly ProblemGroup[];
}): ReactNode {
  const { filter, choices, groups } = props;
  const words = useTexts(eventsTexts);
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
    <form method="get" action="/admin/webhooks" className="event-filter" id="filter" aria-label={words.filter} {...htmx}>
      <div className="filter">
        <div className="field wide">
          <label htmlFor="busca">{words.fields.busca}</label>
          <input
            id="busca"
            name="busca"
            type="search"
            defaultValue={filter.text ?? ''}
            placeholder={words.searchHint}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <Select name="origem" choices={ORIGINS.map(named)} chosen={filter.origin} />
        <Select name="status" choices={EVENT_STATUSES.map(named)} chosen={filter.status} />
        <Select
          name="periodo"
          choices={PERIODS.map((value) => ({ value, name: words.periods[value] }))}
          chosen={filter.period}
          any={words.anyTime}
        />
        <Pick name="cliente" choices={choices.clients.map(({ id, name }) => ({ value: id, name }))} chosen={filter.clientId} />
        <Pick name="campanha" choices={choices.campaigns.map(campaignChoice(filter))} chosen={filter.campaignId} />
        <div className="buttons">
          <button type="submit" className="secondary">
            {words.apply}
          </button>
        </div>
      </div>
      <MoreFilters filter={filter} groups={groups} />
    </form>
  );
}

function MoreFilters({ filter, groups }: { readonly filter: EventListFilter; readonly groups: readonly ProblemGroup[] }): ReactNode {
  const words = useTexts(eventsTexts);
  const { eventType, errorCode, identity, since, until, parked } = filter;
  const isUsed = [eventType, errorCode, identity, since, until, parked].some((value) => value !== undefined);
  const codes = [...new Set(groups.map(({ errorCode }) => errorCode))];
  return (
    <details open={isUsed}>
      <summary>{words.more}</summary>
      <div className="filter">
        <Text name="event_type" value={eventType} />
        <Text name="erro_codigo" value={errorCode} list="error-codes" />
        <datalist id="error-codes">
          {codes.map((code) => (
            <option key={code} value={code} />
          ))}
        </datalist>
        <Text name="identidade" value={identity} />
        <When name="desde" value={since} />
        <When name="ate" value={until} />
        <label className="check">
          <input type="checkbox" name="estacionado" value="1" defaultChecked={parked === true} /> {words.onlyParked}
        </label>
      </div>
    </details>
  );
}

function campaignChoice({ clientId }: EventListFilter) {
  return ({ id, name, clientName }: EventListChoices['campaigns'][number]): Choice => ({
    value: id,
    name: clientId === undefined ? `${name} · ${clientName}` : name,
  });
}

function named(value: string): Choice {
  return { value, name: value };
}

interface SelectProps {
  readonly name: FilterField;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly any?: string;
}

/** What is chosen stands in it also where it is none of the choices (any more). */
function Select({ name, choices, chosen, any }: SelectProps): ReactNode {
  const words = useTexts(eventsTexts);
  const isMissing = chosen !== undefined && !choices.some(({ value }) => value === chosen);
  return (
    <div className="field">
      <label htmlFor={name}>{words.fields[name]}</label>
      <select id={name} name={name} defaultValue={chosen ?? ''}>
        <option value="">{any ?? words.any}</option>
        {isMissing ? <option value={chosen}>{chosen}</option> : null}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Pick(props: Omit<SelectProps, 'any'>): ReactNode {
  const words = useTexts(eventsTexts);
  if (props.choices.length <= MOST_CHOICES) return <Select {...props} />;
  return <Text name={props.name} value={props.chosen} hint={words.manyChoices} />;
}

function Text(props: {
  readonly name: FilterField;
  readonly value: string | undefined;
  readonly list?: string;
  readonly hint?: string;
}): ReactNode {
  const { name, value, list, hint } = props;
  const words = useTexts(eventsTexts);
  return (
    <div className="field">
      <label htmlFor={name}>{words.fields[name]}</label>
      <input
        id={name}
        name={name}
        type="text"
        defaultValue={value ?? ''}
        list={list}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  );
}

/** In UTC; the page's script shows it in the reader's own zone and sends it as UTC. */
function When({ name, value }: { readonly name: 'desde' | 'ate'; readonly value: number | undefined }): ReactNode {
  const words = useTexts(eventsTexts);
  return (
    <div className="field">
      <label htmlFor={name}>
        {words.fields[name]} <span className="utc">{words.utc}</span>
      </label>
      <input
        id={name}
        name={name}
        type="datetime-local"
        defaultValue={value === undefined ? '' : new Date(value).toISOString().slice(0, 16)}
      />
    </div>
  );
}
