import { field, type JsonObject, type JsonValue, scalarText, writeJson } from '../../base/exact-json.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { cellWidth, cleanText, padText, wrapCells } from '../cell-text.ts';
import { fullTime } from '../local-clock.ts';
import type { Look } from '../look.ts';
import { numberOf, objectOf, objectsOf, textOf, timeOf } from '../read-json.ts';
import { STATUS_TONES } from '../rows.ts';
import { cutLine, EMPTY_LINE, type Line, type Tone } from '../spans.ts';
import type { DetailState } from '../state.ts';

/** More of a body than anybody reads on a terminal; `events show --raw` writes all of it. */
const BODY_CHARACTERS = 16_384;
const INDENT = '  ';

/** The pane of one event: its way, its lead, its body; cut to the lines there are, from where it is scrolled to. */
export function detailLines(detail: DetailState, size: { readonly width: number; readonly lines: number }, look: Look): readonly Line[] {
  const [title, ...content] = wholeDetail(detail, size.width, look);
  const room = Math.max(0, size.lines - 1);
  const from = Math.min(detail.scroll, detailScrollLimit(detail, size, look));
  return [title ?? EMPTY_LINE, ...content.slice(from, from + room)].map((line) => cutLine(line, size.width, look.glyphs.cut));
}

/** How many lines of it can be above the screen. */
export function detailScrollLimit(detail: DetailState, size: { readonly width: number; readonly lines: number }, look: Look): number {
  return Math.max(0, wholeDetail(detail, size.width, look).length - size.lines);
}

function wholeDetail({ eventId, trail, isRevealed }: DetailState, width: number, look: Look): readonly Line[] {
  const { texts } = look;
  const note = isRevealed ? texts.detail.shown : texts.detail.masked;
  const title: Line = [
    { text: texts.detail.title(cleanText(eventId)), bold: true },
    { text: `  ${note}`, tone: isRevealed ? 'warn' : 'dim' },
  ];
  if (trail === undefined) return [title, [{ text: texts.loading, tone: 'dim' }]];
  if (trail === null) return [title, [{ text: texts.detail.missing, tone: 'warn' }]];
  return [title, ...trailLines(trail, isRevealed, width, look)];
}

function trailLines(trail: JsonObject, isRevealed: boolean, width: number, look: Look): readonly Line[] {
  const event = objectOf(trail, 'evento') ?? {};
  const lead = objectOf(trail, 'lead');
  const conversions = objectsOf(field(trail, 'conversoes'));
  const words = look.texts.detail;
  return [
    ...eventFacts(event, width, look),
    ...section(words.way, width, look),
    ...stepsOf(trail, event, look).flatMap((step) => stepLines(step, width)),
    ...(lead === null ? [] : [...section(words.lead, width, look), ...fieldLines(lead, width)]),
    ...conversions.flatMap((conversion) => [...section(words.conversion, width, look), ...fieldLines(conversion, width)]),
    ...section(words.body, width, look),
    ...bodyLines(event, isRevealed, width, look),
  ];
}

function section(name: string, width: number, { glyphs }: Look): readonly Line[] {
  const rule = glyphs.horizontal.repeat(Math.max(0, width - cellWidth(name) - 1));
  return [
    EMPTY_LINE,
    [
      { text: `${name} `, bold: true },
      { text: rule, tone: 'dim' },
    ],
  ];
}

function eventFacts(event: JsonObject, width: number, look: Look): readonly Line[] {
  const status = textOf(event, 'status');
  const first: Line = [
    { text: cleanText(status), bold: true, tone: STATUS_TONES[status] ?? 'plain' },
    { text: `  ${cleanText([textOf(event, 'origem'), textOf(event, 'event_type'), textOf(event, 'identidade')].join('  '))}` },
  ];
  const code = textOf(event, 'erro_codigo');
  if (code === '') return [first];
  const message = wrapCells(cleanText(faultText(textOf(event, 'erro_mensagem'))), Math.max(10, width - INDENT.length));
  return [
    cutLine(first, width, look.glyphs.cut),
    [{ text: cleanText(code), tone: 'bad', bold: true }],
    ...message.map((text): Line => [{ text: INDENT + text, tone: 'bad' }]),
  ];
}

/** One step of an event's way. */
interface Step {
  readonly at: number | null;
  readonly name: string;
  readonly detail: string;
  readonly tone: Tone;
}

function stepsOf(trail: JsonObject, event: JsonObject, look: Look): readonly Step[] {
  const jobs = objectsOf(field(trail, 'jobs'));
  const attempts = objectsOf(field(trail, 'tentativas'));
  const steps = [...refusalSteps(event, look), receivedStep(event, look), ...resendSteps(event, look)];
  steps.push(...jobs.flatMap((job) => jobSteps(job, event, attempts, look)), ...attempts.map((attempt) => attemptStep(attempt, look)));
  return steps.toSorted((a, b) => (a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY));
}

function refusalSteps(event: JsonObject, { texts }: Look): readonly Step[] {
  const at = timeOf(event, 'recusado_em');
  return at === null ? [] : [{ at, name: texts.detail.refused, detail: texts.detail.refusedMeaning, tone: 'warn' }];
}

function receivedStep(event: JsonObject, { texts, count }: Look): Step {
  const words = texts.detail;
  const parts = [words.bytes(count(numberOf(event, 'corpo_bytes'))), `${words.from} ${textOf(event, 'ip')}`, textOf(event, 'credencial')];
  return { at: timeOf(event, 'recebido_em'), name: words.received, detail: parts.join(', '), tone: 'plain' };
}

function resendSteps(event: JsonObject, { texts }: Look): readonly Step[] {
  const [resends, conflicts] = [numberOf(event, 'reenvios'), numberOf(event, 'conflitos')];
  if (resends === 0) return [];
  const detail = texts.detail.times(resends) + (conflicts === 0 ? '' : texts.detail.conflicts(conflicts));
  return [{ at: timeOf(event, 'ultimo_reenvio_em'), name: texts.detail.resent, detail, tone: conflicts === 0 ? 'plain' : 'warn' }];
}

function jobSteps(job: JsonObject, event: JsonObject, attempts: readonly JsonObject[], look: Look): readonly Step[] {
  const words = look.texts.detail;
  const name = words.job(textOf(job, 'job_id'));
  return [
    { at: timeOf(job, 'criado_em'), name: words.queued, detail: name, tone: 'plain' },
    jobState(job, newestAttempt(job, attempts), event, look),
  ];
}

/** As `newestAttempt` of the domain counts: over retries too. */
function newestAttempt(job: JsonObject, attempts: readonly JsonObject[]): number {
  const ended = attempts.filter((attempt) => textOf(attempt, 'job_id') === textOf(job, 'job_id'));
  const hasEndedJob = ended.some(
    (attempt) => textOf(attempt, 'resultado') === 'lease_expired' && timeOf(attempt, 'terminada_em') === timeOf(job, 'finalizado_em'),
  );
  return textOf(job, 'estado') === 'pendente' || hasEndedJob ? ended.length : ended.length + 1;
}

function jobState(job: JsonObject, attemptNumber: number, event: JsonObject, { texts }: Look): Step {
  const words = texts.detail;
  const name = words.job(textOf(job, 'job_id'));
  const attempt = words.attempt(String(attemptNumber));
  const lead = textOf(event, 'lead_id');
  switch (textOf(job, 'estado')) {
    case 'pendente': {
      const at = timeOf(job, 'disponivel_em');
      const reason = textOf(job, 'motivo_espera');
      const detail = [name, attempt, reason].filter((part) => part !== '').join(', ');
      return { at, name: at === null ? words.parked : words.waiting, detail, tone: at === null ? 'warn' : 'accent' };
    }
    case 'processando': {
      const detail = `${name}, ${attempt} ${words.at} ${textOf(job, 'reservado_por')}`;
      return { at: timeOf(job, 'iniciado_em'), name: words.running, detail, tone: 'accent' };
    }
    case 'concluido': {
      const detail = lead === '' ? `${name}, ${attempt}` : `${name}, ${attempt}, lead ${lead}`;
      return { at: timeOf(job, 'finalizado_em'), name: words.done, detail, tone: 'ok' };
    }
    default:
      return {
        at: timeOf(job, 'finalizado_em'),
        name: words.failed,
        detail: `${name}, ${attempt}, ${textOf(job, 'erro_codigo')}`,
        tone: 'bad',
      };
  }
}

function attemptStep(attempt: JsonObject, { texts }: Look): Step {
  const words = texts.detail;
  const result = textOf(attempt, 'resultado');
  const parts = [words.attempt(textOf(attempt, 'tentativa')), words.results[result] ?? result, textOf(attempt, 'erro_codigo')];
  return {
    at: timeOf(attempt, 'terminada_em'),
    name: words.job(textOf(attempt, 'job_id')),
    detail: parts.filter((part) => part !== '').join(', '),
    tone: 'warn',
  };
}

/** Where there is no room for the day, the time of day stands alone. */
function stepLines({ at, name, detail, tone }: Step, width: number): readonly Line[] {
  const time = width >= 64 ? fullTime(at) : fullTime(at).slice(-8);
  const head = `${padText(time, width >= 64 ? 19 : 8)}  ${padText(name, 12)}  `;
  const room = Math.max(10, width - cellWidth(head));
  return wrapCells(cleanText(detail), room).map(
    (text, index): Line => [index === 0 ? { text: head, tone } : { text: ' '.repeat(cellWidth(head)) }, { text }],
  );
}

/** Names and values; what is empty is left out. */
function fieldLines(object: JsonObject, width: number): readonly Line[] {
  const filled = Object.entries(object).flatMap(([name, value]) => {
    const text = valueText(value);
    return text === '' ? [] : [[name, text] as const];
  });
  const longest = Math.min(20, Math.max(0, ...filled.map(([name]) => name.length)));
  return filled.flatMap(([name, text]) =>
    wrapCells(cleanText(text), Math.max(10, width - longest - 2)).map(
      (part, index): Line => [{ text: `${padText(index === 0 ? name : '', longest)}  `, tone: 'dim' }, { text: part }],
    ),
  );
}

function valueText(value: JsonValue): string {
  const scalar = value === null ? '' : scalarText(value);
  if (scalar !== undefined) return scalar;
  if (typeof value === 'boolean') return String(value);
  const text = value === null ? '' : writeJson(value);
  return text === '[]' || text === '{}' ? '' : text;
}

function bodyLines(event: JsonObject, isRevealed: boolean, width: number, { texts, count }: Look): readonly Line[] {
  if (!isRevealed) return [[{ text: texts.detail.bodyHidden(count(numberOf(event, 'corpo_bytes'))), tone: 'dim' }]];
  const lines = textOf(event, 'corpo').slice(0, BODY_CHARACTERS).split(/\r?\n/);
  return lines.flatMap((line) => wrapCells(cleanText(line.replaceAll('\t', '  ')), Math.max(10, width)).map((text): Line => [{ text }]));
}
