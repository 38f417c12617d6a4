import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { EVENT_COLUMNS } from '../../src/cli/listing/event-columns.ts';
import { ownerFilter, ownerFilterFlags } from '../../src/cli/listing/lead-query.ts';
import {
  backlogRemark,
  moreRemark,
  pageFlags,
  readFullPage,
  refusedRemark,
  searchFlag,
  sourceAndTimeFilter,
  sourceAndTimeFlags,
} from '../../src/cli/listing/list-filters.ts';
import { renderTable } from '../../src/cli/table.ts';
import { countRefusedMatches } from '../../src/domain/refused-matches.ts';
import type { EventFilter } from '../../src/domain/report-ports.ts';
import { EVENT_STATUSES } from '../../src/domain/webhook-event.ts';
import { say } from '../../src/messages/messages.ts';
import { eventSummaryPage } from '../../src/presentation/event-record.ts';

export default class EventsList extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --status erro --since 2h',
    '<%= config.bin %> <%= command.id %> --search "(11) 98765-4321"',
    '<%= config.bin %> <%= command.id %> --identity teste-1',
  ];
  static override flags = {
    database: databaseFlag,
    ...sourceAndTimeFlags,
    status: Flags.option({ options: EVENT_STATUSES, helpValue: 'STATUS' })(),
    type: Flags.string({ helpValue: 'TYPE' }),
    error: Flags.string({ helpValue: 'CODE' }),
    identity: Flags.string({ helpValue: 'ID' }),
    ...ownerFilterFlags,
    search: searchFlag,
    ...pageFlags,
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(EventsList);
    const { page, missing, refused } = await this.withStore(flags, async ({ store }) => {
      const filter: EventFilter = {
        ...sourceAndTimeFilter(flags),
        ...(await ownerFilter(store, flags)),
        ...(flags.status === undefined ? {} : { status: flags.status }),
        ...(flags.type === undefined ? {} : { eventType: flags.type }),
        ...(flags.error === undefined ? {} : { errorCode: flags.error }),
        ...(flags.identity === undefined ? {} : { identity: flags.identity }),
        ...(flags.search === undefined ? {} : { text: flags.search }),
      };
      const page = await readFullPage(flags.limit, flags.before, (part) => store.listEvents({ ...filter, ...part }));
      return {
        page,
        missing: flags.search === undefined ? 0 : (await store.searchBacklog()).events,
        refused: await countRefusedMatches(store, flags.search),
      };
    });
    if (page.items.length === 0) this.logToStderr(say((m) => m.cli.listing.noEventMatches));
    else this.log(renderTable(page.items, EVENT_COLUMNS));
    if (page.nextCursor !== null) this.logToStderr(moreRemark(page.nextCursor));
    for (const remark of [backlogRemark(missing), refusedRemark(refused, flags.search ?? '')]) {
      if (remark !== undefined) this.logToStderr(remark);
    }
    return eventSummaryPage.write(page);
  }
}
