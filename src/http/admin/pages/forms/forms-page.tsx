import type { ReactNode } from 'react';
import type { ListedForm } from '../../../../domain/form-mapping.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import { formPath } from '../../addresses/form-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { ColumnHeads } from '../elements/column-heads.tsx';
import { Count, Foreign, Moment, Name } from '../elements/format.tsx';
import { PlatformFault } from '../elements/platform-fault.tsx';
import { Layout } from '../frame/layout.tsx';
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
    <Layout frame={frame} section="sources" title={words.title}>
      <p className="back">
        <a href="/admin/fontes">← {words.sources}</a>
      </p>
      <div className="heading">
        <h1>{words.title}</h1>
      </div>
      <p className="quiet">{words.intro}</p>
      {forms.length === 0 ? <p className="empty">{words.empty}</p> : <Forms forms={forms} />}
    </Layout>
  );
}

function Forms({ forms }: Pick<FormsPageProps, 'forms'>): ReactNode {
  const { title, form, source, page, client, leads, withoutContact, unreadKeys, lastAsked } = useMessages().web.forms;
  const names = [form, source, page, client, leads, withoutContact, unreadKeys, lastAsked];
  return (
    <table className="list lead-forms">
      <caption className="visually-hidden">{title}</caption>
      <ColumnHeads names={names} figures={[leads, withoutContact]} />
      <tbody>
        {forms.map((one) => (
          <FormRow key={`${one.origin} ${one.formId}`} form={one} />
        ))}
      </tbody>
    </table>
  );
}

function FormRow({ form }: { readonly form: ListedForm }): ReactNode {
  const words = useMessages().web.forms;
  const nothing = <span className="nothing">{words.none}</span>;
  return (
    <tr>
      <td data-label={words.form}>
        <div>
          <a href={formPath(form)}>
            <Foreign text={form.name ?? form.formId} longest={200} />
          </a>
          {form.name === null ? null : (
            <p>
              <code className="quiet">
                <Foreign text={form.formId} longest={200} />
              </code>
            </p>
          )}
        </div>
      </td>
      <td data-label={words.source}>{words.origins[form.origin]}</td>
      <td data-label={words.page}>{form.pageId === null ? nothing : <Foreign text={form.pageId} />}</td>
      <td data-label={words.client}>
        {form.clientId === null ? (
          nothing
        ) : (
          <a href={clientPath(form.clientId)}>
            <Foreign text={form.clientName ?? form.clientId} />
          </a>
        )}
      </td>
      <td data-label={words.leads} className="number">
        <Count value={form.leads} />
      </td>
      <td data-label={words.withoutContact} className="number">
        <span className={form.withoutContact > 0 ? 'bad' : undefined}>
          <Count value={form.withoutContact} />
        </span>
      </td>
      <td data-label={words.unreadKeys}>{form.unreadKeys.length === 0 ? nothing : <Keys keys={form.unreadKeys} />}</td>
      <td data-label={words.lastAsked} className="outcome">
        {form.askedAt === null ? nothing : <Moment at={form.askedAt} />}
        {form.fault === null ? null : <PlatformFault fault={form.fault} />}
      </td>
    </tr>
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
