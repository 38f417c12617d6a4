import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { FAILURE_GROUP_COLUMNS, failedJobsText, failureGroupJson, groupFailures } from '../../src/cli/failed-jobs.ts';
import { beforeFlag, databaseFlag, limitFlag, queueArg } from '../../src/cli/flags.ts';
import { failedJobFilter, failedJobFilterFlags } from '../../src/cli/job-selection.ts';
import { moreRemark } from '../../src/cli/listing/list-filters.ts';
import { renderTable } from '../../src/cli/table.ts';
import type { FailedJobQuery, Reports } from '../../src/domain/report-ports.ts';
import { failedJobJson } from '../../src/presentation/job-json.ts';
import { pageJson } from '../../src/presentation/json.ts';

export default class QueueFailed extends BaseCommand {
  static override summary = 'List failed jobs with the reason, newest first.';
  static override description = `\`events show EVENT\` tells one in full; \`queue retry\` runs jobs again once the cause is mended.
With --parked: jobs that wait for something outside, such as a platform that is not connected.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    { description: 'How many for each reason:', command: '<%= config.bin %> <%= command.id %> --group --since 7d' },
    { description: 'What waits for something outside:', command: '<%= config.bin %> <%= command.id %> --parked' },
  ];
  static override args = { queue: queueArg };
  static override flags = {
    database: databaseFlag,
    ...failedJobFilterFlags,
    group: Flags.boolean({ summary: 'Count the jobs by error code.', exclusive: ['before'], default: false }),
    limit: limitFlag,
    before: beforeFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueueFailed);
    return await this.withStore(flags, async ({ store, clock }) => {
      const before = flags.before === undefined ? {} : { before: flags.before };
      const query = { queue: args.queue, ...failedJobFilter(flags, clock()), ...before, limit: flags.limit };
      return flags.group ? await this.groups(store, query) : await this.list(store, query);
    });
  }

  private async list(reports: Reports, query: FailedJobQuery): Promise<JsonObject> {
    const page = await reports.listFailedJobs(query);
    if (page.items.length === 0) this.logToStderr(nothingMatches(query));
    else this.log(failedJobsText(page.items, { parked: query.parked === true }));
    if (page.nextCursor !== null) this.logToStderr(moreRemark(page.nextCursor));
    return pageJson(page, failedJobJson);
  }

  private async groups(reports: Reports, query: FailedJobQuery): Promise<JsonObject> {
    const groups = await groupFailures(reports, query);
    if (groups.length === 0) this.logToStderr(nothingMatches(query));
    else this.log(renderTable(groups, FAILURE_GROUP_COLUMNS));
    return { grupos: groups.map(failureGroupJson) };
  }
}

function nothingMatches(query: FailedJobQuery): string {
  return query.parked === true
    ? say({ en: 'No parked job matches.', pt: 'Nenhum job estacionado encontrado.' })
    : say({ en: 'No failed job matches.', pt: 'Nenhum job com falha encontrado.' });
}
