import type { ReactNode } from 'react';
import type { ListedForm } from '../../../../domain/form-mapping.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import { formPath } from '../../addresses/form-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { BadCount, Count, Foreign, ForeignCode, ForeignLink, Moment, Name } from '../elements/format.tsx';
import { PlatformFault } from '../elements/platform-fault.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages } from '../language.tsx';

export interface FormsPageProps {
  readonly frame: Frame;
  readonly forms: readonly ListedForm[];
}

/** More keys are on the page of the form. */
const MOST_KEYS = 5;

/** The lead forms of the platforms, and which of their leads nobody can reach. */
export function FormsPage({ frame, forms }: FormsPageProps): ReactNode {
  const words = useMessages().web.forms;
  return (
    <AdminPage
      frame={frame}
      section="sources"
      title={words.title}
      back={{ href: '/admin/fontes', text: words.sources }}
      intro={words.intro}
    >
      {forms.length === 0 ? <p className="empty">{words.empty}</p> : <Forms forms={forms} />}
    </AdminPage>
  );
}

function Forms({ forms }: Pick<FormsPageProps, 'forms'>): ReactNode {
  const words = useMessages().web.forms;
  return (
    <Table
      look="lead-forms"
      caption={words.title}
      rows={forms}
      keyOf={({ origin, formId }) => `${origin} ${formId}`}
      columns={[
        { name: words.form, cell: (form) => <FormName form={form} /> },
        { name: words.source, cell: ({ origin }) => words.origins[origin] },
        { name: words.page, cell: ({ pageId }) => pageId && <Foreign text={pageId} /> },
        {
          name: words.client,
          cell: ({ clientId, clientName }) => clientId && <ForeignLink href={clientPath(clientId)} text={clientName ?? clientId} />,
        },
        { name: words.leads, look: 'number', cell: ({ leads }) => <Count value={leads} /> },
        { name: words.withoutContact, look: 'number', cell: ({ withoutContact }) => <BadCount value={withoutContact} /> },
        { name: words.unreadKeys, cell: ({ unreadKeys }) => (unreadKeys.length === 0 ? null : <Keys keys={unreadKeys} />) },
        { name: words.lastAsked, look: 'outcome', cell: (form) => <Asked form={form} /> },
      ]}
    />
  );
}

function FormName({ form }: { readonly form: ListedForm }): ReactNode {
  return (
    <div>
      <ForeignLink href={formPath(form)} text={form.name ?? form.formId} longest={200} />
      {form.name === null ? null : (
        <p>
          <ForeignCode text={form.formId} look="quiet" longest={200} />
        </p>
      )}
    </div>
  );
}

function Asked({ form: { askedAt, fault } }: { readonly form: ListedForm }): ReactNode {
  const { labels } = useMessages();
  return (
    <>
      {askedAt === null ? <span className="nothing">{labels.none}</span> : <Moment at={askedAt} />}
      {fault === null ? null : <PlatformFault fault={fault} />}
    </>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }): ReactNode {
  return (
    <ul className="keys">
      {keys.slice(0, MOST_KEYS).map((key) => (
        <li key={key}>
          <Name text={key} longest={120} />
        </li>
      ))}
      {keys.length > MOST_KEYS ? <li className="quiet">+{keys.length - MOST_KEYS}</li> : null}
    </ul>
  );
}
