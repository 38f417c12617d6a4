import { Args } from '@oclif/core';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { chooseUnits, unitsText } from '../../src/cli/systemd/choose-units.ts';
import { serviceFlags, serviceSetup } from '../../src/cli/systemd/service-flags.ts';
import { hiddenProgramRemark } from '../../src/cli/systemd/service-setup.ts';
import { unitFiles } from '../../src/cli/systemd/unit-files.ts';

export default class ServicePrint extends BaseCommand {
  static override summary = 'Print systemd units for this program.';
  static override description =
    `Units for \`serve\`, for the queue workers, and timers for the weekly prune and the nightly backup. They come back 5 seconds after
a failure, but not after exit 3, and are shut into a sandbox. Nothing is written; \`service install\` does that.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    { description: 'One unit, as its file:', command: '<%= config.bin %> <%= command.id %> worker' },
    { description: 'A timer that starts `queue once` in place of the worker:', command: '<%= config.bin %> <%= command.id %> --once' },
  ];
  static override args = {
    unit: Args.string({ description: 'Only this unit, such as serve, worker or backup.timer.', ignoreStdin: true }),
  };
  static override flags = serviceFlags;

  async run(): Promise<{ unidades: readonly { nome: string; texto: string }[] }> {
    const { args, flags } = await this.parse(ServicePrint);
    const setup = serviceSetup(flags);
    const units = chooseUnits(unitFiles(setup), args.unit, setup.prefix);
    this.log(unitsText(units));
    const remark = hiddenProgramRemark(setup);
    if (remark !== undefined) this.logToStderr(say(remark));
    return { unidades: units.map(({ name, text }) => ({ nome: name, texto: text })) };
  }
}
