import * as Args from '@oclif/core/args';
import { command } from '../../src/cli/command.ts';
import { hiddenProgramRemark, serviceFlags, serviceSetup } from '../../src/cli/systemd/service-setup.ts';
import { chooseUnits, unitFiles, unitsText } from '../../src/cli/systemd/unit-files.ts';
import { sayText } from '../../src/messages/messages.ts';

export default command({
  examples: ['', 'worker', '--once'],
  args: { unit: Args.string({ ignoreStdin: true }) },
  flags: serviceFlags,
  async run({ args, flags }) {
    const setup = serviceSetup(flags);
    const units = chooseUnits(unitFiles(setup), args.unit, setup.prefix);
    this.log(unitsText(units));
    const remark = hiddenProgramRemark(setup);
    if (remark !== undefined) this.logToStderr(sayText(remark));
    return { unidades: units.map(({ name, text }) => ({ nome: name, texto: text })) };
  },
});
