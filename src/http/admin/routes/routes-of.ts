import type { Exchange } from '../../exchange.ts';
import type { Guard } from '../entrance/guard.ts';
import type { PropsOf, ViewName } from '../pages/index.tsx';
import { loadPages } from '../pages/load-pages.ts';
import { type DescribedRoute, described, type Operation, type Tag } from '../requests/operation.ts';
import { type FormState, onForm } from '../requests/posted-form.ts';
import { sendPage } from '../requests/respond.ts';
import { refuseStrayFields } from '../requests/values.ts';
import { frameOf, type Program, type Visitor } from '../requests/visitor.ts';

type Look<Deps> = (deps: Deps, exchange: Exchange, visitor: Visitor) => Promise<void> | void;
type Change<Deps> = (deps: Deps, exchange: Exchange, form: URLSearchParams, visitor: Visitor) => Promise<void> | void;
type ShowAgain<Deps> = (deps: Deps, exchange: Exchange, visitor: Visitor, state: FormState) => Promise<void> | void;

/** The parameters and responses of a path, without its name. */
type Details = Pick<Operation, 'description' | 'query' | 'form' | 'answer' | 'status' | 'refusals' | 'also'>;

interface RoutesOf<Deps> {
  /** Views for operators and readers. */
  visit(path: string, summary: string, details: Details, look: Look<Deps>): DescribedRoute;
  /** Views with personal data, for operators. */
  reveal(path: string, summary: string, details: Details, look: Look<Deps>): DescribedRoute;
  /** Changes, for operators. With `show`, users get a refused form again on the page that it was sent from. */
  change(path: string, summary: string, details: Details, change: Change<Deps>, show?: ShowAgain<Deps>): DescribedRoute;
}

/** Creates the routes of one part of the admin; each handler declares the `deps` it needs. */
export function routesOf<Deps>(deps: Deps, guard: Guard, tag: Tag): RoutesOf<Deps> {
  const looking =
    (way: 'visit' | 'reveal'): RoutesOf<Deps>['visit'] =>
    (path, summary, details, look) =>
      described(
        { method: 'GET', path, tag, summary, ...details },
        guard[way]((exchange, visitor) => look(deps, exchange, visitor)),
      );
  return {
    visit: looking('visit'),
    reveal: looking('reveal'),
    change: (path, summary, details, change, show) => {
      const run = (exchange: Exchange, visitor: Visitor, form: URLSearchParams) => {
        refuseStrayFields(form, details.form?.shape ?? {});
        return change(deps, exchange, form, visitor);
      };
      const back = show && onForm(run, (exchange, visitor, state) => show(deps, exchange, visitor, state));
      return described({ method: 'POST', path, tag, summary, ...details }, guard.change(back ?? run));
    },
  };
}

/** A page without its frame, which depends on the visitor. */
type Shown<Name extends ViewName> = Omit<PropsOf<Name>, 'frame'>;

/** Answers with a page. `here`: its own URL, if it is shown at another one after a form was refused. */
export async function showPage<Name extends ViewName>(
  deps: Program,
  exchange: Exchange,
  visitor: Visitor,
  name: Name,
  shown: Shown<Name>,
  { status = 200, here }: { readonly status?: number | undefined; readonly here?: string } = {},
): Promise<void> {
  const { renderPage } = await loadPages();
  const frame = frameOf(deps, exchange, visitor);
  const props = { ...shown, frame: here === undefined ? frame : { ...frame, here } };
  sendPage(exchange, status, renderPage(frame, name, props as unknown as PropsOf<Name>));
}
