import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { conversionText } from '../../src/cli/conversions/conversion-text.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { EVENT_COLUMNS } from '../../src/cli/listing/event-columns.ts';
import { jsonBlock } from '../../src/cli/listing/json-block.ts';
import { leadChangesText } from '../../src/cli/listing/lead-changes-text.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { renderTable } from '../../src/cli/table.ts';
import { OperatorAction } from '../../src/domain/activity.ts';
import { conversionRecord } from '../../src/presentation/conversion-record.ts';
import { eventSummaryRecord } from '../../src/presentation/event-record.ts';
import { leadChangeRecord, leadRecord } from '../../src/presentation/lead-record.ts';

export default class LeadsShow extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 1', '<%= config.bin %> <%= command.id %> 1 --reveal'];
  static override args = { lead: Args.string({ required: true, ignoreStdin: true }) };
  static override flags = { database: databaseFlag, reveal: Flags.boolean({}) };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(LeadsShow);
    const { lead, conversions, events, changes } = await this.withStore(flags, async ({ store, clock }) => {
      const found = requireFound(await store.findLead(args.lead), (m) => m.cli.leads.theLead({ lead: args.lead }), 'leads list');
      if (flags.reveal)
        await store.recordActivity(OperatorAction.reveal, `lead:${found.lead.id}`, 'leads show --reveal', this.operator(clock()));
      return found;
    });
    const visibility = { reveal: flags.reveal };
    const json = leadRecord.write(lead, visibility);
    this.log(jsonBlock(json));
    for (const conversion of conversions) this.log(`\n${conversionText(conversion)}`);
    this.log(`\n${renderTable(events, EVENT_COLUMNS)}`);
    if (changes.length > 0) this.log(`\n${leadChangesText(changes, visibility)}`);
    return {
      lead: json,
      conversoes: conversionRecord.writeAll(conversions),
      eventos: eventSummaryRecord.writeAll(events),
      mudancas: changes.map((change) => leadChangeRecord.write(change, visibility)),
    };
  }
}
