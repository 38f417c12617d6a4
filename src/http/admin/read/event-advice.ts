import { isClientId } from '../../../domain/client-id.ts';
import { type FaultParams, faultParams, isPlainId } from '../../../domain/fault.ts';
import { JobState, type JobSummary } from '../../../domain/job.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { EventTrail } from '../../../domain/report-ports.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import { faultOfEvent } from '../../../presentation/fault-text.ts';
import { readRouting } from '../../../processing/read-routing.ts';
import { campaignPath, clientPath } from '../addresses/directory-paths.ts';

/** The targets of the links in the advice. */
type AdviceStep =
  | 'addCampaign'
  | 'linkForm'
  | 'linkCampaign'
  | 'linkPage'
  | 'addClient'
  | 'campaign'
  | 'client'
  | 'campaigns'
  | 'sources'
  | 'leads'
  | 'body'
  | 'sameError';

export interface AdviceLink {
  readonly step: AdviceStep;
  readonly path: string;
  /** The id to prefill the form with, or the name of the link's target; `null` if there is none, or if the id may be personal. */
  readonly value: string | null;
}

/** What to do about an event that could not become a lead. Contains no personal data. */
export interface Advice {
  /** The error code of the event, or of its job that waits after a fault. */
  readonly code: string;
  /** The parameters of its fault. */
  readonly params: FaultParams;
  /** `true` if what was missing then exists now. */
  readonly isFound: boolean;
  readonly links: readonly AdviceLink[];
}

/** What was missing when the event failed, and exists now. */
export interface NowFound {
  readonly step: 'campaign' | 'client';
  readonly id: string;
  readonly name: string;
}

const MISSING_CODES: readonly (string | null)[] = ['unknown_campaign', 'unknown_client', 'not_linked'];

/** The campaign or client that was missing when the event failed and exists now; `null` if it is still missing, or for other errors. */
export async function findAddedSince(store: Directory, { event }: Pick<EventTrail, 'event'>): Promise<NowFound | null> {
  if (event.status !== EventStatus.failed || !MISSING_CODES.includes(event.errorCode)) return null;
  const request = readRouting(event.origin, event.body);
  const [routing] = request === null ? [] : await store.resolve([request]);
  if (routing === undefined || routing === null) return null;
  const { campaignId, clientId } = routing;
  const [step, found] =
    campaignId === null
      ? (['client', await store.findClient(clientId)] as const)
      : (['campaign', await store.findCampaign(campaignId)] as const);
  return found === null ? null : { step, id: found.id, name: found.name };
}

function foundLink({ step, id, name }: NowFound): AdviceLink {
  return { step, path: step === 'campaign' ? campaignPath(id) : clientPath(id), value: name };
}

/** `null` if nothing is wrong. */
export function adviceFor(trail: EventTrail, found: NowFound | null): Advice | null {
  const { event, jobs } = trail;
  const { errorCode: code, errorParams } =
    event.errorCode === null ? (waitingJob(jobs) ?? event) : { ...event, errorParams: faultOfEvent(trail) };
  if (code === null) return null;
  const links = found === null ? linksFor(code, trail) : [foundLink(found)];
  return {
    code,
    params: errorParams ?? faultParams(),
    isFound: found !== null,
    links: [...links, { step: 'sameError', path: listPath(code), value: null }],
  };
}

function waitingJob(jobs: readonly JobSummary[]): JobSummary | undefined {
  return jobs.find((job) => job.state === JobState.pending && job.errorCode !== null);
}

function linksFor(code: string, trail: EventTrail): readonly AdviceLink[] {
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
    case 'wrong_client':
      return [
        { step: 'sources', path: '/admin/fontes', value: null },
        { step: 'campaigns', path: '/admin/campanhas', value: null },
      ];
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

function addCampaign(trail: EventTrail): AdviceLink {
  return formLink('addCampaign', trail, '/admin/campanhas', 'id', readRouting(trail.event.origin, trail.event.body)?.campaignId ?? null);
}

function addClient(trail: EventTrail): AdviceLink {
  return formLink('addClient', trail, '/admin/clientes', 'id', usableClientId(trail));
}

/** A client's id is a number; others cannot be added. */
function usableClientId({ event }: EventTrail): string | null {
  const id = readRouting(event.origin, event.body)?.clientId ?? null;
  return id !== null && isClientId(id) ? id : null;
}

const LINK_STEPS = { form: 'linkForm', campaign: 'linkCampaign', page: 'linkPage' } as const;

function linkTargets(trail: EventTrail): readonly AdviceLink[] {
  const links = readRouting(trail.event.origin, trail.event.body)?.links ?? [];
  return links.map(({ origin, kind, value }) => {
    const link = isPlainId(value) ? `${origin}:${kind}:${value}` : null;
    return { ...formLink(LINK_STEPS[kind], trail, '/admin/campanhas', 'vincular', link), value: link === null ? null : value };
  });
}

/**
 * A form of the admin, prefilled with the id, which leads back to the event. Senders mix up fields, so values that may be personal are not
 * passed on.
 */
function formLink(step: AdviceStep, { event }: EventTrail, path: string, field: string, given: string | null): AdviceLink {
  const value = given !== null && isPlainId(given) ? given : null;
  const query = new URLSearchParams({ ...(value === null ? {} : { [field]: value }), evento: event.id });
  return { step, path: `${path}?${query}`, value };
}

function listPath(code: string): string {
  return `/admin/webhooks?${new URLSearchParams({ erro_codigo: code })}`;
}
