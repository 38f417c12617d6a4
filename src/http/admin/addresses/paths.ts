import type { FormName } from '../../../domain/form-fields.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import { ORIGINS } from '../../../domain/origin.ts';

type Defined<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** The defined values. */
export function withoutUndefined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>;
}

/** A URL with the defined values as its query. */
export function addressOf(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(withoutUndefined(values) as Record<string, string>);
  return query.size === 0 ? path : `${path}?${query}`;
}

/**
 * Any text as one path segment. Browsers resolve the segments `.` and `..`, also as `%2E`, so these get a trailing space, which no id ends
 * with.
 */
export function pathSegment(text: string): string {
  const segment = encodeURIComponent(text.toWellFormed());
  return /^\.{1,2}$/.test(segment) ? `${segment}%20` : segment;
}

/** The page with the consents of a lead. */
export function consentPath(leadId: string): string {
  return `/admin/leads/${leadId}/consentimento`;
}

/** The page of a queue. Default: the queue of events. */
export function queuePath(queue: string = DEFAULT_QUEUE): string {
  return addressOf('/admin/fila', { fila: queue === DEFAULT_QUEUE ? undefined : queue });
}

export const API_PATH = '/admin/api';

export const NAMED_SECRETS_PATH = '/admin/fontes/segredos';

/** The named secrets that are limited to a client. */
export function namedSecretsOfClient(clientId: string): string {
  return `${NAMED_SECRETS_PATH}?${new URLSearchParams({ cliente: clientId })}`;
}

export const PEOPLE_PATH = '/admin/pessoas';

/** The page of an erasure. */
export function erasurePath(id: string): string {
  return `${PEOPLE_PATH}/apagamentos/${id}`;
}

/** The page of a search that takes long. */
export function personSearchPath(id: string): string {
  return `${PEOPLE_PATH}/buscas/${id}`;
}

export const FORMS_PATH = '/admin/fontes/formularios';

export function formPath({ origin, formId }: FormName): string {
  return `${FORMS_PATH}/${origin}/${pathSegment(formId)}`;
}

/** The form in a path; `undefined` if the path contains no valid source. */
export function formOf({ origem, id }: Readonly<Record<string, string | undefined>>): FormName | undefined {
  const origin = ORIGINS.find((word) => word === origem);
  return origin === undefined ? undefined : { origin, formId: (id ?? '').trim() };
}
