/** The fields that identify a lead apart from its external id, in the order in which they are tried (contract 4), with their columns. */
export const CONTACT_FIELDS = [
  { field: 'searchClickId', column: 'search_click_id', kind: 1 },
  { field: 'socialClickId', column: 'social_click_id', kind: 2 },
  { field: 'emailNormalized', column: 'email_normalizado', kind: 3 },
  { field: 'phoneKey', column: 'telefone_chave', kind: 4 },
] as const;

type ContactField = (typeof CONTACT_FIELDS)[number]['field'];

/** The contacts of a lead; `null` where it has none of that kind. */
export type Contacts = { readonly [field in ContactField]: string | null };

/**
 * The number that `lead_contatos` indexes a client's contact by: a 53-bit hash. Callers also compare the lead itself, so a collision costs
 * one row read and never causes a wrong match. It is a number so that one narrow index replaces four wide ones. Their keys arrive in random
 * order, so almost every lead dirtied a page in each of them.
 *
 * Texts are well-formed Unicode (`storableText`): SQLite would return a lone surrogate as different text. The numbers are stored, so this
 * function must never change (cyrb53 by bryc, public domain).
 */
export function contactKey(clientId: number, kind: number, value: string): number {
  const text = `${clientId} ${kind} ${value}`;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
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
