import { Fragment, type ReactNode } from 'react';
import type { ApiField, ApiOperation, ApiReference } from '../../read/api-reference.ts';
import { useMessages, useWords } from '../context.tsx';
import { Details } from '../elements/format.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

/** The OpenAPI document as HTML: `ApiText`, which does not change while the program runs. */
export function ApiPage({ html }: { readonly html: string }): ReactNode {
  const { words } = useWords('api');
  return (
    <AdminPage section="api" intro={words.intro}>
      <p>
        <a href="/admin/openapi.json">{words.document}</a>
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own, rendered by ApiText */}
      <div className="api" dangerouslySetInnerHTML={{ __html: html }} />
    </AdminPage>
  );
}

/** Every path of the service. The document is always in English. Minimal markup, because there are a thousand fields. */
export function ApiText({ reference: { parts, objects, credentials } }: { readonly reference: ApiReference }): ReactNode {
  const { words } = useWords('api');
  return (
    <>
      <Section id="credentials" title={words.credentials}>
        <Details rows={credentials.map(({ name, description }) => ({ name, value: <English text={description} /> }))} />
      </Section>
      {parts.map(({ name, description, operations }) => (
        <Section key={name} id={`part-${name}`} title={<English text={description.replace(/\.$/, '')} />}>
          {operations.map((operation) => (
            <Operation key={operation.anchor} operation={operation} />
          ))}
        </Section>
      ))}
      <Section id="objects" title={words.objects}>
        {objects.map(({ name, description, type, fields }) => (
          <details key={name} id={`object-${name}`}>
            <summary>
              <code>{name}</code>
            </summary>
            <p>
              <English text={description} />
            </p>
            {fields.length === 0 ? <code>{type}</code> : <Fields fields={fields} />}
          </details>
        ))}
      </Section>
    </>
  );
}

function Operation({ operation }: { readonly operation: ApiOperation }): ReactNode {
  const { words, fields } = useWords('api');
  const { anchor, method, path, summary, description, credentials, parameters, body, answers, errors } = operation;
  return (
    <details id={anchor}>
      <summary>
        <code>
          {method} {path}
        </code>{' '}
        <English text={summary} />
      </summary>
      {description === '' ? null : (
        <p>
          <English text={description} />
        </p>
      )}
      <p>
        {words.credentials}: <code>{credentials.join(', ') || words.open}</code>
      </p>
      {parameters.length === 0 ? null : <Fields fields={parameters} title={words.parameters} />}
      {body === undefined ? null : <Fields fields={body.fields} title={`${fields.body}: ${body.type}`} />}
      <h3>{words.answers}</h3>
      {answers.map(({ status, description, types, fields }) => (
        <div key={status}>
          <p>
            <strong>{status}</strong> <English text={description} /> <code>{types.join(', ')}</code>
          </p>
          <Fields fields={fields} />
        </div>
      ))}
      {errors.length === 0 ? null : <h3>{words.errors}</h3>}
      {errors.map(({ status, codes }) => (
        <p key={status}>
          <strong>{status}</strong> <code>{codes.join(', ')}</code>
        </p>
      ))}
    </details>
  );
}

/** A sentence of the document, with names in backticks. */
function English({ text }: { readonly text: string }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
  return <span lang="en">{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</span>;
}

function Fields({ fields, title }: { readonly fields: readonly ApiField[]; readonly title?: string }): ReactNode {
  const { required } = useMessages().web.api;
  return (
    <>
      {title === undefined ? null : <h3>{title}</h3>}
      {fields.length === 0 ? null : (
        <dl>
          {fields.map(({ name, type, isRequired, description }) => (
            <Fragment key={name}>
              <dt>
                <code>{name}</code> {isRequired ? `${type} · ${required}` : type}
              </dt>
              <dd>{description === '' ? null : <English text={description} />}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}
