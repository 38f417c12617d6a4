import { formatDuration } from '../../base/duration.ts';
import type { Translated } from '../../base/language.ts';
import { DAY_MS } from '../../base/time-units.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';
import { REFUSED_LATELY_MS, TYPE_CONFLICT_MS } from '../../domain/health-limits.ts';
import type { Origin } from '../../domain/origin.ts';
import { type RefusedCount, sumOfRefused } from '../../domain/refused-request.ts';
import type { SourceActivity } from '../../domain/source-activity.ts';
import type { SourceSilence } from '../../domain/source-silence.ts';
import type { TypeConflicts } from '../../domain/webhook-event.ts';
import { maskMark } from '../../presentation/masking.ts';
import type { DatabaseInspection } from '../../store/sqlite/inspection.ts';

/** A source that is open and was used before is remarkable when it says nothing for so long, and nobody knows what is usual for it. */
const SILENT_MS = 7 * DAY_MS;

/**
 * When each source last sent an event, what was refused in the last day and what of all that was refused is open, and resends of another type.
 * @param open sources that have a secret
 */
export function checkSources(
  inspection: Pick<DatabaseInspection, 'sourceActivity' | 'refusedCounts' | 'typeConflicts'>,
  open: readonly Origin[],
  now: number,
): readonly Finding[] {
  const events = inspection.sourceActivity(now).map((activity) => lastEvent(activity, open.includes(activity.origin), now));
  const credentials = inspection.refusedCounts('credential');
  const others = inspection
    .refusedCounts('open')
    .filter((cause) => !credentials.some(({ origin, code }) => origin === cause.origin && code === cause.code));
  return [
    ...events,
    refusedLately(inspection.refusedCounts({ since: now - REFUSED_LATELY_MS })),
    ...credentials.map((cause) => credentialRefused(cause, now)),
    ...openRefused(others, now),
    ...otherTypes(inspection.typeConflicts(now - TYPE_CONFLICT_MS)),
  ];
}

function lastEvent({ origin, lastReceivedAt, silence }: SourceActivity, isOpen: boolean, now: number): Finding {
  if (lastReceivedAt === null) return ok('sources.never', `${origin}: no event yet.`, `${origin}: nenhum evento ainda.`);
  const age = formatDuration(Math.max(0, now - lastReceivedAt));
  const said = { en: `${origin}: last event ${age} ago.`, pt: `${origin}: último evento há ${age}.` };
  if (!isOpen) return ok('sources.event', said.en, said.pt);
  if (silence.kind === 'unusual') return warning('sources.silent', unusuallySilent(origin, silence, now), LOOK_THERE);
  const isLong = silence.kind === 'unknown' && now - lastReceivedAt > SILENT_MS;
  return isLong ? warning('sources.silent', said, LOOK_THERE) : ok('sources.event', said.en, said.pt);
}

const LOOK_THERE = {
  en: 'If leads should come, look at the webhook in the platform or at the form; `lead-intake send` posts a test event.',
  pt: 'Se deveriam chegar leads, confira o webhook na plataforma ou o formulário; `lead-intake send` envia um evento de teste.',
};

/** The rule in the words of who reads it; how it is measured: `domain/source-silence.ts`. */
function unusuallySilent(
  origin: Origin,
  { since, longestUsualMs }: Extract<SourceSilence, { kind: 'unusual' }>,
  now: number,
): Translated<string> {
  const [silent, usual] = [formatDuration(now - since), formatDuration(longestUsualMs)];
  return {
    en: `${origin}: nothing was sent for ${silent}; at the same time of day it was silent for at most ${usual} in the four weeks before.`,
    pt: `${origin}: nada foi enviado há ${silent}; no mesmo horário, nas quatro semanas anteriores, o silêncio nunca passou de ${usual}.`,
  };
}

function refusedLately(counts: readonly RefusedCount[]): Finding {
  if (counts.length === 0)
    return ok('sources.refused', 'No request was refused in the last 24 h.', 'Nenhuma requisição foi recusada nas últimas 24 h.');
  const codes = byCause(counts);
  return ok('sources.refused', `Refused in the last 24 h: ${codes}.`, `Recusadas nas últimas 24 h: ${codes}.`);
}

/** Of a source whose credential used to be right: platforms send nothing again that was answered 401. */
function credentialRefused({ origin, code, count, oldestAt }: RefusedCount, now: number): Finding {
  const age = formatDuration(Math.max(0, now - oldestAt));
  return problem(
    'sources.credential_refused',
    {
      en: `${origin}: ${count === 1 ? '1 request that looks genuine was' : `${count} requests that look genuine were`} refused for the credential (${code}), the oldest ${age} ago. It used to be right.`,
      pt: `${origin}: ${count === 1 ? '1 requisição que parece autêntica foi recusada' : `${count} requisições que parecem autênticas foram recusadas`} pela credencial (${code}), a mais antiga há ${age}. Antes ela estava certa.`,
    },
    {
      en: `Enter the same key or secret at the sender and here, then run \`lead-intake refused replay --all --code ${code} --source ${origin}\`. If it was wrong at the sender, add --without-credential.`,
      pt: `Informe a mesma chave ou o mesmo segredo no remetente e aqui e execute \`lead-intake refused replay --all --code ${code} --source ${origin}\`. Se estava errado no remetente, acrescente --without-credential.`,
    },
  );
}

/** They stay a finding until they are replayed: each may be a lead that nobody has. */
function openRefused(counts: readonly RefusedCount[], now: number): readonly Finding[] {
  if (counts.length === 0) return [];
  const count = sumOfRefused(counts);
  const age = formatDuration(Math.max(0, now - Math.min(...counts.map(({ oldestAt }) => oldestAt))));
  const codes = byCause(counts);
  return [
    warning(
      'sources.refused_requests',
      count === 1
        ? {
            en: `1 refused request was not replayed, it came ${age} ago: ${codes}.`,
            pt: `1 requisição recusada não foi reaproveitada, chegou há ${age}: ${codes}.`,
          }
        : {
            en: `${count} refused requests were not replayed, the oldest came ${age} ago: ${codes}.`,
            pt: `${count} requisições recusadas não foram reaproveitadas, a mais antiga chegou há ${age}: ${codes}.`,
          },
      {
        en: '`lead-intake refused list --open` shows them. Fix the secret or the form and run `lead-intake refused replay --all`; `refused forget` deletes those that are dealt with.',
        pt: '`lead-intake refused list --open` as mostra. Corrija o segredo ou o formulário e execute `lead-intake refused replay --all`; `refused forget` apaga as que já estão resolvidas.',
      },
    ),
  ];
}

function byCause(counts: readonly RefusedCount[]): string {
  return counts.map(({ origin, code, count }) => `${origin} ${code} ${count}`).join(', ');
}

function otherTypes(conflicts: TypeConflicts | null): readonly Finding[] {
  if (conflicts === null) return [];
  const { count, atLeast, newest } = conflicts;
  const number = `${count}${atLeast ? '+' : ''}`;
  const types = `${maskMark(newest.eventType)} → ${maskMark(newest.conflictType)}`;
  return [
    warning(
      'sources.resend_type',
      {
        en: `Events sent again with another type in the last 7 days: ${number}, the newest is event ${newest.id} (${types}). The first type counts.`,
        pt: `Eventos reenviados com outro tipo nos últimos 7 dias: ${number}, o mais recente é o evento ${newest.id} (${types}). Vale o primeiro tipo.`,
      },
      {
        en: `If they are two events, their sender must give them different ids. \`lead-intake events show ${newest.id}\` shows both.`,
        pt: `Se são dois eventos, quem envia precisa usar ids diferentes. \`lead-intake events show ${newest.id}\` mostra os dois.`,
      },
    ),
  ];
}
