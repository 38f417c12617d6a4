import type { ReactNode } from 'react';
import type { Client, LeadCount } from '../../../../domain/directory.ts';
import { EventStatus } from '../../../../domain/webhook-event.ts';
import { CAMPAIGNS_PATH, CLIENTS_PATH, campaignPath, type LinkTarget, linkKindWord } from '../../addresses/directory-paths.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import type { RetryableFailures } from '../../read/retryable-failures.ts';
import type { FormState, RefusedForm } from '../../requests/posted-form.ts';
import type { Frame } from '../../requests/visitor.ts';
import { Cancelable } from '../elements/cancel-button.tsx';
import type { Option } from '../elements/fields.tsx';
import { ForeignCode, ForeignLink, formatCount } from '../elements/format.tsx';
import { ConfirmStep, mayChange, PostForm } from '../elements/post-form.tsx';
import { textFor, useLanguage, useMessages, useWords } from '../language.tsx';

/** Why a form of the page was refused; `undefined` for all others. */
export function stateOf<Form extends string>(refused: RefusedForm<Form> | undefined, form: Form): FormState | undefined {
  return refused?.form === form ? refused.state : undefined;
}

interface FormPartProps {
  readonly frame: Frame;
  readonly id: string;
  readonly title: string;
  /** Shown directly on the page: there is nothing yet, the page was opened for it, or it was refused. Otherwise `FormButton` opens it. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/**
 * A form that opens on demand: a popover, which opens without a script and closes with Cancel or Escape. Renders nothing for visitors without forms.
 */
export function FormPart({ frame, id, title, isOpen, children }: FormPartProps): ReactNode {
  if (!mayChange(frame)) return null;
  // A link to it moves the focus into it.
  const look = { id, 'aria-labelledby': `${id}-title`, tabIndex: -1 };
  const content = (
    <>
      <h2 id={`${id}-title`}>{title}</h2>
      <Cancelable by={isOpen ? { href: frame.here } : { popover: id }}>{children}</Cancelable>
    </>
  );
  return isOpen ? (
    <section {...look} className="panel form-part">
      {content}
    </section>
  ) : (
    <section {...look} popover="auto" className="dialog">
      {content}
    </section>
  );
}

/** The same with the button that opens it, for a form inside of a page. */
export function FormStep(props: FormPartProps): ReactNode {
  const { frame, id, title, isOpen } = props;
  return (
    <>
      {isOpen || !mayChange(frame) ? null : (
        <p>
          <FormButton id={id} label={title} />
        </p>
      )}
      <FormPart {...props} />
    </>
  );
}

/** Opens the `FormPart` with this id. */
export function FormButton({ id, label, kind = 'secondary' }: { id: string; label: string; kind?: 'primary' | 'secondary' }): ReactNode {
  return (
    <button type="button" className={kind} popoverTarget={id}>
      {label}
    </button>
  );
}

/** The two lists of master data. */
export function DirectoryTabs({ at }: { readonly at: 'campaigns' | 'clients' }): ReactNode {
  const { words, web } = useWords('directory');
  return (
    <nav className="tabs" aria-label={words.tabs}>
      <a href={CAMPAIGNS_PATH} aria-current={at === 'campaigns' ? 'page' : undefined}>
        {web.frame.sections.directory}
      </a>
      <a href={CLIENTS_PATH} aria-current={at === 'clients' ? 'page' : undefined}>
        {words.clients}
      </a>
    </nav>
  );
}

/** A campaign in a list: its name and its id. */
export function CampaignName({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  return (
    <>
      <ForeignLink href={campaignPath(id)} text={name} look="row-link" /> <ForeignCode text={id} look="quiet" />
    </>
  );
}

/** The label for the kind of a platform id. */
export function useLinkKind(): (link: LinkTarget) => string {
  const { linkKinds } = useMessages().web.directory;
  return (link) => textFor(linkKinds, linkKindWord(link)) ?? linkKindWord(link);
}

/** A platform id in words. */
export function LinkLabel({ link }: { readonly link: LinkTarget }): ReactNode {
  const kindOf = useLinkKind();
  return (
    <>
      {kindOf(link)} <ForeignCode text={link.value} look="quiet" />
    </>
  );
}

/** The form fields for a platform id. */
export function linkFields(link: LinkTarget): Readonly<Record<string, string>> {
  return { tipo: linkKindWord(link), valor: link.value };
}

/** Clients as options of a choice. */
export function clientOptions(clients: readonly Client[]): readonly Option[] {
  return clients.map(({ id, name }) => ({ value: id, label: name }));
}

/** The number of leads, with a link to them. */
export function LeadsLink({ count, href, label }: { count: LeadCount; href: string; label: (count: number) => string }): ReactNode {
  const { words } = useWords('directory');
  const number = formatCount(count.count, useLanguage());
  return (
    <a href={href}>
      {count.atLeast ? words.moreThan(number) : number} {label(count.count)}
    </a>
  );
}

/** Offers to retry failures whose cause may be fixed by now, and shows their number first. */
export function RetryFailures(props: { frame: Frame; action: string; failures: readonly RetryableFailures[] }): ReactNode {
  const { frame, action, failures } = props;
  const { words, language } = useWords('directory');
  const { codes } = useMessages().labels;
  if (!mayChange(frame)) return null;
  return failures
    .filter(({ count }) => count > 0)
    .map(({ code, named, count, atLeast }) => ({
      code,
      listPath: eventListPath({ status: EventStatus.failed, errorCode: code, ...(named.length === 1 ? { named: named[0] } : {}) }),
      number: atLeast ? words.moreThan(formatCount(count, language)) : formatCount(count, language),
    }))
    .map(({ code, listPath, number }) => (
      <section key={code} className="notice notice-warn" aria-label={words.failures(number, codes[code])}>
        <strong>{words.failures(number, codes[code])}</strong>
        <p>{words.failuresText[code]}</p>
        <div className="buttons">
          <PostForm frame={frame} action={action} hidden={{ erro_codigo: code }} label={words.retry(number)} kind="primary" />
          <a href={listPath}>{words.viewEvents}</a>
        </div>
      </section>
    ));
}

interface RemoveProps {
  readonly frame: Frame;
  readonly action: string;
  readonly title: string;
  readonly text: string;
  /** What prevents the removal, if `isStopped`. */
  readonly obstacle: string;
  readonly isStopped: boolean;
}

/** Removes the subject of the page; for its `Menu`. */
export function RemoveStep({ frame, action, title, text, obstacle, isStopped }: RemoveProps): ReactNode {
  const { actions } = useMessages().labels;
  return (
    <ConfirmStep
      frame={frame}
      action={action}
      summary={`${title}…`}
      text={isStopped ? obstacle : text}
      label={isStopped ? undefined : actions.remove}
    />
  );
}

/** Back to the event whose error was fixed, where it can be retried. */
export function BackToEvent({ event }: { readonly event: string | undefined }): ReactNode {
  const { words } = useWords('directory');
  return event === undefined ? null : <a href={`/admin/webhooks/${event}`}>← {words.backToEvent(event)}</a>;
}
