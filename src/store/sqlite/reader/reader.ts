import type { Connection } from '../connection.ts';
import { DirectoryQueries } from '../queries/directory.ts';
import type { ListQueries } from '../queries/list-queries.ts';
import { ReportQueries } from '../queries/reports.ts';

/** What people read, by groups. The methods take and give plain data, so that they can be called from another thread. */
interface QueryGroups {
  readonly reports: ReportQueries;
  readonly directory: DirectoryQueries;
  readonly lists: ListQueries;
}

export type QueryGroup = keyof QueryGroups;
type AnyMethod = (...args: never[]) => unknown;
type Queries<Group extends QueryGroup> = {
  readonly [Name in keyof QueryGroups[Group] as QueryGroups[Group][Name] extends AnyMethod ? Name : never]: Extract<
    QueryGroups[Group][Name],
    AnyMethod
  >;
};

/** Where the ports put what people read: `LocalReader` in this thread, or `ThreadReader`, which reads in a thread of its own. */
export interface Reader {
  /**
   * Runs one read. Each takes a few milliseconds at most: what looks at many rows is put together from several.
   * Rejects with an AppError; with the reason of `cancellation()` as soon as nobody waits for the result any more.
   */
  read<Group extends QueryGroup, Name extends keyof Queries<Group> & string>(
    group: Group,
    name: Name,
    ...args: Parameters<Queries<Group>[Name]>
  ): Promise<ReturnType<Queries<Group>[Name]>>;
  close(): Promise<void>;
}

/**
 * Runs reads on a connection by their names. The query builder behind the lists is loaded when the first one is asked for: it takes 6 MB and
 * 100 ms, and neither a short command nor `/health` needs it.
 */
export function queryRunner(
  connection: Connection,
  path: string,
): (group: QueryGroup, name: string, args: readonly unknown[]) => Promise<unknown> {
  const groups: { -readonly [Group in QueryGroup]?: QueryGroups[Group] } = {
    reports: new ReportQueries(connection, path),
    directory: new DirectoryQueries(connection),
  };
  return async (group, name, args) => {
    if (group === 'lists') groups.lists ??= new (await import('../queries/list-queries.ts')).ListQueries(connection);
    const queries = groups[group] as unknown as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
    return queries[name]?.(...args);
  };
}
