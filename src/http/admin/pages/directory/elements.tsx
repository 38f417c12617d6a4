import type { ReactNode } from 'react';
import type { LeadCount } from '../../../../domain/directory.ts';
import { CAMPAIGNS_PATH, CLIENTS_PATH, type LinkTarget, linkKindWord } from '../../addresses/directory-paths.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { MendableFailures } from '../../routes/mendable-failures.ts';
import { Foreign, formatCount } from '../elements/format.tsx';
import { ChangeForm } from '../elements/post-form.tsx';
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
      {textFor(linkKinds, kind) ?? kind}{' '}
      <code>
        <Foreign text={link.value} />
      </code>
    </>
  );
}

/** How many leads there are, with a link to them. */
export function LeadsLink({
  count,
  href,
  label,
}: {
  readonly count: LeadCount;
  readonly href: string;
  readonly label: (count: number) => string;
}): ReactNode {
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
          <ChangeForm frame={frame} action={action}>
            <input type="hidden" name="erro_codigo" value={code} />
            <button type="submit" className="primary">
              {words.retry(number)}
            </button>
          </ChangeForm>
          <a href={listPath}>{words.lookAtThem}</a>
        </div>
      </section>
    ));
}

/** A step that cannot be taken back: what it does is read before its button is in reach. */
export function RemoveForm(props: { frame: Frame; action: string; title: string; text: string; obstacle: string | undefined }): ReactNode {
  const { frame, action, title, text, obstacle } = props;
  const words = useMessages().web.directory;
  return (
    <details className="panel">
      <summary>{title}…</summary>
      <p>{obstacle ?? text}</p>
      {obstacle === undefined ? (
        <ChangeForm frame={frame} action={action}>
          <button type="submit" className="danger">
            {words.remove}
          </button>
        </ChangeForm>
      ) : null}
    </details>
  );
}

/** The event whose error is being mended, on its way through a form. */
export function MendedEvent({ event }: { readonly event: string | undefined }): ReactNode {
  return event === undefined ? null : <input type="hidden" name="evento" value={event} />;
}

/** Back to the event whose error was mended, where it can be retried. */
export function BackToEvent({ event }: { readonly event: string | undefined }): ReactNode {
  const words = useMessages().web.directory;
  return event === undefined ? null : <a href={`/admin/webhooks/${event}`}>← {words.backToEvent(event)}</a>;
}
