import type { ReactNode } from 'react';
import { type Finding, worstSeverity } from '../../../../domain/finding.ts';
import { findingWords } from '../../../../presentation/finding-text.ts';
import { placeOf } from '../../read/finding-address.ts';
import type { Health } from '../../read/health.ts';
import type { Frame } from '../../requests/visitor.ts';
import { FindingText } from '../elements/finding-text.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { Moment } from '../elements/moment.tsx';
import { Layout } from '../frame/layout.tsx';
import { useLanguage, useWords } from '../language.tsx';
import { DailyCharts } from './daily-charts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NewestLeads } from './newest-leads.tsx';
import { QueueNumbers } from './queue-numbers.tsx';

/** What is wrong, if anything; the last fourteen days; what just came in. */
export function HomePage({ frame, health }: { readonly frame: Frame; readonly health: Health }): ReactNode {
  const { web } = useWords('home');
  return (
    <Layout frame={frame} section="home" title={web.frame.sections.home}>
      <div className="heading">
        <h1>{web.frame.sections.home}</h1>
        <Connection />
      </div>
      <Live address="/admin">
        <HomeVerdict health={health} />
      </Live>
    </Layout>
  );
}

/** The live part of the page. */
export function HomeVerdict({ health }: { readonly health: Health }): ReactNode {
  const { snapshot, findings, firstSteps, daily, newest } = health;
  const wrong = findings.filter(({ severity }) => severity !== 'note');
  const notes = findings.filter(({ severity }) => severity === 'note');
  return (
    <div className="home">
      {firstSteps === null ? null : <FirstSteps steps={firstSteps} />}
      {firstSteps !== null && wrong.length === 0 ? null : <Verdict findings={wrong} at={snapshot.at} />}
      {firstSteps === null ? <DailyCharts daily={daily} /> : null}
      {newest.length === 0 ? null : <NewestLeads leads={newest} />}
      <QueueNumbers health={health} />
      {notes.length === 0 ? null : <Notes findings={notes} now={snapshot.at} />}
    </div>
  );
}

/** One line if nothing is wrong, otherwise one for each finding. */
function Verdict({ findings, at }: { readonly findings: readonly Finding[]; readonly at: number }): ReactNode {
  const { words } = useWords('home');
  const situation = worstSeverity(findings);
  return (
    <section aria-labelledby="verdict">
      <div className="verdict">
        {situation === 'ok' ? <Sign severity="ok" /> : null}
        <h2 id="verdict">{situation === 'ok' ? words.verdict.ok : words.verdict.wrong(findings.length)}</h2>
        <span className="quiet">
          {words.checked} <Moment at={at} />
        </span>
      </div>
      {findings.length === 0 ? null : <Findings findings={findings} now={at} />}
    </section>
  );
}

/** The shape shows the severity too, not only the colour. */
function Sign({ severity }: { readonly severity: ReturnType<typeof worstSeverity> | 'note' }): ReactNode {
  return (
    <svg className={`sign sign-${severity}`} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      {SHAPES[severity]}
    </svg>
  );
}

const MARK = <path d="M12 9v5m0 3.2v.1" />;

const SHAPES = {
  ok: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="m7.5 12.5 3 3 6-6.5" />
    </>
  ),
  note: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 11v6m0-9.8v.1" />
    </>
  ),
  warning: (
    <>
      <path d="M12 2.5 22.5 21h-21Z" />
      {MARK}
    </>
  ),
  problem: (
    <>
      <path d="M8 2h8l6 6v8l-6 6H8l-6-6V8Z" />
      {MARK}
    </>
  ),
};

interface Shown {
  readonly findings: readonly Finding[];
  readonly now: number;
}

function Findings({ findings, now }: Shown): ReactNode {
  const { words } = useWords('home');
  return (
    <ul className="findings" data-rows>
      {findings.map((finding) => {
        const { name, path } = placeOf(finding);
        return (
          <li key={keyOf(finding)} id={keyOf(finding)}>
            <Sign severity={finding.severity} />
            <span className="visually-hidden">{words.severity[finding.severity]}</span>
            <p>
              <FindingText finding={finding} part="text" now={now} />
            </p>
            <HowToFix finding={finding} now={now} />
            <a id={`${keyOf(finding)}-link`} href={path}>
              {words.places[name]}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** The advice, folded: most operators know it. */
function HowToFix({ finding, now }: { readonly finding: Finding; readonly now: number }): ReactNode {
  const { words } = useWords('home');
  if (findingWords(finding, useLanguage(), () => '').action === undefined) return null;
  return (
    <details className="how" id={`${keyOf(finding)}-how`}>
      <summary>{words.how}</summary>
      <p className="quiet">
        <FindingText finding={finding} part="action" now={now} />
      </p>
    </details>
  );
}

function Notes({ findings, now }: Shown): ReactNode {
  const { words } = useWords('home');
  return (
    <details id="notes" className="notes">
      <summary>{words.notes(findings.length)}</summary>
      <Findings findings={findings} now={now} />
    </details>
  );
}

/** The same key for the same finding, so that the live page recognises it. */
function keyOf({ code, params }: Finding): string {
  const named = 'account' in params ? [params.account?.kind, params.account?.id.replace('*', 'others')] : [];
  const other = 'origin' in params ? [params.origin] : 'platform' in params ? [params.platform] : [];
  return [code.replace('.', '-'), ...named, ...other, ...('code' in params && 'origin' in params ? [params.code] : [])].join('-');
}
