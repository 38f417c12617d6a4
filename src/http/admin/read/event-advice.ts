import { isClientId } from '../../../domain/client-id.ts';
import { type FaultParams, faultParams, isPlainId } from '../../../domain/fault.ts';
import { JobState, type JobSummary } from '../../../domain/job.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { EventTrail } from '../../../domain/report-ports.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';
import type { Messages } from '../../../messages/messages.ts';
import { faultOfEvent } from '../../../presentation/fault-text.ts';
import { readRouting } from '../../../processing/read-routing.ts';
import { CAMPAIGNS_PATH, CLIENTS_PATH, campaignPath, clientPath, type LinkTarget, linkWord } from '../addresses/directory-paths.ts';
import { eventListPath } from '../addresses/event-filter.ts';
import { addressOf } from '../addresses/paths.ts';

type AdviceStep = keyof Messages['web']['advice']['steps'];

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

/** `null` if nothing is wrong. */
export function adviceFor(trail: EventTrail, found: NowFound | null): Advice | null {
  const { event, jobs } = trail;
  const { errorCode: code, errorParams } =
    event.errorCode === null ? (waitingJob(jobs) ?? event) : { ...event, errorParams: faultOfEvent(trail) };
  if (code === null) return null;
  const links = found === null ? linksFor(code, trail) : [linkTo(found.step, pathOf(found), found.name)];
  return {
    code,
    params: errorParams ?? faultParams(),
    isFound: found !== null,
    links: [...links, linkTo('sameError', eventListPath({ errorCode: code }))],
  };
}

function waitingJob(jobs: readonly JobSummary[]): JobSummary | undefined {
  return jobs.find((job) => job.state === JobState.pending && job.errorCode !== null);
}

function pathOf({ step, id }: NowFound): string {
  return step === 'campaign' ? campaignPath(id) : clientPath(id);
}

function linkTo(step: AdviceStep, path: string, value: string | null = null): AdviceLink {
  return { step, path, value };
}

const CAMPAIGNS = linkTo('campaigns', CAMPAIGNS_PATH);
const SOURCES = linkTo('sources', '/admin/fontes');
const BODY = linkTo('body', '#body');

/** Errors that are not fixed with a form for what is missing. */
const LINKS: Readonly<Record<string, readonly AdviceLink[]>> = {
  lead_of_other_client: [CAMPAIGNS],
  write_rejected: [CAMPAIGNS],
  wrong_client: [SOURCES, CAMPAIGNS],
  platform_not_connected: [SOURCES],
  credential_refused: [SOURCES],
  account_blocked: [SOURCES],
  lead_not_available: [SOURCES],
  lead_not_found: [linkTo('leads', '/admin/leads')],
  unusable_body: [BODY],
  worker_died: [BODY],
};

function linksFor(code: string, { event }: EventTrail): readonly AdviceLink[] {
  const routing = readRouting(event.origin, event.body);
  const { campaignId = null, clientId = null, links = [] } = routing ?? {};
  if (code === 'unknown_campaign') return [formLink('addCampaign', event.id, CAMPAIGNS_PATH, 'id', campaignId)];
  // A client's ID is a number; others cannot be added.
  const usable = clientId !== null && isClientId(clientId) ? clientId : null;
  if (code === 'unknown_client') return [formLink('addClient', event.id, CLIENTS_PATH, 'id', usable)];
  if (code === 'not_linked') return links.map((link) => linkForm(event.id, link));
  return LINKS[code] ?? [];
}

const LINK_STEPS = { form: 'linkForm', campaign: 'linkCampaign', page: 'linkPage' } as const;

function linkForm(eventId: string, link: LinkTarget): AdviceLink {
  const value = isPlainId(link.value) ? link.value : null;
  return { ...formLink(LINK_STEPS[link.kind], eventId, CAMPAIGNS_PATH, 'vincular', value === null ? null : linkWord(link)), value };
}

/**
 * A form of the admin, prefilled with the id, which leads back to the event. Senders mix up fields, so values that may be personal are not
 * passed on.
 */
function formLink(step: AdviceStep, eventId: string, path: string, field: string, given: string | null): AdviceLink {
  const value = given !== null && isPlainId(given) ? given : null;
  return { step, path: addressOf(path, { [field]: value ?? undefined, evento: eventId }), value };
}
