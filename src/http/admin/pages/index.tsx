/** The pages as functions from what is known to an HTML text. The only door from the routes into React. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../../../base/language.ts';
import type { Role } from '../../../domain/admin-session.ts';
import { safeReturnPath } from '../entrance/return-path.ts';
import type { Frame, Place } from '../entrance/visitor.ts';
import type { Health } from '../health/look-at-health.ts';
import type { QueueView } from '../health/look-at-queue.ts';
import type { BulkQuestion } from '../routes/event-bulk-routes.ts';
import type { EventList } from '../views/event-list-view.ts';
import type { EventView } from '../views/event-view.ts';
import { ActivityPage, type ActivityPageProps } from './activity/activity-page.tsx';
import { ConversionsPage, type ConversionsPageProps } from './conversions/conversions-page.tsx';
import { CampaignPage, type CampaignPageProps } from './directory/campaign-page.tsx';
import { CampaignsPage, type CampaignsPageProps } from './directory/campaigns-page.tsx';
import { ClientAccountsPage, type ClientAccountsPageProps } from './directory/client-accounts-page.tsx';
import { ClientPage, type ClientPageProps } from './directory/client-page.tsx';
import { ClientsPage, type ClientsPageProps } from './directory/clients-page.tsx';
import { BulkPage } from './events/bulk-page.tsx';
import { EventPage, type EventPageProps, EventProgress } from './events/event-page.tsx';
import { EventRows, EventsPage, type EventsPageProps } from './events/events-page.tsx';
import { FormPage, type FormPageProps } from './forms/form-page.tsx';
import { FormsPage, type FormsPageProps } from './forms/forms-page.tsx';
import {
  ContinuePage,
  ErrorPage,
  type ErrorPageProps,
  LoginPage,
  type LoginPageProps,
  UnsentFormPage,
  type UnsentFormPageProps,
} from './frame/entrance-pages.tsx';
import { HomePage, HomeVerdict } from './home/home-page.tsx';
import { Speaking } from './language.tsx';
import { LeadPage, type LeadPageProps } from './leads/lead-page.tsx';
import { LeadsPage, type LeadsPageProps } from './leads/leads-page.tsx';
import { QueueFigures, QueuePage } from './queue/queue-page.tsx';
import { RefusedForgetPage, type RefusedForgetPageProps } from './refused/refused-forget-page.tsx';
import { RefusedListPage, type RefusedListPageProps } from './refused/refused-list-page.tsx';
import { RefusedPage, type RefusedPageProps } from './refused/refused-page.tsx';
import { RefusedReplayPage, type RefusedReplayPageProps } from './refused/refused-replay-page.tsx';
import { NamedSecretsPage, type NamedSecretsPageProps } from './sources/named-secrets-page.tsx';
import { SourcesPage, type SourcesPageProps } from './sources/sources-page.tsx';

export function loginPage(props: LoginPageProps): string {
  return page(props.place, <LoginPage {...props} />);
}

export function unsentFormPage(props: UnsentFormPageProps): string {
  return page(props.place, <UnsentFormPage {...props} />);
}

export function continuePage(place: Place, path: string): string {
  return page(place, <ContinuePage place={place} path={safeReturnPath(path)} />);
}

export function errorPage(props: ErrorPageProps): string {
  return page(props.place, <ErrorPage {...props} />);
}

export function homePage(frame: Frame, health: Health): string {
  return page(frame, <HomePage frame={frame} health={health} />);
}

/** The live part of the first page alone. */
export function homeVerdict(language: Language, health: Health): string {
  return part(language, <HomeVerdict health={health} />);
}

export function queuePage(frame: Frame, view: QueueView): string {
  return page(frame, <QueuePage frame={frame} view={view} />);
}

/** The live part of the queue's page alone. */
export function queueFigures(language: Language, view: QueueView): string {
  return part(language, <QueueFigures view={view} />);
}

export function eventsPage(props: EventsPageProps): string {
  return page(props.frame, <EventsPage {...props} />);
}

/** The live part of the list alone. */
export function eventRows(language: Language, role: Role, list: EventList): string {
  return part(language, <EventRows role={role} list={list} />);
}

/** The question before many events are changed. */
export function bulkPage(frame: Frame, question: BulkQuestion): string {
  return page(frame, <BulkPage frame={frame} question={question} />);
}

export function eventPage(props: EventPageProps): string {
  return page(props.frame, <EventPage {...props} />);
}

/** The live part of an event's page alone. */
export function eventProgress(language: Language, view: Pick<EventView, 'trail' | 'secret' | 'found'>): string {
  return part(language, <EventProgress {...view} />);
}

export function leadsPage(props: LeadsPageProps): string {
  return page(props.frame, <LeadsPage {...props} />);
}

export function leadPage(props: LeadPageProps): string {
  return page(props.frame, <LeadPage {...props} />);
}

export function conversionsPage(props: ConversionsPageProps): string {
  return page(props.frame, <ConversionsPage {...props} />);
}

export function campaignsPage(props: CampaignsPageProps): string {
  return page(props.frame, <CampaignsPage {...props} />);
}

export function campaignPage(props: CampaignPageProps): string {
  return page(props.frame, <CampaignPage {...props} />);
}

export function clientsPage(props: ClientsPageProps): string {
  return page(props.frame, <ClientsPage {...props} />);
}

export function clientPage(props: ClientPageProps): string {
  return page(props.frame, <ClientPage {...props} />);
}

export function clientAccountsPage(props: ClientAccountsPageProps): string {
  return page(props.frame, <ClientAccountsPage {...props} />);
}

export function refusedForgetPage(props: RefusedForgetPageProps): string {
  return page(props.frame, <RefusedForgetPage {...props} />);
}

export function refusedReplayPage(props: RefusedReplayPageProps): string {
  return page(props.frame, <RefusedReplayPage {...props} />);
}

export function refusedListPage(props: RefusedListPageProps): string {
  return page(props.frame, <RefusedListPage {...props} />);
}

export function refusedPage(props: RefusedPageProps): string {
  return page(props.frame, <RefusedPage {...props} />);
}

export function namedSecretsPage(props: NamedSecretsPageProps): string {
  return page(props.frame, <NamedSecretsPage {...props} />);
}

export function formsPage(props: FormsPageProps): string {
  return page(props.frame, <FormsPage {...props} />);
}

export function formPage(props: FormPageProps): string {
  return page(props.frame, <FormPage {...props} />);
}

export function sourcesPage(props: SourcesPageProps): string {
  return page(props.frame, <SourcesPage {...props} />);
}

export function activityPage(props: ActivityPageProps): string {
  return page(props.frame, <ActivityPage {...props} />);
}

function page({ language }: Place, content: ReactNode): string {
  return `<!doctype html>${part(language, content)}`;
}

function part(language: Language, content: ReactNode): string {
  return renderToStaticMarkup(<Speaking language={language}>{content}</Speaking>);
}
