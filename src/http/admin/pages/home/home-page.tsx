import type { ReactNode } from 'react';
import { type Finding, worstSeverity } from '../../../../domain/finding.ts';
import type { FIRST_STEPS, FirstStep } from '../../../../domain/first-steps.ts';
import { sumOfRefused } from '../../../../domain/refused-request.ts';
import type { Messages } from '../../../../messages/messages.ts';
import { lastHourOf } from '../../../../presentation/queue-record.ts';
import { REFUSED_PATH } from '../../addresses/refused-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { placeOf } from '../../health/finding-address.ts';
import type { Health } from '../../health/look-at-health.ts';
import { Age, Ago } from '../elements/age.tsx';
import { Figure } from '../elements/figure.tsx';
import { FindingText } from '../elements/finding-text.tsx';
import { Count, formatCount } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { Layout } from '../frame/layout.tsx';
import { useLanguage, useMessages } from '../language.tsx';

function useWords(): Messages['web']['home'] {
  return useMessages().web.home;
}

/** Answers one question: is anything wrong? */
export function HomePage({ frame, health }: { readonly frame: Frame; readonly health: Health }): ReactNode {
  const words = useWords();
  return (
    <Layout frame={frame} section="home" title={words.title}>
      <div className="heading">
        <h1>{words.title}</h1>
        <Connection />
      </div>
      <Live address="/admin">
        <HomeVerdict health={health} />
      </Live>
    </Layout>
  );
}

/** The part of the page that is sent anew after each change. */
export function HomeVerdict({ health }: { readonly health: Health }): ReactNode {
  const words = useWords();
  const { snapshot, findings, firstSteps } = health;
  const { at, sources } = snapshot;
  const situation = worstSeverity(findings);
  const isEmpty = situation === 'ok' && sources.every(({ lastReceivedAt }) => lastReceivedAt === null);
  const notes = findings.filter(({ severity }) => severity === 'note');
  const wrong = findings.filter(({ severity }) => severity !== 'note');
  return (
    <div className="home">
      <section className={isEmpty ? 'verdict' : `verdict verdict-${situation}`} aria-labelledby="verdict">
        {isEmpty ? null : <Sign situation={situation} />}
        <div>
          <h2 id="verdict">{isEmpty ? words.nothingArrived : words.verdict[situation]}</h2>
          <p className="quiet">
            {words.checked} <Ago since={at} now={at} />
          </p>
        </div>
      </section>
      {firstSteps === null ? null : <FirstSteps steps={firstSteps} />}
      {wrong.length === 0 ? null : <Findings title={words.problems} findings={wrong} now={at} />}
      <Numbers health={health} />
      {notes.length === 0 ? null : <Notes findings={notes} now={at} />}
    </div>
  );
}

/** The shape says it too, not the colour alone. */
function Sign({ situation }: { readonly situation: ReturnType<typeof worstSeverity> }): ReactNode {
  return (
    <svg className="sign" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
      {situation === 'ok' ? (
        <>
          <circle cx="12" cy="12" r="10" />
          <path d="m7.5 12.5 3 3 6-6.5" />
        </>
      ) : (
        <>
          {situation === 'warning' ? <path d="M12 2.5 22.5 21h-21Z" /> : <path d="M8 2h8l6 6v8l-6 6H8l-6-6V8Z" />}
          <path d="M12 9v5m0 3.2v.1" />
        </>
      )}
    </svg>
  );
}

/** Where each step is done. */
const STEP_PATHS: Readonly<Record<(typeof FIRST_STEPS)[number], string | null>> = {
  fonte: '/admin/fontes',
  campanha: '/admin/campanhas',
  evento: '/admin/webhooks',
  lead: '/admin/leads',
  backup: '/admin/fila#banco',
  alerta: null,
};

/** What is to be done until leads arrive; each step leads to the page where it is done. */
function FirstSteps({ steps }: { readonly steps: readonly FirstStep[] }): ReactNode {
  const words = useWords();
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">{words.firstSteps}</h2>
      <ol className="first-steps panel">
        {steps.map(({ step, isDone }) => {
          const { name, text } = words.steps[step];
          const path = STEP_PATHS[step];
          return (
            <li key={step}>
              {path === null ? <strong>{name}</strong> : <a href={path}>{name}</a>}
              {` (${words.stepStates[isDone === null ? 'unseen' : isDone ? 'done' : 'open']}) `}
              <span className="quiet">{text}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface Shown {
  readonly findings: readonly Finding[];
  readonly now: number;
}

function Findings({ title, findings, now }: Shown & { readonly title: string }): ReactNode {
  const words = useWords();
  return (
    <section aria-labelledby="findings">
      <h2 id="findings" className="visually-hidden">
        {title}
      </h2>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={keyOf(finding)} id={keyOf(finding)} className={`finding finding-${finding.severity}`}>
            <span className="level">{words.severity[finding.severity]}</span>
            <h3>
              <FindingText finding={finding} part="text" now={now} />
            </h3>
            <p className="quiet">
              <FindingText finding={finding} part="action" now={now} />
            </p>
            <p>
              <LinkThere finding={finding} className="button" />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ findings, now }: Shown): ReactNode {
  const words = useWords();
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">{words.notes}</h2>
      <ul className="notes">
        {findings.map((finding) => (
          <li key={keyOf(finding)}>
            <FindingText finding={finding} part="text" now={now} /> <FindingText finding={finding} part="action" now={now} />{' '}
            <LinkThere finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LinkThere({ finding, className }: { readonly finding: Finding; readonly className?: string }): ReactNode {
  const { name, path } = placeOf(finding);
  return (
    <a className={className} id={`${keyOf(finding)}-link`} href={path}>
      {useWords().places[name]}
    </a>
  );
}

/** The same for what goes on, so that the live page knows it again. */
function keyOf({ code, params }: Finding): string {
  const named = 'account' in params ? [params.account?.kind, params.account?.id.replace('*', 'others')] : [];
  const other = 'origin' in params ? [params.origin] : 'platform' in params ? [params.platform] : [];
  return [code.replace('.', '-'), ...named, ...other, ...('code' in params && 'origin' in params ? [params.code] : [])].join('-');
}

function Numbers({ health: { snapshot, history } }: { readonly health: Health }): ReactNode {
  const words = useWords();
  const language = useLanguage();
  const { at, queue, sources, refusedLately } = snapshot;
  const { waiting, oldestWaitingMs } = queue;
  const { finished, failed } = lastHourOf(history);
  const oldest = oldestWaitingMs === null ? words.none : <Age since={at - oldestWaitingMs} now={at} />;
  const isMore = sources.some(({ isMoreThanCounted }) => isMoreThanCounted);
  const total = formatCount(
    sources.reduce((sum, source) => sum + source.received24h, 0),
    language,
  );
  return (
    <section aria-label={words.numbers}>
      <dl className="figures">
        <Figure name={words.waiting} path="/admin/fila" value={<Count value={waiting} />} meaning={words.waitingMeaning} />
        <Figure name={words.oldest} value={oldest} meaning={oldestWaitingMs === null ? words.oldestNone : words.oldestMeaning} />
        <Figure
          name={words.lastHour}
          path="/admin/fila#last-hour"
          value={<Count value={finished} />}
          meaning={
            <>
              {words.finished} ·{' '}
              <span className={failed > 0 ? 'bad' : undefined}>{words.failed({ count: formatCount(failed, language) })}</span>
            </>
          }
        />
        <Figure
          name={words.received}
          path="/admin/webhooks"
          value={isMore ? words.moreThan({ count: total }) : total}
          meaning={sources.map(({ origin, received24h: count }) => `${origin} ${formatCount(count, language)}`).join(' · ')}
        />
        <Figure
          name={words.refused}
          path={REFUSED_PATH}
          value={<Count value={sumOfRefused(refusedLately)} />}
          meaning={words.refusedMeaning}
        />
      </dl>
    </section>
  );
}
