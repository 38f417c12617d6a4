import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { FAILURE_GROUP_COLUMNS, failedJobsText } from '../../src/cli/failed-jobs.ts';
import { beforeFlag, databaseFlag, limitFlag, queueArg } from '../../src/cli/flags.ts';
import { failedJobFilter, failedJobFilterFlags } from '../../src/cli/job-selection.ts';
import { moreRemark } from '../../src/cli/listing/list-filters.ts';
import { renderTable } from '../../src/cli/table.ts';
import type { JobSelection, Store } from '../../src/domain/ports.ts';
import type { FailedJobQuery, Reports } from '../../src/domain/report-ports.ts';
import { inEveryLanguage, say, sayText } from '../../src/messages/messages.ts';
import { failedJobPage, failureGroups } from '../../src/presentation/job-record.ts';
import { findFailureGroups, NEWEST_LOOKED_AT } from '../../src/queue/failure-groups.ts';

const OLDER_CODES = inEveryLanguage((m) => m.cli.queue.olderCodes({ newestLookedAt: NEWEST_LOOKED_AT }));

export default class QueueFailed extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --group --since 7d',
    '<%= config.bin %> <%= command.id %> --parked',
  ];
  static override args = { queue: queueArg };
  static override flags = {
    database: databaseFlag,
    ...failedJobFilterFlags,
    group: Flags.boolean({ exclusive: ['before'], default: false }),
    limit: limitFlag,
    before: beforeFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueueFailed);
    return await this.withStore(flags, async ({ store }) => {
      const filter = { queue: args.queue, ...failedJobFilter(flags) };
      if (flags.group) return await this.groups(store, filter);
      const before = flags.before === undefined ? {} : { before: flags.before };
      return await this.list(store, { ...filter, ...before, limit: flags.limit });
    });
  }

  private async list(reports: Reports, query: FailedJobQuery): Promise<JsonObject> {
    const page = await reports.listFailedJobs(query);
    if (page.items.length === 0) this.logToStderr(nothingMatches(query));
    else this.log(failedJobsText(page.items, { parked: query.parked === true }));
    if (page.nextCursor !== null) this.logToStderr(moreRemark(page.nextCursor));
    return failedJobPage.write(page);
  }

  private async groups(store: Store, filter: Omit<JobSelection, 'ids'>): Promise<JsonObject> {
    const groups = await findFailureGroups(store, { ...filter, parked: filter.parked === true });
    if (groups.length === 0) this.logToStderr(nothingMatches(filter));
    else this.log(renderTable(groups, FAILURE_GROUP_COLUMNS));
    if (groups.some(({ errorCode }) => errorCode === null)) this.logToStderr(sayText(OLDER_CODES));
    return failureGroups.write(groups);
  }
}

function nothingMatches({ parked }: Pick<FailedJobQuery, 'parked'>): string {
  return parked === true ? say((m) => m.cli.queue.noParkedJobMatches) : say((m) => m.cli.queue.noFailedJobMatches);
}
