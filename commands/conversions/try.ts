import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { paragraph } from '../../src/cli/render.ts';
import { appError } from '../../src/messages/messages.ts';

/** As the Events Manager shows them: TEST and digits. */
const TEST_CODE = /^[A-Za-z0-9_-]{1,64}$/;

export default class ConversionsTry extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 17 --test-event-code TEST12345'];
  static override args = {
    conversion: Args.string({ required: true, ignoreStdin: true }),
  };
  static override flags = { database: databaseFlag, 'test-event-code': Flags.string({ required: true, helpValue: 'CODE' }) };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ConversionsTry);
    const testCode = flags['test-event-code'];
    if (!TEST_CODE.test(testCode)) throw appError('usage', (m) => m.cli.conversions.noCode);
    const { tryConversion } = await import('../../src/cli/conversions/try-conversion.ts');
    const { text, json } = await this.withStore(flags, async (context) => {
      const log = await this.errorLog(context.config);
      return await tryConversion({ ...context, log }, { conversionId: args.conversion, testCode }, this.operator(context.clock()));
    });
    this.log(paragraph(text));
    return json;
  }
}
