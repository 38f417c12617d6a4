import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import type { LeadView } from '../../../../domain/lead.ts';
import { ORIGINS } from '../../../../domain/origin.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { type LeadFilter, leadExportPath, leadListPath, testWord } from '../../addresses/lead-filter.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FilterChoice, FilterDays, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { Count, Foreign, Moment } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { RefusedMatches } from '../elements/refused-matches.tsx';
import { Layout } from '../frame/layout.tsx';
import { useMessages } from '../language.tsx';

export interface LeadsPageProps {
  readonly frame: Frame;
  readonly filter: LeadFilter;
  /** Masked already. */
  readonly page: Page<LeadView>;
  /** Refused requests that the search finds as well. */
  readonly refused: number;
  readonly clients: readonly Client[];
  /** False when the page begins somewhere down the list. */
  readonly isFirst: boolean;
}

export function LeadsPage({ frame, filter, page, refused, clients, isFirst }: LeadsPageProps): ReactNode {
  const words = useMessages().web.leads;
  return (
    <Layout frame={frame} section="leads" title={words.title}>
      <div className="heading">
        <h1>{words.title}</h1>
        {frame.role === 'reader' ? null : <Export filter={filter} />}
      </div>
      <p className="quiet">{words.intro}</p>
      <Filter role={frame.role} filter={filter} clients={clients} />
      <RefusedMatches count={refused} text={filter.text} />
      {page.items.length === 0 ? <Empty filter={filter} page={page} /> : <Leads leads={page.items} />}
      <Pager first={isFirst ? null : leadListPath(filter)} next={page.nextCursor === null ? null : leadListPath(filter, page.nextCursor)} />
    </Layout>
  );
}

/** A search looks at a bounded number of leads for each page, so an empty one need not be the last. */
function Empty({ filter, page }: { readonly filter: LeadFilter; readonly page: Page<LeadView> }): ReactNode {
  const words = useMessages().web.leads;
  const isFiltered = Object.keys(filter).length > 0;
  return <p className="empty">{page.nextCursor !== null ? words.emptySoFar : isFiltered ? words.emptyFiltered : words.empty}</p>;
}

function Export({ filter }: { readonly filter: LeadFilter }): ReactNode {
  const words = useMessages().web.leads;
  return (
    <div className="actions">
      <details className="pop">
        <summary className="button">{words.export}</summary>
        <div className="panel stack">
          <p>{words.exportNote}</p>
          <p className="buttons">
            <a className="button" href={leadExportPath(filter, 'planilha')} rel="nofollow">
              {words.exportSheet}
            </a>
            <a className="button" href={leadExportPath(filter, 'simples')} rel="nofollow">
              {words.exportPlain}
            </a>
          </p>
        </div>
      </details>
    </div>
  );
}

function Filter(props: { readonly role: Frame['role']; readonly filter: LeadFilter; readonly clients: readonly Client[] }): ReactNode {
  const { role, filter, clients } = props;
  const words = useMessages().web.leads;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <FilterForm path="/admin/leads" clearPath={isFiltered ? '/admin/leads' : null}>
      {role === 'reader' ? null : <FilterText name="busca" label={words.search} value={filter.text} isSearch hint={words.searchHint} />}
      <FilterChoice name="origem" label={words.origin} options={ORIGINS} chosen={filter.origin} />
      <FilterChoice
        name="cliente"
        label={words.client}
        options={clients.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={filter.clientId}
      />
      <FilterText name="campanha" label={words.campaign} value={filter.campaignId} />
      <FilterDays since={filter.since} until={filter.until} />
      <FilterChoice
        name="teste"
        label={words.test}
        any={words.tests.also}
        options={[
          { value: '0', label: words.tests.without },
          { value: '1', label: words.tests.only },
        ]}
        chosen={testWord(filter.isTest)}
      />
    </FilterForm>
  );
}

function Leads({ leads }: { readonly leads: readonly LeadView[] }): ReactNode {
  const words = useMessages().web.leads;
  const columns = [words.submittedAt, words.name, words.email, words.phone, words.owner, words.campaignColumn, words.origin];
  return (
    <table className="list flowing leads">
      <caption className="visually-hidden">{words.table}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col" className="number">
            {words.conversions}
          </th>
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <LeadRow key={lead.id} lead={lead} />
        ))}
      </tbody>
    </table>
  );
}

function LeadRow({ lead }: { readonly lead: LeadView }): ReactNode {
  const words = useMessages().web.leads;
  return (
    <tr>
      <td data-label={words.submittedAt} className="fit">
        <a href={`/admin/leads/${lead.id}`}>
          <Moment at={lead.submittedAt ?? lead.createdAt} />
          <span className="visually-hidden"> {words.open(lead.id)}</span>
        </a>
        <small className="quiet created">
          {words.created} <Moment at={lead.createdAt} />
        </small>
      </td>
      <td data-label={words.name} className={lead.name === null && !lead.isTest ? 'name nothing' : 'name'}>
        <span className="beside">
          {lead.name === null ? words.none : <Foreign text={lead.name} longest={LONGEST_CELL} />}
          {lead.isTest ? <span className="badge badge-conflict">{words.testBadge}</span> : null}
        </span>
      </td>
      <Cell label={words.email} text={lead.email} kind="email" />
      <Cell label={words.phone} text={lead.phoneE164 ?? lead.phone} kind="phone" />
      <td data-label={words.owner} className="named">
        <a href={leadListPath({ clientId: lead.clientId })}>
          <Foreign text={lead.clientName} longest={LONGEST_CELL} />
        </a>
      </td>
      <td data-label={words.campaignColumn} className={lead.campaignId === null ? 'named nothing' : 'named'}>
        {lead.campaignId === null ? (
          words.none
        ) : (
          <a href={leadListPath({ campaignId: lead.campaignId })}>
            <Foreign text={lead.campaignName ?? lead.campaignId} longest={LONGEST_CELL} />
          </a>
        )}
      </td>
      <td data-label={words.origin} className="word">
        {lead.origin}
      </td>
      <td data-label={words.conversions} className={lead.conversions === 0 ? 'number nothing' : 'number'}>
        {lead.conversions === 0 ? (
          words.none
        ) : (
          <a href={`/admin/conversoes?lead=${lead.id}`}>
            <Count value={lead.conversions} />
          </a>
        )}
      </td>
    </tr>
  );
}

/** A cell of a list; the lead's page has longer texts whole. */
const LONGEST_CELL = 80;

function Cell({
  label,
  text,
  kind,
}: {
  readonly label: string;
  readonly text: string | null;
  readonly kind: 'email' | 'phone';
}): ReactNode {
  const words = useMessages().web.leads;
  return (
    <td data-label={label} className={text === null ? `${kind} nothing` : kind}>
      {text === null ? words.none : <Foreign text={text} longest={LONGEST_CELL} />}
    </td>
  );
}
