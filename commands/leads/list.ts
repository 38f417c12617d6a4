import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag, leadBeforeFlag } from '../../src/cli/flags.ts';
import { leadFilter, leadFilterFlags } from '../../src/cli/listing/lead-query.ts';
import { LEAD_COLUMNS } from '../../src/cli/listing/lead-text.ts';
import { backlogRemark, moreRemark, pageFlags, readFullPage, refusedRemark, searchFlag } from '../../src/cli/listing/list-filters.ts';
import { renderTable } from '../../src/cli/table.ts';
import { countRefusedMatches } from '../../src/domain/refused-matches.ts';
import { say } from '../../src/messages/messages.ts';
import { leadPage } from '../../src/presentation/lead-record.ts';
import { MASKED } from '../../src/presentation/record.ts';

export default class LeadsList extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --since 7d',
    '<%= config.bin %> <%= command.id %> --campaign 42 --limit 10 --json',
  ];
  static override flags = { database: databaseFlag, ...leadFilterFlags, search: searchFlag, ...pageFlags, before: leadBeforeFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(LeadsList);
    const { page, missing, refused } = await this.withStore(flags, async ({ store }) => {
      const filter = { ...(await leadFilter(store, flags)), ...(flags.search === undefined ? {} : { text: flags.search }) };
      const page = await readFullPage(flags.limit, flags.before, (part) =>
        store.listLeads({ ...filter, ...part, brief: !this.jsonEnabled() }),
      );
      return {
        page,
        missing: flags.search === undefined ? 0 : (await store.searchBacklog()).leads,
        refused: await countRefusedMatches(store, flags.search),
      };
    });
    if (page.items.length === 0) this.logToStderr(say((m) => m.cli.leads.noLeadMatches));
    else this.log(renderTable(page.items, LEAD_COLUMNS));
    if (page.nextCursor !== null) this.logToStderr(moreRemark(page.nextCursor));
    for (const remark of [backlogRemark(missing), refusedRemark(refused, flags.search ?? '')]) {
      if (remark !== undefined) this.logToStderr(remark);
    }
    return leadPage.write(page, MASKED);
  }
}
