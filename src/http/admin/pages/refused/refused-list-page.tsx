import type { ReactNode } from 'react';
import type { ListedRefusedRequest, RefusedCount } from '../../../../domain/refused-request.ts';
import type { Page, RefusedFilter } from '../../../../domain/report-ports.ts';
import { refusedList } from '../../addresses/lists.ts';
import { REFUSED_PATH, refusedBulkPath, refusedPath } from '../../addresses/refused-paths.ts';
import type { ListLook } from '../../read/list-look.ts';
import { textFor, useFrame, useMessages, useWords } from '../context.tsx';
import { Menu } from '../elements/form.tsx';
import { CodeName, Count, Foreign, Moment, OriginName } from '../elements/format.tsx';
import { ListTools } from '../elements/list-tools.tsx';
import { Section } from '../elements/section.tsx';
import { boxColumn, type Column, Pager, Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

interface RefusedListPageProps {
  readonly filter: RefusedFilter;
  readonly counts: readonly RefusedCount[];
  readonly page: Page<ListedRefusedRequest>;
  readonly isFirst: boolean;
  readonly look: ListLook;
}

export function RefusedListPage({ filter, counts, page, isFirst, look }: RefusedListPageProps): ReactNode {
  const { mayChange } = useFrame();
  const { labels, web } = useMessages();
  const { refused: words, forget } = web;
  const isFiltered = Object.keys(filter).length > 0;
  const codes = [...new Set(counts.map(({ code }) => code))].toSorted();
  const columns = useRefusedColumns(mayChange);
  const causes = codes.map((code) => ({ value: code, label: textFor(labels.codes, code) ?? code }));
  return (
    <AdminPage
      section="refused"
      title={words.title}
      notices={{ esquecidas: forget.forgotten }}
      intro={counts.length === 0 ? undefined : words.intro}
      actions={mayChange && page.items.length > 0 ? <WholeList filter={filter} /> : null}
    >
      {counts.length === 0 ? null : <Groups counts={counts} filter={filter} />}
      {counts.length === 0 ? null : (
        <ListTools look={look} list={refusedList} filter={filter} columns={columns} options={{ codigo: causes }} />
      )}
      {page.items.length === 0 ? (
        <p className="empty">{isFiltered ? labels.nothingMatches : words.empty}</p>
      ) : (
        <>
          <Table look="flowing rows" caption={words.table} rows={page.items} columns={columns} chosen={look.columns} />
          {mayChange ? <SelectionBar /> : null}
        </>
      )}
      <Pager page={page} isFirst={isFirst} path={(before) => refusedList.address(filter, before)} />
    </AdminPage>
  );
}

function Groups({ counts, filter }: { readonly counts: readonly RefusedCount[]; readonly filter: RefusedFilter }): ReactNode {
  const { words, fields } = useWords('refused');
  return (
    <Section id="groups" title={words.groups}>
      <Table
        look="flowing"
        rows={counts}
        isCurrent={({ origin, code }) => filter.code === code && filter.origin === origin}
        columns={[
          { name: words.cause, cell: (count) => <Cause count={count} /> },
          { name: fields.source, look: 'whole', cell: ({ origin }) => <OriginName origin={origin} /> },
          { name: words.count, look: 'number', cell: ({ count }) => <Count value={count} /> },
          { name: words.newest, cell: ({ newestAt }) => <Moment at={newestAt} /> },
        ]}
      />
    </Section>
  );
}

function Cause({ count: { code, origin } }: { readonly count: RefusedCount }): ReactNode {
  return (
    <a className="row-link" href={refusedList.address({ code, origin })}>
      <CodeName code={code} />
    </a>
  );
}

/** The checkboxes of the table belong to this form, which only leads to a confirmation. */
const SELECTION_FORM = 'selection';

function SelectionBar(): ReactNode {
  const { actions } = useMessages().labels;
  return (
    <form id={SELECTION_FORM} method="get" action={`${REFUSED_PATH}/repetir`} className="bulk">
      <button type="submit" className="primary small">
        {actions.replay}
      </button>
      <button type="submit" className="secondary small" formAction={`${REFUSED_PATH}/esquecer`}>
        {actions.delete}
      </button>
    </form>
  );
}

/** Actions for everything in the filter; both lead to a confirmation. */
function WholeList({ filter }: { readonly filter: RefusedFilter }): ReactNode {
  const { replay, forget } = useMessages().web;
  return (
    <>
      <a className="button" href={refusedBulkPath('repetir', filter)} rel="nofollow">
        {replay.all}
      </a>
      <Menu id="more">
        <a className="button" href={refusedBulkPath('esquecer', filter)} rel="nofollow">
          {forget.all}
        </a>
      </Menu>
    </>
  );
}

function useRefusedColumns(isSelectable: boolean): readonly (Column<ListedRefusedRequest> | null)[] {
  const { labels, web } = useMessages();
  const { refused: words, replay } = web;
  return [
    // A replayed request is already an event.
    isSelectable
      ? boxColumn({
          name: replay.selection,
          form: SELECTION_FORM,
          field: 'recusa',
          value: ({ id, replayedAt }) => (replayedAt === null ? id : null),
          label: replay.select,
        })
      : null,
    {
      name: words.cause,
      look: 'subject',
      cell: ({ id, code }) => (
        <a className="row-link" href={refusedPath(id)}>
          <CodeName code={code} />
          <span className="visually-hidden"> {words.one(id)}</span>
        </a>
      ),
    },
    { name: labels.fields.source, key: 'origem', cell: ({ origin }) => <OriginName origin={origin} /> },
    { name: words.from, key: 'ip', cell: ({ remoteAddress }) => <Foreign text={remoteAddress} /> },
    {
      name: labels.fields.replayed,
      key: 'repetida_evento_id',
      cell: ({ replayedEventId: id }) => id && <a href={`/admin/webhooks/${id}`}>{web.event.title(id)}</a>,
    },
    { name: labels.fields.id, look: 'fit', key: 'recusa_id', isExtra: true, cell: ({ id }) => <code>{id}</code> },
    { name: labels.jsonFields.recebida_em, look: 'fit when', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  ];
}
