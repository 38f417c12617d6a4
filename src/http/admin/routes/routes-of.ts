import type { Guard } from '../entrance/guard.ts';
import type { OpenLive } from '../live/open-live.ts';
import { type DescribedRoute, described, type Operation, type Tag } from '../requests/operation.ts';
import { type FormState, refusedForm } from '../requests/posted-form.ts';
import { refuseStrayFields } from '../requests/values.ts';
import type { AdminDeps } from './admin-deps.ts';
import { Context } from './context.ts';

/** What the routes of the admin are created with. */
export interface Admin {
  readonly deps: AdminDeps;
  readonly guard: Guard;
  readonly live: OpenLive;
}

type Look = (context: Context) => Promise<void> | void;
type Change = (context: Context, form: URLSearchParams) => Promise<void> | void;
type ShowAgain = (context: Context, refused: FormState) => Promise<void> | void;

/** The parameters and responses of a path, without its name. */
type Details = Omit<Operation, 'method' | 'path' | 'tag' | 'summary'>;

interface RoutesOf {
  /** Views for operators and readers. */
  visit(path: string, summary: string, details: Details, look: Look): DescribedRoute;
  /** Views with personal data, for operators. */
  reveal(path: string, summary: string, details: Details, look: Look): DescribedRoute;
  /** Changes, for operators. With `show`, users get a refused form again on the page that it was sent from. */
  change(path: string, summary: string, details: Details, change: Change, show?: ShowAgain): DescribedRoute;
}

/** Creates the routes of one part of the admin. */
export function routesOf({ deps, guard, live }: Admin, tag: Tag): RoutesOf {
  const looking =
    (way: 'visit' | 'reveal'): RoutesOf['visit'] =>
    (path, summary, details, look) =>
      described(
        { method: 'GET', path, tag, summary, ...details },
        guard[way]((exchange, visitor) => look(new Context(deps, live, exchange, visitor))),
      );
  return {
    visit: looking('visit'),
    reveal: looking('reveal'),
    change: (path, summary, details, change, show) =>
      described(
        { method: 'POST', path, tag, summary, ...details },
        guard.change(async (exchange, visitor, form) => {
          const context = new Context(deps, live, exchange, visitor);
          try {
            refuseStrayFields(form, details.form?.shape ?? {});
            await change(context, form);
          } catch (thrown) {
            const refused = show && context.isBrowser ? refusedForm(thrown, form) : undefined;
            if (show === undefined || refused === undefined) throw thrown;
            await show(context, refused);
          }
        }),
      ),
  };
}
