/** Faults that keep a conversion from being sent (yet) and do not come from the platform itself. */
import { CLIENT_NOT_CONNECTED } from '../../domain/client-account.ts';
import { OUTCOME_UNKNOWN, type Platform } from '../../domain/conversion.ts';
import { type Fault, faultParams, faultTarget, newFault, type Sentence } from '../../domain/fault.ts';
import type { NoDestination } from '../platforms/destinations.ts';

export const NOT_THERE: Fault = newFault('conversion_not_found', ['conversionNotThere']);

export const TEST_LEAD: Fault = newFault('test_lead', ['conversionOfTestLead']);

export const STOPPING: Fault = newFault('worker_stopped', ['workerStopping']);

export const NOT_YET: Fault = newFault('not_sent_yet', ['conversionNotYet']);

export const NEVER_DECIDED: Fault = newFault(OUTCOME_UNKNOWN, ['conversionNeverDecided']);

/** `null` if the lead names no platform. */
export function notConnected(platform: Platform | null): Fault {
  const sentence = platform === null ? (['conversionWithoutPlatform'] as const) : (['platformNotConnected', { platform }] as const);
  return newFault('platform_not_connected', sentence);
}

/** The platform is connected, but this client has no usable account there. */
export function noDestination(why: NoDestination, clientId: string, platform: Platform): Fault {
  return {
    code: CLIENT_NOT_CONNECTED,
    named: faultTarget('cliente_id', clientId),
    params: faultParams(sentenceOf(why, clientId, platform)),
  };
}

function sentenceOf(why: NoDestination, client: string, platform: Platform): Sentence {
  switch (why.kind) {
    case 'no_account':
      return ['clientWithoutAccount', { client, platform }];
    case 'no_credential':
      return ['accountWithoutCredential', { client, platform, account: why.account.id, setting: why.setting }];
    case 'unreadable':
      return ['accountSealed', { client, platform, account: why.account.id }];
  }
}
