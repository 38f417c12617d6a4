import { isClientId } from '../../../domain/client-id.ts';
import { isPlainId } from '../../../domain/fault-target.ts';
import type { JobSummary } from '../../../domain/job.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { EventTrail } from '../../../domain/report-ports.ts';
import { faultOfEvent } from '../../../presentation/fault-text.ts';
import { readRouting } from '../../../processing/read-routing.ts';
import { campaignPath, clientPath } from '../addresses/directory-paths.ts';

/** What the links of the advice lead to. */
type MendingStep =
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

export interface MendingLink {
  readonly step: MendingStep;
  readonly path: string;
  /** The id the form is filled in with, or the name of what the link leads to; null: none, or an id that may be personal. */
  readonly value: string | null;
}

/** How an event that could not become a lead can be mended. Holds no personal data. */
export interface Mending {
  /** Of the event, or of its job that waits after a fault. */
  readonly code: string;
  /** The fault's own sentence, in English as it is stored. */
  readonly message: string;
  /** True: what was missing then is there now. */
  readonly isFound: boolean;
  readonly links: readonly MendingLink[];
}

/** What was missing when the event failed, and is there now. */
export interface NowFound {
  readonly step: 'campaign' | 'client';
  readonly id: string;
  readonly name: string;
}

const MISSING_CODES: readonly (string | null)[] = ['unknown_campaign', 'unknown_client', 'not_linked'];

/** Whom the lead of an event belongs to that failed because it was not known; null while it still is not, or for other errors. */
export async function findAddedSince(
  directory: Pick<Directory, 'resolve' | 'findCampaign' | 'findClient'>,
  { event }: Pick<EventTrail, 'event'>,
): Promise<NowFound | null> {
  if (event.status !== 'erro' || !MISSING_CODES.includes(event.errorCode)) return null;
  const request = readRouting(event.origin, event.body);
  const [routing] = request === null ? [] : await directory.resolve([request]);
  if (routing === undefined || routing === null) return null;
  const { campaignId, clientId } = routing;
  const [step, found] =
    campaignId === null
      ? (['client', await directory.findClient(clientId)] as const)
      : (['campaign', await directory.findCampaign(campaignId)] as const);
  return found === null ? null : { step, id: found.id, name: found.name };
}

function foundLink({ step, id, name }: NowFound): MendingLink {
  return { step, path: step === 'campaign' ? campaignPath(id) : clientPath(id), value: name };
}

/** Null while nothing is wrong. */
export function findMending(trail: EventTrail, found: NowFound | null): Mending | null {
  const { event, jobs } = trail;
  const { errorCode: code, errorMessage } =
    event.errorCode === null ? (waitingJob(jobs) ?? event) : { ...event, errorMessage: faultOfEvent(trail) };
  if (code === null) return null;
  const message = errorMessage ?? '';
  const links = found === null ? linksFor(code, trail) : [foundLink(found)];
  return { code, message, isFound: found !== null, links: [...links, { step: 'sameError', path: listPath(code), value: null }] };
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
