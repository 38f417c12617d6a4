import type { KeptRefusedRequest } from '../domain/refused-request.ts';
import type { IntakeRequest } from './intake-request.ts';

/** A refused request as it was kept, in the form `Intake.replay` takes. What was not kept whole cannot verify any more. */
export function requestOfKept(kept: KeptRefusedRequest): IntakeRequest {
  const headers = JSON.parse(kept.headers) as readonly (readonly [name: string, value: string])[];
  return {
    origin: kept.origin,
    body: Buffer.from(kept.body),
    header: (name) => {
      const values = headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value);
      return values.length === 0 ? undefined : values.join(', ');
    },
    headersJson: kept.headers,
    remoteAddress: kept.remoteAddress,
    requestId: kept.requestId,
  };
}
