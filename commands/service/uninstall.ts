import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { confirm } from '../../src/cli/confirm.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { yesFlag } from '../../src/cli/flags.ts';
import { INSTALL_HINT, removalJson, removalQuestion, removalText, removedText } from '../../src/cli/systemd/service-report.ts';
import { directoryFlag, prefixFlag } from '../../src/cli/systemd/service-setup.ts';
import { checkRemovable, planRemoval, uninstall } from '../../src/cli/systemd/uninstall-service.ts';
import { say } from '../../src/messages/messages.ts';

export default class ServiceUninstall extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> --dry-run', 'sudo <%= config.bin %> <%= command.id %>'];
  static override flags = {
    prefix: prefixFlag,
    directory: directoryFlag,
    root: Flags.string({ helpValue: 'DIR', default: '/' }),
    'dry-run': Flags.boolean({ default: false }),
    yes: yesFlag,
  };

  async run(): Promise<ReturnType<typeof removalJson>> {
    const { flags } = await this.parse(ServiceUninstall);
    const plan = planRemoval(flags.prefix, flags);
    const list = removalText(plan);
    if (list !== '') this.log(`${list}\n`);
    const question = removalQuestion(plan);
    if (question === undefined) {
      this.log(removedText(plan, []));
      return removalJson(plan, flags['dry-run'] ? undefined : []);
    }
    if (flags['dry-run']) return removalJson(plan, undefined);
    checkRemovable(plan, process.getuid?.());
    if (!(await confirm(question, { yes: flags.yes, hint: INSTALL_HINT }))) {
      process.exitCode = EXIT.failed;
      this.log(say((m) => m.cli.service.nothingWasRemoved));
      return removalJson(plan, undefined);
    }
    const ran = await uninstall(plan);
    this.log(removedText(plan, ran));
    return removalJson(plan, ran);
  }
}
