import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { storeCommand } from '../../src/cli/command.ts';
import { switchFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { addStage } from '../../src/cli/stages/add-stage.ts';
import { importStages } from '../../src/cli/stages/import-stages.ts';
import { knownStageNames } from '../../src/cli/stages/new-stage-names.ts';
import { readStageCsv } from '../../src/cli/stages/read-stage-csv.ts';
import { appError } from '../../src/messages/messages.ts';

export default storeCommand({
  examples: ['17 --qualified', '17 --won --value 2600 --key pedido-981', '--file vendas.csv --dry-run'],
  hiddenAliases: ['lead:stage'],
  args: { lead: Args.string({ ignoreStdin: true }) },
  flags: {
    qualified: Flags.boolean({ exclusive: ['won', 'name'], default: false }),
    won: Flags.boolean({ exclusive: ['qualified', 'name'], default: false }),
    name: Flags.string({ helpValue: 'NAME', exclusive: ['qualified', 'won'] }),
    value: Flags.string({ helpValue: 'AMOUNT' }),
    currency: Flags.string({ helpValue: 'CODE' }),
    at: Flags.string({ helpValue: 'TIME' }),
    key: Flags.string({ helpValue: 'KEY' }),
    file: Flags.string({
      char: 'f',
      helpValue: 'FILE',
      exclusive: ['qualified', 'won', 'name', 'value', 'currency', 'at', 'key'],
    }),
    'dry-run': switchFlag,
  },
  async run({ args: { lead }, flags, store, config, clock, operator }) {
    const { file, value, currency, at: time, key } = flags;
    if ((lead === undefined) === (file === undefined)) {
      throw appError('usage', (m) => m.cli.stages.leadOrFile, { hint: (m) => m.cli.stages.seeHelp });
    }
    const rules = { now: clock(), timeZone: config.delivery.conversions.timeZone };
    const knownNames = await knownStageNames(store, config.delivery);
    const adding = { rules, dryRun: flags['dry-run'], operator: operator(), knownNames };
    if (file !== undefined) return await importStages(this, store, readStageCsv(await readInput(file), rules), adding);
    const name = flags.qualified ? 'qualified' : flags.won ? 'won' : flags.name;
    if (name === undefined) throw appError('usage', (m) => m.cli.stages.noStage, { hint: (m) => m.cli.stages.seeHelp });
    return await addStage(this, store, lead ?? '', { words: { name, value, currency, time, key }, ...adding });
  },
});
