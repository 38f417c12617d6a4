/** A page of leads ends with the place of its last lead: lists go by the time of submission, and by id among leads of the same moment. */
export interface LeadPlace {
  /** UTC ms. */
  readonly submittedAt: number;
  readonly id: number;
}

/** How the place is written. The time is part of it: an event that is processed later may give the lead an earlier one. */
export const LEAD_CURSOR = /^(\d{1,15})-([1-9]\d{0,14})$/;

/** The cursor of the page after this place. */
export function leadCursor({ submittedAt, id }: LeadPlace): string {
  return `${submittedAt}-${id}`;
}

/** The place of a cursor; for a text that is none, one that nothing comes after. */
export function leadPlace(cursor: string): LeadPlace {
  const [, submittedAt = '-1', id = '-1'] = LEAD_CURSOR.exec(cursor) ?? [];
  return { submittedAt: Number(submittedAt), id: Number(id) };
}
