/** One step of the schema. Append-only: a step that has been released is never changed. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}
