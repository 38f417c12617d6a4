/** Why a conversion is not sent (yet), where the platform itself has not said it. `presentation/fault-text.ts` has them in Portuguese. */
import { CLIENT_NOT_CONNECTED } from '../../domain/client-account.ts';
import { OUTCOME_UNKNOWN, type Platform } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';
import { faultTarget } from '../../domain/fault-target.ts';
import type { NoDestination } from '../platforms/destinations.ts';

export const NOT_THERE: Fault = { code: 'conversion_not_found', message: 'The conversion of this job is not there any more.' };

export const TEST_LEAD: Fault = {
  code: 'test_lead',
  message: 'The lead is a test of the platform; tests are never reported as conversions.',
};

export const STOPPING: Fault = { code: 'worker_stopped', message: 'The worker was told to stop before this conversion was sent.' };

export const NOT_YET: Fault = { code: 'not_sent_yet', message: 'Many conversions are sent one by one; this one has its turn soon.' };

export const NEVER_DECIDED: Fault = {
  code: OUTCOME_UNKNOWN,
  message:
    'The platform took the conversion a week ago and still does not say what became of it, so it is not asked any more. Look for it at the ' +
    'platform; `lead-intake conversions retry` sends it again, and the platform knows it by its id.',
};

/** Null: the lead names no platform. */
export function notConnected(platform: Platform | null): Fault {
  const message =
    platform === null
      ? 'Neither a click id nor the origin of the lead names a platform that the conversion could be reported to.'
      : `Conversions for ${platform} cannot be sent: the platform is not connected. They go on by themselves once it is.`;
  return { code: 'platform_not_connected', message };
}

/** The platform is connected, and this client has no account there that can be used. */
export function noDestination(why: NoDestination, clientId: string, platform: Platform): Fault {
  return { code: CLIENT_NOT_CONNECTED, named: faultTarget('cliente_id', clientId), message: messageOf(why, clientId, platform) };
}

function messageOf(why: NoDestination, clientId: string, platform: Platform): string {
  const account = platform === 'social_ads' ? 'Meta dataset' : 'Google Ads account';
  const id = 'account' in why ? why.account.id : 'ID';
  const flag = platform === 'social_ads' ? 'dataset' : 'account';
  const connect = `\`lead-intake client connect ${clientId} --${flag} ${id}\``;
  switch (why.kind) {
    case 'no_account':
      return (
        `Client ${clientId} has no ${account} that its conversions could go to. Connect one with ${connect}, or set ACCOUNTS_CLIENT if the account of the ` +
        "settings is to be used. The conversion then goes on by itself, and no other client's account gets it."
      );
    case 'no_credential':
      return (
        `The ${account} ${id} of client ${clientId} is opened with the credential of the settings, and ${why.setting} is not set. Set it and restart the ` +
        `workers, or connect the account with a credential of its own: ${connect}. The conversion then goes on by itself.`
      );
    case 'unreadable':
      return (
        `The credential of the ${account} ${id} of client ${clientId} is sealed in the database and cannot be opened: CREDENTIALS_KEY is not set, or not ` +
        `the one that sealed it. Set it and restart the workers, or connect the account again with ${connect}. The conversion then goes on by itself.`
      );
  }
}
