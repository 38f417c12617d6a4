import { Box, Newline } from 'ink';
import { Fragment, type ReactNode } from 'react';
import { field, type JsonObject, type JsonValue, scalarText, writeJson } from '../../base/exact-json.ts';
import { faultOfJson } from '../../presentation/fault-text.ts';
import { STEP_KINDS, type StepTone, stepTone, stepWords, type TimelineStep } from '../../presentation/timeline.ts';
import { cellWidth, cleanText } from '../cell-text.ts';
import { fullTime } from '../local-clock.ts';
import { numberOf, objectOf, objectsOf, textOf, timeOf } from '../read-json.ts';
import type { DetailState } from '../state.ts';
import { STATUS_TONES, type Tone } from '../theme.ts';
import { Scroll } from './scroll.tsx';
import { Line, Rule, useLook, Words } from './words.tsx';

/** More of a body than anybody reads on a terminal; `events show --raw` writes all of it. */
const BODY_CHARACTERS = 16_384;

interface DetailProps {
  readonly detail: DetailState;
  readonly width: number;
  readonly offset: number;
  readonly onLimit: ((limit: number) => void) | undefined;
}

/** The pane of one event: its way, its lead, its body. */
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

function DetailTitle({ detail: { eventId, isRevealed } }: { readonly detail: DetailState }): ReactNode {
  const words = useLook().texts.detail;
  return (
    <Line>
      <Words>
        <Words bold>{words.title({ id: cleanText(eventId) })}</Words>
        <Words tone={isRevealed ? 'warn' : 'dim'}>{`  ${isRevealed ? words.shown : words.masked}`}</Words>
      </Words>
    </Line>
  );
}

interface ContentProps {
  readonly detail: DetailState;
  readonly width: number;
}

function DetailContent({ detail: { trail, isRevealed }, width }: ContentProps): ReactNode {
  const look = useLook();
  const words = look.texts.detail;
  if (trail === undefined) return <Words tone="dim">{look.texts.loading}</Words>;
  if (trail === null) return <Words tone="warn">{words.missing}</Words>;
  const event = objectOf(trail, 'evento') ?? {};
  const lead = objectOf(trail, 'lead');
  return (
    <>
      <EventFacts event={event} />
      <Section name={words.way} width={width}>
        {objectsOf(field(trail, 'caminho')).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name
          <StepLine key={index} step={step} width={width} />
        ))}
      </Section>
      {lead !== null && (
        <Section name={words.lead} width={width}>
          <Fields object={lead} />
        </Section>
      )}
      {objectsOf(field(trail, 'conversoes')).map((conversion) => (
        <Section key={textOf(conversion, 'conversao_id')} name={words.conversion} width={width}>
          <Fields object={conversion} />
        </Section>
      ))}
      <Section name={words.body} width={width}>
        {isRevealed ? (
          <Words fit="wrap">{bodyText(event)}</Words>
        ) : (
          <Words tone="dim">{words.bodyHidden({ bytes: look.count(numberOf(event, 'corpo_bytes')) })}</Words>
        )}
      </Section>
    </>
  );
}

function Section({ name, width, children }: { readonly name: string; readonly width: number; readonly children: ReactNode }): ReactNode {
  return (
    <Box flexDirection="column" marginTop={1}>
      <Line>
        <Box flexShrink={0} marginRight={1}>
          <Words bold>{name}</Words>
        </Box>
        <Rule width={width} />
      </Line>
      {children}
    </Box>
  );
}

function EventFacts({ event }: { readonly event: JsonObject }): ReactNode {
  const status = textOf(event, 'status');
  const code = textOf(event, 'erro_codigo');
  return (
    <>
      <Line>
        <Words>
          <Words bold tone={STATUS_TONES[status] ?? 'plain'}>
            {cleanText(status)}
          </Words>
          {`  ${cleanText([textOf(event, 'origem'), textOf(event, 'event_type'), textOf(event, 'identidade')].join('  '))}`}
        </Words>
      </Line>
      {code !== '' && (
        <>
          <Words tone="bad" bold>
            {cleanText(code)}
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

/** From this width on a step is told with its day. */
const DAY_COLUMNS = 64;

const STEP_TONES: Readonly<Record<StepTone, Tone>> = { plain: 'plain', good: 'ok', warn: 'warn', bad: 'bad', open: 'accent' };

function StepLine({ step, width }: { readonly step: JsonObject; readonly width: number }): ReactNode {
  const kind = STEP_KINDS.find((one) => one === textOf(step, 'passo'));
  // A service of another version may tell of steps that this one does not know.
  if (kind === undefined) return null;
  const told = { kind, params: objectOf(step, 'dados') ?? {} } as unknown as TimelineStep;
  const { name, detail } = stepWords(told);
  const code = textOf(step, 'erro_codigo');
  const tone = STEP_TONES[stepTone(told)];
  const time = fullTime(timeOf(step, 'em'));
  return (
    <Box columnGap={2}>
      <Box flexShrink={0} width={width >= DAY_COLUMNS ? 19 : 8}>
        <Words tone={tone}>{width >= DAY_COLUMNS ? time : time.slice(-8)}</Words>
      </Box>
      <Box flexShrink={0} width={13}>
        <Words tone={tone}>{name}</Words>
      </Box>
      <Rest>{code === '' ? detail : `${detail}, ${code}`}</Rest>
    </Box>
  );
}

/** Text beside a column, which goes on below itself. */
function Rest({ children }: { readonly children: string }): ReactNode {
  return (
    <Box flexGrow={1} flexShrink={1} flexBasis={0}>
      <Words fit="wrap">{cleanText(children)}</Words>
    </Box>
  );
}

const WIDEST_NAME = 20;

/** Names and values; what is empty is left out. */
function Fields({ object }: { readonly object: JsonObject }): ReactNode {
  const filled = Object.entries(object).flatMap(([name, value]) => {
    const text = valueText(value);
    return text === '' ? [] : [[name, text] as const];
  });
  const longest = Math.min(WIDEST_NAME, Math.max(0, ...filled.map(([name]) => cellWidth(name))));
  return filled.map(([name, text]) => (
    <Box key={name} columnGap={2}>
      <Box flexShrink={0} width={longest}>
        <Words tone="dim">{name}</Words>
      </Box>
      <Rest>{text}</Rest>
    </Box>
  ));
}

function valueText(value: JsonValue): string {
  const scalar = value === null ? '' : scalarText(value);
  if (scalar !== undefined) return scalar;
  if (typeof value === 'boolean') return String(value);
  const text = value === null ? '' : writeJson(value);
  return text === '[]' || text === '{}' ? '' : text;
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
