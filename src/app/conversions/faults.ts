/** Why a conversion is not sent (yet), where the platform itself has not said it. `presentation/fault-text.ts` has them in Portuguese. */
import { OUTCOME_UNKNOWN, type Platform } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';

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
