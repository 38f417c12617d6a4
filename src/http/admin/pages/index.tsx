/** All pages for users as HTML. The only way from the routes into React. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../../../base/language.ts';
import { Surrounded, type Surroundings } from './context.tsx';
import * as views from './views.ts';

export type ViewName = keyof typeof views;

export type PropsOf<Name extends ViewName> = Parameters<(typeof views)[Name]>[0];

/** A whole page. */
export function renderPage<Name extends ViewName>(place: Surroundings, name: Name, props: PropsOf<Name>): string {
  return `<!doctype html>${render(place, name, props)}`;
}

/** A part of a page that is updated while the page is open. */
export function renderPart<Name extends ViewName>(language: Language, name: Name, props: PropsOf<Name>): string {
  return render({ language }, name, props);
}

function render<Name extends ViewName>(around: Surroundings, name: Name, props: PropsOf<Name>): string {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: every view is needed
  const view = createElement(views[name] as FunctionComponent<PropsOf<Name>>, props);
  return renderToStaticMarkup(<Surrounded by={around}>{view}</Surrounded>);
}
