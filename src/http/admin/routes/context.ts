import { z } from 'zod';
import type { Language } from '../../../base/language.ts';
import { OperatorAction } from '../../../domain/activity.ts';
import type { Operator, Store } from '../../../domain/ports.ts';
import { notFound, type RecordKind, type Sentence } from '../../../messages/messages.ts';
import { type AnswerHeaders, type Exchange, sendJson } from '../../exchange.ts';
import { operatorOnly } from '../entrance/guard.ts';
import type { LiveView } from '../live/live-views.ts';
import type { OpenLive } from '../live/open-live.ts';
import type { PropsOf, ViewName } from '../pages/index.tsx';
import { loadPages } from '../pages/load-pages.ts';
import { type Format, languageOfRequest, namedFormat, wantsLiveHtml } from '../requests/negotiation.ts';
import type { RefusedForm } from '../requests/posted-form.ts';
import { redirect, sendPage } from '../requests/respond.ts';
import { flag, isRowId, readValues } from '../requests/values.ts';
import { frameOf, type Visitor } from '../requests/visitor.ts';
import type { AdminDeps } from './admin-deps.ts';

/** The query of paths that can reveal personal data. */
export const revealValues = z.object({
  mostrar: flag('1: include personal data. Requires an operator token; recorded in the activity log.'),
});

interface ShownAt {
  readonly status?: number | undefined;
  /** The page's own URL, if it is shown at another one after a form was refused. */
  readonly here?: string;
  readonly refused?: RefusedForm<string> | undefined;
}

/** The live part of a page: as HTML, and for API clients as JSON under the name of an event. */
interface LivePart<Name extends ViewName> {
  /** Pages with the same key, in one language, show the same. */
  readonly key: string;
  readonly event: string;
  readonly json: () => Promise<unknown>;
  readonly part: Name;
  readonly props: () => Promise<PropsOf<Name>>;
}

/** A visitor's request to the admin, and the ways to answer it. */
export class Context {
  readonly deps: AdminDeps;
  readonly store: Store;
  readonly exchange: Exchange;
  readonly visitor: Visitor;
  readonly #live: OpenLive;

  constructor(deps: AdminDeps, live: OpenLive, exchange: Exchange, visitor: Visitor) {
    this.deps = deps;
    this.store = deps.store;
    this.exchange = exchange;
    this.visitor = visitor;
    this.#live = live;
  }

  get isReader(): boolean {
    return this.visitor.role === 'reader';
  }

  /** Who changes something now, for the operators' log: the admin has one credential, so the IP address tells people apart. */
  get operator(): Operator {
    return { name: `admin@${this.exchange.remoteAddress}`, now: this.deps.clock() };
  }

  get format(): Format | undefined {
    return namedFormat(this.exchange);
  }

  /** `true` for an API client that reads JSON. */
  get wantsJson(): boolean {
    return this.format === 'json';
  }

  /** `true` if a person sees the response. */
  get isBrowser(): boolean {
    return this.format === 'html';
  }

  get language(): Language {
    return languageOfRequest(this.exchange);
  }

  get id(): string {
    return this.exchange.params['id'] ?? '';
  }

  /** @throws AppError invalid_input that names each wrong value */
  query<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
    return readValues(schema, this.exchange.query);
  }

  /**
   * The row with the id in the path.
   * @throws AppError not_found
   */
  async row<Row>(find: (id: string) => Promise<Row | null>, kind: RecordKind, hint: string | Sentence): Promise<Row> {
    return found(isRowId(this.id) ? await find(this.id) : null, kind, this.id, hint);
  }

  /**
   * Whether the visitor asks for personal data.
   * @throws HttpProblem 403 for a reader
   */
  get reveals(): boolean {
    const reveals = this.query(revealValues).mostrar === true;
    if (reveals) operatorOnly(this.visitor);
    return reveals;
  }

  /**
   * Records who requested personal data before sending it. A response without a body (HEAD) reveals nothing.
   * @param target `lead:7`, `evento:3` …
   */
  async recordReveal(target: string, detail: string): Promise<void> {
    if (this.exchange.method !== 'HEAD') await this.store.recordActivity(OperatorAction.reveal, target, detail, this.operator);
  }

  json(value: unknown, status = 200, headers: AnswerHeaders = {}): void {
    sendJson(this.exchange, status, value, headers);
  }

  redirect(location: string, headers: Readonly<Record<string, string>> = {}): void {
    redirect(this.exchange, location, headers);
  }

  /** Answers a change: API clients get the changed object, users the page it leads to. */
  changed(json: unknown, location: string): void {
    if (this.wantsJson) this.json(json);
    else this.redirect(location);
  }

  async page<Name extends ViewName>(
    name: Name,
    props: PropsOf<Name>,
    { here, refused, status = refused?.state.status ?? 200 }: ShownAt = {},
  ): Promise<void> {
    const { renderPage } = await loadPages();
    const frame = frameOf(this.deps, this.exchange, this.visitor);
    sendPage(this.exchange, status, renderPage({ ...frame, here: here ?? frame.here, refused }, name, props));
  }

  /** A stream for as long as the visitor has access. */
  stream(view: LiveView): void {
    this.#live(this.exchange, this.visitor, view);
  }

  streamPart<Name extends ViewName>({ key, event, json, part, props }: LivePart<Name>): void {
    const { language } = this;
    if (wantsLiveHtml(this.exchange)) {
      const look = async () => ({ data: (await loadPages()).renderPart(language, part, await props()) });
      this.stream({ key: `${language} ${key}`, look });
    } else {
      this.stream({ key: `json ${key}`, look: async () => ({ event, data: JSON.stringify(await json()) }) });
    }
  }
}

/**
 * The record with the id.
 * @param hint a sentence, or the path of the list in which it would be
 * @throws AppError not_found
 */
export function found<Value>(value: Value | null, kind: RecordKind, id: string, hint: string | Sentence): Value {
  if (value !== null) return value;
  throw notFound(kind, id, typeof hint === 'string' ? (m) => m.errors.admin.listAddress({ path: hint }) : hint);
}
