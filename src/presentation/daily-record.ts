import type { DailyFigures, DayFigures, SpanFigures } from '../domain/daily-figures.ts';
import { count, list, milliseconds, record, text } from './record.ts';

const spanRecord = record<SpanFigures>()({
  leads: count.of('leads', 'By the time of submission, without test leads.'),
  falhas: count.of('failures', 'Jobs that ended with an error; one that fails again after a retry counts again.'),
  tempo_ate_lead_p50_ms: milliseconds.nullable.of(({ timeToLead }) => timeToLead.median),
  tempo_ate_lead_p95_ms: milliseconds.nullable.of(({ timeToLead }) => timeToLead.p95),
});

/** Fourteen days of leads, failures and time to lead. */
export const dailyRecord = record<DailyFigures>()(
  {
    fuso: text.of('timeZone'),
    dias: list(record<DayFigures>()({ dia: text.of('date', '`YYYY-MM-DD` in the time zone.'), ...spanRecord.fields })).of(
      'days',
      '14, oldest first; the last one is today.',
    ),
    semana: spanRecord.of('week', 'Today and the six days before it.'),
    semana_anterior: spanRecord.of('weekBefore', 'The seven days before those, up to the same time of day.'),
  },
  'DailyFigures',
  'Leads, failures, and the time from storing an event to creating its lead: of at most 500 leads of each span, evenly spread.',
);
