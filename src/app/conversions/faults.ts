/** Why a conversion is not sent (yet), where the platform itself has not said it. */
import { CLIENT_NOT_CONNECTED } from '../../domain/client-account.ts';
import { OUTCOME_UNKNOWN, type Platform } from '../../domain/conversion.ts';
import { type Fault, type Sentence, told } from '../../domain/fault.ts';
import { faultTarget } from '../../domain/fault-target.ts';
import type { NoDestination } from '../platforms/destinations.ts';

export const NOT_THERE: Fault = { code: 'conversion_not_found', message: told(['conversionNotThere']) };

export const TEST_LEAD: Fault = { code: 'test_lead', message: told(['conversionOfTestLead']) };

export const STOPPING: Fault = { code: 'worker_stopped', message: told(['workerStopping']) };

export const NOT_YET: Fault = { code: 'not_sent_yet', message: told(['conversionNotYet']) };

export const NEVER_DECIDED: Fault = { code: OUTCOME_UNKNOWN, message: told(['conversionNeverDecided']) };

/** Null: the lead names no platform. */
export function notConnected(platform: Platform | null): Fault {
  const sentence = platform === null ? (['conversionWithoutPlatform'] as const) : (['platformNotConnected', { platform }] as const);
  return { code: 'platform_not_connected', message: told(sentence) };
}

/** The platform is connected, and this client has no account there that can be used. */
export function noDestination(why: NoDestination, clientId: string, platform: Platform): Fault {
  return { code: CLIENT_NOT_CONNECTED, named: faultTarget('cliente_id', clientId), message: told(sentenceOf(why, clientId, platform)) };
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
