import type { ReactNode } from 'react';
import { isoTime } from '../../../../presentation/json.ts';

/** The filter of a list as a form that changes the address, so that a view can be kept and passed on. */
export function FilterForm(props: {
  readonly path: string;
  readonly name: string;
  readonly apply: string;
  /** Null: nothing to clear. */
  readonly clear: string | null;
  readonly children: ReactNode;
}): ReactNode {
  const { path, name, apply, clear, children } = props;
  return (
    <form method="get" action={path} className="filter" aria-label={name}>
      {children}
      <div className="buttons">
        <button type="submit" className="secondary">
          {apply}
        </button>
        {clear === null ? null : <a href={path}>{clear}</a>}
      </div>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
}

/** Any text; with a hint it is what is searched for, and wider. */
export function FilterText({
  name,
  label,
  value,
  hint,
}: FieldProps & { readonly value: string | undefined; readonly hint?: string }): ReactNode {
  return (
    <div className={hint === undefined ? 'field' : 'field wide'}>
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type="text" defaultValue={value ?? ''} placeholder={hint} autoComplete="off" spellCheck={false} />
    </div>
  );
}

/** One of some words, or none of them; `shown` says them otherwise than the address does. */
export function FilterChoice(
  props: FieldProps & {
    readonly any: string;
    readonly words: readonly string[];
    readonly shown?: Readonly<Record<string, string>>;
    readonly chosen: string | undefined;
  },
): ReactNode {
  const { name, label, any, words, shown, chosen } = props;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={chosen ?? ''}>
        <option value="">{any}</option>
        {words.map((word) => (
          <option key={word} value={word}>
            {shown?.[word] ?? word}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A day in UTC. A time of day that the address names stays: the field is text then. */
export function FilterDay({ name, label, at }: FieldProps & { readonly at: number | undefined }): ReactNode {
  const iso = at === undefined ? '' : isoTime(at);
  const isDay = iso === '' || iso.endsWith('T00:00:00.000Z');
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type={isDay ? 'date' : 'text'} defaultValue={isDay ? iso.slice(0, 10) : iso} />
    </div>
  );
}
