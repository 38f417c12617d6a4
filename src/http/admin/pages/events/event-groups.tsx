import type { ReactNode } from 'react';
import type { Role } from '../../../../domain/admin-session.ts';
import { JobGroup } from '../../../../domain/job.ts';
import { EventStatus, type ProblemGroup } from '../../../../domain/webhook-event.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { labelOf, targetLabel } from '../../../../presentation/labels.ts';
import { type EventListFilter, eventListPath } from '../../addresses/event-filter.ts';
import type { EventList } from '../../read/event-list.ts';
import { Badge, formatCount, Name, Sentence } from '../elements/format.tsx';
import { Moment } from '../elements/moment.tsx';
import { visibleText } from '../elements/visible-text.ts';
import { useLanguage, useMessages, useWords } from '../language.tsx';
import { BulkActions } from './bulk-bar.tsx';

/** The largest groups are listed; the rest is counted in one line. */
const MOST_GROUPS = 8;
const LONGEST_SENTENCE = 600;

/** Failed and parked events by error code and named object, one line each, with their actions. Renders nothing if there are none. */
export function EventGroups({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  const { words, language } = useWords('events');
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
      {others.length === 0 ? null : (
        <p className="quiet">{words.moreGroups(formatCount(others.length, language), formatCount(rest, language))}</p>
      )}
    </section>
  );
}

function Group(props: { readonly role: Role; readonly group: ProblemGroup; readonly filter: EventListFilter }): ReactNode {
  const { role, group, filter } = props;
  const messages = useMessages();
  const language = useLanguage();
  const { errorCode, named, parked, newest } = group;
  const count = `${formatCount(group.count, language)}${group.atLeast ? '+' : ''}`;
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
          messages.web.events.manyTargets
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
