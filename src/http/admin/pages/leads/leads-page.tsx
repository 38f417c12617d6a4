import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import type { LeadView } from '../../../../domain/lead.ts';
import { ORIGINS } from '../../../../domain/origin.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { leadExportPath } from '../../addresses/lead-export.ts';
import { type LeadFilter, leadList } from '../../addresses/lists.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { clientOptions } from '../directory/elements.tsx';
import { FilterChoice, FilterDays, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { Count, Foreign, ForeignLink, Moment } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { RefusedMatches } from '../elements/refused-matches.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
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
    <AdminPage
      frame={frame}
      section="leads"
      title={words.title}
      intro={words.intro}
      beside={frame.role === 'reader' ? null : <Export filter={filter} />}
    >
      <Filter role={frame.role} filter={filter} clients={clients} />
      <RefusedMatches count={refused} text={filter.text} />
      {page.items.length === 0 ? <Empty filter={filter} page={page} /> : <Leads leads={page.items} />}
      <Pager page={page} isFirst={isFirst} path={(before) => leadList.address(filter, before)} />
    </AdminPage>
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
      <FilterChoice name="cliente" label={words.client} options={clientOptions(clients)} chosen={filter.clientId} />
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
        chosen={leadList.write(filter).teste}
      />
    </FilterForm>
  );
}

/** A cell of a list; the lead's page has longer texts whole. */
const LONGEST_CELL = 80;

function Leads({ leads }: { readonly leads: readonly LeadView[] }): ReactNode {
  const words = useMessages().web.leads;
  return (
    <Table
      look="flowing leads"
      caption={words.table}
      rows={leads}
      keyOf={({ id }) => id}
      columns={[
        { name: words.submittedAt, look: 'fit', cell: (lead) => <When lead={lead} /> },
        {
          name: words.name,
          look: 'name',
          cell: (lead) => <LeadName lead={lead} />,
          isNothing: ({ name, isTest }) => name === null && !isTest,
        },
        { name: words.email, look: 'email', cell: ({ email }) => short(email) },
        { name: words.phone, look: 'phone', cell: ({ phoneE164, phone }) => short(phoneE164 ?? phone) },
        {
          name: words.owner,
          look: 'named',
          cell: ({ clientId, clientName }) => (
            <ForeignLink href={leadList.address({ clientId })} text={clientName} longest={LONGEST_CELL} />
          ),
        },
        {
          name: words.campaignColumn,
          look: 'named',
          cell: ({ campaignId, campaignName }) =>
            campaignId && <ForeignLink href={leadList.address({ campaignId })} text={campaignName ?? campaignId} longest={LONGEST_CELL} />,
        },
        { name: words.origin, look: 'word', cell: ({ origin }) => origin },
        {
          name: words.conversions,
          look: 'number',
          cell: ({ id, conversions }) =>
            conversions === 0 ? null : (
              <a href={`/admin/conversoes?lead=${id}`}>
                <Count value={conversions} />
              </a>
            ),
        },
      ]}
    />
  );
}

function short(text: string | null): ReactNode {
  return text === null ? null : <Foreign text={text} longest={LONGEST_CELL} />;
}

function When({ lead: { id, submittedAt, createdAt } }: { readonly lead: LeadView }): ReactNode {
  const words = useMessages().web.leads;
  return (
    <>
      <a href={`/admin/leads/${id}`}>
        <Moment at={submittedAt ?? createdAt} />
        <span className="visually-hidden"> {words.open(id)}</span>
      </a>
      <small className="quiet created">
        {words.created} <Moment at={createdAt} />
      </small>
    </>
  );
}

function LeadName({ lead: { name, isTest } }: { readonly lead: LeadView }): ReactNode {
  const { labels, web } = useMessages();
  return (
    <span className="beside">
      {short(name) ?? labels.none}
      {isTest ? <span className="badge badge-conflict">{web.leads.testBadge}</span> : null}
    </span>
  );
}
