import type { ReactNode } from 'react';
import { filterFields } from '../../addresses/event-filter.ts';
import type { NamedEvents } from '../../addresses/event-selection.ts';
import { selectionFields } from '../../addresses/event-selection.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { BulkQuestion } from '../../routes/event-bulk-routes.ts';
import { Badge, Foreign, formatCount } from '../elements/format.tsx';
import { ChangeForm } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import { FilterValue } from './event-chips.tsx';
import { Unsearched } from './unsearched.tsx';

/** Asks before many events are changed: how many, of which kind, and what it means. */
export function BulkPage({ frame, question }: { readonly frame: Frame; readonly question: BulkQuestion }): ReactNode {
  const words = useMessages().web.bulk;
  const { verb, events } = question;
  const count = countOf(question);
  return (
    <Layout frame={frame} section="events" title={words.titles[verb]}>
      <div className="heading">
        <h1>{words.titles[verb]}</h1>
      </div>
      <section className="confirm">
        {count === 0 ? (
          <>
            <p className="number">{words.none}</p>
            <p>{words.nones[verb]}</p>
          </>
        ) : (
          <Numbers question={question} count={count} />
        )}
        <Meant question={question} />
        <Unsearched events={question.unsearched} />
        <Kinds question={question} />
        <div className="buttons">
          {count === 0 ? null : <Confirm frame={frame} question={question} count={count} />}
          <a className="button" href={events.listPath}>
            {words.cancel}
          </a>
        </div>
      </section>
    </Layout>
  );
}

function Numbers({ question, count }: { readonly question: BulkQuestion; readonly count: number }): ReactNode {
  const words = useMessages().web.bulk;
  const language = useLanguage();
  const { verb, count: counted, events, before } = question;
  const left = events.filter === undefined ? new Set(events.ids).size - count : 0;
  const number = formatCount(count, language);
  return (
    <>
      <p>
        {counted.atLeast ? `${words.atLeast} ` : null}
        <span className="number">{number}</span> {words.questions[verb](number)}
      </p>
      <p>{words.meanings[verb]}</p>
      {left > 0 ? <p>{words.leftAlone(formatCount(left, language))}</p> : null}
      {before === undefined || before === count ? null : (
        <p className="notice notice-warn">{words.grown(formatCount(before, language), number)}</p>
      )}
      <p className="quiet">{counted.atLeast ? words.atLeastNote : words.changing[verb]}</p>
    </>
  );
}

/** The filter in words, or how many were chosen. */
function Meant({ question: { events } }: { readonly question: BulkQuestion }): ReactNode {
  const words = useMessages().web.bulk;
  const language = useLanguage();
  if (events.filter === undefined) return <p className="quiet">{words.chosen(formatCount(new Set(events.ids).size, language))}</p>;
  return (
    <div>
      <p className="quiet">{words.matching}</p>
      <ul className="chips">
        {filterFields(events.filter).map(([field, value]) => (
          <li key={field} className="chip">
            <FilterValue field={field} value={value} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Kinds({ question: { kinds, count } }: { readonly question: BulkQuestion }): ReactNode {
  const words = useMessages().web.bulk;
  const language = useLanguage();
  if (kinds.length === 0) return null;
  const looked = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="kinds">
      <h2>{words.kinds}</h2>
      <ul>
        {kinds.slice(0, 12).map(({ origin, status, errorCode, count }) => (
          <li key={`${origin} ${status} ${errorCode}`}>
            <span className="group-count">{formatCount(count, language)}</span> <Badge word={status} />{' '}
            {errorCode === null ? null : (
              <code>
                <Foreign text={errorCode} />
              </code>
            )}{' '}
            <span className="quiet">{origin}</span>
          </li>
        ))}
      </ul>
      {looked < count.retryable ? <p className="quiet">{words.kindsNewest(formatCount(looked, language))}</p> : null}
    </div>
  );
}

function Confirm(props: { readonly frame: Frame; readonly question: BulkQuestion; readonly count: number }): ReactNode {
  const { frame, question, count } = props;
  const { verb, events } = question;
  const words = useMessages().web.bulk;
  const language = useLanguage();
  return (
    <ChangeForm frame={frame} action={`/admin/webhooks/${verb}`}>
      <SameFields events={events} />
      {question.count.atLeast ? null : <input type="hidden" name="previsto" value={count} />}
      <button type="submit" className={verb === 'esquecer' ? 'danger' : 'primary'}>
        {words.confirm[verb](`${formatCount(count, language)}${question.count.atLeast ? '+' : ''}`)}
      </button>
    </ChangeForm>
  );
}

/** What was asked about is what is done. */
function SameFields({ events }: { readonly events: NamedEvents }): ReactNode {
  return selectionFields(events).map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}

function countOf({ verb, count }: BulkQuestion): number {
  return verb === 'repetir' ? count.retryable : count.forgettable;
}
