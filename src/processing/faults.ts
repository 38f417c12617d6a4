import type { JsonFailure } from '../base/exact-json.ts';
import { isClientId } from '../domain/client-id.ts';
import type { Routing, RoutingRequest } from '../domain/directory.ts';
import { type Fault, faultParams, faultTarget, isPlainId, linkTarget, newFault } from '../domain/fault.ts';
import { Origin } from '../domain/origin.ts';

const BODY_PROBLEMS = {
  empty: 'bodyEmpty',
  not_utf8: 'bodyNotUtf8',
  not_json: 'bodyNotJson',
  too_deep: 'bodyTooDeep',
  not_object: 'bodyNotObject',
} as const satisfies Record<JsonFailure | 'not_object', string>;

/** The body cannot be read as a JSON object. */
export function unreadableBody(failure: JsonFailure | 'not_object'): Fault {
  return newFault('unusable_body', [BODY_PROBLEMS[failure]]);
}

/** A Meta batch without a change. */
export const MISSING_CHANGE: Fault = newFault('unusable_body', ['bodyWithoutChange']);

/** An unknown event type, on a route where the type decides what to do. */
export function unknownEventType(eventType: string): Fault {
  const code = 'unknown_event_type';
  const params = faultParams(['unknownEventType', { type: plainOrNothing(eventType), again: again(code) }]);
  return { code, named: faultTarget('event_type', eventType), params };
}

/** The event is about a lead that does not exist, and does not contain enough to create one; or it never creates one. */
export function leadNotFound(needed: 'contact' | 'contact_or_click_id' | 'nothing'): Fault {
  const code = 'lead_not_found';
  if (needed === 'nothing') return newFault(code, ['noLeadOfConsent', { again: again(code) }]);
  return newFault(code, ['leadNotFound', { hasClickId: needed === 'contact' ? 0 : 1, again: again(code) }]);
}

/** The lead belongs to a client other than the one that the sender's secret is limited to. */
export function wrongClient(limitedTo: string, { clientId, campaignId }: Routing): Fault {
  const code = 'wrong_client';
  const named = [...(campaignId === null ? [] : [faultTarget('campanha_id', campaignId)]), faultTarget('cliente_id', clientId)];
  const campaign = campaignId === null ? {} : { campaign: plainOrNothing(campaignId) };
  return {
    code,
    named: named.join(' '),
    params: faultParams(['wrongClient', { limitedTo, client: clientId, ...campaign, again: again(code) }]),
  };
}

/** None of the ids in the event leads to a client. */
export function notRouted(origin: Origin, routing: RoutingRequest): Fault {
  if (origin === Origin.ownForm) return unknownCampaign(routing.campaignId);
  if (routing.links.length > 0) return notLinked(routing);
  if (routing.campaignId !== null) return unknownCampaign(routing.campaignId);
  return routing.clientId === null ? NAMES_NOBODY : unknownClient(routing.clientId);
}

const NAMES_NOBODY: Fault = newFault('not_linked', ['namesNobody']);

function unknownCampaign(id: string | null): Fault {
  const code = 'unknown_campaign';
  if (id === null) return newFault(code, ['noCampaignId']);
  const params = faultParams(['unknownCampaign', { id: plainOrNothing(id), flag: flag('id', id), again: again(code) }]);
  return { code, named: faultTarget('campanha_id', id), params };
}

function unknownClient(id: string): Fault {
  const code = 'unknown_client';
  const shown = plainOrNothing(id);
  const params = isClientId(id)
    ? faultParams(['unknownClient', { id: shown, flag: flag('id', id), again: again(code) }])
    : faultParams(['noClientId', { id: shown }]);
  return { code, named: faultTarget('cliente_id', id), params };
}

function notLinked({ links, campaignId, clientId }: RoutingRequest): Fault {
  const code = 'not_linked';
  const ids = [
    ...(campaignId === null ? [] : [['campanha_id', campaignId] as const]),
    ...(clientId === null ? [] : [['cliente_id', clientId] as const]),
  ];
  const named = [...links.map(({ kind, value }) => [kind, value] as const), ...ids];
  const flags = links.map(({ origin, kind, value }) => flag(`${origin.replace('_', '-')}-${kind}`, value));
  const shown = Object.fromEntries(named.map(([kind, value]) => [kind, plainOrNothing(value)]));
  return {
    code,
    named: [...links.map(linkTarget), ...ids.map(([kind, value]) => faultTarget(kind, value))].join(' '),
    params: faultParams(['notLinked', { ...shown, links: flags.join('\n'), again: again(code) }]),
  };
}

/** The event names one client, but the page that it names is connected for another. */
export function pageOfAnotherClient({ clientId, links }: RoutingRequest, owner: string): Fault {
  const page = links.find(({ kind }) => kind === 'page')?.value ?? '';
  const client = clientId ?? '';
  const code = 'page_of_another_client';
  return {
    code,
    named: [faultTarget('social_ads:page', page), faultTarget('cliente_id', client)].join(' '),
    params: faultParams(['pageOfAnotherClient', { client: plainOrNothing(client), page: plainOrNothing(page), owner, again: again(code) }]),
  };
}

/** The command to retry everything that failed for the same reason. */
function again(code: string): string {
  return `queue retry --all --error ${code}`;
}

/** Senders mix up fields: possibly personal values are not repeated. */
function plainOrNothing(text: string): string {
  return isPlainId(text) ? text : '';
}

/** A flag of a command to paste into a shell: a plain id needs no quotes, and with `=` it is never read as another flag. */
function flag(name: string, value: string): string {
  if (!isPlainId(value)) return `--${name} ID`;
  return value.startsWith('-') ? `--${name}=${value}` : `--${name} ${value}`;
}
