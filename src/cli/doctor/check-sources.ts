import { formatDuration } from '../../base/duration.ts';
import type { Origin } from '../../domain/origin.ts';
import type { DatabaseInspection } from '../../store/sqlite/inspection.ts';
import { type Finding, ok, warning } from './finding.ts';

const DAY_MS = 86_400_000;
/** A source that is open and was used before is remarkable when it says nothing for so long. */
const SILENT_MS = 7 * DAY_MS;

/**
 * When each source last sent an event, and what was refused in the last day.
 * @param open sources that have a secret
 */
export function checkSources(
  inspection: Pick<DatabaseInspection, 'lastEvents' | 'refusedSince'>,
  open: readonly Origin[],
  now: number,
): readonly Finding[] {
  const events = [...inspection.lastEvents()].map(([origin, at]) =>
    lastEvent(origin, at === null ? null : Math.max(0, now - at), open.includes(origin)),
  );
  return [...events, refused(inspection.refusedSince(now - DAY_MS))];
}

function lastEvent(origin: Origin, ageMs: number | null, isOpen: boolean): Finding {
  if (ageMs === null) return ok('sources.never', `${origin}: no event yet.`, `${origin}: nenhum evento ainda.`);
  const age = formatDuration(ageMs);
  if (!isOpen || ageMs <= SILENT_MS) return ok('sources.event', `${origin}: last event ${age} ago.`, `${origin}: último evento há ${age}.`);
  return warning(
    'sources.silent',
    { en: `${origin}: last event ${age} ago.`, pt: `${origin}: último evento há ${age}.` },
    {
      en: 'If leads should come, look at the webhook in the platform or at the form; `lead-intake send` posts a test event.',
      pt: 'Se deveriam chegar leads, confira o webhook na plataforma ou o formulário; `lead-intake send` envia um evento de teste.',
    },
  );
}

function refused(counts: readonly { readonly code: string; readonly total: number }[]): Finding {
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  if (total === 0)
    return ok('sources.refused', 'No request was refused in the last 24 h.', 'Nenhuma requisição foi recusada nas últimas 24 h.');
  const codes = counts.map((count) => `${count.code} ${count.total}`).join(', ');
  return warning(
    'sources.refused_requests',
    { en: `Refused in the last 24 h: ${codes}.`, pt: `Recusadas nas últimas 24 h: ${codes}.` },
    {
      en: '`lead-intake refused list` shows them; `refused replay` puts them through when a secret or a form is mended.',
      pt: '`lead-intake refused list` as mostra; `refused replay` as processa depois que um segredo ou formulário é corrigido.',
    },
  );
}
