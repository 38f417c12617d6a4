import type { ReactNode } from 'react';
import { eventList } from '../../addresses/event-filter.ts';
import { selectionFields } from '../../addresses/event-selection.ts';
import type { BulkQuestion } from '../../read/bulk-question.ts';
import { useWords } from '../context.tsx';
import { FilterValue, usedControls } from '../elements/filter-form.tsx';
import { BadgeWithCode } from '../elements/format.tsx';
import { Unsearched } from '../elements/list-tools.tsx';
import { ConfirmPage } from '../frame/confirm-page.tsx';

/** Confirms a change of many events: how many, of which kind, and the effect. */
export function BulkPage({ question }: { readonly question: BulkQuestion }): ReactNode {
  const { words, actions, labels, number } = useWords('bulk');
  const { verb, events } = question;
  const { atLeast } = question.count;
  const count = countOf(question);
  const told = atLeast ? [] : [['previsto', String(count)] as const];
  const step = {
    action: `/admin/webhooks/${verb}`,
    hidden: [...selectionFields(events), ...told],
    label: words.confirm[verb](`${number(count)}${atLeast ? '+' : ''}`, count),
    kind: verb === 'esquecer' ? 'danger' : 'primary',
  } as const;
  return (
    <ConfirmPage
      section="events"
      title={words.titles[verb]}
      step={count === 0 ? undefined : step}
      back={{ href: events.listPath, label: actions.backToList }}
    >
      {count === 0 ? (
        <>
          <p className="number">{labels.nothingToDo}</p>
          <p>{words.nones[verb]}</p>
        </>
      ) : (
        <Numbers question={question} count={count} />
      )}
      <Meant question={question} />
      <Unsearched events={question.unsearched} />
      <Kinds question={question} />
    </ConfirmPage>
  );
}

function Numbers({ question, count }: { readonly question: BulkQuestion; readonly count: number }): ReactNode {
  const { words, number } = useWords('bulk');
  const { verb, count: counted, events } = question;
  const before = events.expected;
  const left = events.filter === undefined ? new Set(events.ids).size - count : 0;
  const shown = number(count);
  return (
    <>
      <p>
        {counted.atLeast ? `${words.atLeast} ` : null}
        <span className="number">{shown}</span> {words.questions[verb](count)}
      </p>
      <p>{words.meanings[verb]}</p>
      {left > 0 ? <p>{words.leftAlone(number(left), left)}</p> : null}
      {before === undefined || before === count ? null : <p className="notice notice-warn">{words.grown(number(before), shown)}</p>}
      <p className="quiet">{counted.atLeast ? words.atLeastNote : words.changing[verb]}</p>
    </>
  );
}

function Meant({ question: { events } }: { readonly question: BulkQuestion }): ReactNode {
  const { words, messages, number } = useWords('bulk');
  if (events.filter === undefined) return <p className="quiet">{words.chosen(number(new Set(events.ids).size))}</p>;
  return (
    <div>
      <p className="quiet">{words.matching}</p>
      <ul className="chips">
        {usedControls(eventList, events.filter, messages).map((control) => (
          <li key={control.name} className="chip">
            <FilterValue control={control} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Kinds({ question: { kinds, count } }: { readonly question: BulkQuestion }): ReactNode {
  const { words, labels, number } = useWords('bulk');
  if (kinds.length === 0) return null;
  const looked = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="kinds">
      <h2>{words.kinds}</h2>
      <ul>
        {kinds.slice(0, 12).map(({ origin, status, errorCode, count }) => (
          <li key={`${origin} ${status} ${errorCode}`}>
            <span className="group-count">{number(count)}</span> <BadgeWithCode word={status} code={errorCode} />{' '}
            <span className="quiet">{labels.origins[origin]}</span>
          </li>
        ))}
      </ul>
      {looked < count.retryable ? <p className="quiet">{words.kindsNewest(number(looked))}</p> : null}
    </div>
  );
}

function countOf({ verb, count }: BulkQuestion): number {
  return verb === 'repetir' ? count.retryable : count.forgettable;
}
