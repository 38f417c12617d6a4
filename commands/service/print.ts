import { Args } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { hiddenProgramRemark, serviceFlags, serviceSetup } from '../../src/cli/systemd/service-setup.ts';
import { chooseUnits, unitFiles, unitsText } from '../../src/cli/systemd/unit-files.ts';
import { sayText } from '../../src/messages/messages.ts';

export default class ServicePrint extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> worker',
    '<%= config.bin %> <%= command.id %> --once',
  ];
  static override args = { unit: Args.string({ ignoreStdin: true }) };
  static override flags = serviceFlags;

  async run(): Promise<{ unidades: readonly { nome: string; texto: string }[] }> {
    const { args, flags } = await this.parse(ServicePrint);
    const setup = serviceSetup(flags);
    const units = chooseUnits(unitFiles(setup), args.unit, setup.prefix);
    this.log(unitsText(units));
    const remark = hiddenProgramRemark(setup);
    if (remark !== undefined) this.logToStderr(sayText(remark));
    return { unidades: units.map(({ name, text }) => ({ nome: name, texto: text })) };
  }
}
