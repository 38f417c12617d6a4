import type { ReactNode } from 'react';
import type { ListedForm } from '../../../../domain/form-mapping.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import { formPath } from '../../addresses/paths.ts';
import type { Frame } from '../../requests/visitor.ts';
import { BadCount, Count, ForeignCode, ForeignLink, Name } from '../elements/format.tsx';
import { PlatformFault } from '../elements/platform-fault.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages, useWords } from '../language.tsx';

interface FormsPageProps {
  readonly frame: Frame;
  readonly forms: readonly ListedForm[];
}

/** The page of the form has the others. */
const MOST_KEYS = 5;

/** The lead forms of the platforms, and their leads without contact data. */
export function FormsPage({ frame, forms }: FormsPageProps): ReactNode {
  const { words, web } = useWords('forms');
  return (
    <AdminPage
      frame={frame}
      section="sources"
      title={words.title}
      back={{ href: '/admin/fontes', text: web.frame.sections.sources }}
      intro={words.intro}
    >
      {forms.length === 0 ? <p className="empty">{words.empty}</p> : <Forms forms={forms} />}
    </AdminPage>
  );
}

function Forms({ forms }: Pick<FormsPageProps, 'forms'>): ReactNode {
  const { words } = useWords('forms');
  const { fields, jsonFields, origins } = useMessages().labels;
  return (
    <Table
      look="lead-forms"
      caption={words.title}
      rows={forms}
      keyOf={({ origin, formId }) => `${origin} ${formId}`}
      columns={[
        { name: fields.form, cell: (form) => <FormName form={form} /> },
        { name: fields.source, look: 'fit', cell: ({ origin }) => origins[origin] },
        {
          name: fields.client,
          cell: ({ clientId, clientName }) => clientId && <ForeignLink href={clientPath(clientId)} text={clientName ?? clientId} />,
        },
        { name: fields.leads, look: 'number', cell: ({ leads }) => <Count value={leads} /> },
        { name: jsonFields.sem_contato, look: 'number', cell: ({ withoutContact }) => <BadCount value={withoutContact} /> },
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
