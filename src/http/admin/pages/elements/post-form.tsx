import type { ReactNode } from 'react';
import type { Frame } from '../../requests/visitor.ts';
import { CancelButton } from './cancel-button.tsx';

/** Hidden values of a form; a list may repeat a name. */
export type Hidden = Readonly<Record<string, string | undefined>> | readonly (readonly [name: string, value: string])[];

/** Whether this visitor gets forms for changes: readers may change nothing, and API clients post without forms. */
export function mayChange({ role, csrfToken }: Frame): boolean {
  return role === 'operator' && csrfToken !== null;
}

interface Props {
  readonly frame: Frame;
  readonly action: string;
  readonly hidden?: Hidden;
  readonly className?: string | undefined;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A form for a change, with the CSRF token. Renders nothing for visitors without forms. */
export function ChangeForm({ frame, action, hidden = {}, className, id, children }: Props): ReactNode {
  if (!mayChange(frame)) return null;
  return (
    <form method="post" action={action} className={className} id={id}>
      <input type="hidden" name="csrf" value={frame.csrfToken ?? ''} />
      <HiddenFields fields={hidden} />
      {children}
    </form>
  );
}

function HiddenFields({ fields }: { readonly fields: Hidden }): ReactNode {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  return pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a name may come many times; static markup
      <input key={index} type="hidden" name={name} value={value} />
    ));
}

interface ButtonProps extends Omit<Props, 'children'> {
  readonly label: string;
  readonly kind: 'primary' | 'secondary' | 'plain' | 'danger';
  /** The label for screen readers if the visible label occurs several times on the page. */
  readonly readOut?: string;
}

/** One button for a change. */
export function PostForm({ label, kind, readOut, ...form }: ButtonProps): ReactNode {
  return (
    <ChangeForm {...form}>
      <button type="submit" className={kind} aria-label={readOut}>
        {label}
      </button>
    </ChangeForm>
  );
}

interface ConfirmProps extends Omit<ButtonProps, 'kind' | 'label' | 'className'> {
  readonly summary: string;
  /** What the step does. */
  readonly text: ReactNode;
  /** The text of the button; `undefined` if the step is not possible, as the text explains. */
  readonly label: string | undefined;
}

/** An irreversible step in a `Menu`: the text about its effect comes before the button. */
export function ConfirmStep({ summary, readOut, text, label, ...form }: ConfirmProps): ReactNode {
  if (!mayChange(form.frame)) return null;
  return (
    <details>
      <summary className="button" aria-label={readOut}>
        {summary}
      </summary>
      {label === undefined ? (
        <p>{text}</p>
      ) : (
        <ChangeForm {...form} className="stack">
          <p>{text}</p>
          <div className="buttons">
            <button type="submit" className="danger">
              {label}
            </button>
            <CancelButton />
          </div>
        </ChangeForm>
      )}
    </details>
  );
}
