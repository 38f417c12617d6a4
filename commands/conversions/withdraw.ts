import * as Args from '@oclif/core/args';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { paragraph } from '../../src/cli/render.ts';
import { changeStage } from '../../src/cli/stages/change-stage.ts';
import { reasonFlag } from '../../src/cli/stages/stage-input.ts';

export default class ConversionsWithdraw extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 17 --reason "another customer of the same name"'];
  static override args = {
    conversion: Args.string({ required: true, ignoreStdin: true }),
  };
  static override flags = { database: databaseFlag, reason: reasonFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ConversionsWithdraw);
    const change = { kind: 'withdraw', conversionId: args.conversion, reason: flags.reason } as const;
    const { text, json } = await this.withStore(flags, ({ store, clock }) => changeStage(store, change, this.operator(clock())));
    this.log(paragraph(text));
    return json;
  }
}
