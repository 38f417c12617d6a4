import * as Flags from '@oclif/core/flags';
import { storeCommand } from '../../src/cli/command.ts';
import { FAILURE_GROUP_COLUMNS, showFailedJobs } from '../../src/cli/failed-jobs.ts';
import { pageFlags, readFilter } from '../../src/cli/filters.ts';
import { jobBeforeFlag, queueArg } from '../../src/cli/flags.ts';
import { jobFilterFlags } from '../../src/cli/jobs-command.ts';
import { showList } from '../../src/cli/table.ts';
import { failedJobPage, failureGroups } from '../../src/presentation/job-record.ts';
import { findFailureGroups, NEWEST_LOOKED_AT } from '../../src/queue/failure-groups.ts';

export default storeCommand({
  examples: ['', '--group --since 7d', '--parked'],
  args: { queue: queueArg },
  flags: { ...jobFilterFlags, group: Flags.boolean({ exclusive: ['before'], default: false }), ...pageFlags, before: jobBeforeFlag },
  async run({ args, flags, store }) {
    const { group, limit, before, parked } = flags;
    const filter = { queue: args.queue, ...(await readFilter(store, flags)) };
    if (!group) {
      const page = await store.listFailedJobs({ ...filter, ...(before === undefined ? {} : { before }), limit });
      showFailedJobs(this, page, { parked });
      return failedJobPage.write(page);
    }
    const groups = await findFailureGroups(store, { ...filter, parked });
    showList(this, { items: groups }, FAILURE_GROUP_COLUMNS);
    if (groups.some(({ errorCode }) => errorCode === null))
      this.remark((m) => m.cli.queue.olderCodes({ newestLookedAt: NEWEST_LOOKED_AT }));
    return failureGroups.write(groups);
  },
});
