/** All pages for users as HTML. The only way from the routes into React. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../../../base/language.ts';
import type { Frame, Place } from '../requests/visitor.ts';
import { ActivityPage } from './activity/activity-page.tsx';
import { ApiPage, ApiText } from './api/api-page.tsx';
import { ConversionsPage } from './conversions/conversions-page.tsx';
import { CampaignPage } from './directory/campaign-page.tsx';
import { CampaignsPage } from './directory/campaigns-page.tsx';
import { ClientAccountsPage } from './directory/client-accounts-page.tsx';
import { ClientPage } from './directory/client-page.tsx';
import { ClientsPage } from './directory/clients-page.tsx';
import { BulkPage } from './events/bulk-page.tsx';
import { EventPage, EventProgress } from './events/event-page.tsx';
import { EventRows, EventsPage } from './events/events-page.tsx';
import { FormPage } from './forms/form-page.tsx';
import { FormsPage } from './forms/forms-page.tsx';
import { ContinuePage, ErrorPage, LoginPage, UnsentFormPage } from './frame/entrance-pages.tsx';
import { HomePage, HomeVerdict } from './home/home-page.tsx';
import { Speaking } from './language.tsx';
import { ConsentPage } from './leads/consent-page.tsx';
import { LeadPage } from './leads/lead-page.tsx';
import { LeadsPage } from './leads/leads-page.tsx';
import { PaletteFound } from './palette/palette-found.tsx';
import { ErasureFacts, ErasurePage, SearchingPage, SearchProgress } from './people/erasure-page.tsx';
import { PeoplePage } from './people/people-page.tsx';
import { QueueFigures, QueuePage } from './queue/queue-page.tsx';
import { RefusedForgetPage, RefusedReplayPage } from './refused/refused-confirm-pages.tsx';
import { RefusedListPage } from './refused/refused-list-page.tsx';
import { RefusedPage } from './refused/refused-page.tsx';
import { NamedSecretsPage } from './sources/named-secrets-page.tsx';
import { SourcesPage } from './sources/sources-page.tsx';

/** Whole pages, and the live parts of some. */
const VIEWS = {
  ActivityPage,
  ApiPage,
  ApiText,
  BulkPage,
  CampaignPage,
  CampaignsPage,
  ClientAccountsPage,
  ClientPage,
  ClientsPage,
  ConsentPage,
  ContinuePage,
  ConversionsPage,
  ErasureFacts,
  ErasurePage,
  ErrorPage,
  EventPage,
  EventProgress,
  EventRows,
  EventsPage,
  FormPage,
  FormsPage,
  HomePage,
  HomeVerdict,
  LeadPage,
  LeadsPage,
  LoginPage,
  NamedSecretsPage,
  PaletteFound,
  PeoplePage,
  QueueFigures,
  QueuePage,
  RefusedForgetPage,
  RefusedListPage,
  RefusedPage,
  RefusedReplayPage,
  SearchingPage,
  SearchProgress,
  SourcesPage,
  UnsentFormPage,
};

export type ViewName = keyof typeof VIEWS;

export type PropsOf<Name extends ViewName> = Parameters<(typeof VIEWS)[Name]>[0];

/** A whole page in the language of its place; pages with a frame know the time. */
export function renderPage<Name extends ViewName>(
  { language, now }: Place & Partial<Pick<Frame, 'now'>>,
  name: Name,
  props: PropsOf<Name>,
): string {
  return `<!doctype html>${render(language, now, name, props)}`;
}

/** A part of a page that is updated while the page is open. */
export function renderPart<Name extends ViewName>(language: Language, name: Name, props: PropsOf<Name>): string {
  return render(language, undefined, name, props);
}

function render<Name extends ViewName>(language: Language, now: number | undefined, name: Name, props: PropsOf<Name>): string {
  const view = createElement(VIEWS[name] as FunctionComponent<PropsOf<Name>>, props);
  return renderToStaticMarkup(
    <Speaking language={language} now={now}>
      {view}
    </Speaking>,
  );
}
