import type { ReactNode } from 'react';
import type { Role } from '../../../../domain/admin-session.ts';
import type { ProblemGroup } from '../../../../domain/webhook-event.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { type EventListFilter, eventListPath } from '../../addresses/event-filter.ts';
import { bulkPath } from '../../addresses/event-selection.ts';
import type { EventList } from '../../views/event-list-view.ts';
import { Badge, Foreign, formatCount, Moment, Name, Sentence } from '../elements/format.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** A person looks at the largest; the rest stands in one line. */
const MOST_GROUPS = 8;
const LONGEST_SENTENCE = 600;

/** Failed and parked events by their code and what it names, each group with its number and what can be done with it. Nothing where there are none. */
export function EventGroups({ role, list }: { readonly role: Role; readonly list: EventList }): ReactNode {
  const words = useMessages().web.events;
  const language = useLanguage();
  const { groups, query } = list;
  if (groups.length === 0) return null;
  const others = groups.slice(MOST_GROUPS);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="panel groups" id="groups" aria-labelledby="groups-title">
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
  const words = useMessages().web.events;
  const language = useLanguage();
  const count = `${formatCount(group.count, language)}${group.atLeast ? '+' : ''}`;
  const narrowed = filterOf(group, filter);
  return (
    <li id={idOf(group)} className="group">
      <span className="group-count">{count}</span>
      <span className="group-code">
        <a href={eventListPath(narrowed)}>
          <code>
            <Foreign text={group.errorCode} />
          </code>
        </a>
        {group.named ? (
          <span className="group-named">
            <Name text={group.named} />
          </span>
        ) : null}
        {group.parked ? <Badge word="estacionado" /> : null}
      </span>
      <span className="group-sentence quiet">{group.named === null ? words.manyTargets : <Message text={group.newest.message} />}</span>
      <span className="group-at quiet">
        <Moment at={group.newest.at} />
      </span>
      {role === 'operator' ? <Actions group={group} count={count} narrowed={narrowed} listPath={eventListPath(filter)} /> : null}
    </li>
  );
}

function Actions(props: {
  readonly group: ProblemGroup;
  readonly count: string;
  readonly narrowed: EventListFilter;
  readonly listPath: string;
}): ReactNode {
  const { group, count, narrowed, listPath } = props;
  const words = useMessages().web.events;
  const which = (
    <span className="visually-hidden"> {words.ofGroup(group.named ? `${group.errorCode} ${group.named}` : group.errorCode)}</span>
  );
  return (
    <span className="group-actions">
      <a className="button small" href={bulkPath('repetir', narrowed, listPath)}>
        {words.retryGroup(count)}
        {which}
      </a>
      <a className="button small" href={bulkPath('esquecer', narrowed, listPath)}>
        {words.forgetGroup(count)}
        {which}
      </a>
    </span>
  );
}

function Message({ text }: { readonly text: string | null }): ReactNode {
  const language = useLanguage();
  return text === null ? null : <Sentence text={shortened(faultText(text, language))} />;
}

/** A group shows two lines of it; the event has it whole. */
function shortened(sentence: string): string {
  return sentence.length > LONGEST_SENTENCE ? `${sentence.slice(0, LONGEST_SENTENCE)}…` : sentence;
}

function filterOf({ parked, errorCode, named }: ProblemGroup, filter: EventListFilter): EventListFilter {
  const cause = { errorCode, ...(named === null ? {} : { named }) };
  return parked ? { ...filter, parked: true, ...cause } : { ...filter, status: 'erro', ...cause };
}

function idOf({ parked, errorCode, named }: ProblemGroup): string {
  return `grupo-${parked ? 'estacionado' : 'erro'}-${errorCode}${named ? `-${named.replaceAll(' ', '+')}` : ''}`;
}
