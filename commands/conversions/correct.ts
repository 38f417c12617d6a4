import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { paragraph } from '../../src/cli/render.ts';
import { changeStage, findConversion } from '../../src/cli/stages/change-stage.ts';
import { readStageValues, reasonFlag } from '../../src/cli/stages/stage-input.ts';
import { appError } from '../../src/messages/messages.ts';
import { changedValues } from '../../src/processing/stage-values.ts';

export default class ConversionsCorrect extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 17 --value 1234.56 --reason "typed without the comma"'];
  static override args = {
    conversion: Args.string({ required: true, ignoreStdin: true }),
  };
  static override flags = {
    database: databaseFlag,
    value: Flags.string({ helpValue: 'AMOUNT' }),
    currency: Flags.string({ helpValue: 'CODE' }),
    at: Flags.string({ helpValue: 'TIME' }),
    reason: reasonFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ConversionsCorrect);
    const { conversion: id } = args;
    const { value, currency, at: time, reason } = flags;
    if (value === undefined && currency === undefined && time === undefined) throw appError('usage', (m) => m.cli.conversions.nothingNamed);
    const { text, json } = await this.withStore(flags, async ({ store, config, clock }) => {
      const conversion = await findConversion(store, id);
      const rules = { now: clock(), timeZone: config.delivery.conversions.timeZone };
      const values = changedValues(conversion, readStageValues({ value, currency, time }, rules));
      return await changeStage(store, { kind: 'correct', conversionId: id, reason, ...values }, this.operator(clock()));
    });
    this.log(paragraph(text));
    return json;
  }
}
