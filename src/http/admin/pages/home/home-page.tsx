import type { ReactNode } from 'react';
import { lastHourOf } from '../../../../presentation/queue-record.ts';
import { REFUSED_PATH } from '../../addresses/refused-paths.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { findingAddress } from '../../health/finding-address.ts';
import { type Finding, situationOf } from '../../health/health-findings.ts';
import type { Health } from '../../health/look-at-health.ts';
import { Age, Ago } from '../elements/age.tsx';
import { Figure } from '../elements/figure.tsx';
import { Count, formatCount } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { Layout } from '../frame/layout.tsx';
import { useLanguage, useTexts } from '../language.tsx';
import { FindingDetail, FindingHeadline } from './finding-headline.tsx';
import { FirstSteps } from './first-steps.tsx';
import { firstStepsTexts } from './first-steps-texts.ts';
import { homeTexts } from './home-texts.ts';

/** Answers one question: is anything wrong? */
export function HomePage({ frame, health }: { readonly frame: Frame; readonly health: Health }): ReactNode {
  const words = useTexts(homeTexts);
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
  const words = useTexts(homeTexts);
  const { verdict: nothingArrived } = useTexts(firstStepsTexts);
  const { figures, findings, firstSteps } = health;
  const situation = situationOf(findings);
  const isEmpty = situation === 'ok' && figures.sources.every(({ lastReceivedAt }) => lastReceivedAt === null);
  const notes = findings.filter(({ level }) => level === 'nota');
  const wrong = findings.filter(({ level }) => level !== 'nota');
  return (
    <div className="home">
      <section className={isEmpty ? 'verdict' : `verdict verdict-${situation}`} aria-labelledby="verdict">
        {isEmpty ? null : <Sign situation={situation} />}
        <div>
          <h2 id="verdict">{isEmpty ? nothingArrived : words.verdict[situation]}</h2>
          <p className="quiet">
            {words.checked} <Ago since={figures.at} now={figures.at} />
          </p>
        </div>
      </section>
      {firstSteps === null ? null : <FirstSteps steps={firstSteps} />}
      {wrong.length === 0 ? null : <Findings title={words.problems} findings={wrong} now={figures.at} />}
      <Numbers health={health} />
      {notes.length === 0 ? null : <Notes findings={notes} now={figures.at} />}
    </div>
  );
}

/** The shape says it too, not the colour alone. */
function Sign({ situation }: { readonly situation: ReturnType<typeof situationOf> }): ReactNode {
  return (
    <svg className="sign" viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
      {situation === 'ok' ? (
        <>
          <circle cx="12" cy="12" r="10" />
          <path d="m7.5 12.5 3 3 6-6.5" />
        </>
      ) : (
        <>
          {situation === 'atencao' ? <path d="M12 2.5 22.5 21h-21Z" /> : <path d="M8 2h8l6 6v8l-6 6H8l-6-6V8Z" />}
          <path d="M12 9v5m0 3.2v.1" />
        </>
      )}
    </svg>
  );
}

function Findings({
  title,
  findings,
  now,
}: {
  readonly title: string;
  readonly findings: readonly Finding[];
  readonly now: number;
}): ReactNode {
  const words = useTexts(homeTexts);
  return (
    <section aria-labelledby="findings">
      <h2 id="findings" className="visually-hidden">
        {title}
      </h2>
      <ul className="findings">
        {findings.map((finding) => (
          <li key={keyOf(finding)} id={keyOf(finding)} className={`finding finding-${finding.level}`}>
            <span className="level">{words.levels[finding.level]}</span>
            <h3>
              <FindingHeadline finding={finding} now={now} />
            </h3>
            <FindingDetail finding={finding} now={now} />
            <p className="quiet">{words.findings[finding.code].meaning}</p>
            <p>
              <a className="button" id={`${keyOf(finding)}-link`} href={findingAddress(finding)}>
                {words.findings[finding.code].link}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notes({ findings, now }: { readonly findings: readonly Finding[]; readonly now: number }): ReactNode {
  const words = useTexts(homeTexts);
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">{words.notes}</h2>
      <ul className="notes">
        {findings.map((finding) => (
          <li key={keyOf(finding)}>
            <FindingHeadline finding={finding} now={now} />. {words.findings[finding.code].meaning}{' '}
            <a id={`${keyOf(finding)}-link`} href={findingAddress(finding)}>
              {words.findings[finding.code].link}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function keyOf(finding: Finding): string {
  if ('account' in finding) return `${finding.code}-${finding.account.kind}-${finding.account.id.replace('*', 'outras')}`;
  if ('platform' in finding) return `${finding.code}-${finding.platform}`;
  return 'origin' in finding ? `${finding.code}-${finding.origin}` : finding.code;
}

function Numbers({ health: { figures, history, received24h, refused24h } }: { readonly health: Health }): ReactNode {
  const words = useTexts(homeTexts);
  const language = useLanguage();
  const { waiting, oldestWaitingMs } = figures.queue;
  const { finished, failed } = lastHourOf(history);
  const oldest = oldestWaitingMs === null ? words.none : <Age since={figures.at - oldestWaitingMs} now={figures.at} />;
  const isMore = received24h.some(({ isMoreThanCounted }) => isMoreThanCounted);
  const total = formatCount(
    received24h.reduce((sum, source) => sum + source.received24h, 0),
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
              {words.finished} · <span className={failed > 0 ? 'bad' : undefined}>{words.failed(formatCount(failed, language))}</span>
            </>
          }
        />
        <Figure
          name={words.received}
          path="/admin/webhooks"
          value={isMore ? words.moreThan(total) : total}
          meaning={received24h.map(({ origin, received24h: count }) => `${origin} ${formatCount(count, language)}`).join(' · ')}
        />
        <Figure name={words.refused} path={REFUSED_PATH} value={<Count value={refused24h} />} meaning={words.refusedMeaning} />
      </dl>
    </section>
  );
}
