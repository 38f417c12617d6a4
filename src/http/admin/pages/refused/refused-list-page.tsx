import type { ReactNode } from 'react';
import { ORIGINS } from '../../../../domain/origin.ts';
import type { ListedRefusedRequest, RefusedCount } from '../../../../domain/refused-request.ts';
import type { Page, RefusedFilter } from '../../../../domain/report-ports.ts';
import { refusedList } from '../../addresses/lists.ts';
import { REFUSED_PATH, refusedBulkPath, refusedPath } from '../../addresses/refused-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FilterChoice, FilterDays, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { Count, Foreign, ForeignCode, Moment } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { textFor, useMessages } from '../language.tsx';

export interface RefusedListPageProps {
  readonly frame: Frame;
  readonly filter: RefusedFilter;
  readonly counts: readonly RefusedCount[];
  readonly page: Page<ListedRefusedRequest>;
  readonly isFirst: boolean;
}

export function RefusedListPage({ frame, filter, counts, page, isFirst }: RefusedListPageProps): ReactNode {
  const { refused: words, forget } = useMessages().web;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <AdminPage frame={frame} section="refused" title={words.title} notices={{ esquecidas: forget.forgotten }} intro={words.intro}>
      {counts.length === 0 ? null : <Groups counts={counts} filter={filter} />}
      {counts.length === 0 ? null : <Filter role={frame.role} filter={filter} counts={counts} isFiltered={isFiltered} />}
      {page.items.length === 0 ? (
        <p className="empty">{isFiltered ? words.emptyFiltered : words.empty}</p>
      ) : (
        <>
          {mayChange(frame) ? <SelectionBar filter={filter} /> : null}
          <Requests requests={page.items} isSelectable={mayChange(frame)} />
        </>
      )}
      <Pager page={page} isFirst={isFirst} path={(before) => refusedList.address(filter, before)} />
    </AdminPage>
  );
}

function Groups({ counts, filter }: { readonly counts: readonly RefusedCount[]; readonly filter: RefusedFilter }): ReactNode {
  const words = useMessages().web.refused;
  return (
    <Section id="groups" title={words.groups}>
      <Table
        rows={counts}
        keyOf={({ origin, code }) => `${origin} ${code}`}
        isCurrent={({ origin, code }) => filter.code === code && filter.origin === origin}
        columns={[
          { name: words.cause, cell: (count) => <Cause count={count} /> },
          { name: words.origin, look: 'whole', cell: ({ origin }) => origin },
          { name: words.count, look: 'number', cell: ({ count }) => <Count value={count} /> },
          { name: words.newest, cell: ({ newestAt }) => <Moment at={newestAt} /> },
        ]}
      />
    </Section>
  );
}

function Cause({ count: { code, origin } }: { readonly count: RefusedCount }): ReactNode {
  const { reasons } = useMessages().web.refused;
  return (
    <>
      <a href={refusedList.address({ code, origin })}>
        <ForeignCode text={code} />
      </a>
      <span className="cause quiet">{textFor(reasons, code)?.why}</span>
    </>
  );
}

function Filter(props: { role: Frame['role']; filter: RefusedFilter; counts: readonly RefusedCount[]; isFiltered: boolean }): ReactNode {
  const { role, filter, counts, isFiltered } = props;
  const words = useMessages().web.refused;
  const replay = useMessages().web.replay;
  const codes = [...new Set(counts.map(({ code }) => code))].toSorted();
  return (
    <FilterForm path={REFUSED_PATH} clearPath={isFiltered ? REFUSED_PATH : null}>
      {role === 'reader' ? null : <FilterText name="busca" label={replay.search} value={filter.text} isSearch hint={replay.searchHint} />}
      <FilterChoice name="codigo" label={words.cause} options={codes} chosen={filter.code} />
      <FilterChoice name="origem" label={words.origin} options={ORIGINS} chosen={filter.origin} />
      <FilterChoice
        name="situacao"
        label={words.became}
        options={[{ value: 'aberta', label: words.open }]}
        chosen={filter.open === true ? 'aberta' : undefined}
      />
      <FilterText name="campanha" label={replay.campaign} value={filter.campaignId} />
      <FilterDays since={filter.since} until={filter.until} />
    </FilterForm>
  );
}

/** The boxes of the table belong to this form, which only asks. */
const SELECTION_FORM = 'selection';

function SelectionBar({ filter }: { readonly filter: RefusedFilter }): ReactNode {
  const replay = useMessages().web.replay;
  const forget = useMessages().web.forget;
  return (
    <form id={SELECTION_FORM} method="get" action={`${REFUSED_PATH}/repetir`} className="buttons">
      <button type="submit" className="secondary">
        {replay.selected}
      </button>
      <a className="button" href={refusedBulkPath('repetir', filter)} rel="nofollow">
        {replay.all}
      </a>
      <button type="submit" className="secondary" formAction={`${REFUSED_PATH}/esquecer`}>
        {forget.selected}
      </button>
      <a className="button" href={refusedBulkPath('esquecer', filter)} rel="nofollow">
        {forget.all}
      </a>
    </form>
  );
}

function Requests(props: { readonly requests: readonly ListedRefusedRequest[]; readonly isSelectable: boolean }): ReactNode {
  const { refused: words, replay } = useMessages().web;
  return (
    <Table
      look="flowing"
      caption={words.table}
      rows={props.requests}
      keyOf={({ id }) => id}
      columns={[
        props.isSelectable ? { name: replay.selection, look: 'fit', cell: (refused) => <Box refused={refused} /> } : null,
        {
          name: words.receivedAt,
          cell: ({ id, receivedAt }) => (
            <a href={refusedPath(id)}>
              <Moment at={receivedAt} />
              <span className="visually-hidden"> {words.one(id)}</span>
            </a>
          ),
        },
        { name: words.origin, cell: ({ origin }) => origin },
        { name: words.cause, cell: ({ code }) => <ForeignCode text={code} /> },
        { name: words.status, cell: ({ httpStatus }) => httpStatus },
        { name: words.from, cell: ({ remoteAddress }) => <Foreign text={remoteAddress} /> },
        {
          name: words.became,
          cell: ({ replayedEventId: id }) => (id === null ? null : <a href={`/admin/webhooks/${id}`}>{words.event(id)}</a>),
        },
      ]}
    />
  );
}

/** What was replayed is an event already. */
function Box({ refused: { id, replayedAt } }: { readonly refused: ListedRefusedRequest }): ReactNode {
  const { replay } = useMessages().web;
  if (replayedAt !== null) return null;
  return <input type="checkbox" form={SELECTION_FORM} name="recusa" value={id} aria-label={replay.select(id)} />;
}
