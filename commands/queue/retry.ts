import type { JsonObject } from '../../src/base/exact-json.ts';
import { JobsCommand } from '../../src/cli/jobs-command.ts';

export default class QueueRetry extends JobsCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 17 18',
    '<%= config.bin %> <%= command.id %> --all --error unknown_campaign --since 2h --yes',
    '<%= config.bin %> <%= command.id %> --all --parked --yes',
  ];
  static override args = JobsCommand.jobArgs;
  static override flags = JobsCommand.jobFlags;

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueueRetry);
    return await this.changeSelected(args.job ?? [], flags, 'retry', (store, selection, operator) => store.retry(selection, operator));
  }
}
