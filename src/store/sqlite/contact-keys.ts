/** How a lead can be found besides its identity, in the order in which they are tried (contract 4): the field, and its column. */
export const CONTACT_FIELDS = [
  { field: 'searchClickId', column: 'search_click_id', kind: 1 },
  { field: 'socialClickId', column: 'social_click_id', kind: 2 },
  { field: 'emailNormalized', column: 'email_normalizado', kind: 3 },
  { field: 'phoneKey', column: 'telefone_chave', kind: 4 },
] as const;

type ContactField = (typeof CONTACT_FIELDS)[number]['field'];

/** The contacts of a lead; null where it has none of a kind. */
export type Contacts = { readonly [field in ContactField]: string | null };

/**
 * The number under which `lead_contatos` finds a contact of a client: 53 bits of hash. Whoever looks compares the lead itself,
 * so a collision costs a row read and never a wrong match. Numbers, because one narrow index takes the place of four wide ones whose
 * keys come in random order: each dirtied a page of its own with almost every lead.
 *
 * Texts are well-formed Unicode (`storableText`): a lone surrogate would come back from SQLite as another text.
 * The numbers are stored: this function may never change (cyrb53 by bryc, public domain).
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

/** The keys of everything a lead can be found by. */
export function contactKeys(clientId: number, contacts: Contacts): readonly number[] {
  const keys: number[] = [];
  for (const { field, kind } of CONTACT_FIELDS) {
    const value = contacts[field];
    if (value !== null) keys.push(contactKey(clientId, kind, value));
  }
  return keys;
}
