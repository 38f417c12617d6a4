import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import type { FormState } from '../../requests/posted-form.ts';
import { useLanguage, useMessages, useRefused, useWords } from '../context.tsx';
import { Foreign } from './format.tsx';

/** One value of a choice, with its label. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** A field of a form; a text input by default. */
export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  /** Either this field or the one next to it: neither is marked as optional or required. */
  readonly isAlternative?: boolean;
  /** The value before the user has typed anything. */
  readonly value?: string | undefined;
  readonly type?: HTMLInputTypeAttribute;
  readonly maxLength?: number;
  /** Suggestions while typing. */
  readonly suggestions?: readonly string[];
  /** A text area with this many visible rows. */
  readonly rows?: number;
  /** A choice of some values. */
  readonly options?: readonly Option[];
  /** The text for no choice. */
  readonly none?: string;
  /** A checkbox; `1` if checked. */
  readonly isBox?: boolean;
}

interface FieldProps extends FieldSpec {
  /** Distinguishes the forms of one page: the prefix of the ids inside it. */
  readonly form: string;
  /** The form as it was refused; `undefined` if it was not. */
  readonly state: FormState | undefined;
}

/** The errors, with links to the fields. It gets the focus, so that a screen reader begins with it. */
export function FormSummary(props: {
  form: string;
  labels?: Readonly<Record<string, string>>;
  advice?: string | undefined;
  title?: string | undefined;
}): ReactNode {
  const { form, labels = {}, advice, title } = props;
  const state = useRefused(form);
  const { nothingChanged } = useMessages().labels;
  const language = useLanguage();
  if (state === undefined) return null;
  const fields = Object.entries(state.errors);
  return (
    // biome-ignore lint/a11y/noAutofocus: after a form was refused, what is wrong comes first; it works without a script
    <div className="notice notice-bad" role="alert" id={`${form}-errors`} tabIndex={-1} autoFocus>
      <strong>{title ?? nothingChanged}</strong>
      {state.message === null ? null : (
        <p>
          <Foreign text={state.message[language]} /> {advice}
        </p>
      )}
      {fields.length === 0 ? null : (
        <ul className="errors">
          {fields.map(([name, problem]) => (
            <li key={name}>
              <a href={`#${form}-${name}`}>
                {labels[name] ?? name}: <Foreign text={problem[language]} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A field with its label, its hint and its error. */
export function FormField(props: FieldProps): ReactNode {
  const { form, name, label, hint, required, isAlternative, isBox, state } = props;
  const { words, language } = useWords('fields');
  const problem = state?.errors[name];
  if (isBox === true) return <Box {...props} />;
  return (
    <div className={problem === undefined ? 'field' : 'field field-bad'}>
      <label htmlFor={`${form}-${name}`}>
        {label}
        {required === true || isAlternative === true ? null : <span className="quiet"> {words.optional}</span>}
      </label>
      <Control {...props} />
      {hint === undefined ? null : (
        <p className="quiet" id={`${form}-${name}-hint`}>
          {hint}
        </p>
      )}
      {problem === undefined ? null : (
        <p className="bad" id={`${form}-${name}-error`}>
          <Foreign text={problem[language]} />
        </p>
      )}
    </div>
  );
}

function Control(props: FieldProps): ReactNode {
  const { form, name, required, value, state, type = 'text', maxLength, suggestions, rows, options, none } = props;
  const id = `${form}-${name}`;
  const common = { ...marks(props), id, name, required, defaultValue: state?.values[name] ?? value ?? '' };
  const typed = { autoComplete: 'off', spellCheck: false };
  if (options !== undefined) {
    return (
      <select {...common}>
        {none === undefined ? null : <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (rows !== undefined) return <textarea {...common} {...typed} rows={rows} />;
  const list = suggestions === undefined ? undefined : `${id}-list`;
  return (
    <>
      <input {...common} {...typed} type={type} maxLength={maxLength} list={list} />
      {suggestions === undefined ? null : (
        <datalist id={list}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  );
}

function Box({ form, name, label, value, state }: FieldProps): ReactNode {
  const isOn = state === undefined ? value === '1' : state.values[name] === '1';
  return (
    <label className="check">
      <input type="checkbox" id={`${form}-${name}`} name={name} value="1" defaultChecked={isOn} /> {label}
    </label>
  );
}

/** Attributes that connect a field with its hint and its error for assistive technology. */
function marks({ form, name, hint, state }: FieldProps): { 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const isWrong = state?.errors[name] !== undefined;
  const described = [...(isWrong ? [`${form}-${name}-error`] : []), ...(hint === undefined ? [] : [`${form}-${name}-hint`])];
  return { ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }), ...(isWrong ? { 'aria-invalid': true } : {}) };
}
