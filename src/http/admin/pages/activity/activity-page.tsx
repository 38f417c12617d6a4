import type { ReactNode } from 'react';
import type { Activity, OperatorAction } from '../../../../domain/activity.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { type ActivityFilter, activityList } from '../../addresses/lists.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FilterChoice, FilterDays, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { ForeignCode, Moment, Name } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
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
    <AdminPage frame={frame} section="activity" title={words.title} intro={words.intro}>
      <Filter filter={filter} isFiltered={isFiltered} />
      {page.items.length === 0 ? (
        <p className="empty">{isFiltered ? words.emptyFiltered : words.empty}</p>
      ) : (
        <Activities activities={page.items} filter={filter} />
      )}
      <Pager page={page} isFirst={isFirst} path={(before) => activityList.address(filter, before)} />
    </AdminPage>
  );
}

function Filter({ filter, isFiltered }: { readonly filter: ActivityFilter; readonly isFiltered: boolean }): ReactNode {
  const words = useMessages().web.activity;
  const labels: Readonly<Record<OperatorAction, string>> = words.actions;
  const actions = Object.entries(labels).map(([action, text]) => ({ value: action, label: `${text} (${action})` }));
  return (
    <FilterForm path={activityList.path} clearPath={isFiltered ? activityList.path : null}>
      <FilterChoice name="acao" label={words.what} options={actions} chosen={filter.action} />
      <FilterText name="quem" label={words.who} value={filter.operator} />
      <FilterDays since={filter.since} until={filter.until} />
    </FilterForm>
  );
}

function Activities({ activities, filter }: { readonly activities: readonly Activity[]; readonly filter: ActivityFilter }): ReactNode {
  const words = useMessages().web.activity;
  return (
    <Table
      look="flowing activities"
      caption={words.table}
      rows={activities}
      keyOf={({ id }) => id}
      columns={[
        { name: words.when, cell: ({ at }) => <Moment at={at} /> },
        {
          name: words.who,
          look: 'whole',
          cell: ({ operator }) => (
            <a href={activityList.address({ ...filter, operator })} title={words.onlyThis(operator)}>
              <Name text={operator} />
            </a>
          ),
        },
        {
          name: words.what,
          cell: ({ action }) => (
            <span>
              {textFor(words.actions, action)} <ForeignCode text={action} look="quiet" />
            </span>
          ),
        },
        { name: words.on, look: 'target', cell: ({ target }) => targets(target) },
        { name: words.detail, cell: ({ detail }) => targets(detail) },
      ]}
    />
  );
}

function targets(text: string): ReactNode {
  return text === '' ? null : (
    <span>
      <ActivityTarget text={text} />
    </span>
  );
}
