import type { JsonObject } from '../../base/exact-json.ts';
import { currentLanguage, say } from '../../base/language.ts';
import { printableLine } from '../../base/text.ts';
import { DAY_MS } from '../../base/time-units.ts';
import { counted } from '../render.ts';
import { canBeMisread, type TimeCell } from './day-order.ts';
import { namedLines } from './line-list.ts';
import type { LeadCsv, ReadTimes } from './read-lead-csv.ts';

/** Google Ads says that it hands out leads of the last 30 days, others have seen 60: what is older was misread, or is no fresh export. */
const OLDEST_DAYS = 90;

/** What was understood of a file before anything of it is stored. */
export interface ImportPreview {
  readonly columns: LeadCsv['columns'];
  readonly times: TimesPreview | null;
}

/** Of the times that could be read. */
interface TimesPreview extends Pick<ReadTimes, 'decision' | 'timeZone'> {
  /** One that shows how the others were read. */
  readonly example: ReadTime;
  readonly earliest: number;
  readonly latest: number;
  /** Lines. */
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

/** For people, before they agree to an import. */
export function previewText({ columns, times }: ImportPreview): string {
  const answer = { en: 'answer', pt: 'resposta' };
  const title = say({ en: 'Columns:', pt: 'Colunas:' });
  const lines = columns.map(({ header, field }) => `  ${printableLine(header)} → ${say(field?.label ?? answer)}`);
  return [title, ...lines, ...(times === null ? [noTimes()] : timesText(times))].join('\n');
}

function timesText(times: TimesPreview): readonly string[] {
  const { example, earliest, latest, timeZone } = times;
  const spelt = (at: number): string => spelledOut(at, timeZone);
  return [
    say({
      en: `Dates: ${formText(times)}. "${example.text}" is ${spelt(example.at)}.`,
      pt: `Datas: ${formText(times)}. "${example.text}" é ${spelt(example.at)}.`,
    }),
    say({
      en: `From ${spelt(earliest)} to ${spelt(latest)}, in the time zone ${timeZone} (CONVERSIONS_TIME_ZONE).`,
      pt: `De ${spelt(earliest)} até ${spelt(latest)}, no fuso horário ${timeZone} (CONVERSIONS_TIME_ZONE).`,
    }),
    ...remarksOf(times),
  ];
}

/** What is strange about times that could be read. */
function remarksOf({ future, old }: TimesPreview): readonly string[] {
  const [futureLines, oldLines] = [namedLines(future), namedLines(old)];
  return [
    ...(future.length === 0
      ? []
      : [
          say({
            en: `Check the dates: ${counted(future.length, 'row')} in the future (${futureLines.en}).`,
            pt: `Confira as datas: ${counted(future.length, 'linha', 'linhas')} no futuro (${futureLines.pt}).`,
          }),
        ]),
    ...(old.length === 0
      ? []
      : [
          say({
            en: `Check the dates: ${counted(old.length, 'row')} older than ${OLDEST_DAYS} days (${oldLines.en}); Google Ads does not export leads that old.`,
            pt: `Confira as datas: ${counted(old.length, 'linha', 'linhas')} com mais de ${OLDEST_DAYS} dias (${oldLines.pt}); o Google Ads não exporta leads tão antigos.`,
          }),
        ]),
  ];
}

function noTimes(): string {
  return say({
    en: 'Dates: none that can be read. The leads get no submit time.',
    pt: 'Datas: nenhuma que possa ser lida. Os leads ficam sem horário de envio.',
  });
}

/** `day first, as line 4 shows`. */
function formText({ decision, example }: TimesPreview): string {
  if (example.written?.form !== 'numbers')
    return say({ en: 'year first, or the month in words', pt: 'com o ano na frente ou o mês por extenso' });
  const order = say(
    decision.order === 'day-first' ? { en: 'day first', pt: 'o dia vem primeiro' } : { en: 'month first', pt: 'o mês vem primeiro' },
  );
  if (decision.by === 'values') {
    const line = namedLines([decision.proof.line]);
    return say({ en: `${order}, as ${line.en} shows`, pt: `${order}, como mostra a ${line.pt}` });
  }
  if (decision.by === 'option') return say({ en: `${order}, as --dates says`, pt: `${order}, como diz --dates` });
  if (decision.by === 'header') return say({ en: `${order}, by the language of the header`, pt: `${order}, pelo idioma do cabeçalho` });
  return say({ en: 'day and month are equal in each', pt: 'o dia e o mês são iguais em todas' });
}

/** `3 April 2026 at 15:04`. */
function spelledOut(at: number, timeZone: string): string {
  const locale = currentLanguage() === 'pt' ? 'pt-BR' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);
}

export function previewJson({ columns, times }: ImportPreview): JsonObject {
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
