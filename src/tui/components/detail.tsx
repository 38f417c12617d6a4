import { Box, Newline } from 'ink';
import { Fragment, type ReactNode } from 'react';
import { formatDuration } from '../../base/duration.ts';
import { field, type JsonObject, objectsIn } from '../../base/exact-json.ts';
import { JobState } from '../../domain/job.ts';
import { say } from '../../messages/messages.ts';
import { eventTypeLabel } from '../../presentation/event-label.ts';
import { faultOfJson } from '../../presentation/fault-text.ts';
import { STEP_KINDS, type StepTone, stepTone, stepWords, type TimelineStep } from '../../presentation/timeline.ts';
import { cellWidth, cleanText } from '../cell-text.ts';
import { changeRows, conversionRows, fieldLabel, type LabelledRow, leadRows, technicalRows } from '../detail-rows.ts';
import { fullTime } from '../local-clock.ts';
import { numberOf, objectOf, textOf, timeOf } from '../read-json.ts';
import type { DetailState } from '../state.ts';
import { STATUS_TONES, type Tone } from '../theme.ts';
import { Scroll } from './scroll.tsx';
import { Heading, Labelled, Line, useLook, Words } from './words.tsx';

/** More of a body than a person reads on a terminal; `events show --raw` writes all of it. */
const BODY_CHARACTERS = 16_384;

interface DetailProps {
  readonly detail: DetailState;
  readonly width: number;
  readonly offset: number;
  readonly onLimit: ((limit: number) => void) | undefined;
}

/** The pane of one event: its timeline, its lead, its body. */
export function Detail({ detail, width, offset, onLimit }: DetailProps): ReactNode {
  return (
    <Box flexDirection="column" width={width} flexGrow={1} flexShrink={1}>
      <DetailTitle detail={detail} />
      <Scroll offset={offset} onLimit={onLimit}>
        <DetailContent detail={detail} width={width} />
      </Scroll>
    </Box>
  );
}

/** Like the title of the event's page: what it is, whose it is, and its number. */
function DetailTitle({ detail: { eventId, trail, isRevealed } }: { readonly detail: DetailState }): ReactNode {
  const { texts } = useLook();
  const words = texts.detail;
  const lead = objectOf(trail ?? {}, 'lead') ?? {};
  const type = textOf(objectOf(trail ?? {}, 'evento') ?? {}, 'event_type');
  const person = ['nome', 'email', 'telefone_e164'].map((key) => textOf(lead, key)).find((text) => text !== '');
  const what = [...(type === '' ? [] : [say((m) => eventTypeLabel(m, type))]), ...(person === undefined ? [] : [person])].join(' · ');
  return (
    <Line>
      <Words>
        <Words bold>{what === '' ? '' : `${cleanText(what)}  `}</Words>
        {field(lead, 'teste') === true && <Words tone="warn">{`${texts.testLead}  `}</Words>}
        <Words bold={what === ''}>{words.title({ id: cleanText(eventId) })}</Words>
        <Words tone={isRevealed ? 'warn' : 'dim'}>{`  ${isRevealed ? words.shown : words.masked}`}</Words>
      </Words>
    </Line>
  );
}

function DetailContent({ detail: { trail, isRevealed }, width }: Pick<DetailProps, 'detail' | 'width'>): ReactNode {
  const look = useLook();
  const words = look.texts.detail;
  if (trail === undefined) return <Words tone="dim">{look.texts.loading}</Words>;
  if (trail === null) return <Words tone="warn">{words.missing}</Words>;
  const event = objectOf(trail, 'evento') ?? {};
  const lead = objectOf(trail, 'lead');
  const changes = objectOf(trail, 'mudancas');
  return (
    <>
      <EventFacts event={event} lead={lead ?? {}} />
      <Section name={fieldLabel('timeline')} width={width}>
        {shownSteps(trail).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name
          <StepLine key={index} step={step} width={width} />
        ))}
      </Section>
      {changes !== null && (
        <Section name={say((m) => m.web.event.changes)} width={width}>
          <Rows rows={changeRows(changes)} />
        </Section>
      )}
      {objectsIn(trail, 'conversoes').map((conversion) => (
        <Section key={textOf(conversion, 'conversao_id')} name={fieldLabel('conversion')} width={width}>
          <Rows rows={conversionRows(conversion)} />
        </Section>
      ))}
      {lead !== null && (
        <Section name={`${fieldLabel('lead')} ${cleanText(textOf(lead, 'lead_id'))}`} width={width}>
          <Rows rows={leadRows(lead)} />
        </Section>
      )}
      <Section name={fieldLabel('body')} width={width}>
        {isRevealed ? (
          <Words fit="wrap">{bodyText(event)}</Words>
        ) : (
          <Words tone="dim">{words.bodyHidden({ bytes: look.count(numberOf(event, 'corpo_bytes')) })}</Words>
        )}
      </Section>
      <Section name={say((m) => m.web.event.technical)} width={width}>
        <Rows rows={technicalRows(event)} />
      </Section>
    </>
  );
}

function Section({ name, width, children }: { readonly name: string; readonly width: number; readonly children: ReactNode }): ReactNode {
  return (
    <Box flexDirection="column" marginTop={1}>
      <Heading title={name} width={width} />
      {children}
    </Box>
  );
}

/** Its state, campaign, client, source and time; then the error. */
function EventFacts({ event, lead }: { readonly event: JsonObject; readonly lead: JsonObject }): ReactNode {
  const look = useLook();
  const status = textOf(event, 'status');
  const code = textOf(event, 'erro_codigo');
  const campaign = textOf(lead, 'campanha') || textOf(lead, 'campanha_id');
  const source = look.labelOf('origins', textOf(event, 'origem'));
  const facts = [campaign, textOf(lead, 'cliente'), source, fullTime(timeOf(event, 'recebido_em'))];
  return (
    <>
      <Line>
        <Words>
          <Words bold tone={STATUS_TONES[status] ?? 'plain'}>
            {look.labelOf('states', status)}
          </Words>
          {`  ${cleanText(facts.filter((text) => text !== '').join('  '))}`}
        </Words>
      </Line>
      {code !== '' && (
        <>
          <Words tone="bad" bold>
            {cleanText(look.labelOf('codes', code))}
            <Words tone="dim">{`  ${cleanText(code)}`}</Words>
          </Words>
          <Box paddingLeft={2}>
            <Words tone="bad" fit="wrap">
              {cleanText(faultOfJson(event))}
            </Words>
          </Box>
        </>
      )}
    </>
  );
}

/** From this width, a step shows its day. */
const DAY_COLUMNS = 64;

/** Without the start of jobs that have ended: their end says it all. */
function shownSteps(trail: JsonObject): readonly JsonObject[] {
  const ended = objectsIn(trail, 'jobs')
    .filter((job) => textOf(job, 'estado') === JobState.done || textOf(job, 'estado') === JobState.failed)
    .map((job) => textOf(job, 'job_id'));
  return objectsIn(trail, 'caminho').filter(
    (step) => textOf(step, 'passo') !== 'queued' || !ended.includes(textOf(objectOf(step, 'dados') ?? {}, 'job')),
  );
}

const STEP_TONES: Readonly<Record<StepTone, Tone>> = { plain: 'plain', good: 'ok', warn: 'warn', bad: 'bad', open: 'accent' };

function StepLine({ step, width }: { readonly step: JsonObject; readonly width: number }): ReactNode {
  const { labelOf } = useLook();
  const kind = STEP_KINDS.find((one) => one === textOf(step, 'passo'));
  // A service of another version may have steps that this version does not know.
  if (kind === undefined) return null;
  const told = { kind, params: objectOf(step, 'dados') ?? {} } as unknown as TimelineStep;
  const { name, detail } = stepWords(told);
  const code = textOf(step, 'erro_codigo');
  const took = field(step, 'duracao_ms');
  const tone = STEP_TONES[stepTone(told)];
  const parts = [
    // How it was sent is in the technical details.
    kind === 'received' ? '' : detail,
    typeof took === 'number' ? say((m) => m.web.event.took(formatDuration(took))) : '',
    code === '' ? '' : labelOf('codes', code),
  ];
  const time = fullTime(timeOf(step, 'em'));
  const timeCells = width >= DAY_COLUMNS ? 19 : 8;
  return (
    <Labelled
      label={
        <Box columnGap={2}>
          <Box flexShrink={0} width={timeCells}>
            <Words tone={tone}>{time.slice(-timeCells)}</Words>
          </Box>
          <Words tone={tone}>{name.charAt(0).toUpperCase() + name.slice(1)}</Words>
        </Box>
      }
      width={timeCells + 15}
      text={cleanText(parts.filter((part) => part !== '').join(' · '))}
    />
  );
}

const WIDEST_NAME = 26;

function Rows({ rows }: { readonly rows: readonly LabelledRow[] }): ReactNode {
  const longest = Math.min(WIDEST_NAME, Math.max(0, ...rows.map(([name]) => cellWidth(name))));
  return rows.map(([name, text], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two answers may have the same question
    <Labelled key={index} label={<Words tone="dim">{name}</Words>} width={longest} text={cleanText(text)} />
  ));
}

function bodyText(event: JsonObject): ReactNode {
  const lines = textOf(event, 'corpo').slice(0, BODY_CHARACTERS).split(/\r?\n/);
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of the body is its place
    <Fragment key={index}>
      {index > 0 && <Newline />}
      <Words>{cleanText(line.replaceAll('\t', '  '))}</Words>
    </Fragment>
  ));
}
