import { Box } from 'ink';
import { Fragment, type ReactNode } from 'react';
import { JobGroup, JobState } from '../../domain/job.ts';
import { QUEUE_LATE_MS } from '../../findings/limits.ts';
import { sparkline } from '../draw-chart.ts';
import { age, aliveWorkers, healthOf, oldestAge } from '../health.ts';
import type { PartProps } from '../layout.ts';
import { type Measure, rateOf, valuesOf } from '../series.ts';
import { openList, TABS, type WatchState } from '../state.ts';
import type { Look, Tone } from '../theme.ts';
import { Fitting, Line, Rule, useLook, Words } from './words.tsx';

/** Above the body: the health of the queue, its figures, its rates, the tabs. */
export function Header({ state, layout }: PartProps): ReactNode {
  const { density, width } = layout;
  if (density === 'tiny') return <TinyHeader state={state} />;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Title state={state} width={width} />
      <Figures state={state} width={width} />
      {density !== 'low' && <Rates state={state} width={width} />}
      <Tabs state={state} width={width} />
    </Box>
  );
}

/** Below this width, spacing is tighter and the version is hidden. */
const ROOMY_COLUMNS = 90;

function Title({ state, width }: { readonly state: WatchState; readonly width: number }): ReactNode {
  const look = useLook();
  const { glyphs, texts } = look;
  const { setup, figures } = state;
  const health = healthOf(state, look);
  return (
    <Line justify="space-between">
      <Box flexShrink={0} maxWidth={width} marginRight={2}>
        <Words>
          <Words tone={health.tone} bold>{` ${health.glyph} ${health.word}`}</Words>
          <Words bold>{`  ${figures?.queue ?? ''}`}</Words>
          {setup.readonly && <Words tone="accent">{`  ${texts.readonly}`}</Words>}
          {state.isFrozen && <Words tone="warn" bold>{`  ${glyphs.paused} ${texts.frozen}`}</Words>}
        </Words>
      </Box>
      <Box flexShrink={1} marginRight={1}>
        <Words tone="dim" fit="cut-start">
          {setup.name}
        </Words>
        {width >= ROOMY_COLUMNS && (
          <Box flexShrink={0} marginLeft={2}>
            <Words tone="dim">{`lead-intake ${setup.version}`}</Words>
          </Box>
        )}
      </Box>
    </Line>
  );
}

function Figures({ state, width }: { readonly state: WatchState; readonly width: number }): ReactNode {
  const { texts } = useLook();
  const { figures } = state;
  if (figures === null) return <Line />;
  const oldest = oldestAge(state);
  const alive = aliveWorkers(state);
  const gone = figures.workers.length - alive;
  const isUnmanned = gone > 0 || (alive === 0 && figures.waiting > 0);
  return (
    <Box paddingX={1} height={1} flexShrink={0}>
      <Fitting gap={width < ROOMY_COLUMNS ? 2 : 3}>
        <Figure word={JobState.pending} value={figures.waiting} tone="accent" />
        <Figure word={JobState.running} value={figures.running} tone="plain" />
        <Figure word={JobState.failed} value={figures.failed} tone="bad" />
        <Words tone={oldest === null ? 'dim' : oldest > QUEUE_LATE_MS ? 'warn' : 'plain'}>
          {oldest === null ? texts.noneDue : texts.oldest({ age: age(oldest) })}
        </Words>
        <Words tone={isUnmanned ? 'bad' : 'plain'}>{texts.workers({ alive, gone })}</Words>
        {figures.parked > 0 && <Figure word={JobGroup.parked} value={figures.parked} tone="warn" />}
        <Figure word={JobState.done} value={figures.finished} tone="ok" />
      </Fitting>
    </Box>
  );
}

function Figure({ word, value, tone }: { readonly word: string; readonly value: number; readonly tone: Tone }): ReactNode {
  const { count, labelOf } = useLook();
  return (
    <Words>
      <Words tone="dim">{`${labelOf('jobStates', word)} `}</Words>
      <Words bold tone={value === 0 ? 'plain' : tone}>
        {count(value)}
      </Words>
    </Words>
  );
}

const RATES: readonly (readonly [measure: Exclude<Measure, 'waiting'>, tone: Tone])[] = [
  ['received', 'accent'],
  ['finished', 'ok'],
  ['failed', 'bad'],
];
/** From this width, the totals of the last minutes are next to the rates. */
const SUMMARY_COLUMNS = 110;
const LABEL_CELLS = 18;
const MOST_SPARKS = 36;

function Rates({ state, width }: { readonly state: WatchState; readonly width: number }): ReactNode {
  const look = useLook();
  const { figures, series } = state;
  if (figures === null) return <Line />;
  const { minutes, finished, failed } = figures.lastMinutes;
  const summary =
    width >= SUMMARY_COLUMNS ? look.texts.lastMinutes({ minutes, finished: look.count(finished), failed: look.count(failed) }) : '';
  const room = Math.floor((width - 4 - (summary === '' ? 0 : summary.length + 3)) / RATES.length);
  const sparks = Math.max(0, Math.min(MOST_SPARKS, room - LABEL_CELLS - 2));
  return (
    <Line justify="space-between">
      <Box flexShrink={0} paddingLeft={1} columnGap={2}>
        {RATES.map(([measure, tone]) => (
          <Words key={measure}>
            <Words tone="dim">{`${look.texts.rates[measure]} ${rateText(rateOf(series, measure), look)} `.padEnd(LABEL_CELLS)}</Words>
            <Words tone={tone}>{sparkline(valuesOf(series, measure, sparks), look.glyphs.spark)}</Words>
          </Words>
        ))}
      </Box>
      <Words tone="dim">{`${summary} `}</Words>
    </Line>
  );
}

/** Per second from one per second; below that, per minute. */
function rateText(perSecond: number | null, { count, texts }: Look): string {
  if (perSecond === null) return '-';
  if (perSecond >= 10) return `${count(perSecond)}${texts.perSecond}`;
  if (perSecond >= 1) return `${perSecond.toFixed(1)}${texts.perSecond}`;
  return perSecond === 0 ? `0${texts.perSecond}` : `${Math.max(1, Math.round(perSecond * 60))}${texts.perMinute}`;
}

/** Below this width, the names of closed tabs are cut. */
const TAB_NAMES_COLUMNS = 72;

function Tabs({ state, width }: { readonly state: WatchState; readonly width: number }): ReactNode {
  const { glyphs, texts, count } = useLook();
  const { figures } = state;
  const counts: Readonly<Record<string, number | undefined>> = {
    failures: (figures?.failed ?? 0) + (figures?.parked ?? 0),
    workers: figures?.workers.length,
  };
  return (
    <Line>
      <Box flexShrink={0}>
        <Words>
          {TABS.map((tab, index) => {
            const isOpen = tab === state.tab;
            const name = isOpen || width >= TAB_NAMES_COLUMNS ? texts.tabs[tab] : texts.tabs[tab].slice(0, 4);
            const total = counts[tab] ?? 0;
            return (
              <Fragment key={tab}>
                <Words tone="dim">{glyphs.horizontal}</Words>
                <Words bold={isOpen} inverse={isOpen} tone={isOpen ? 'plain' : 'dim'}>
                  {` ${index + 1} ${name}${total === 0 ? '' : ` ${count(total)}`} `}
                </Words>
              </Fragment>
            );
          })}
        </Words>
      </Box>
      <Rule width={width} />
    </Line>
  );
}

/** The one line of a very small screen: the health of the queue and, if the body does not show them, its figures. */
function TinyHeader({ state }: { readonly state: WatchState }): ReactNode {
  const look = useLook();
  const health = healthOf(state, look);
  const { figures } = state;
  const oldest = oldestAge(state);
  return (
    <Line>
      <Fitting gap={2}>
        <Words tone={health.tone} bold>{`${health.glyph} ${health.short}`}</Words>
        {figures !== null && openList(state) !== null && (
          <Words>{[figures.waiting, figures.running, figures.failed].map(look.count).join('/')}</Words>
        )}
        {oldest !== null && <Words tone="dim">{age(oldest).replaceAll(' ', '')}</Words>}
        {figures !== null && <Words tone="dim">{look.texts.workers({ alive: aliveWorkers(state), gone: 0 })}</Words>}
      </Fitting>
    </Line>
  );
}
