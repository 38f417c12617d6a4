import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { conversionFilter, conversionFilterFlags, stateFlag } from '../../src/cli/conversions/conversion-query.ts';
import { CONVERSION_COLUMNS } from '../../src/cli/conversions/conversion-text.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { moreRemark, pageFlags, readFullPage } from '../../src/cli/listing/list-filters.ts';
import { renderTable } from '../../src/cli/table.ts';
import { say } from '../../src/messages/messages.ts';
import { conversionPage } from '../../src/presentation/conversion-record.ts';

export default class ConversionsList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> --since 7d', '<%= config.bin %> <%= command.id %> --state rejeitada'];
  static override flags = {
    database: databaseFlag,
    state: stateFlag(),
    ...conversionFilterFlags,
    lead: Flags.string({ helpValue: 'LEAD' }),
    ...pageFlags,
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(ConversionsList);
    const page = await this.withStore(flags, async ({ store }) => {
      const filter = await conversionFilter(store, flags);
      return await readFullPage(flags.limit, flags.before, (part) => store.listConversions({ ...filter, ...part }));
    });
    if (page.items.length === 0) this.logToStderr(say((m) => m.cli.conversions.noConversionMatches));
    else this.log(renderTable(page.items, CONVERSION_COLUMNS));
    if (page.nextCursor !== null) this.logToStderr(moreRemark(page.nextCursor));
    return conversionPage.write(page);
  }
}
