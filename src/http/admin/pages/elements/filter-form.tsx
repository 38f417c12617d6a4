import type { ReactNode } from 'react';
import { isoTime } from '../../../../presentation/json.ts';
import { useMessages } from '../language.tsx';
import type { Option } from './fields.tsx';

/** The filter of a list as a form that changes the address, so that a view can be kept and passed on. */
export function FilterForm(props: {
  readonly path: string;
  /** Where the list is whole; null: nothing is filtered. */
  readonly clearPath: string | null;
  readonly children: ReactNode;
}): ReactNode {
  const { path, clearPath, children } = props;
  const words = useMessages().web.filter;
  return (
    <form method="get" action={path} className="filter" aria-label={words.name}>
      {children}
      <FilterButtons clearPath={clearPath} />
    </form>
  );
}

/** What stands at the end of a filter: its button, and the way back to the whole list. */
export function FilterButtons({ clearPath = null }: { readonly clearPath?: string | null }): ReactNode {
  const words = useMessages().web.filter;
  return (
    <div className="buttons">
      <button type="submit" className="secondary">
        {words.apply}
      </button>
      {clearPath === null ? null : <a href={clearPath}>{words.clear}</a>}
    </div>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
}

interface TextProps extends FieldProps {
  readonly value: string | undefined;
  /** What it is searched with: the field is wider then. */
  readonly isSearch?: boolean;
  readonly hint?: string;
  /** The id of a datalist with what may be meant. */
  readonly list?: string;
}

/** Any text. */
export function FilterText({ name, label, value, isSearch = false, hint, list }: TextProps): ReactNode {
  return (
    <div className={isSearch ? 'field wide' : 'field'}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={isSearch ? 'search' : 'text'}
        defaultValue={value ?? ''}
        placeholder={hint}
        list={list}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  );
}

interface ChoiceProps extends FieldProps {
  readonly options: readonly (string | Option)[];
  readonly chosen: string | undefined;
  /** How it is said that nothing is chosen. */
  readonly any?: string;
}

/** One of some values, or none of them. What is chosen stands in it also where it is none of them (any more). */
export function FilterChoice({ name, label, options, chosen, any }: ChoiceProps): ReactNode {
  const words = useMessages().web.filter;
  const all = options.map((option) => (typeof option === 'string' ? { value: option, label: option } : option));
  const isMissing = chosen !== undefined && !all.some(({ value }) => value === chosen);
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={chosen ?? ''}>
        <option value="">{any ?? words.any}</option>
        {isMissing ? <option value={chosen}>{chosen}</option> : null}
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * From one day until before another. In UTC; the page's script makes them days of the reader's zone, in which the list shows its times too. A
 * time of day that the address names stays: the field is text then.
 */
export function FilterDays({ since, until }: { readonly since: number | undefined; readonly until: number | undefined }): ReactNode {
  const words = useMessages().web.filter;
  return (
    <>
      <Day name="desde" label={words.since} at={since} />
      <Day name="ate" label={words.until} at={until} />
    </>
  );
}

function Day({ name, label, at }: FieldProps & { readonly at: number | undefined }): ReactNode {
  const iso = at === undefined ? '' : isoTime(at);
  const isDay = iso === '' || iso.endsWith('T00:00:00.000Z');
  return <TimeField name={name} label={label} at={iso} type={isDay ? 'date' : 'text'} value={isDay ? iso.slice(0, 10) : iso} />;
}

/** From one minute, or until before it. Like `FilterDays`, for lists of which people look at a part of a day. */
export function FilterTime({ name, label, at }: FieldProps & { readonly at: number | undefined }): ReactNode {
  const iso = at === undefined ? '' : isoTime(at);
  return <TimeField name={name} label={label} at={iso} type="datetime-local" value={iso.replace(/(:00\.000)?Z$/, '')} />;
}

interface TimeProps extends FieldProps {
  /** ISO 8601 in UTC, or empty; from it the script shows the reader's own time. */
  readonly at: string;
  readonly type: 'date' | 'datetime-local' | 'text';
  /** The same in UTC as the field writes it, for pages without the script. */
  readonly value: string;
}

function TimeField({ name, label, at, type, value }: TimeProps): ReactNode {
  const words = useMessages().web.filter;
  return (
    <div className="field">
      <label htmlFor={name}>
        {label} <span className="zone">{words.utc}</span>
      </label>
      {/* Seconds that an address names are no fault of whoever sends the form again. */}
      <input
        id={name}
        name={name}
        type={type}
        defaultValue={value}
        data-at={at}
        autoComplete="off"
        {...(type === 'datetime-local' ? { step: 'any' } : {})}
      />
    </div>
  );
}
