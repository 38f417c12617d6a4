import type { Exchange } from '../../exchange.ts';
import { type DescribedRoute, described, type Operation } from '../contract/operation.ts';
import { type FormState, onForm } from '../contract/posted-form.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';

type Look<Deps> = (deps: Deps, exchange: Exchange, visitor: Visitor) => Promise<void> | void;
type Change<Deps> = (deps: Deps, exchange: Exchange, form: URLSearchParams, visitor: Visitor) => Promise<void> | void;
type ShowAgain<Deps> = (deps: Deps, exchange: Exchange, visitor: Visitor, state: FormState) => Promise<void> | void;

interface RoutesOf<Deps> {
  /** Looks, for operators and readers. */
  visit(operation: Operation, look: Look<Deps>): DescribedRoute;
  /** Looks that show personal data, for operators. */
  reveal(operation: Operation, look: Look<Deps>): DescribedRoute;
  /** Changes, for operators. With `show` a refused form comes back to a person on the page that it was sent from. */
  change(operation: Operation, change: Change<Deps>, show?: ShowAgain<Deps>): DescribedRoute;
}

/** Makes the routes of one part of the admin; each handler says which of `deps` it takes. */
export function routesOf<Deps>(deps: Deps, guard: Guard): RoutesOf<Deps> {
  return {
    visit: (operation, look) =>
      described(
        operation,
        guard.visit((exchange, visitor) => look(deps, exchange, visitor)),
      ),
    reveal: (operation, look) =>
      described(
        operation,
        guard.reveal((exchange, visitor) => look(deps, exchange, visitor)),
      ),
    change: (operation, change, show) => {
      const run = (exchange: Exchange, visitor: Visitor, form: URLSearchParams) => change(deps, exchange, form, visitor);
      const back = show && onForm(run, (exchange, visitor, state) => show(deps, exchange, visitor, state));
      return described(operation, guard.change(back ?? run));
    },
  };
}
