import { createContext, type ReactNode, useContext } from 'react';
import { useFrame, useMessages, useRefused } from '../context.tsx';
import { type FieldSpec, FormField, FormSummary } from './fields.tsx';

/** How to leave a form: closing the popover it is in, or, if it is shown on the page instead, opening the page without it. */
type WayOut = { readonly popover: string } | { readonly href: string };

const WayOutContext = createContext<WayOut | undefined>(undefined);

/** The forms inside have a Cancel button. */
function Cancelable({ by, children }: { readonly by: WayOut; readonly children: ReactNode }): ReactNode {
  return <WayOutContext value={by}>{children}</WayOutContext>;
}

/**
 * Leaves the form without sending it. Renders nothing for forms that are a part of their page. It works without a script, and the focus
 * returns to the button that opened the popover.
 */
export function CancelButton({ isRefused = false }: { readonly isRefused?: boolean }): ReactNode {
  const { cancel } = useMessages().labels.actions;
  const way = useContext(WayOutContext);
  if (way === undefined) return null;
  if ('popover' in way) {
    return (
      <button type="button" className="secondary" popoverTarget={way.popover} popoverTargetAction="hide">
        {cancel}
      </button>
    );
  }
  // A form that is on the page because there is nothing else to show has no page without it.
  if (!isRefused) return null;
  return (
    <a className="button" href={way.href}>
      {cancel}
    </a>
  );
}

/** Hidden values of a form; a list may repeat a name. */
export type Hidden = Readonly<Record<string, string | undefined>> | readonly (readonly [name: string, value: string])[];

interface ChangeFormProps {
  readonly action: string;
  readonly hidden?: Hidden;
  readonly className?: string | undefined;
  readonly id?: string;
  readonly children: ReactNode;
}

/** A form for a change, with the CSRF token. Renders nothing for visitors without forms. */
export function ChangeForm({ action, hidden = {}, className, id, children }: ChangeFormProps): ReactNode {
  const { csrfToken, mayChange } = useFrame();
  if (!mayChange) return null;
  return (
    <form method="post" action={action} className={className} id={id}>
      <input type="hidden" name="csrf" value={csrfToken ?? ''} />
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

interface PostFormProps extends Omit<ChangeFormProps, 'children'> {
  readonly label: string;
  readonly kind: 'primary' | 'secondary' | 'plain' | 'danger';
  /** The label for screen readers if the visible label occurs several times on the page. */
  readonly readOut?: string;
}

/** One button for a change. */
export function PostForm({ label, kind, readOut, ...form }: PostFormProps): ReactNode {
  return (
    <ChangeForm {...form}>
      <button type="submit" className={kind} aria-label={readOut}>
        {label}
      </button>
    </ChangeForm>
  );
}

interface ConfirmProps extends Omit<PostFormProps, 'kind' | 'label' | 'className'> {
  readonly summary: string;
  /** What the step does. */
  readonly text: ReactNode;
  /** The text of the button; `undefined` if the step is not possible, as the text explains. */
  readonly label: string | undefined;
}

/** An irreversible step in a `Menu`: the text about its effect comes before the button. */
export function ConfirmStep({ summary, readOut, text, label, ...form }: ConfirmProps): ReactNode {
  const { mayChange } = useFrame();
  if (!mayChange) return null;
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

interface MenuProps {
  /** Unique among the page's menus. */
  readonly id: string;
  /** The text of its button instead of “⋯”. */
  readonly label?: string;
  /** The label for screen readers if “More actions” is ambiguous, as in a row of a list. */
  readonly readOut?: string;
  /** Buttons, links and `ConfirmStep`s, one below the other. */
  readonly children: ReactNode;
}

/**
 * Secondary and destructive actions behind “⋯”, so that a page has one primary button. A popover: it opens without a script, and closes
 * with Escape or a click outside. For `actions` of a page, or a cell of a list.
 */
export function Menu({ id, label, readOut, children }: MenuProps): ReactNode {
  const { moreActions } = useMessages().web.frame;
  const name = readOut ?? (label === undefined ? moreActions : undefined);
  return (
    <div className="more">
      <button type="button" className="secondary" popoverTarget={id} aria-label={name} title={name}>
        {label ?? '⋯'}
      </button>
      <div id={id} popover="auto" className="more-items">
        <Cancelable by={{ popover: id }}>{children}</Cancelable>
      </div>
    </div>
  );
}

interface Submit {
  readonly label: string;
  readonly kind?: 'primary' | 'secondary' | 'danger';
  /** The name of the field that identifies the button. */
  readonly name?: string;
  readonly value?: string;
}

interface FormProps {
  /** Unique on the page: the prefix of the ids inside it. If it is refused, it is shown again under this name. */
  readonly id: string;
  readonly action: string;
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
export function Form(props: FormProps): ReactNode {
  const { id, action, submit, hidden = {}, look = 'fields', advice, refusal, children } = props;
  const { mayChange } = useFrame();
  const state = useRefused(id);
  const fields = props.fields.filter((field) => field !== null);
  const labels = { ...props.labels, ...Object.fromEntries(fields.map(({ name, label }) => [name, label])) };
  if (!mayChange) return null;
  return (
    <>
      <FormSummary form={id} labels={labels} advice={advice} title={refusal} />
      <ChangeForm action={action} hidden={hidden} className={look}>
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

interface DialogProps {
  readonly id: string;
  readonly title: string;
  /** Shown directly on the page: there is nothing yet, or the page was opened for it. A refused form always is. */
  readonly isOpen?: boolean | undefined;
  readonly children: ReactNode;
}

/**
 * What a `DialogButton` opens: a popover, which opens without a script and closes with Cancel or Escape. Renders nothing for visitors
 * without forms.
 */
export function Dialog({ id, title, isOpen = false, children }: DialogProps): ReactNode {
  const { here, mayChange } = useFrame();
  const isShown = useRefused(id) !== undefined || isOpen;
  const look = isShown ? { className: 'panel form-part' } : ({ popover: 'auto', className: 'dialog' } as const);
  if (!mayChange) return null;
  return (
    // A link to it moves the focus into it.
    <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1} {...look}>
      <h2 id={`${id}-title`}>{title}</h2>
      <Cancelable by={isShown ? { href: here } : { popover: id }}>{children}</Cancelable>
    </section>
  );
}

interface DialogButtonProps {
  readonly id: string;
  readonly label: string;
  readonly kind?: 'primary' | 'secondary';
  readonly isOpen?: boolean;
}

/** Opens the `Dialog` with this id. Renders nothing if that is shown directly on the page, or not at all. */
export function DialogButton({ id, label, kind = 'secondary', isOpen = false }: DialogButtonProps): ReactNode {
  const { mayChange } = useFrame();
  const isRefused = useRefused(id) !== undefined;
  if (isRefused || isOpen || !mayChange) return null;
  return (
    <button type="button" className={kind} popoverTarget={id}>
      {label}
    </button>
  );
}

interface FormDialogProps extends FormProps, Omit<DialogProps, 'children'> {
  /** Before the form. */
  readonly intro?: ReactNode;
}

/** A form in a `Dialog`. */
export function FormDialog({ title, isOpen, intro, ...form }: FormDialogProps): ReactNode {
  return (
    <Dialog id={form.id} title={title} isOpen={isOpen}>
      {intro}
      <Form {...form} />
    </Dialog>
  );
}

/** The same with the button that opens it. */
export function FormStep(props: Omit<FormDialogProps, 'isOpen'>): ReactNode {
  const { id, title } = props;
  const { mayChange } = useFrame();
  const isRefused = useRefused(id) !== undefined;
  return (
    <>
      {isRefused || !mayChange ? null : (
        <p>
          <DialogButton id={id} label={title} />
        </p>
      )}
      <FormDialog {...props} />
    </>
  );
}

/** A form below a summary that unfolds it; open if it was refused. */
export function FoldedForm({ title, text, ...form }: FormProps & { readonly title: string; readonly text: string }): ReactNode {
  const { mayChange } = useFrame();
  const isRefused = useRefused(form.id) !== undefined;
  if (!mayChange) return null;
  return (
    <details className="panel" open={isRefused}>
      <summary>{title}</summary>
      <p className="quiet">{text}</p>
      <Form {...form} />
    </details>
  );
}
