import type { ReactNode } from 'react';
import type { Messages } from '../../../../messages/messages.ts';
import type { Control } from '../../addresses/filtered-list.ts';
import { textFor, useFrame, useWords } from '../context.tsx';
import type { Option } from './fields.tsx';
import { Menu } from './form.tsx';
import { Foreign, FullMoment } from './format.tsx';

/** Values to choose from, or suggestions while typing, by field name. */
interface Choices {
  readonly options?: Readonly<Record<string, readonly Option[]>>;
  readonly suggestions?: Readonly<Record<string, readonly string[]>>;
}

interface FilterableList<Filter> {
  readonly path: string;
  controls(filter: Filter, messages: Messages): readonly Control[];
  without(filter: Filter, field: string): Filter;
  address(filter: Filter): string;
}

export interface FilterProps<Filter> extends Choices {
  readonly list: FilterableList<Filter>;
  readonly filter: Filter;
  /** Further controls for the whole list, at the end of the bar. */
  readonly beside?: ReactNode;
  /** Times are entered to the minute, for lists in which users view part of a day. */
  readonly isToMinute?: boolean;
  /** If given, a change applies itself, and the replaced part of the page must contain the chips. */
  readonly htmx?: Readonly<Record<string, string>>;
}

/** The search field is always visible; the others are in the menu. */
const SEARCH = 'busca';

/**
 * The filter of a list in one line: a search box, a menu with the other fields, and the active ones as chips. A form that changes the URL,
 * so that it works without a script.
 */
export function FilterForm<Filter>(props: FilterProps<Filter>): ReactNode {
  const { list, filter, beside, htmx, options = {}, suggestions = {}, isToMinute = false } = props;
  const { role } = useFrame();
  const { words, messages } = useWords('filter');
  const controls = list.controls(filter, messages);
  const carried = controls.filter(({ label, value }) => label === undefined && value !== undefined);
  const offered = controls.filter(({ label, isPersonal }) => label !== undefined && (isPersonal !== true || role === 'operator'));
  const search = offered.find(({ name }) => name === SEARCH);
  const others = offered.filter(({ name }) => name !== SEARCH);
  return (
    <>
      <div className="filter-bar">
        <form method="get" action={list.path} id="filter" aria-label={words.name} {...htmx}>
          {carried.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {search === undefined ? null : <Search {...search} />}
          {others.length === 0 ? null : (
            <Menu id="filters" label={words.name}>
              <div className="stack">
                <div className="filter">
                  {others.map((control) => (
                    <Field
                      key={control.name}
                      {...control}
                      choices={options[control.name]}
                      suggestions={suggestions[control.name]}
                      isToMinute={isToMinute}
                    />
                  ))}
                </div>
                <button type="submit" className="primary">
                  {messages.labels.actions.apply}
                </button>
              </div>
            </Menu>
          )}
          {others.length === 0 ? (
            <button type="submit" className="secondary">
              {messages.labels.actions.search}
            </button>
          ) : null}
        </form>
        {beside}
      </div>
      {htmx === undefined ? <FilterChips list={list} filter={filter} options={options} /> : null}
    </>
  );
}

/** The active filters except the search, each with a link that removes it. */
export function FilterChips<Filter>({ list, filter, options = {} }: Pick<FilterProps<Filter>, 'list' | 'filter' | 'options'>): ReactNode {
  const { words, messages } = useWords('filter');
  const used = usedControls(list, filter, messages).filter(({ name }) => name !== SEARCH);
  if (used.length === 0) return null;
  return (
    <ul className="chips" aria-label={words.active}>
      {used.map((control) => (
        <li key={control.name}>
          <a className="chip" href={list.address(list.without(filter, control.name))}>
            <FilterValue control={control} options={options[control.name]} />
            <span aria-hidden="true">×</span>
            <span className="visually-hidden">{words.remove}</span>
          </a>
        </li>
      ))}
      <li>
        <a className="chip chip-plain" href={list.address(used.reduce((rest, { name }) => list.without(rest, name), filter))}>
          {words.clear}
        </a>
      </li>
    </ul>
  );
}

/** The active fields of the filter, as users see them. */
export function usedControls<Filter>(list: FilterableList<Filter>, filter: Filter, messages: Messages): readonly Control[] {
  return list.controls(filter, messages).filter(({ label, value }) => label !== undefined && value !== undefined);
}

const LONGEST_VALUE = 60;

/** One field of a filter in words. */
export function FilterValue({
  control,
  options = [],
}: {
  readonly control: Control;
  readonly options?: readonly Option[] | undefined;
}): ReactNode {
  const { kind, label, value = '' } = control;
  const chosen = options.find((option) => option.value === value)?.label;
  const said = chosen ?? textFor(control.options ?? {}, value) ?? control.inWords?.(value) ?? value;
  return (
    <span>
      <span className="quiet">{label}</span>{' '}
      {kind === 'mark' && control.options === undefined ? null : kind === 'time' ? (
        <FullMoment at={Date.parse(value)} />
      ) : (
        <Foreign text={said} longest={LONGEST_VALUE} />
      )}
    </span>
  );
}

interface FieldProps extends Control {
  readonly choices: readonly Option[] | undefined;
  readonly suggestions: readonly string[] | undefined;
  readonly isToMinute: boolean;
}

function Field(props: FieldProps): ReactNode {
  const { name, label, kind, options, choices, value, words } = props;
  if (kind === 'time') return <Time {...props} />;
  if (choices !== undefined) return <Choice {...props} choices={choices} />;
  if (kind === 'choice' || options !== undefined)
    return <Choice {...props} choices={words.map((word) => ({ value: word, label: options?.[word] ?? word }))} />;
  if (kind === 'text') return <Text {...props} />;
  return (
    <label className="check">
      <input type="checkbox" name={name} value={words[0]} defaultChecked={value !== undefined} /> {label}
    </label>
  );
}

function Search({ name, label, value, hint }: Control): ReactNode {
  return (
    <input
      id={name}
      name={name}
      type="search"
      aria-label={label}
      defaultValue={value ?? ''}
      placeholder={hint ?? label}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function Text({ name, label, value, hint, suggestions, inWords }: FieldProps): ReactNode {
  const list = suggestions === undefined ? undefined : `${name}-list`;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type="text"
        defaultValue={value ?? ''}
        placeholder={hint}
        list={list}
        autoComplete="off"
        spellCheck={false}
      />
      {suggestions === undefined ? null : (
        <datalist id={list}>
          {suggestions.map((text) => (
            <option key={text} value={text}>
              {inWords?.(text)}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}

/** One of some values, or none. The current value is included even if it is not one of them (any more). */
function Choice({ name, label, choices, value, any }: FieldProps & { readonly choices: readonly Option[] }): ReactNode {
  const { words } = useWords('filter');
  const isMissing = value !== undefined && !choices.some((option) => option.value === value);
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value ?? ''}>
        <option value="">{any ?? words.any}</option>
        {isMissing ? <option value={value}>{value}</option> : null}
        {choices.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * A day, or a minute. In UTC; the page's script converts it to the reader's time zone, in which the list shows its times too. If the URL
 * contains a time of day, a day field becomes text to keep it.
 */
function Time({ name, label, value: iso = '', isToMinute }: FieldProps): ReactNode {
  const { words } = useWords('filter');
  const isDay = iso === '' || iso.endsWith('T00:00:00.000Z');
  const written = isToMinute
    ? { type: 'datetime-local', step: 'any', defaultValue: iso.replace(/(:00\.000)?Z$/, '') }
    : { type: isDay ? 'date' : 'text', defaultValue: isDay ? iso.slice(0, 10) : iso };
  return (
    <div className="field">
      <label htmlFor={name}>
        {label} <span className="zone">{words.utc}</span>
      </label>
      {/* Any step: the URL may contain seconds, which must not make the form invalid. */}
      <input id={name} name={name} data-at={iso} autoComplete="off" {...written} />
    </div>
  );
}
