import type { ReactNode } from 'react';
import { formatBytes } from '../../../../base/bytes.ts';
import { DATABASE_ANCHOR } from '../../health/finding-address.ts';
import type { QueueView } from '../../health/look-at-queue.ts';
import { Ago } from '../elements/age.tsx';
import { Details, Foreign, Moment } from '../elements/format.tsx';
import { useMessages } from '../language.tsx';

/** The file in which everything is, and whether there is a copy of it. */
export function DatabaseFacts({ view: { store, lastBackupAt, snapshot } }: { readonly view: QueueView }): ReactNode {
  const words = useMessages().web.queue.database;
  const backup =
    lastBackupAt === null ? (
      words.never
    ) : (
      <>
        <Ago since={lastBackupAt} now={snapshot.at} /> · <Moment at={lastBackupAt} />
      </>
    );
  return (
    <section aria-labelledby={DATABASE_ANCHOR}>
      <h2 id={DATABASE_ANCHOR}>{words.title}</h2>
      <Details
        rows={[
          { name: words.file, value: <Foreign text={store.location} /> },
          { name: words.size, value: formatBytes(store.fileBytes) },
          { name: words.wal, value: formatBytes(store.walBytes) },
          { name: words.free, value: store.diskFreeBytes === null ? words.unknown : formatBytes(store.diskFreeBytes) },
          { name: words.schema, value: store.schemaVersion },
          { name: words.backup, value: backup },
        ]}
      />
      <p className="quiet">{words.backupHint}</p>
    </section>
  );
}
