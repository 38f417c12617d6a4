import type { ReactNode } from 'react';
import type { Activity } from '../../../../domain/activity.ts';
import type { Page } from '../../../../domain/ports.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { ACTIVITY_PATH, type ActivityFilter, activityListPath } from '../../routes/activity-paths.ts';
import { Foreign, Moment } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { Layout } from '../frame/layout.tsx';
import { useTexts } from '../language.tsx';
import { ActivityTarget } from './activity-target.tsx';
import { activityTexts } from './activity-texts.ts';

export interface ActivityPageProps {
  readonly frame: Frame;
  readonly filter: ActivityFilter;
  readonly page: Page<Activity>;
  readonly isFirst: boolean;
}

export function ActivityPage({ frame, filter, page, isFirst }: ActivityPageProps): ReactNode {
  const words = useTexts(activityTexts);
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
        newest={isFirst ? null : activityListPath(filter)}
        older={page.nextCursor === null ? null : activityListPath(filter, page.nextCursor)}
      />
    </Layout>
  );
}

function Filter({ filter, isFiltered }: { readonly filter: ActivityFilter; readonly isFiltered: boolean }): ReactNode {
  const words = useTexts(activityTexts);
  const known = Object.entries(words.actions);
  const isOther = filter.acao !== undefined && !isKnown(filter.acao);
  return (
    <form method="get" action={ACTIVITY_PATH} className="filter" aria-label={words.filter}>
      <div className="field">
        <label htmlFor="acao">{words.what}</label>
        <select id="acao" name="acao" defaultValue={filter.acao ?? ''}>
          <option value="">{words.any}</option>
          {isOther ? <option>{filter.acao}</option> : null}
          {known.map(([action, text]) => (
            <option key={action} value={action}>
              {text} ({action})
            </option>
          ))}
        </select>
      </div>
      <Field name="quem" label={words.who} value={filter.quem} type="text" />
      <Field name="desde" label={words.since} value={filter.desde} type={dateType(filter.desde)} />
      <Field name="ate" label={words.until} value={filter.ate} type={dateType(filter.ate)} />
      <div className="buttons">
        <button type="submit" className="secondary">
          {words.apply}
        </button>
        {isFiltered ? <a href={ACTIVITY_PATH}>{words.clear}</a> : null}
      </div>
    </form>
  );
}

/** A time that a program put into the address is no date and would be lost in a field for one. */
function dateType(value: string | undefined): 'date' | 'text' {
  return value === undefined || /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'date' : 'text';
}

function Field(props: { name: string; label: string; value: string | undefined; type: 'date' | 'text' }): ReactNode {
  const { name, label, value, type } = props;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type={type} defaultValue={value ?? ''} autoComplete="off" spellCheck={false} />
    </div>
  );
}

function Activities({ activities, filter }: { readonly activities: readonly Activity[]; readonly filter: ActivityFilter }): ReactNode {
  const words = useTexts(activityTexts);
  return (
    <table className="list activities">
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
  const words = useTexts(activityTexts);
  const { at, operator, action, target, detail } = activity;
  return (
    <tr>
      <td data-label={words.when}>
        <Moment at={at} />
      </td>
      <td data-label={words.who} className="whole">
        <a href={activityListPath({ ...filter, quem: operator })} title={words.onlyThis(operator)}>
          <Foreign text={operator} />
        </a>
      </td>
      <td data-label={words.what}>
        <span>
          {isKnown(action) ? `${words.actions[action]} ` : null}
          <code className="quiet">
            <Foreign text={action} />
          </code>
        </span>
      </td>
      <td data-label={words.on} className={target === '' ? 'nothing' : undefined}>
        <span>{target === '' ? words.none : <ActivityTarget text={target} />}</span>
      </td>
      <td data-label={words.detail} className={detail === '' ? 'nothing' : undefined}>
        <span>{detail === '' ? words.none : <ActivityTarget text={detail} />}</span>
      </td>
    </tr>
  );
}

function isKnown(action: string): action is keyof typeof activityTexts.en.actions {
  return Object.hasOwn(activityTexts.en.actions, action);
}
