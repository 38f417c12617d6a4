import type { ReactNode } from 'react';
import type { FormState } from '../../requests/posted-form.ts';
import type { Frame } from '../../requests/visitor.ts';
import { CancelButton } from './cancel-button.tsx';
import { type FieldSpec, FormField, FormSummary } from './fields.tsx';
import { ChangeForm, type Hidden, mayChange } from './post-form.tsx';

interface Submit {
  readonly label: string;
  readonly kind?: 'primary' | 'secondary' | 'danger';
  /** The name of the field that identifies the button. */
  readonly name?: string;
  readonly value?: string;
}

interface Props {
  readonly frame: Frame;
  /** Distinguishes the forms of one page: the prefix of the ids inside it. */
  readonly id: string;
  readonly action: string;
  /** The form as it was refused; `undefined` if it was not. */
  readonly state: FormState | undefined;
  readonly fields: readonly (FieldSpec | null)[];
  readonly submit: Submit | readonly Submit[];
  readonly hidden?: Hidden;
  readonly look?: string;
  /** Helps with the usual reason for a refusal. */
  readonly advice?: string;
  /** The title of a refusal. Default: that nothing was changed. */
  readonly refusal?: string;
  /** Labels of hidden values that can also be wrong. */
  readonly labels?: Readonly<Record<string, string>>;
  /** After the fields. */
  readonly children?: ReactNode;
}

/** A form: its errors, the fields, its buttons. Renders nothing for visitors who may not change anything. */
export function Form(props: Props): ReactNode {
  const { frame, id, action, state, submit, hidden = {}, look = 'fields', advice, refusal, children } = props;
  const fields = props.fields.filter((field) => field !== null);
  const labels = { ...props.labels, ...Object.fromEntries(fields.map(({ name, label }) => [name, label])) };
  if (!mayChange(frame)) return null;
  return (
    <>
      <FormSummary form={id} state={state} labels={labels} advice={advice} title={refusal} />
      <ChangeForm frame={frame} action={action} hidden={hidden} className={look}>
        {fields.map((field) => (
          <FormField key={field.name} form={id} state={state} {...field} />
        ))}
        {children}
        <div className="buttons">
          {[submit].flat().map(({ label, kind = 'primary', name, value }) => (
            <button key={label} type="submit" className={kind} name={name} value={value}>
              {label}
            </button>
          ))}
          <CancelButton isRefused={state !== undefined} />
        </div>
      </ChangeForm>
    </>
  );
}
