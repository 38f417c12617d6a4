import { Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { confirm } from '../../src/cli/confirm.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { yesFlag } from '../../src/cli/flags.ts';
import { checkInstallable, install } from '../../src/cli/systemd/install-service.ts';
import { planInstallation } from '../../src/cli/systemd/plan.ts';
import { INSTALL_HINT, installationJson, installQuestion, planText, resultText } from '../../src/cli/systemd/service-report.ts';
import { directoryFlag, serviceFlags, serviceSetup } from '../../src/cli/systemd/service-setup.ts';
import { say, sayText } from '../../src/messages/messages.ts';

export default class ServiceInstall extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --dry-run',
    'sudo <%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --root image --yes',
  ];
  static override flags = {
    ...serviceFlags,
    directory: directoryFlag,
    root: Flags.string({ helpValue: 'DIR', default: '/' }),
    force: Flags.boolean({ default: false }),
    'dry-run': Flags.boolean({ default: false }),
    yes: yesFlag,
  };

  async run(): Promise<ReturnType<typeof installationJson>> {
    const { flags } = await this.parse(ServiceInstall);
    const plan = planInstallation(serviceSetup(flags), flags);
    this.log(planText(plan));
    const isDryRun = flags['dry-run'];
    // Anybody may look; what else would be refused is refused here too.
    checkInstallable(plan, { uid: isDryRun ? 0 : process.getuid?.(), force: flags.force });
    if (isDryRun) return installationJson(plan, undefined);
    const question = installQuestion(plan);
    if (question !== undefined && !(await confirm(question, { yes: flags.yes, hint: INSTALL_HINT }))) {
      process.exitCode = EXIT.failed;
      this.log(say((m) => m.cli.service.nothingWasWritten));
      return installationJson(plan, undefined);
    }
    const result = await install(plan);
    this.log(`\n${resultText(plan, result)}`);
    for (const remark of result.remarks) this.logToStderr(sayText(remark));
    return installationJson(plan, result);
  }
}
