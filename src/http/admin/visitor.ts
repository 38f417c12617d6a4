import type { Clock } from '../../base/clock.ts';
import type { Operator } from '../../domain/ports.ts';
import type { Exchange } from '../exchange.ts';
import type { Visitor } from './access.ts';

/** Who stands in the operators' log: the admin has one credential, so the address is what tells people apart. */
export function operatorOf(exchange: Pick<Exchange, 'remoteAddress'>, clock: Clock): Operator {
  return { name: `admin@${exchange.remoteAddress}`, now: clock() };
}

/** What surrounds every page for this visitor. */
export function frameOf(
  { version, environment }: { readonly version: string; readonly environment: string },
  visitor: Visitor,
): { csrfToken: string | null; version: string; environment: string } {
  return { csrfToken: visitor.kind === 'session' ? visitor.session.csrfToken : null, version, environment };
}
