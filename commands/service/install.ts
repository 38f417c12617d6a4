import { command } from '../../src/cli/command.ts';
import { confirm } from '../../src/cli/confirm.ts';
import { switchFlag, yesFlag } from '../../src/cli/flags.ts';
import { checkInstallable, install } from '../../src/cli/systemd/install-service.ts';
import { planInstallation } from '../../src/cli/systemd/plan.ts';
import { installationJson, installQuestion, planText, resultText } from '../../src/cli/systemd/service-report.ts';
import { destinationFlags, serviceFlags, serviceSetup } from '../../src/cli/systemd/service-setup.ts';
import { sayText } from '../../src/messages/messages.ts';

export default command({
  examples: ['--dry-run', 'sudo <%= config.bin %> <%= command.id %>', '--root image --yes'],
  flags: { ...serviceFlags, ...destinationFlags, force: switchFlag, 'dry-run': switchFlag, yes: yesFlag },
  async run({ flags }) {
    const plan = planInstallation(serviceSetup(flags), flags);
    this.log(planText(plan));
    const isDryRun = flags['dry-run'];
    // A dry run needs no root; every other check applies to it too.
    checkInstallable(plan, { uid: isDryRun ? 0 : process.getuid?.(), force: flags.force });
    if (isDryRun) return installationJson(plan, undefined);
    const question = installQuestion(plan);
    if (question !== undefined && !(await confirm(question, { yes: flags.yes, hint: (m) => m.cli.service.installHint }))) {
      this.fail();
      this.say((m) => m.cli.service.nothingWasWritten);
      return installationJson(plan, undefined);
    }
    const result = await install(plan);
    this.log(`\n${resultText(plan, result)}`);
    for (const remark of result.remarks) this.logToStderr(sayText(remark));
    return installationJson(plan, result);
  },
});
