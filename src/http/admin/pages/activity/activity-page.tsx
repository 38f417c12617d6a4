import type { ReactNode } from 'react';
import type { Activity } from '../../../../domain/activity.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { ACTIVITY_PATH, type ActivityFilter, activityListPath } from '../../addresses/activity-filter.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FilterChoice, FilterDays, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { Foreign, Moment, Name } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { Layout } from '../frame/layout.tsx';
import { textFor, useMessages } from '../language.tsx';
import { ActivityTarget } from './activity-target.tsx';

export interface ActivityPageProps {
  readonly frame: Frame;
  readonly filter: ActivityFilter;
  readonly page: Page<Activity>;
  readonly isFirst: boolean;
}

export function ActivityPage({ frame, filter, page, isFirst }: ActivityPageProps): ReactNode {
  const words = useMessages().web.activity;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Layout frame={frame} section="activity" title={words.title}>
      <div className="heading">
        <h1>{words.title}</h1>
      </div>
      <p className="quiet">{words.intro}</p>
      <Filter filter={filter} isFiltered={isFiltered} />
      {page.items.length === 0 ? (
        <p className="empty">{isFiltered ? words.emptyFiltered : words.empty}</p>
      ) : (
        <Activities activities={page.items} filter={filter} />
      )}
      <Pager
        first={isFirst ? null : activityListPath(filter)}
        next={page.nextCursor === null ? null : activityListPath(filter, page.nextCursor)}
      />
    </Layout>
  );
}

function Filter({ filter, isFiltered }: { readonly filter: ActivityFilter; readonly isFiltered: boolean }): ReactNode {
  const words = useMessages().web.activity;
  const actions = Object.entries(words.actions).map(([action, text]) => ({ value: action, label: `${text} (${action})` }));
  return (
    <FilterForm path={ACTIVITY_PATH} clearPath={isFiltered ? ACTIVITY_PATH : null}>
      <FilterChoice name="acao" label={words.what} options={actions} chosen={filter.action} />
      <FilterText name="quem" label={words.who} value={filter.operator} />
      <FilterDays since={filter.since} until={filter.until} />
    </FilterForm>
  );
}

function Activities({ activities, filter }: { readonly activities: readonly Activity[]; readonly filter: ActivityFilter }): ReactNode {
  const words = useMessages().web.activity;
  return (
    <table className="list flowing activities">
      <caption className="visually-hidden">{words.table}</caption>
      <thead>
        <tr>
          {[words.when, words.who, words.what, words.on, words.detail].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {activities.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} filter={filter} />
        ))}
      </tbody>
    </table>
  );
}

function ActivityRow({ activity, filter }: { readonly activity: Activity; readonly filter: ActivityFilter }): ReactNode {
  const words = useMessages().web.activity;
  const { at, operator, action, target, detail } = activity;
  const done = textFor(words.actions, action);
  return (
    <tr>
      <td data-label={words.when}>
        <Moment at={at} />
      </td>
      <td data-label={words.who} className="whole">
        <a href={activityListPath({ ...filter, operator })} title={words.onlyThis(operator)}>
          <Name text={operator} />
        </a>
      </td>
      <td data-label={words.what}>
        <span>
          {done === undefined ? null : `${done} `}
          <code className="quiet">
            <Foreign text={action} />
          </code>
        </span>
      </td>
      <td data-label={words.on} className={target === '' ? 'target nothing' : 'target'}>
        <span>{target === '' ? words.none : <ActivityTarget text={target} />}</span>
      </td>
      <td data-label={words.detail} className={detail === '' ? 'nothing' : undefined}>
        <span>{detail === '' ? words.none : <ActivityTarget text={detail} />}</span>
      </td>
    </tr>
  );
}
