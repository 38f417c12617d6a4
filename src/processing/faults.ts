import type { JsonFailure } from '../base/exact-json.ts';
import { isClientId } from '../domain/client-id.ts';
import type { Routing, RoutingRequest } from '../domain/directory.ts';
import type { Fault } from '../domain/fault.ts';
import { faultTarget, isPlainId, linkTarget } from '../domain/fault-target.ts';
import type { Origin } from '../domain/origin.ts';

const BODY_PROBLEMS: { readonly [failure in JsonFailure]: string } = {
  empty: 'is empty',
  not_utf8: 'is not valid UTF-8',
  not_json: 'is not valid JSON',
  too_deep: 'is nested too deeply',
};

/** The body cannot be read as the JSON object it has to be. */
export function unreadableBody(failure: JsonFailure | 'not_object'): Fault {
  const problem = failure === 'not_object' ? 'is not a JSON object' : BODY_PROBLEMS[failure];
  return unusableBody(`The body of the event ${problem}`);
}

/** A social-ads batch without a change in it. */
export function missingChange(): Fault {
  return unusableBody('The body of the event holds no leadgen change with a `value` object, so it names no lead');
}

function unusableBody(what: string): Fault {
  return {
    code: 'unusable_body',
    message: `${what}. Look at it with \`lead-intake events show\` and have the sender correct and send it again.`,
  };
}

/** An event type that says nothing about what to do, on a route where that is needed. */
export function unknownEventType(eventType: string): Fault {
  return {
    code: 'unknown_event_type',
    named: faultTarget('event_type', eventType),
    message:
      `The event type ${shown(eventType)} is not known on the ad routes. Map it with the setting EVENT_TYPES ` +
      `(NAME=lead, NAME=update or NAME=conversion), restart the workers, ${runAgain('unknown_event_type')}.`,
  };
}

/** The event is about a lead that does not exist, and does not carry enough to make one. */
export function leadNotFound(needed: string): Fault {
  return {
    code: 'lead_not_found',
    message:
      'No lead of this client has the identity, click id, e-mail or phone that the event names, and the event itself carries no ' +
      `${needed} to make a lead from. Have the lead itself sent first, ${runAgain('lead_not_found')}.`,
  };
}

/** Whom the lead belongs to is another client than the one to whom the secret of the sender is limited. */
export function wrongClient(limitedTo: string, { clientId, campaignId }: Routing): Fault {
  const code = 'wrong_client';
  const owner =
    campaignId === null ? `the event names client ${clientId}` : `its campaign ${shown(campaignId)} belongs to client ${clientId}`;
  const named = [...(campaignId === null ? [] : [faultTarget('campanha_id', campaignId)]), faultTarget('cliente_id', clientId)];
  return {
    code,
    named: named.join(' '),
    message:
      `The sender used a secret that is limited to client ${limitedTo}, but ${owner}, so no lead was created. If the sender works for client ` +
      `${clientId}, give it a secret of that client with \`lead-intake secret add\` and have it send the event again. If the campaign or its ` +
      `link is wrong, correct it, ${runAgain(code)}.`,
  };
}

/** Nothing that the event says about whom its lead belongs to leads anywhere. */
export function notRouted(origin: Origin, routing: RoutingRequest): Fault {
  if (origin === 'formulario_proprio') return unknownCampaign(routing.campaignId);
  if (routing.links.length > 0) return notLinked(routing);
  if (routing.campaignId !== null) return unknownCampaign(routing.campaignId);
  return routing.clientId === null ? namesNobody() : unknownClient(routing.clientId);
}

function unknownCampaign(campaignId: string | null): Fault {
  const code = 'unknown_campaign';
  if (campaignId === null) {
    return {
      code,
      message: 'The event carries no `campanha_id` that is text or a number. Have the sender add it and send the event again.',
    };
  }
  return {
    code,
    named: faultTarget('campanha_id', campaignId),
    message:
      `No campaign has the \`campanha_id\` ${shown(campaignId)}. Add it with ` +
      `\`lead-intake campaign add ${flag('id', campaignId)} --name NAME --client CLIENT\`, ${runAgain(code)}.`,
  };
}

function unknownClient(clientId: string): Fault {
  const code = 'unknown_client';
  const named = faultTarget('cliente_id', clientId);
  const what = `No client has the \`cliente_id\` ${shown(clientId)}; \`lead-intake client list\` shows the ids.`;
  if (!isClientId(clientId)) {
    return {
      code,
      named,
      message: `${what} It has to be a whole number of at most 15 digits: have the sender correct it and send the event again.`,
    };
  }
  return { code, named, message: `${what} Add it with \`lead-intake client add ${flag('id', clientId)} --name NAME\`, ${runAgain(code)}.` };
}

function notLinked(routing: RoutingRequest): Fault {
  const named = [
    ...routing.links.map(({ kind, value }) => `${kind} ${shown(value)}`),
    ...(routing.campaignId === null ? [] : [`\`campanha_id\` ${shown(routing.campaignId)}`]),
    ...(routing.clientId === null ? [] : [`\`cliente_id\` ${shown(routing.clientId)}`]),
  ];
  const targets = [
    ...routing.links.map(linkTarget),
    ...(routing.campaignId === null ? [] : [faultTarget('campanha_id', routing.campaignId)]),
    ...(routing.clientId === null ? [] : [faultTarget('cliente_id', routing.clientId)]),
  ];
  const flags = routing.links.map(({ origin, kind, value }) => flag(`${origin.replace('_', '-')}-${kind}`, value));
  return {
    code: 'not_linked',
    named: targets.join(' '),
    message:
      `None of what the event names is linked to a campaign: ${named.join(', ')}. Link it with ` +
      `${flags.map((option) => `\`lead-intake campaign link CAMPAIGN ${option}\``).join(' or ')}, ${runAgain('not_linked')}.`,
  };
}

/** The event names one client, and the page it names is connected for another. */
export function pageOfAnotherClient({ clientId, links }: RoutingRequest, owner: string): Fault {
  const page = links.find(({ kind }) => kind === 'page')?.value ?? '';
  const code = 'page_of_another_client';
  return {
    code,
    named: [faultTarget('social_ads:page', page), faultTarget('cliente_id', clientId ?? '')].join(' '),
    message:
      `The event names \`cliente_id\` ${shown(clientId ?? '')}, and page ${shown(page)} is connected for client ${owner}. Connect the page for the right ` +
      `client with \`lead-intake client connect CLIENT --page ${isPlainId(page) ? page : 'ID'}\`, or have the sender correct the event, ${runAgain(code)}.`,
  };
}

function namesNobody(): Fault {
  return {
    code: 'not_linked',
    message:
      'The event names no form, campaign, page or client, so nobody can be found whom its lead belongs to. ' +
      'Have the sender add `cliente_id` or `campanha_id` and send the event again.',
  };
}

/** The command for everything that failed for the same reason. */
function runAgain(code: string): string {
  return `then run the failed jobs again with \`lead-intake queue retry --all --error ${code}\``;
}

function shown(text: string): string {
  return isPlainId(text) ? `"${text}"` : "(not shown because it may be personal data; see the event's body)";
}

/** A flag of a command to paste into a shell: a plain id needs no quotes, and with `=` it is never taken for another flag. */
function flag(name: string, value: string): string {
  if (!isPlainId(value)) return `--${name} ID`;
  return value.startsWith('-') ? `--${name}=${value}` : `--${name} ${value}`;
}
