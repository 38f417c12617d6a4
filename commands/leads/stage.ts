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
  static override examples = [
    '<%= config.bin %> <%= command.id %> 17 --qualified',
    '<%= config.bin %> <%= command.id %> 17 --won --value 2600 --key pedido-981',
    '<%= config.bin %> <%= command.id %> --file vendas.csv --dry-run',
  ];
  static override hiddenAliases = ['lead:stage'];
  static override args = { lead: Args.string({ ignoreStdin: true }) };
  static override flags = {
    database: databaseFlag,
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
    'dry-run': Flags.boolean({ default: false }),
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(LeadsStage);
    if ((args.lead === undefined) === (flags.file === undefined))
      throw appError('usage', (m) => m.cli.stages.leadOrFile, { hint: (m) => m.cli.stages.seeHelp });
    return flags.file === undefined ? await this.one(args.lead ?? '', flags) : await this.many(flags.file, flags);
  }

  private async one(lead: string, flags: StageFlags): Promise<JsonObject> {
    const name = flags.qualified ? 'qualified' : flags.won ? 'won' : flags.name;
    if (name === undefined) throw appError('usage', (m) => m.cli.stages.noStage, { hint: (m) => m.cli.stages.seeHelp });
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
