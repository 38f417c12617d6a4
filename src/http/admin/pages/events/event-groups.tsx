import type { ReactNode } from 'react';
import type { Role } from '../../../../domain/admin-session.ts';
import { JobGroup } from '../../../../domain/job.ts';
import { EventStatus, type ProblemGroup } from '../../../../domain/webhook-event.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { labelOf, targetLabel } from '../../../../presentation/labels.ts';
import { type EventListFilter, type EventListQuery, eventListPath } from '../../addresses/event-filter.ts';
import { bulkPath } from '../../addresses/event-selection.ts';
import type { EventList } from '../../read/event-list.ts';
import { useWords } from '../context.tsx';
import { Menu } from '../elements/form.tsx';
import { Badge, Moment, Name, Sentence } from '../elements/format.tsx';
import { visibleText } from '../elements/visible-text.ts';

/** The largest groups are listed; the rest is counted in one line. */
const MOST_GROUPS = 8;
const LONGEST_SENTENCE = 600;

/** Failed and parked events by error code and named object, one line each, with their actions. Renders nothing if there are none. */
export function EventGroups({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  const { words, number } = useWords('events');
  const { groups, query } = list;
  if (groups.length === 0) return null;
  const others = groups.slice(MOST_GROUPS);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="groups" id="groups" aria-labelledby="groups-title">
      <h2 id="groups-title">{words.groups}</h2>
      <ul>
        {groups.slice(0, MOST_GROUPS).map((group) => (
          <Group key={idOf(group)} role={role} group={group} filter={query.filter} />
        ))}
      </ul>
      {others.length === 0 ? null : <p className="quiet">{words.moreGroups(number(others.length), number(rest))}</p>}
    </section>
  );
}

function Group(props: { readonly role: Role; readonly group: ProblemGroup; readonly filter: EventListFilter }): ReactNode {
  const { role, group, filter } = props;
  const { words, messages, language, number } = useWords('events');
  const { errorCode, named, parked, newest } = group;
  const count = `${number(group.count)}${group.atLeast ? '+' : ''}`;
  const narrowed = filterOf(group, filter);
  const label = labelOf(messages, 'codes', errorCode);
  return (
    <li id={idOf(group)} className="group">
      <span className="group-count">{count}</span>
      <a href={eventListPath(narrowed)} title={errorCode}>
        {label}
      </a>
      {parked ? <Badge word={JobGroup.parked} /> : null}
      <span className="group-more quiet" title={named === null ? undefined : visibleText(sentenceOf(newest.params, language))}>
        {named === null ? (
          words.manyTargets
        ) : named === '' ? (
          <Sentence text={sentenceOf(newest.params, language)} />
        ) : (
          <Name text={targetLabel(messages, named)} />
        )}
      </span>
      <span className="group-at quiet">
        <Moment at={newest.at} />
      </span>
      {role === 'operator' ? (
        <BulkActions
          filter={narrowed}
          listPath={eventListPath(filter)}
          of={visibleText(named ? `${label} ${targetLabel(messages, named)}` : label)}
          id={`mais-${idOf(group)}`}
        />
      ) : null}
    </li>
  );
}

function sentenceOf(params: ProblemGroup['newest']['params'], language: 'en' | 'pt'): string {
  const sentence = params === null ? '' : faultText(params, language);
  return sentence.length > LONGEST_SENTENCE ? `${sentence.slice(0, LONGEST_SENTENCE)}…` : sentence;
}

function filterOf({ parked, errorCode, named }: ProblemGroup, filter: EventListFilter): EventListFilter {
  const cause = { errorCode, ...(named === null ? {} : { named }) };
  return parked ? { ...filter, parked: true, ...cause } : { ...filter, status: EventStatus.failed, ...cause };
}

function idOf({ parked, errorCode, named }: ProblemGroup): string {
  return `grupo-${parked ? JobGroup.parked : EventStatus.failed}-${errorCode}${named ? `-${named.replaceAll(' ', '+')}` : ''}`;
}

interface BarProps {
  readonly query: EventListQuery;
}

/**
 * Actions for the selected events; the stylesheet shows it once one is selected. The buttons lead to a confirmation with the count; nothing
 * is changed here. The count and the checkbox for all rows need the script, which shows them.
 */
export function BulkBar({ query: { filter, before, limit } }: BarProps): ReactNode {
  const { words, actions } = useWords('events');
  return (
    <form method="get" action="/admin/webhooks/repetir" className="bulk" id="bulk" aria-label={words.bulk}>
      <input type="hidden" name="voltar" value={eventListPath(filter, before, limit)} />
      <label className="check" id="choose-page" hidden>
        <input type="checkbox" /> {words.choosePage}
      </label>
      <span
        id="chosen"
        className="quiet"
        role="status"
        data-none={words.chosenNone}
        data-one={words.chosenOne}
        data-many={words.chosenMany}
      />
      <span className="buttons">
        <button type="submit" className="primary small">
          {actions.retry}
        </button>
        <button type="submit" className="secondary small" formAction="/admin/webhooks/esquecer">
          {words.forget}
        </button>
      </span>
    </form>
  );
}

/** Actions for all events of the filter, or for all failed ones without a filter. */
export function WholeFilter({ query: { filter, before, limit } }: BarProps): ReactNode {
  const { words } = useWords('events');
  const isFiltered = Object.keys(filter).length > 0;
  const meant: EventListFilter = isFiltered ? filter : { status: EventStatus.failed };
  const listPath = eventListPath(filter, before, limit);
  if (filter.status === EventStatus.processed) return null;
  return (
    <div className="whole-filter">
      <span className="quiet">{isFiltered ? words.allOfFilter : words.allFailed}</span>{' '}
      <BulkActions filter={meant} listPath={listPath} of={isFiltered ? words.allOfFilter : words.allFailed} id="mais-todos" />
    </div>
  );
}

interface ActionsProps {
  readonly filter: EventListFilter;
  readonly listPath: string;
  /** The events that are retried or deleted, for screen readers. */
  readonly of: string;
  /** The id of the menu, which stays open while the list changes. */
  readonly id: string;
}

/** Retrying all events of a filter is a visible button. Deleting them is in a menu, because it is rarer and cannot be undone. */
function BulkActions({ filter, listPath, of, id }: ActionsProps): ReactNode {
  const { words, actions } = useWords('events');
  const which = <span className="visually-hidden"> {words.ofGroup(of)}</span>;
  return (
    <span className="group-actions">
      <a className="button small" href={bulkPath('repetir', filter, listPath)}>
        {actions.retry}
        {which}
      </a>
      <Menu id={id} readOut={words.moreActions(of)}>
        <a className="button" href={bulkPath('esquecer', filter, listPath)}>
          {words.forget}
          {which}
        </a>
      </Menu>
    </span>
  );
}
