import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import type { PersonProgress } from '../../../../domain/person.ts';
import type { ErasureView } from '../../../../presentation/person-record.ts';
import { erasurePath, PEOPLE_PATH, personSearchPath } from '../../addresses/paths.ts';
import { useMessages, useWords } from '../context.tsx';
import { ClientLink } from '../directory/elements.tsx';
import { Count, Details, FullMoment, Name } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { Places } from './places.tsx';

interface ErasureProps {
  readonly erasure: ErasureView;
  /** `null`: it is of all clients, or its client is gone. */
  readonly client: Client | null;
}

/** A running erasure, which becomes its receipt. */
export function ErasurePage(props: ErasureProps): ReactNode {
  const { words, web } = useWords('people');
  const { id, completedAt } = props.erasure;
  return (
    <AdminPage
      section="people"
      title={words.erasure(id)}
      back={{ href: PEOPLE_PATH, text: web.frame.sections.people }}
      subtitle={completedAt === null ? <Connection /> : undefined}
    >
      {completedAt === null ? (
        <Live address={erasurePath(id)}>
          <ErasureFacts {...props} />
        </Live>
      ) : (
        <ErasureFacts {...props} />
      )}
    </AdminPage>
  );
}

/** The live part of the page. */
export function ErasureFacts({ erasure, client }: ErasureProps): ReactNode {
  const { people } = useMessages();
  const { words, fields, web } = useWords('people');
  const { startedAt, completedAt, clientId, leads, events, operator, places, platforms, progress } = erasure;
  return (
    <div className="stack">
      {completedAt === null ? <Running progress={progress} /> : <p className="notice notice-good">{words.erased}</p>}
      <Details
        rows={[
          { name: fields.started, value: <FullMoment at={startedAt} /> },
          { name: fields.completed, value: completedAt === null ? words.incomplete : <FullMoment at={completedAt} /> },
          { name: fields.leads, value: <Count value={leads} /> },
          { name: web.frame.sections.events, value: <Count value={events} /> },
          { name: fields.client, value: <ClientLink id={clientId} clients={client === null ? [] : [client]} /> },
          { name: fields.operator, value: <Name text={operator} /> },
        ]}
      />
      {places.length === 0 ? null : <Places places={places} caption={words.changed} />}
      {platforms.map((each) => (
        <p key={each.platform}>{people.atPlatform(each)}</p>
      ))}
    </div>
  );
}

function Running({ progress }: { readonly progress: PersonProgress | null }): ReactNode {
  const { words } = useWords('people');
  if (progress === null) return <p className="notice">{words.waits}</p>;
  const isSearched = progress.done >= progress.total;
  return (
    <div className="notice stack">
      {isSearched ? <p>{words.removing}</p> : <ProgressOf text={words.reading} progress={progress} />}
      <p className="quiet">{words.mayLeave}</p>
    </div>
  );
}

function ProgressOf({ text, progress: { done, total } }: { readonly text: string; readonly progress: PersonProgress }): ReactNode {
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <p>
      <label htmlFor="progress">{text}</label> <progress id="progress" max={100} value={percent} /> {percent}%
    </p>
  );
}

/** A search that takes longer than the page may wait. */
export function SearchingPage({ id, progress }: { readonly id: string; readonly progress: PersonProgress }): ReactNode {
  const { web } = useMessages();
  return (
    <AdminPage
      section="people"
      title={web.people.searching}
      back={{ href: PEOPLE_PATH, text: web.frame.sections.people }}
      subtitle={<Connection />}
    >
      <Live address={personSearchPath(id)}>
        <SearchProgress progress={progress} />
      </Live>
    </AdminPage>
  );
}

/** The live part of that page. */
export function SearchProgress({ progress }: { readonly progress: PersonProgress }): ReactNode {
  const { words } = useWords('people');
  return (
    <div className="stack">
      <ProgressOf text={words.reading} progress={progress} />
      <p className="quiet">{words.searchingText}</p>
    </div>
  );
}
