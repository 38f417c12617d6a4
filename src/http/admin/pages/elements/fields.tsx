import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import type { FormState } from '../../contract/posted-form.ts';
import { useLanguage, useMessages } from '../language.tsx';
import { Foreign } from './format.tsx';

/** One value of a choice, and how it is said. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

interface FieldProps {
  /** Distinguishes the forms of one page: the start of the ids inside it. */
  readonly form: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  /** It, or the field beside it: neither optional nor required alone. */
  readonly isAlternative?: boolean;
  /** What stands in it unless something was typed. */
  readonly value?: string | undefined;
  /** The form as it was refused; undefined: it was not. */
  readonly state: FormState | undefined;
}

/** What was wrong, with links to the fields; it gets the focus, so that a screen reader begins with it. */
export function FormSummary(props: {
  form: string;
  state: FormState | undefined;
  labels: Readonly<Record<string, string>>;
  advice?: string;
}): ReactNode {
  const { form, state, labels, advice } = props;
  const words = useMessages().web.fields;
  const language = useLanguage();
  if (state === undefined) return null;
  const fields = Object.entries(state.errors);
  return (
    // biome-ignore lint/a11y/noAutofocus: after a form was refused, what is wrong comes first; it works without a script
    <div className="notice notice-bad" role="alert" id={`${form}-errors`} tabIndex={-1} autoFocus>
      <strong>{words.nothingChanged}</strong>
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

/** A field for one line of text. */
export function TextField(props: FieldProps & { type?: HTMLInputTypeAttribute; list?: string; maxLength?: number }): ReactNode {
  const { form, name, required, value, state, type = 'text', list, maxLength } = props;
  return (
    <Field {...props}>
      <input
        {...marks(props)}
        id={`${form}-${name}`}
        name={name}
        type={type}
        defaultValue={state?.values[name] ?? value ?? ''}
        required={required}
        maxLength={maxLength}
        list={list}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
}

/** A field for several lines of text. */
export function TextArea(props: FieldProps & { rows: number }): ReactNode {
  const { form, name, required, value, state, rows } = props;
  return (
    <Field {...props}>
      <textarea
        {...marks(props)}
        id={`${form}-${name}`}
        name={name}
        rows={rows}
        defaultValue={state?.values[name] ?? value ?? ''}
        required={required}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
}

/** A box to tick; `1` when it is. */
export function CheckField({ form, name, label, value, state }: FieldProps): ReactNode {
  const isOn = state === undefined ? value === '1' : state.values[name] === '1';
  return (
    <label className="check">
      <input type="checkbox" id={`${form}-${name}`} name={name} value="1" defaultChecked={isOn} /> {label}
    </label>
  );
}

/** A choice of some values. */
export function SelectField(props: FieldProps & { options: readonly Option[]; none?: string }): ReactNode {
  const { form, name, required, value, state, options, none } = props;
  return (
    <Field {...props}>
      <select {...marks(props)} id={`${form}-${name}`} name={name} defaultValue={state?.values[name] ?? value ?? ''} required={required}>
        {none === undefined ? null : <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Field({
  form,
  name,
  label,
  hint,
  required,
  isAlternative,
  state,
  children,
}: FieldProps & { readonly children: ReactNode }): ReactNode {
  const words = useMessages().web.fields;
  const language = useLanguage();
  const problem = state?.errors[name];
  return (
    <div className={problem === undefined ? 'field' : 'field field-bad'}>
      <label htmlFor={`${form}-${name}`}>
        {label}
        {required === true || isAlternative === true ? null : <span className="quiet"> {words.optional}</span>}
      </label>
      {children}
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

/** What tells assistive technology about a field: its hint, and what is wrong with it. */
function marks({ form, name, hint, state }: FieldProps): { 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const isWrong = state?.errors[name] !== undefined;
  const described = [...(isWrong ? [`${form}-${name}-error`] : []), ...(hint === undefined ? [] : [`${form}-${name}-hint`])];
  return { ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }), ...(isWrong ? { 'aria-invalid': true } : {}) };
}
