import type { ReactNode } from 'react';
import { ORIGINS } from '../../../../domain/origin.ts';
import type { ListedRefusedRequest, RefusedCount } from '../../../../domain/refused-request.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import {
  REFUSED_PATH,
  type RefusedFilter,
  refusedBulkPath,
  refusedFilterFields,
  refusedListPath,
  refusedPath,
} from '../../addresses/refused-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FilterChoice, FilterDays, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { Count, Foreign, Moment } from '../elements/format.tsx';
import { Notice } from '../elements/notice.tsx';
import { Pager } from '../elements/pager.tsx';
import { mayChange } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
import { textFor, useMessages } from '../language.tsx';

export interface RefusedListPageProps {
  readonly frame: Frame;
  readonly filter: RefusedFilter;
  readonly counts: readonly RefusedCount[];
  readonly page: Page<ListedRefusedRequest>;
  readonly isFirst: boolean;
}

export function RefusedListPage({ frame, filter, counts, page, isFirst }: RefusedListPageProps): ReactNode {
  const words = useMessages().web.refused;
  const forget = useMessages().web.forget;
  const isFiltered = refusedFilterFields(filter).length > 0;
  return (
    <Layout frame={frame} section="refused" title={words.title}>
      <Notice frame={frame} notices={{ esquecidas: forget.forgotten }} />
      <div className="heading">
        <h1>{words.title}</h1>
      </div>
      <p className="quiet">{words.intro}</p>
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
      <Pager
        first={isFirst ? null : refusedListPath(filter)}
        next={page.nextCursor === null ? null : refusedListPath(filter, page.nextCursor)}
      />
    </Layout>
  );
}

function Groups({ counts, filter }: { readonly counts: readonly RefusedCount[]; readonly filter: RefusedFilter }): ReactNode {
  const words = useMessages().web.refused;
  return (
    <section aria-labelledby="groups">
      <h2 id="groups">{words.groups}</h2>
      <table className="list">
        <thead>
          <tr>
            <th scope="col">{words.cause}</th>
            <th scope="col">{words.origin}</th>
            <th scope="col" className="number">
              {words.count}
            </th>
            <th scope="col">{words.newest}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ origin, code, count, newestAt }) => (
            <tr key={`${origin} ${code}`} aria-current={filter.codigo === code && filter.origem === origin ? 'true' : undefined}>
              <td data-label={words.cause}>
                <a href={refusedListPath({ codigo: code, origem: origin })}>
                  <code>
                    <Foreign text={code} />
                  </code>
                </a>
                <span className="cause quiet">
                  <Why code={code} />
                </span>
              </td>
              <td data-label={words.origin} className="whole">
                {origin}
              </td>
              <td data-label={words.count} className="number">
                <Count value={count} />
              </td>
              <td data-label={words.newest}>
                <Moment at={newestAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Why({ code }: { readonly code: string }): ReactNode {
  const { reasons } = useMessages().web.refused;
  return textFor(reasons, code)?.why;
}

function Filter(props: { role: Frame['role']; filter: RefusedFilter; counts: readonly RefusedCount[]; isFiltered: boolean }): ReactNode {
  const { role, filter, counts, isFiltered } = props;
  const words = useMessages().web.refused;
  const replay = useMessages().web.replay;
  const codes = [...new Set(counts.map(({ code }) => code))].toSorted();
  return (
    <FilterForm path={REFUSED_PATH} clearPath={isFiltered ? REFUSED_PATH : null}>
      {role === 'reader' ? null : <FilterText name="busca" label={replay.search} value={filter.busca} isSearch hint={replay.searchHint} />}
      <FilterChoice name="codigo" label={words.cause} options={codes} chosen={filter.codigo} />
      <FilterChoice name="origem" label={words.origin} options={ORIGINS} chosen={filter.origem} />
      <FilterChoice name="situacao" label={words.became} options={[{ value: 'aberta', label: words.open }]} chosen={filter.situacao} />
      <FilterText name="campanha" label={replay.campaign} value={filter.campanha} />
      <FilterDays since={filter.desde} until={filter.ate} />
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
  const { requests, isSelectable } = props;
  const words = useMessages().web.refused;
  const replay = useMessages().web.replay;
  return (
    <table className="list flowing">
      <caption className="visually-hidden">{words.table}</caption>
      <thead>
        <tr>
          {isSelectable ? (
            <th scope="col" className="fit">
              {replay.selection}
            </th>
          ) : null}
          {[words.receivedAt, words.origin, words.cause, words.status, words.from, words.became].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {requests.map((refused) => (
          <tr key={refused.id}>
            {isSelectable ? (
              <td data-label={replay.selection} className="fit">
                {refused.replayedAt === null ? (
                  <input type="checkbox" form={SELECTION_FORM} name="recusa" value={refused.id} aria-label={replay.select(refused.id)} />
                ) : null}
              </td>
            ) : null}
            <td data-label={words.receivedAt}>
              <a href={refusedPath(refused.id)}>
                <Moment at={refused.receivedAt} />
                <span className="visually-hidden"> {words.one(refused.id)}</span>
              </a>
            </td>
            <td data-label={words.origin}>{refused.origin}</td>
            <td data-label={words.cause}>
              <code>
                <Foreign text={refused.code} />
              </code>
            </td>
            <td data-label={words.status}>{refused.httpStatus}</td>
            <td data-label={words.from}>
              <Foreign text={refused.remoteAddress} />
            </td>
            <td data-label={words.became} className={refused.replayedEventId === null ? 'nothing' : undefined}>
              {refused.replayedEventId === null ? (
                words.none
              ) : (
                <a href={`/admin/webhooks/${refused.replayedEventId}`}>{words.event(refused.replayedEventId)}</a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
