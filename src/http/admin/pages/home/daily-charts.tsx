import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import type { Language } from '../../../../base/language.ts';
import { zonedTimeMs } from '../../../../base/zoned-time.ts';
import type { DailyFigures, DayFigures, SpanFigures } from '../../../../domain/daily-figures.ts';
import { EventStatus } from '../../../../domain/webhook-event.ts';
import { inEveryLanguage } from '../../../../messages/messages.ts';
import { LANGUAGE_TAGS } from '../../../../presentation/ago.ts';
import { eventListPath } from '../../addresses/event-filter.ts';
import { leadList } from '../../addresses/lists.ts';
import { ValuesTable } from '../charts/chart.tsx';
import { barHeight, percent } from '../charts/scales.ts';
import { useLanguage, useMessages, useWords } from '../context.tsx';
import { Count } from '../elements/format.tsx';

const HEIGHT = 72;
/** Room for the days below, px. */
const BOTTOM = 20;
/** The share of a day's width that its bar takes. */
const BAR = 0.72;

const FORMATS = inEveryLanguage((_, language) => {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: 'UTC', ...options });
  return {
    day: format({ day: 'numeric', month: 'short' }),
    weekday: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    change: new Intl.NumberFormat(LANGUAGE_TAGS[language], { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 }),
  };
});

/** One figure by day and week. */
interface Measure {
  readonly id: 'leads' | 'failures' | 'times';
  readonly title: string;
  readonly path?: string;
  /** `null` if there was nothing to measure. */
  readonly read: (span: SpanFigures) => number | null;
  readonly format: (value: number) => string;
  /** Follows the figure of the week. */
  readonly more?: string | undefined;
  readonly change: string;
}

/** Leads, failures and the time to lead over fourteen days, the current week compared with the previous one, each with its own scale. */
export function DailyCharts({ daily }: { readonly daily: DailyFigures }): ReactNode {
  const { words } = useWords('home');
  const { days } = daily;
  return (
    <section aria-labelledby="days" className="days">
      <h2 id="days">{words.days}</h2>
      <div className="small-multiples">
        {useMeasures(daily).map((measure) => (
          <Multiple key={measure.id} measure={measure} daily={daily} />
        ))}
      </div>
      <details id="days-table">
        <summary>{words.daysTable}</summary>
        <DaysTable days={days} />
        <p className="quiet">{words.daysNote(daily.timeZone)}</p>
      </details>
    </section>
  );
}

function useMeasures({ days, timeZone, week, weekBefore }: DailyFigures): readonly Measure[] {
  const { words, fields, number, language } = useWords('home');
  const since = zonedTimeMs(days.at(-7)?.date ?? '', timeZone) ?? 0;
  const { median, p95 } = week.timeToLead;
  const medianBefore = weekBefore.timeToLead.median;
  return [
    {
      id: 'leads',
      title: fields.leads,
      path: leadList.address({ since, isTest: false }),
      read: ({ leads }) => leads,
      format: number,
      change:
        weekBefore.leads === 0
          ? words.noneBefore
          : words.changed(FORMATS[language].change.format(week.leads / weekBefore.leads - 1), number(weekBefore.leads)),
    },
    {
      id: 'failures',
      title: words.failures,
      path: eventListPath({ status: EventStatus.failed }),
      read: ({ failures }) => failures,
      format: number,
      change: weekBefore.failures === 0 ? words.noneBefore : words.before(number(weekBefore.failures)),
    },
    {
      id: 'times',
      title: words.timeToLead,
      read: ({ timeToLead }) => timeToLead.median,
      format: formatDuration,
      more: median === null || p95 === null ? undefined : words.within95(formatDuration(p95)),
      change: medianBefore === null ? words.noneBefore : words.before(formatDuration(medianBefore)),
    },
  ];
}

function Multiple({ measure, daily: { days, week } }: { readonly measure: Measure; readonly daily: DailyFigures }): ReactNode {
  const { labels, web } = useMessages();
  const { id, title, path, read, format, more, change } = measure;
  const value = read(week);
  const said = value === null ? labels.none : format(value);
  return (
    <figure className={`multiple multiple-${id}`}>
      <figcaption>
        <h3>{path === undefined ? title : <a href={path}>{title}</a>}</h3>
        <p>
          <span className="value">{said}</span> {more === undefined ? null : <span className="quiet">{more}</span>}
        </p>
        <p className="quiet">{change}</p>
      </figcaption>
      <Bars measure={measure} days={days} description={web.home.chartText(title, said, change)} />
    </figure>
  );
}

function Bars({ measure, days, description }: { measure: Measure; days: readonly DayFigures[]; description: string }): ReactNode {
  const { words, language } = useWords('home');
  const { read, format, title, id } = measure;
  const most = Math.max(1, ...days.map((day) => read(day) ?? 0));
  const half = days.length / 2;
  return (
    <svg className="drawing" height={HEIGHT + BOTTOM} role="img" aria-labelledby={`days-${id}-text`}>
      <title id={`days-${id}-text`}>{description}</title>
      <line className="grid" x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} />
      {days.map((day, index) => {
        const value = read(day) ?? 0;
        const height = barHeight(value, most, HEIGHT);
        return (
          <g key={day.date} className={index < half ? 'before' : undefined}>
            <title>{words.day(nameOf(day, 'weekday', language), title, read(day) === null ? words.nothing : format(value))}</title>
            {/* The tooltip, also over a day without a bar. */}
            <rect className="probe" x={percent(index, days.length)} width={percent(1, days.length)} y={0} height={HEIGHT} />
            <rect
              className="bar"
              x={percent(index + (1 - BAR) / 2, days.length)}
              width={percent(BAR, days.length)}
              y={HEIGHT - height}
              height={height}
            />
          </g>
        );
      })}
      {[0, half].map((index) => (
        <text key={index} className="hour hour-first" x={percent(index, days.length)} y={HEIGHT + BOTTOM - 4}>
          {nameOf(days[index], 'day', language)}
        </text>
      ))}
      <text className="hour hour-last" x="100%" y={HEIGHT + BOTTOM - 4}>
        {words.today}
      </text>
    </svg>
  );
}

function nameOf(day: DayFigures | undefined, format: 'day' | 'weekday', language: Language): string {
  return day === undefined ? '' : FORMATS[language][format].format(Date.parse(day.date));
}

function DaysTable({ days }: { readonly days: readonly DayFigures[] }): ReactNode {
  const { labels, web } = useMessages();
  const language = useLanguage();
  const { home: words } = web;
  const length = (ms: number | null): string => (ms === null ? labels.none : formatDuration(ms));
  return (
    <ValuesTable
      caption={<span className="visually-hidden">{words.days}</span>}
      rows={days.toReversed()}
      columns={[
        [words.dayColumn, (day) => nameOf(day, 'weekday', language)],
        [labels.fields.leads, ({ leads }) => <Count value={leads} />],
        [words.failures, ({ failures }) => <Count value={failures} />],
        [words.median, ({ timeToLead }) => length(timeToLead.median)],
        [words.percentile95, ({ timeToLead }) => length(timeToLead.p95)],
      ]}
    />
  );
}
