import type { ReactNode } from 'react';
import type { Client, LeadCount } from '../../../../domain/directory.ts';
import { CAMPAIGNS_PATH, CLIENTS_PATH, type LinkTarget, linkKindWord } from '../../addresses/directory-paths.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { MendableFailures } from '../../routes/mendable-failures.ts';
import { FormSummary, type Option } from '../elements/fields.tsx';
import { ForeignCode, formatCount } from '../elements/format.tsx';
import { ConfirmStep, mayChange, PostForm } from '../elements/post-form.tsx';
import { textFor, useLanguage, useMessages } from '../language.tsx';

/** What a form of the page was refused for; undefined for all others. */
export function stateOf<Form extends string>(
  refused: { readonly form: Form; readonly state: FormState } | undefined,
  form: Form,
): FormState | undefined {
  return refused?.form === form ? refused.state : undefined;
}

/** The two lists of master data. */
export function DirectoryTabs({ at }: { readonly at: 'campaigns' | 'clients' }): ReactNode {
  const words = useMessages().web.directory;
  return (
    <nav className="tabs" aria-label={words.tabs}>
      <a href={CAMPAIGNS_PATH} aria-current={at === 'campaigns' ? 'page' : undefined}>
        {words.campaigns}
      </a>
      <a href={CLIENTS_PATH} aria-current={at === 'clients' ? 'page' : undefined}>
        {words.clients}
      </a>
    </nav>
  );
}

/** An id of a platform in words. */
export function LinkLabel({ link }: { readonly link: LinkTarget }): ReactNode {
  const { linkKinds } = useMessages().web.directory;
  const kind = linkKindWord(link);
  return (
    <>
      {textFor(linkKinds, kind) ?? kind} <ForeignCode text={link.value} />
    </>
  );
}

/** What names an id of a platform in a form. */
export function linkFields(link: LinkTarget): Readonly<Record<string, string>> {
  return { tipo: linkKindWord(link), valor: link.value };
}

/** Clients to choose from. */
export function clientOptions(clients: readonly Client[]): readonly Option[] {
  return clients.map(({ id, name }) => ({ value: id, label: name }));
}

/** How many leads there are, with a link to them. */
export function LeadsLink({ count, href, label }: { count: LeadCount; href: string; label: (count: number) => string }): ReactNode {
  const words = useMessages().web.directory;
  const number = formatCount(count.count, useLanguage());
  return (
    <a href={href}>
      {count.atLeast ? words.moreThan(number) : number} {label(count.count)}
    </a>
  );
}

/** Offers to run again what failed for a cause that may be mended by now, with the number named before. */
export function RunFailuresAgain(props: { frame: Frame; action: string; failures: readonly MendableFailures[] }): ReactNode {
  const { frame, action, failures } = props;
  const words = useMessages().web.directory;
  const language = useLanguage();
  if (!mayChange(frame)) return null;
  return failures
    .filter(({ count }) => count > 0)
    .map(({ code, named, count, atLeast }) => ({
      code,
      listPath: eventListPath({ status: 'erro', errorCode: code, ...(named.length === 1 ? { named: named[0] } : {}) }),
      number: atLeast ? words.moreThan(formatCount(count, language)) : formatCount(count, language),
    }))
    .map(({ code, listPath, number }) => (
      <section key={code} className="notice notice-warn" aria-label={words.failures(number, code)}>
        <strong>{words.failures(number, code)}</strong>
        <p>{words.failuresText[code]}</p>
        <div className="buttons">
          <PostForm frame={frame} action={action} hidden={{ erro_codigo: code }} label={words.retry(number)} kind="primary" />
          <a href={listPath}>{words.lookAtThem}</a>
        </div>
      </section>
    ));
}

interface RemoveProps {
  readonly frame: Frame;
  readonly action: string;
  /** The step as it was refused. */
  readonly state: FormState | undefined;
  readonly title: string;
  readonly text: string;
  /** What keeps it from being removed, where something does. */
  readonly obstacle: string;
  readonly isStopped: boolean;
}

/** Removes what the page is about. */
export function RemoveForm({ frame, action, state, title, text, obstacle, isStopped }: RemoveProps): ReactNode {
  const words = useMessages().web.directory;
  if (!mayChange(frame)) return null;
  return (
    <>
      <FormSummary form="remove" state={state} labels={{}} advice={obstacle} />
      <ConfirmStep
        frame={frame}
        action={action}
        summary={`${title}…`}
        text={isStopped ? obstacle : text}
        label={isStopped ? undefined : words.remove}
        look="panel"
      />
    </>
  );
}

/** Back to the event whose error was mended, where it can be retried. */
export function BackToEvent({ event }: { readonly event: string | undefined }): ReactNode {
  const words = useMessages().web.directory;
  return event === undefined ? null : <a href={`/admin/webhooks/${event}`}>← {words.backToEvent(event)}</a>;
}
