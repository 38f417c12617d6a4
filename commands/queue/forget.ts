import type { JsonObject } from '../../src/base/exact-json.ts';
import { JobsCommand } from '../../src/cli/jobs-command.ts';

export default class QueueForget extends JobsCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 17 18',
    '<%= config.bin %> <%= command.id %> --all --source search_ads --dry-run',
    '<%= config.bin %> <%= command.id %> --all --parked',
  ];
  static override args = JobsCommand.jobArgs;
  static override flags = JobsCommand.jobFlags;

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueueForget);
    return await this.changeSelected(args.job ?? [], flags, 'forget', (store, selection, operator) => store.forget(selection, operator));
  }
}
