import type { ReactNode } from 'react';
import type { Frame } from '../../entrance/visitor.ts';

/** Values that a form carries without showing them; a list carries one name many times. */
export type Hidden = Readonly<Record<string, string | undefined>> | readonly (readonly [name: string, value: string])[];

/** Whether this visitor gets forms that change something: a reader may not, and a program posts by itself. */
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

/** A form that changes something, with the token that proves it is ours. Nothing for visitors who get no forms. */
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
  /** What is read out where the label stands many times on the page. */
  readonly readOut?: string;
}

/** One button that changes something. */
export function PostForm({ label, kind, readOut, ...form }: ButtonProps): ReactNode {
  return (
    <ChangeForm {...form}>
      <button type="submit" className={kind} aria-label={readOut}>
        {label}
      </button>
    </ChangeForm>
  );
}

interface ConfirmProps extends Omit<ButtonProps, 'kind' | 'label'> {
  readonly summary: string;
  /** What the step does. */
  readonly text: ReactNode;
  /** What stands on the button; undefined: the step cannot be taken, as the text says. */
  readonly label: string | undefined;
  /** How it looks: a part of the page, a button that opens a part above it, a cell of a table. */
  readonly look: 'panel' | 'pop' | 'cell';
}

/** A step that cannot be taken back: what it does is read before its button is in reach. */
export function ConfirmStep({ summary, readOut, text, label, look, className, ...form }: ConfirmProps): ReactNode {
  if (!mayChange(form.frame)) return null;
  const isPop = look === 'pop';
  const looks = [look, className].filter((word) => word !== undefined && word !== 'cell');
  return (
    <details className={looks.length === 0 ? undefined : looks.join(' ')}>
      <summary className={isPop ? 'button' : undefined} aria-label={readOut}>
        {summary}
      </summary>
      {label === undefined ? (
        <p>{text}</p>
      ) : (
        <ChangeForm {...form} className={isPop ? 'panel stack' : undefined}>
          <p>{text}</p>
          <button type="submit" className="danger">
            {label}
          </button>
        </ChangeForm>
      )}
    </details>
  );
}
