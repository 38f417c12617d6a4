import type { ReactNode } from 'react';
import type { ListedForm } from '../../../../domain/form-mapping.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import { formPath } from '../../addresses/paths.ts';
import { useWords } from '../context.tsx';
import { BadCount, Count, ForeignCode, ForeignLink, Name, PlatformFault } from '../elements/format.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

interface FormsPageProps {
  readonly forms: readonly ListedForm[];
}

/** The page of the form has the others. */
const MOST_KEYS = 5;

/** The lead forms of the platforms, and their leads without contact data. */
export function FormsPage({ forms }: FormsPageProps): ReactNode {
  const { words, web } = useWords('forms');
  return (
    <AdminPage section="sources" title={words.title} back={{ href: '/admin/fontes', text: web.frame.sections.sources }} intro={words.intro}>
      <Forms forms={forms} />
    </AdminPage>
  );
}

function Forms({ forms }: Pick<FormsPageProps, 'forms'>): ReactNode {
  const { words, labels } = useWords('forms');
  return (
    <Table
      look="lead-forms"
      caption={words.title}
      rows={forms}
      none={<p className="empty">{words.empty}</p>}
      columns={[
        { name: labels.fields.form, cell: (form) => <FormName form={form} /> },
        { name: labels.fields.source, look: 'fit', cell: ({ origin }) => labels.origins[origin] },
        {
          name: labels.fields.client,
          cell: ({ clientId, clientName }) => clientId && <ForeignLink href={clientPath(clientId)} text={clientName ?? clientId} />,
        },
        { name: labels.fields.leads, look: 'number', cell: ({ leads }) => <Count value={leads} /> },
        { name: labels.jsonFields.sem_contato, look: 'number', cell: ({ withoutContact }) => <BadCount value={withoutContact} /> },
        { name: words.unreadKeys, cell: ({ unreadKeys }) => (unreadKeys.length === 0 ? null : <Keys keys={unreadKeys} />) },
      ]}
    />
  );
}

function FormName({ form }: { readonly form: ListedForm }): ReactNode {
  return (
    <div>
      <ForeignLink href={formPath(form)} text={form.name ?? form.formId} longest={200} look="row-link" />{' '}
      {form.name === null ? null : <ForeignCode text={form.formId} look="quiet" longest={200} />}
      {form.fault === null ? null : <PlatformFault fault={form.fault} />}
    </div>
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
