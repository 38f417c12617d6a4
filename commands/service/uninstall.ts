import { command } from '../../src/cli/command.ts';
import { confirm } from '../../src/cli/confirm.ts';
import { switchFlag, yesFlag } from '../../src/cli/flags.ts';
import { removalJson, removalQuestion, removalText, removedText } from '../../src/cli/systemd/service-report.ts';
import { destinationFlags, prefixFlag } from '../../src/cli/systemd/service-setup.ts';
import { checkRemovable, planRemoval, uninstall } from '../../src/cli/systemd/uninstall-service.ts';

export default command({
  examples: ['--dry-run', 'sudo <%= config.bin %> <%= command.id %>'],
  flags: { prefix: prefixFlag, ...destinationFlags, 'dry-run': switchFlag, yes: yesFlag },
  async run({ flags }) {
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
    if (!(await confirm(question, { yes: flags.yes, hint: (m) => m.cli.service.installHint }))) {
      this.fail();
      this.say((m) => m.cli.service.nothingWasRemoved);
      return removalJson(plan, undefined);
    }
    const ran = await uninstall(plan);
    this.log(removedText(plan, ran));
    return removalJson(plan, ran);
  },
});
