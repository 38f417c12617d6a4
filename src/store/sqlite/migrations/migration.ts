import type { Messages } from '../../../messages/messages.ts';

/** One step of the schema. Append-only: a released step never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** What the step does, as shown by `migrate`. */
  readonly summary?: (messages: Messages) => string;
  readonly sql: string;
}

export interface MigrationPlan {
  /** 0 if there is no database yet or it is empty. */
  readonly current: number;
  readonly target: number;
  readonly steps: readonly Pick<Migration, 'version' | 'name' | 'summary'>[];
}
