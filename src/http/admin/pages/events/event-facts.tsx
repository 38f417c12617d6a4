import type { ReactNode } from 'react';
import type { NamedSecret } from '../../../../domain/named-secret.ts';
import { identityLabel } from '../../../../presentation/labels.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import type { EventView } from '../../read/event-view.ts';
import { Details, Foreign, ForeignCode, formatCount } from '../elements/format.tsx';
import { useLanguage, useMessages, useWords } from '../language.tsx';

/** Details that are rarely needed: how the event was named, sent and verified. */
export function EventFacts({ view: { trail, body, secret } }: { readonly view: Pick<EventView, 'trail' | 'body' | 'secret'> }): ReactNode {
  const messages = useMessages();
  const { labels, web } = messages;
  const language = useLanguage();
  const words = web.event;
  const { event, namedSecret } = trail;
  return (
    <Details
      rows={[
        { name: labels.fields.identity, value: <ForeignCode text={identityLabel(messages, event)} /> },
        { name: labels.fields.type, value: <ForeignCode text={maskMark(event.eventType)} /> },
        {
          name: labels.fields.verifiedBy,
          value: (
            <>
              {words.credentials[event.credential]} {namedSecret === null && secret !== null ? words.withSecret[secret] : null}
              {namedSecret === null ? null : <NamedSecretOf secret={namedSecret} />}
            </>
          ),
        },
        { name: labels.jsonFields.ip, value: <Foreign text={event.remoteAddress} /> },
        { name: labels.fields.requestId, value: <ForeignCode text={event.requestId} /> },
        { name: labels.fields.size, value: words.bytes(formatCount(body.bytes, language)) },
      ]}
    />
  );
}

/** The named secret of an event, and the client it is limited to. */
function NamedSecretOf({ secret: { name, clientId, removedAt } }: { readonly secret: NamedSecret }): ReactNode {
  const { words } = useWords('event');
  return (
    <>
      {words.withNamedSecret} “<Foreign text={name} />”
      {clientId === null ? null : (
        <>
          , {words.limitedTo} <a href={clientPath(clientId)}>{words.clientOf(clientId)}</a>
        </>
      )}
      {removedAt === null ? null : ` (${words.secretRemoved})`}
    </>
  );
}
