import { field, type JsonObject } from '../base/exact-json.ts';
import { numberOf, objectsOf, textOf, timeOf } from './read-json.ts';
import type { Look, Tone } from './theme.ts';

/** One step of an event's way. */
export interface Step {
  readonly at: number | null;
  readonly name: string;
  readonly detail: string;
  readonly tone: Tone;
}

/** What happened to an event, in the order of time. */
export function stepsOf(trail: JsonObject, event: JsonObject, look: Look): readonly Step[] {
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
  const parts = [
    words.bytes({ count: count(numberOf(event, 'corpo_bytes')) }),
    `${words.from} ${textOf(event, 'ip')}`,
    textOf(event, 'credencial'),
  ];
  return { at: timeOf(event, 'recebido_em'), name: words.received, detail: parts.join(', '), tone: 'plain' };
}

function resendSteps(event: JsonObject, { texts }: Look): readonly Step[] {
  const [resends, conflicts] = [numberOf(event, 'reenvios'), numberOf(event, 'conflitos')];
  if (resends === 0) return [];
  const detail = texts.detail.times({ count: resends }) + (conflicts === 0 ? '' : texts.detail.conflicts({ count: conflicts }));
  return [{ at: timeOf(event, 'ultimo_reenvio_em'), name: texts.detail.resent, detail, tone: conflicts === 0 ? 'plain' : 'warn' }];
}

function jobSteps(job: JsonObject, event: JsonObject, attempts: readonly JsonObject[], look: Look): readonly Step[] {
  const words = look.texts.detail;
  const name = words.job({ id: textOf(job, 'job_id') });
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
  const name = words.job({ id: textOf(job, 'job_id') });
  const attempt = words.attempt({ number: String(attemptNumber) });
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
  const parts = [words.attempt({ number: textOf(attempt, 'tentativa') }), words.results[result] ?? result, textOf(attempt, 'erro_codigo')];
  return {
    at: timeOf(attempt, 'terminada_em'),
    name: words.job({ id: textOf(attempt, 'job_id') }),
    detail: parts.filter((part) => part !== '').join(', '),
    tone: 'warn',
  };
}
