import type { ReactNode } from 'react';
import { type Finding, worstSeverity } from '../../../../domain/finding.ts';
import type { FIRST_STEPS, FirstStep } from '../../../../domain/first-steps.ts';
import type { LeadView } from '../../../../domain/lead.ts';
import { sumOfRefused } from '../../../../domain/refused-request.ts';
import { findingWords } from '../../../../presentation/finding-text.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { lastHourOf } from '../../../../presentation/queue-record.ts';
import { leadList } from '../../addresses/lists.ts';
import { queuePath } from '../../addresses/paths.ts';
import { REFUSED_PATH } from '../../addresses/refused-paths.ts';
import { placeOf } from '../../read/finding-address.ts';
import type { Health } from '../../read/health.ts';
import { useLanguage, useMessages, useWords } from '../context.tsx';
import { FindingText } from '../elements/finding-text.tsx';
import { Age, Count, Foreign, Moment, Sentence } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { DailyCharts } from './daily-charts.tsx';

/** What is wrong, if anything; the last fourteen days; what just came in. */
export function HomePage({ health }: { readonly health: Health }): ReactNode {
  return (
    <AdminPage section="home" subtitle={<Connection />}>
      <Live address="/admin">
        <HomeVerdict health={health} />
      </Live>
    </AdminPage>
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

const STEP_PATHS: Readonly<Record<(typeof FIRST_STEPS)[number], string | null>> = {
  fonte: '/admin/fontes',
  campanha: '/admin/campanhas',
  evento: '/admin/webhooks',
  lead: '/admin/leads',
  backup: '/admin/fila#banco',
  alerta: null,
};

/** What to do until leads arrive, in order; the next step is highlighted. */
function FirstSteps({ steps }: { readonly steps: readonly FirstStep[] }): ReactNode {
  const { words } = useWords('home');
  const next = steps.find(({ isDone }) => isDone === false)?.step;
  return (
    <section className="first-steps panel" aria-labelledby="first-steps">
      <h2 id="first-steps">{words.firstSteps}</h2>
      <p className="quiet">{words.firstStepsIntro}</p>
      <ol>
        {steps.map(({ step, isDone }) => {
          const { name, text } = words.steps[step];
          const path = STEP_PATHS[step];
          return (
            <li
              key={step}
              className={isDone === true ? 'done' : step === next ? 'next' : undefined}
              aria-current={step === next ? 'step' : undefined}
            >
              {path === null ? (
                <strong>{name}</strong>
              ) : (
                <a id={`step-${step}`} href={path}>
                  {name}
                </a>
              )}{' '}
              <span className="state quiet">{words.stepStates[isDone === null ? 'unseen' : isDone ? 'done' : 'open']}</span>
              <span className="quiet text">
                <Sentence text={text} />
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const LONGEST_SHOWN = 80;

function NewestLeads({ leads }: { readonly leads: readonly LeadView[] }): ReactNode {
  const { web } = useMessages();
  return (
    <section aria-labelledby="newest">
      <h2 id="newest">{web.home.newest}</h2>
      <ul className="newest" data-rows>
        {leads.map((lead) => (
          <NewLead key={lead.id} lead={lead} />
        ))}
      </ul>
      <p>
        <a href={leadList.path}>{web.home.allLeads}</a>
      </p>
    </section>
  );
}

function NewLead({ lead }: { readonly lead: LeadView }): ReactNode {
  const messages = useMessages();
  const { id, erasedAt, name, email, phoneE164, phone, isTest, campaignName, campaignId, clientName, origin, submittedAt, createdAt } =
    lead;
  const person = name ?? email ?? phoneE164 ?? phone ?? (erasedAt === null ? messages.web.lead.title(id) : messages.people.erased);
  const belonging = [campaignName ?? campaignId, clientName].filter((one) => one !== null).join(' · ');
  return (
    <li id={`newest-${id}`}>
      <a id={`newest-${id}-link`} href={`/admin/leads/${id}`}>
        <span className="person">
          <Foreign text={person} longest={LONGEST_SHOWN} />
          {isTest ? <span className="badge badge-conflict">{messages.labels.fields.test}</span> : null}
        </span>{' '}
        <span className="belonging">
          <Foreign text={belonging} longest={LONGEST_SHOWN} />
        </span>{' '}
        <span className="quiet origin">{labelOf(messages, 'origins', origin)}</span>{' '}
        <span className="quiet when">
          <Moment at={submittedAt ?? createdAt} />
        </span>
      </a>
    </li>
  );
}

function QueueNumbers({ health: { snapshot, history } }: { readonly health: Health }): ReactNode {
  const { words, messages, number } = useWords('home');
  const { at, queue, sources, refusedLately } = snapshot;
  const { waiting, oldestWaitingMs } = queue;
  const { finished, failed } = lastHourOf(history);
  const total = number(sources.reduce((sum, source) => sum + source.received24h, 0));
  const bySource = sources.map(({ origin, received24h }) => `${labelOf(messages, 'origins', origin)} ${number(received24h)}`);
  return (
    <section aria-label={words.numbers}>
      <dl className="queue-numbers">
        <SmallFigure name={messages.labels.jobStates.pendente} path={queuePath()} value={<Count value={waiting} />} />
        <SmallFigure
          name={messages.web.queue.oldest}
          value={oldestWaitingMs === null ? messages.labels.none : <Age since={at - oldestWaitingMs} now={at} />}
        />
        <SmallFigure
          name={words.lastHour}
          path={`${queuePath()}#last-hour`}
          value={<Count value={finished} />}
          more={failed === 0 ? undefined : words.failed({ count: number(failed) })}
        />
        <SmallFigure name={words.received} path="/admin/webhooks" value={total} more={bySource.join(' · ')} />
        <SmallFigure name={words.refused} path={REFUSED_PATH} value={<Count value={sumOfRefused(refusedLately)} />} />
      </dl>
    </section>
  );
}

function SmallFigure(props: { name: string; path?: string; value: ReactNode; more?: string | undefined }): ReactNode {
  const { name, path, value, more } = props;
  return (
    <div>
      <dt>{path === undefined ? name : <a href={path}>{name}</a>}</dt>
      <dd>
        {value} {more === undefined ? null : <span className="quiet">{more}</span>}
      </dd>
    </div>
  );
}
