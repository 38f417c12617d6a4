import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { paragraph } from '../../src/cli/render.ts';
import { changeStage, findConversion } from '../../src/cli/stages/change-stage.ts';
import { reasonFlag } from '../../src/cli/stages/reason-flag.ts';
import { readStageValues } from '../../src/cli/stages/stage-input.ts';
import { appError } from '../../src/messages/messages.ts';
import { changedValues } from '../../src/processing/stage-values.ts';

export default class ConversionsCorrect extends BaseCommand {
  static override summary = 'Correct a stage that was registered by hand with a wrong value or time.';
  static override description =
    'A stage that was not sent yet is sent as it is now. Google Ads gets a new value of a sent one as an adjustment, and no new time; Meta changes nothing. ' +
    'The output says which it is. Who corrected it, when, why and what was registered before is kept. A stage that is just being sent is left alone (exit 1).';
  static override examples = ['<%= config.bin %> <%= command.id %> 17 --value 1234.56 --reason "typed without the comma"'];
  static override args = {
    conversion: Args.string({
      description: 'Id of a conversion, as `lead-intake conversions list` shows it.',
      required: true,
      ignoreStdin: true,
    }),
  };
  static override flags = {
    database: databaseFlag,
    value: Flags.string({ summary: 'What it is worth, such as 2600 or 2.600,50.', helpValue: 'AMOUNT' }),
    currency: Flags.string({ summary: 'Its currency.', helpValue: 'CODE' }),
    at: Flags.string({ summary: 'When it happened, such as "2026-11-20 09:00".', helpValue: 'TIME' }),
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
