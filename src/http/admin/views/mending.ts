import { isClientId } from '../../../domain/client-id.ts';
import { isPlainId } from '../../../domain/fault-target.ts';
import type { JobSummary } from '../../../domain/job.ts';
import type { EventTrail } from '../../../domain/report-ports.ts';
import { readRouting } from '../../../processing/read-routing.ts';

/** What the links of the advice lead to. */
type MendingStep =
  | 'addCampaign'
  | 'linkForm'
  | 'linkCampaign'
  | 'linkPage'
  | 'addClient'
  | 'campaigns'
  | 'sources'
  | 'leads'
  | 'body'
  | 'sameError';

export interface MendingLink {
  readonly step: MendingStep;
  readonly path: string;
  /** The id the form is filled in with; null: none, or one that does not look like an id and may be personal. */
  readonly value: string | null;
}

/** How an event that could not become a lead can be mended. Holds no personal data. */
export interface Mending {
  /** Of the event, or of its job that waits after a fault. */
  readonly code: string;
  /** The fault's own sentence, in English as it is stored. */
  readonly message: string;
  readonly links: readonly MendingLink[];
}

/** Null while nothing is wrong. */
export function findMending(trail: EventTrail): Mending | null {
  const { errorCode: code, errorMessage } = trail.event.errorCode === null ? (waitingJob(trail.jobs) ?? trail.event) : trail.event;
  if (code === null) return null;
  const message = errorMessage ?? '';
  return { code, message, links: [...linksFor(code, trail), { step: 'sameError', path: listPath(code), value: null }] };
}

function waitingJob(jobs: readonly JobSummary[]): JobSummary | undefined {
  return jobs.find((job) => job.state === 'pendente' && job.errorCode !== null);
}

function linksFor(code: string, trail: EventTrail): readonly MendingLink[] {
  switch (code) {
    case 'unknown_campaign':
      return [addCampaign(trail)];
    case 'unknown_client':
      return [addClient(trail)];
    case 'not_linked':
      return linkTargets(trail);
    case 'lead_of_other_client':
    case 'write_rejected':
      return [{ step: 'campaigns', path: '/admin/campanhas', value: null }];
    case 'platform_not_connected':
    case 'credential_refused':
    case 'account_blocked':
    case 'lead_not_available':
      return [{ step: 'sources', path: '/admin/fontes', value: null }];
    case 'lead_not_found':
      return [{ step: 'leads', path: '/admin/leads', value: null }];
    case 'unusable_body':
    case 'worker_died':
      return [{ step: 'body', path: '#body', value: null }];
    default:
      return [];
  }
}

function addCampaign(trail: EventTrail): MendingLink {
  return formLink('addCampaign', trail, '/admin/campanhas', 'id', readRouting(trail.event.origin, trail.event.body)?.campaignId ?? null);
}

function addClient(trail: EventTrail): MendingLink {
  return formLink('addClient', trail, '/admin/clientes', 'id', usableClientId(trail));
}

/** A client's id is a number; others cannot be added. */
function usableClientId({ event }: EventTrail): string | null {
  const id = readRouting(event.origin, event.body)?.clientId ?? null;
  return id !== null && isClientId(id) ? id : null;
}

const LINK_STEPS = { form: 'linkForm', campaign: 'linkCampaign', page: 'linkPage' } as const;

function linkTargets(trail: EventTrail): readonly MendingLink[] {
  const links = readRouting(trail.event.origin, trail.event.body)?.links ?? [];
  return links.map(({ origin, kind, value }) => {
    const link = isPlainId(value) ? `${origin}:${kind}:${value}` : null;
    return { ...formLink(LINK_STEPS[kind], trail, '/admin/campanhas', 'vincular', link), value: link === null ? null : value };
  });
}

/** A form of the admin with the id in it, which leads back to the event. Senders mix up fields: what may be personal is not passed on. */
function formLink(step: MendingStep, { event }: EventTrail, path: string, field: string, given: string | null): MendingLink {
  const value = given !== null && isPlainId(given) ? given : null;
  const query = new URLSearchParams({ ...(value === null ? {} : { [field]: value }), evento: event.id });
  return { step, path: `${path}?${query}`, value };
}

function listPath(code: string): string {
  return `/admin/webhooks?${new URLSearchParams({ erro_codigo: code })}`;
}
