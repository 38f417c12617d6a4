import type { Messages } from '../../../messages/messages.ts';

/** One step of the schema. Append-only: a step that has been released is never changed. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** What it does, as `migrate` tells it. */
  readonly summary?: (messages: Messages) => string;
  /** It builds a table anew that others refer to: references are not enforced while it runs. Rows keep their ids. */
  readonly rebuildsTables?: boolean;
  readonly sql: string;
}
