/** The pages as functions from what is known to an HTML text. The only door from the routes into React. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { QueueSnapshot } from '../../../domain/queue-status.ts';
import { safeReturnPath } from '../return-path.ts';
import { ContinuePage, ErrorPage, type ErrorPageProps, LoginPage, type LoginPageProps } from './entrance-pages.tsx';
import { type EventNotice, EventPage, type EventPageProps } from './event-page.tsx';
import { EventsPage, type EventsPageProps } from './events-page.tsx';
import type { Frame } from './layout.tsx';
import { QueueFigures, QueuePage } from './queue-page.tsx';
import { texts } from './texts.ts';

export function loginPage(props: LoginPageProps): string {
  return render(<LoginPage {...props} />);
}

export function continuePage(path: string): string {
  return render(<ContinuePage path={safeReturnPath(path)} />);
}

export function errorPage(props: ErrorPageProps): string {
  return render(<ErrorPage {...props} />);
}

export function queuePage(frame: Frame, snapshot: QueueSnapshot): string {
  return render(<QueuePage frame={frame} snapshot={snapshot} />);
}

/** The live part of the queue's page alone. */
export function queueFigures(snapshot: QueueSnapshot): string {
  return renderToStaticMarkup(<QueueFigures snapshot={snapshot} />);
}

export function eventsPage(props: EventsPageProps): string {
  return render(<EventsPage {...props} />);
}

export function eventPage(props: EventPageProps): string {
  return render(<EventPage {...props} />);
}

/** The notice that an address asks for, when it is one of ours. */
export function eventNotice(word: string | null): EventNotice | undefined {
  return word !== null && isEventNotice(word) ? word : undefined;
}

function isEventNotice(word: string): word is EventNotice {
  return Object.hasOwn(texts.eventPage.notices, word);
}

function render(page: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
