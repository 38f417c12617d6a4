import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { moreRemark, pageFlags } from '../../src/cli/listing/list-filters.ts';
import { refusedFilter, refusedFilterFlags } from '../../src/cli/listing/refused-filter.ts';
import { REFUSED_COLUMNS } from '../../src/cli/listing/refused-text.ts';
import { renderTable } from '../../src/cli/table.ts';
import { say } from '../../src/messages/messages.ts';
import { refusedPage } from '../../src/presentation/refused-record.ts';

export default class RefusedList extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --code signature_invalid --since 7d',
    '<%= config.bin %> <%= command.id %> --search "(11) 98765-4321"',
  ];
  static override flags = {
    database: databaseFlag,
    open: Flags.boolean({}),
    ...refusedFilterFlags,
    ...pageFlags,
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(RefusedList);
    const page = await this.withStore(flags, ({ store }) => {
      const before = flags.before === undefined ? {} : { before: flags.before };
      return store.listRefused({ ...refusedFilter(flags), ...(flags.open ? { open: true } : {}), ...before, limit: flags.limit });
    });
    if (page.items.length === 0) this.logToStderr(say((m) => m.cli.refused.noRefusedRequestMatches));
    else this.log(renderTable(page.items, REFUSED_COLUMNS));
    if (page.nextCursor !== null) this.logToStderr(moreRemark(page.nextCursor));
    return refusedPage.write(page);
  }
}
