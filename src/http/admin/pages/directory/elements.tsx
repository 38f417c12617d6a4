import type { ReactNode } from 'react';
import type { Client, LeadCount } from '../../../../domain/directory.ts';
import { EventStatus } from '../../../../domain/webhook-event.ts';
import { CAMPAIGNS_PATH, CLIENTS_PATH, campaignPath, clientPath, type LinkTarget, linkKindWord } from '../../addresses/directory-paths.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import type { RetryableFailures } from '../../read/retryable-failures.ts';
import { textFor, useFrame, useMessages, useWords } from '../context.tsx';
import type { Option } from '../elements/fields.tsx';
import { PostForm } from '../elements/form.tsx';
import { ForeignCode, ForeignLink } from '../elements/format.tsx';

/** A client by name, if `clients` contains it; `null`: every client. */
export function ClientLink({ id, clients }: { readonly id: string | null; readonly clients: readonly Client[] }): ReactNode {
  const { everyClient } = useMessages().labels;
  if (id === null) return everyClient;
  return <ForeignLink href={clientPath(id)} text={clients.find((client) => client.id === id)?.name ?? id} />;
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
  const { words, number } = useWords('directory');
  const shown = number(count.count);
  return (
    <a href={href}>
      {count.atLeast ? words.moreThan(shown) : shown} {label(count.count)}
    </a>
  );
}

/** Offers to retry failures whose cause may be fixed by now, and shows their number first. */
export function RetryFailures(props: { action: string; failures: readonly RetryableFailures[] }): ReactNode {
  const { action, failures } = props;
  const { mayChange } = useFrame();
  const { words, number, labels } = useWords('directory');
  if (!mayChange) return null;
  return failures
    .filter(({ count }) => count > 0)
    .map(({ code, named, count, atLeast }) => ({
      code,
      listPath: eventListPath({ status: EventStatus.failed, errorCode: code, ...(named.length === 1 ? { named: named[0] } : {}) }),
      number: atLeast ? words.moreThan(number(count)) : number(count),
    }))
    .map(({ code, listPath, number }) => (
      <section key={code} className="notice notice-warn" aria-label={words.failures(number, labels.codes[code])}>
        <strong>{words.failures(number, labels.codes[code])}</strong>
        <p>{words.failuresText[code]}</p>
        <div className="buttons">
          <PostForm action={action} hidden={{ erro_codigo: code }} label={words.retry(number)} kind="primary" />
          <a href={listPath}>{words.viewEvents}</a>
        </div>
      </section>
    ));
}

/** Back to the event whose error was fixed, where it can be retried. */
export function BackToEvent({ event }: { readonly event: string | undefined }): ReactNode {
  const { words } = useWords('directory');
  return event === undefined ? null : <a href={`/admin/webhooks/${event}`}>← {words.backToEvent(event)}</a>;
}
