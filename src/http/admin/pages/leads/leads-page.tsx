import type { ReactNode } from 'react';
import type { Conversion } from '../../../../domain/conversion.ts';
import type { Client } from '../../../../domain/directory.ts';
import { type LeadView, UTM_FIELDS } from '../../../../domain/lead.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { moneyText } from '../../../../presentation/money.ts';
import { type LeadFilter, leadExportPath, leadList } from '../../addresses/lists.ts';
import type { ListLook } from '../../read/list-look.ts';
import { useFrame, useMessages, useWords } from '../context.tsx';
import { clientOptions } from '../directory/elements.tsx';
import { Menu } from '../elements/form.tsx';
import { Count, Foreign, ForeignCode, Moment } from '../elements/format.tsx';
import { ListTools, RefusedMatches } from '../elements/list-tools.tsx';
import { Belonging, Person } from '../elements/person.tsx';
import { type Column, Pager, Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

interface LeadsPageProps {
  readonly filter: LeadFilter;
  /** Already masked. */
  readonly page: Page<LeadView>;
  /** The latest stage of each lead, by its id. */
  readonly stages: ReadonlyMap<string, Conversion>;
  /** Refused requests that the search also finds. */
  readonly refused: number;
  readonly clients: readonly Client[];
  /** `false` if the page starts further down the list. */
  readonly isFirst: boolean;
  readonly look: ListLook;
}

export function LeadsPage({ filter, page, stages, refused, clients, isFirst, look }: LeadsPageProps): ReactNode {
  const { role } = useFrame();
  const { words } = useWords('leads');
  const columns = useLeadColumns(stages);
  return (
    <AdminPage section="leads" actions={role === 'reader' ? null : <Export filter={filter} />}>
      <ListTools look={look} list={leadList} filter={filter} columns={columns} options={{ cliente: clientOptions(clients) }} />
      <RefusedMatches count={refused} text={filter.text} />
      {page.items.length === 0 ? (
        <Empty filter={filter} page={page} />
      ) : (
        <Table look="flowing rows" caption={words.table} rows={page.items} columns={columns} chosen={look.columns} />
      )}
      <Pager page={page} isFirst={isFirst} path={(before) => leadList.address(filter, before)} />
    </AdminPage>
  );
}

/** A search checks a limited number of leads for each page, so an empty page need not be the last. */
function Empty({ filter, page }: { readonly filter: LeadFilter; readonly page: Page<LeadView> }): ReactNode {
  const { words, labels } = useWords('leads');
  const isFiltered = Object.keys(filter).length > 0;
  return <p className="empty">{page.nextCursor !== null ? words.emptySoFar : isFiltered ? labels.nothingMatches : words.empty}</p>;
}

function Export({ filter }: { readonly filter: LeadFilter }): ReactNode {
  const { words } = useWords('leads');
  return (
    <Menu id="export" label={words.export}>
      <p className="quiet">{words.exportNote}</p>
      <a className="button" href={leadExportPath(filter, 'planilha')} rel="nofollow">
        {words.exportSheet}
      </a>
      <a className="button" href={leadExportPath(filter, 'simples')} rel="nofollow">
        {words.exportPlain}
      </a>
    </Menu>
  );
}

/** A cell of a list; the lead's page has longer texts complete. */
const LONGEST_CELL = 80;

function useLeadColumns(stages: LeadsPageProps['stages']): readonly Column<LeadView>[] {
  const { labels, web } = useMessages();
  const { fields } = labels;
  return [
    {
      name: fields.name,
      look: 'subject',
      cell: (lead) => <Person href={`/admin/leads/${lead.id}`} lead={lead} otherwise={web.lead.title(lead.id)} />,
    },
    { name: fields.phone, key: 'telefone', isExtra: true, cell: ({ phoneE164, phone }) => short(phoneE164 ?? phone) },
    { name: fields.campaign, look: 'belonging', key: 'campanha', cell: (lead) => <Belonging lead={lead} /> },
    { name: fields.source, key: 'origem', cell: ({ origin }) => labels.origins[origin] },
    { name: fields.stage, key: 'etapa', cell: ({ id }) => <Stage stage={stages.get(id)} /> },
    {
      name: fields.conversions,
      look: 'number',
      key: 'conversoes',
      cell: ({ id, conversions }) =>
        conversions === 0 ? null : (
          <a href={`/admin/conversoes?lead=${id}`}>
            <Count value={conversions} />
          </a>
        ),
    },
    { name: fields.user, key: 'usuario', isExtra: true, cell: ({ userEmail }) => short(userEmail) },
    ...UTM_FIELDS.map(
      (utm): Column<LeadView> => ({
        name: `utm_${utm}`,
        key: `utm_${utm}`,
        isExtra: true,
        cell: (lead) => short(lead.utm[utm]),
      }),
    ),
    { name: fields.clickId, look: 'identity', key: 'search_click_id', isExtra: true, cell: ({ searchClickId }) => code(searchClickId) },
    { name: fields.id, look: 'fit', key: 'lead_id', isExtra: true, cell: ({ id }) => <code>{id}</code> },
    { name: fields.created, look: 'fit', key: 'criado_em', isExtra: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { name: fields.submitted, look: 'fit when', cell: ({ submittedAt, createdAt }) => <Moment at={submittedAt ?? createdAt} /> },
  ];
}

function short(text: string | null): ReactNode {
  return text === null ? null : <Foreign text={text} longest={LONGEST_CELL} />;
}

function code(text: string | null): ReactNode {
  return text === null ? null : <ForeignCode text={text} longest={LONGEST_CELL} />;
}

function Stage({ stage }: { readonly stage: Conversion | undefined }): ReactNode {
  const { messages, language } = useWords('leads');
  if (stage === undefined) return null;
  const { name, value, currency } = stage;
  return (
    <span className="beside">
      <Foreign text={labelOf(messages, 'stages', maskMark(name))} longest={LONGEST_CELL} />
      {value === null ? null : (
        <span className="quiet">
          <Foreign text={moneyText(value, currency, language)} />
        </span>
      )}
    </span>
  );
}
