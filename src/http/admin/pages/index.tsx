/** The pages as functions from what is known to an HTML text. The only door from the routes into React. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '../../../base/language.ts';
import type { EventTrail } from '../../../domain/ports.ts';
import type { QueueSnapshot } from '../../../domain/queue-status.ts';
import { safeReturnPath } from '../entrance/return-path.ts';
import type { Frame, Place } from '../entrance/visitor.ts';
import { ConversionsPage, type ConversionsPageProps } from './conversions/conversions-page.tsx';
import { EventPage, type EventPageProps, EventProgress } from './events/event-page.tsx';
import { EventsPage, type EventsPageProps } from './events/events-page.tsx';
import { ContinuePage, ErrorPage, type ErrorPageProps, LoginPage, type LoginPageProps } from './frame/entrance-pages.tsx';
import { Speaking } from './language.tsx';
import { LeadPage, type LeadPageProps } from './leads/lead-page.tsx';
import { LeadsPage, type LeadsPageProps } from './leads/leads-page.tsx';
import { QueueFigures, QueuePage } from './queue/queue-page.tsx';

export { eventNotice } from './events/event-page.tsx';

export function loginPage(props: LoginPageProps): string {
  return page(props.place, <LoginPage {...props} />);
}

export function continuePage(place: Place, path: string): string {
  return page(place, <ContinuePage place={place} path={safeReturnPath(path)} />);
}

export function errorPage(props: ErrorPageProps): string {
  return page(props.place, <ErrorPage {...props} />);
}

export function queuePage(frame: Frame, snapshot: QueueSnapshot): string {
  return page(frame, <QueuePage frame={frame} snapshot={snapshot} />);
}

/** The live part of the queue's page alone. */
export function queueFigures(language: Language, snapshot: QueueSnapshot): string {
  return part(language, <QueueFigures snapshot={snapshot} />);
}

export function eventsPage(props: EventsPageProps): string {
  return page(props.frame, <EventsPage {...props} />);
}

export function eventPage(props: EventPageProps): string {
  return page(props.frame, <EventPage {...props} />);
}

/** The live part of an event's page alone. */
export function eventProgress(language: Language, trail: EventTrail): string {
  return part(language, <EventProgress trail={trail} />);
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

function page({ language }: Place, content: ReactNode): string {
  return `<!doctype html>${part(language, content)}`;
}

function part(language: Language, content: ReactNode): string {
  return renderToStaticMarkup(<Speaking language={language}>{content}</Speaking>);
}
