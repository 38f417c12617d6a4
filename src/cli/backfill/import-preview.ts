import type { ImportSummary } from '../../app/backfill/import-search-leads.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { currentLanguage } from '../../base/language.ts';
import { printableLine } from '../../base/text.ts';
import { DAY_MS } from '../../base/time-units.ts';
import { inEveryLanguage, say, sayText } from '../../messages/messages.ts';
import type { LineProblem } from '../parse-csv.ts';
import { canBeMisread, lineList, namedLines, type TimeCell } from './day-order.ts';
import type { LeadCsv, ReadTimes } from './read-lead-csv.ts';

/**
 * Google Ads documents that it provides leads of the last 30 days, and users have seen 60: anything older was misread, or the export is not
 * recent.
 */
const OLDEST_DAYS = 90;

/** How a file was read, before any of it is stored. */
export interface ImportPreview {
  readonly columns: LeadCsv['columns'];
  readonly times: TimesPreview | null;
}

/** The times that could be read. */
interface TimesPreview extends Pick<ReadTimes, 'decision' | 'timeZone'> {
  /** One that shows how the others were read. */
  readonly example: ReadTime;
  readonly earliest: number;
  readonly latest: number;
  /** Line numbers. */
  readonly future: readonly number[];
  readonly old: readonly number[];
}

type ReadTime = TimeCell & { readonly at: number };

export function previewImport({ columns, times }: Pick<LeadCsv, 'columns' | 'times'>, now: number): ImportPreview {
  const read = times.cells.filter((cell): cell is typeof cell & ReadTime => cell.at !== undefined);
  const example = read.find(canBeMisread) ?? read.find(({ written }) => written?.form === 'numbers') ?? read[0];
  if (example === undefined) return { columns, times: null };
  const linesWhere = (isSo: (at: number) => boolean): readonly number[] => read.filter(({ at }) => isSo(at)).map(({ line }) => line);
  return {
    columns,
    times: {
      decision: times.decision,
      timeZone: times.timeZone,
      example,
      earliest: read.reduce((earliest, { at }) => Math.min(earliest, at), example.at),
      latest: read.reduce((latest, { at }) => Math.max(latest, at), example.at),
      future: linesWhere((at) => at > now),
      old: linesWhere((at) => at < now - OLDEST_DAYS * DAY_MS),
    },
  };
}

/** For a person to check before an import. */
export function previewText({ columns, times }: ImportPreview): string {
  const answer = inEveryLanguage((m) => m.cli.backfill.answer);
  const title = say((m) => m.cli.backfill.columns);
  const lines = columns.map(({ header, field }) => `  ${printableLine(header)} → ${sayText(field?.label ?? answer)}`);
  return [title, ...lines, ...(times === null ? [say((m) => m.cli.backfill.noDates)] : timesText(times))].join('\n');
}

function timesText(times: TimesPreview): readonly string[] {
  const { example, earliest, latest, timeZone } = times;
  const spelt = (at: number): string => spelledOut(at, timeZone);
  return [
    say((m) => m.cli.backfill.datesIs({ form: formText(times), text: example.text, spelt: spelt(example.at) })),
    say((m) => m.cli.backfill.dateRange({ spelt: spelt(earliest), until: spelt(latest), timeZone })),
    ...remarksOf(times),
  ];
}

/** Unusual times among those that could be read. */
function remarksOf({ future, old }: TimesPreview): readonly string[] {
  const ofFuture = { futureCount: future.length, futureLines: say(namedLines(future)) };
  const ofOld = { oldCount: old.length, oldestDays: OLDEST_DAYS, oldLines: say(namedLines(old)) };
  return say(({ cli: { backfill } }) => [
    ...(future.length === 0 ? [] : [backfill.checkDatesFuture(ofFuture)]),
    ...(old.length === 0 ? [] : [backfill.oldLeads(ofOld)]),
  ]);
}

/** `day first, as line 4 shows`. */
function formText({ decision, example }: TimesPreview): string {
  return say((m) => {
    const { backfill: words } = m.cli;
    if (example.written?.form !== 'numbers') return words.yearFirst;
    const order = decision.order === 'day-first' ? words.dayFirst : words.monthFirst;
    if (decision.by === 'values') return words.asShows({ order, line: namedLines([decision.proof.line])(m) });
    if (decision.by === 'option') return words.asDatesSays({ order });
    return decision.by === 'header' ? words.byLanguageHeader({ order }) : words.dayEqualsMonth;
  });
}

/** `3 April 2026 at 15:04`. */
function spelledOut(at: number, timeZone: string): string {
  const locale = currentLanguage() === 'pt' ? 'pt-BR' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);
}

function previewJson({ columns, times }: ImportPreview): JsonObject {
  return {
    colunas: columns.map(({ header, field }) => ({ coluna: header, campo: field?.key ?? null })),
    datas: times === null ? null : timesJson(times),
  };
}

const DECIDED_BY = { option: 'opcao', values: 'valores', header: 'cabecalho', none: null } as const;

function timesJson({ decision, example, earliest, latest, timeZone, future, old }: TimesPreview): JsonObject {
  const hasOrder = example.written?.form === 'numbers' && decision.by !== 'none';
  return {
    ordem: hasOrder ? decision.order : null,
    decidida_por: hasOrder ? DECIDED_BY[decision.by] : null,
    linha_que_decide: decision.by === 'values' ? decision.proof.line : null,
    exemplo: { escrito: example.text, entendido: new Date(example.at).toISOString() },
    primeira: new Date(earliest).toISOString(),
    ultima: new Date(latest).toISOString(),
    fuso: timeZone,
    no_futuro: future,
    antigas: old,
  };
}

/** `12 rows: 3 stored, 8 known, 1 repeated.`, and remarks about their times. */
export function importText({ untimed, repeated, recovered, ...summary }: ImportSummary, isPreview: boolean): string {
  const counts = say(({ cli: { backfill: words } }) => {
    const again = words.repeated({ repeatedCount: repeated.length });
    // Leads that arrived with another client's secret.
    const ofKnown = recovered === 0 ? '' : isPreview ? words.toRecover({ recovered }) : words.recovered({ recovered });
    return words.importedSum({ ...summary, isPreview, ofKnown, again });
  });
  if (untimed.length === 0) return counts;
  return `${counts}\n${say((m) => m.cli.backfill.withoutSubmitTime({ untimedCount: untimed.length, lines: lineList(untimed) }))}`;
}

/** `line 7: …` */
export function problemLines(problems: readonly LineProblem[]): readonly string[] {
  return problems.map(({ line, problem }) => say((m) => m.cli.backfill.lineProblem({ line, problem })));
}

export function importJson(
  { rows, known, recovered, repeated, missing, stored, untimed }: ImportSummary,
  { preview, problems, dryRun }: { readonly preview: ImportPreview; readonly problems: readonly LineProblem[]; readonly dryRun: boolean },
): JsonObject {
  return {
    simulacao: dryRun,
    entendido: previewJson(preview),
    linhas: rows,
    conhecidas: known,
    recuperadas: recovered,
    repetidas: repeated,
    faltavam: missing,
    gravadas: stored,
    sem_horario: untimed,
    problemas: problems.map(({ line, problem }) => ({ linha: line, mensagem: problem.en })),
  };
}
