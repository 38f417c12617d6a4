import type { KeyTable } from './key-table.ts';
import { textHash } from './text-hash.ts';

/**
 * The fields that identify a lead apart from its external id, in the order in which they are tried (contract 4), with their columns, and the
 * list of a search that names them.
 */
export const CONTACT_FIELDS = [
  { field: 'searchClickId', column: 'search_click_id', kind: 1, list: 'clickIds' },
  { field: 'socialClickId', column: 'social_click_id', kind: 2, list: 'clickIds' },
  { field: 'emailNormalized', column: 'email_normalizado', kind: 3, list: 'emails' },
  { field: 'phoneKey', column: 'telefone_chave', kind: 4, list: 'phones' },
] as const;

type ContactField = (typeof CONTACT_FIELDS)[number]['field'];

/** The contacts of a lead; `null` where it has none of that kind. */
export type Contacts = { readonly [field in ContactField]: string | null };

/** The leads of each contact. Most leads have two or three. */
export const CONTACT_KEYS: KeyTable = {
  table: 'lead_contatos',
  column: 'lead_id',
  size: 'select ifnull(max(id), 0) * 3 as total from lead_linhas',
};

/**
 * The number that `lead_contatos` indexes a client's contact by: a hash. Callers also compare the lead itself, so a collision costs one row
 * read and never causes a wrong match. It is a number so that one narrow index replaces four wide ones. Their keys arrive in random order, so
 * almost every lead dirtied a page in each of them.
 */
export function contactKey(clientId: number, kind: number, value: string): number {
  return textHash(`${clientId} ${kind} ${value}`);
}

/** The keys of all contacts of a lead. */
export function contactKeys(clientId: number, contacts: Contacts): readonly number[] {
  const keys: number[] = [];
  for (const { field, kind } of CONTACT_FIELDS) {
    const value = contacts[field];
    if (value !== null) keys.push(contactKey(clientId, kind, value));
  }
  return keys;
}
