import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { paragraph } from '../../src/cli/render.ts';
import { addStage, stageJson, stageText } from '../../src/cli/stages/add-stage.ts';
import { importStages, lineProblemText, stageImportJson, stageImportText } from '../../src/cli/stages/import-stages.ts';
import { knownStageNames } from '../../src/cli/stages/new-stage-names.ts';
import { readStageCsv } from '../../src/cli/stages/read-stage-csv.ts';
import { appError } from '../../src/messages/messages.ts';

export default class LeadsStage extends BaseCommand {
  static override summary = 'Register a stage that a lead has come to, and report it to its platform.';
  static override description =
    'A stage is an offline conversion: `lead_qualified` (--qualified), `sale` (--won) or a name of your own. A worker of the queue `conversoes` sends ' +
    'it. The same stage of a lead happens once, unless --key tells orders apart. With --file, the columns are lead_id, identidade or gclid; etapa ' +
    '(qualificado, ganho or a name); and, where known, valor, moeda, ocorrida_em and chave. Lines with a problem are listed with their number and left ' +
    'out, all others are registered; a file may be imported again: a stage that is registered with other values, or was withdrawn, is listed and stays as it ' +
    'is. The output names stage names that no conversion has had, with the name that was probably meant; --dry-run shows them before anything is sent. ' +
    'Times without an offset are of CONVERSIONS_TIME_ZONE. Exits 1 when a line was left out, or a key is registered already with other values.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> 17 --qualified',
    '<%= config.bin %> <%= command.id %> 17 --won --value 2600 --key pedido-981',
    { description: 'From a spreadsheet of the sales team:', command: '<%= config.bin %> <%= command.id %> --file vendas.csv --dry-run' },
  ];
  static override hiddenAliases = ['lead:stage'];
  static override args = {
    lead: Args.string({ description: 'Id of a lead, as `lead-intake leads list` shows it.', ignoreStdin: true }),
  };
  static override flags = {
    database: databaseFlag,
    qualified: Flags.boolean({ summary: 'The lead is qualified: `lead_qualified`.', exclusive: ['won', 'name'], default: false }),
    won: Flags.boolean({ summary: 'The lead has bought: `sale`.', exclusive: ['qualified', 'name'], default: false }),
    name: Flags.string({ summary: 'Another stage, by its name.', helpValue: 'NAME', exclusive: ['qualified', 'won'] }),
    value: Flags.string({ summary: 'What it is worth, such as 2600 or 2.600,50.', helpValue: 'AMOUNT' }),
    currency: Flags.string({ summary: 'Its currency (default BRL).', helpValue: 'CODE' }),
    at: Flags.string({ summary: 'When it happened, such as "2026-11-20 09:00"; left out: now.', helpValue: 'TIME' }),
    key: Flags.string({
      summary: 'Tells stages of the same name apart, such as the id of an order; left out: the name.',
      helpValue: 'KEY',
    }),
    file: Flags.string({
      char: 'f',
      summary: 'CSV file with stages of many leads, or - for standard input.',
      helpValue: 'FILE',
      exclusive: ['qualified', 'won', 'name', 'value', 'currency', 'at', 'key'],
    }),
    'dry-run': Flags.boolean({ summary: 'Check, show what would be done, and change nothing.', default: false }),
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(LeadsStage);
    if ((args.lead === undefined) === (flags.file === undefined))
      throw appError(
        'usage',
        (m) => m.cli.stages.leadOrFile,
        (m) => m.cli.stages.seeHelp,
      );
    return flags.file === undefined ? await this.one(args.lead ?? '', flags) : await this.many(flags.file, flags);
  }

  private async one(lead: string, flags: StageFlags): Promise<JsonObject> {
    const name = flags.qualified ? 'qualified' : flags.won ? 'won' : flags.name;
    if (name === undefined)
      throw appError(
        'usage',
        (m) => m.cli.stages.noStage,
        (m) => m.cli.stages.seeHelp,
      );
    const words = { name, value: flags.value, currency: flags.currency, time: flags.at, key: flags.key };
    const result = await this.withStore(flags, async ({ store, config, clock }) => {
      const rules = { now: clock(), timeZone: config.delivery.conversions.timeZone };
      const knownNames = await knownStageNames(store, config.delivery);
      return await addStage(store, lead, words, { rules, dryRun: flags['dry-run'], operator: this.operator(clock()), knownNames });
    });
    this.log(paragraph(stageText(result)));
    return stageJson(result);
  }

  private async many(path: string, flags: StageFlags): Promise<JsonObject> {
    const bytes = await readInput(path);
    const dryRun = flags['dry-run'];
    const result = await this.withStore(flags, async ({ store, config, clock }) => {
      const csv = readStageCsv(bytes, { now: clock(), timeZone: config.delivery.conversions.timeZone });
      const knownNames = await knownStageNames(store, config.delivery);
      return await importStages(store, csv, { dryRun, operator: this.operator(clock()), knownNames });
    });
    const lines = [...result.problems, ...result.different].toSorted((a, b) => a.line - b.line);
    for (const line of lines) this.logToStderr(lineProblemText(line));
    this.log(paragraph(stageImportText(result, dryRun)));
    if (lines.length > 0) process.exitCode = EXIT.failed;
    return stageImportJson(result, dryRun);
  }
}

interface StageFlags {
  readonly 'env-file': string | undefined;
  readonly database: string | undefined;
  readonly qualified: boolean;
  readonly won: boolean;
  readonly name: string | undefined;
  readonly value: string | undefined;
  readonly currency: string | undefined;
  readonly at: string | undefined;
  readonly key: string | undefined;
  readonly 'dry-run': boolean;
}
