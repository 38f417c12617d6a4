/** The position of a page's last lead: lists are sorted by time of submission, and by id among leads of the same moment. */
export interface LeadPlace {
  /** UTC ms. */
  readonly submittedAt: number;
  readonly id: number;
}

/** The text of a position. It includes the time because an event that is processed later may give the lead an earlier one. */
export const LEAD_CURSOR = /^(\d{1,15})-([1-9]\d{0,14})$/;

/** The cursor of the page after this position. */
export function leadCursor({ submittedAt, id }: LeadPlace): string {
  return `${submittedAt}-${id}`;
}

/** The position of a cursor; for an invalid text, the position at the end of the list. */
export function leadPlace(cursor: string): LeadPlace {
  const [, submittedAt = '-1', id = '-1'] = LEAD_CURSOR.exec(cursor) ?? [];
  return { submittedAt: Number(submittedAt), id: Number(id) };
}
