import { storeCommand } from '../../src/cli/command.ts';
import { conversionText } from '../../src/cli/conversions/conversion-text.ts';
import { EVENT_COLUMNS } from '../../src/cli/events/event-text.ts';
import { oneArg, revealFlags } from '../../src/cli/flags.ts';
import { leadChangesText } from '../../src/cli/leads/lead-text.ts';
import { recordBlock } from '../../src/cli/record-block.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { renderTable } from '../../src/cli/table.ts';
import { leadDetailRecord } from '../../src/presentation/trail-record.ts';

export default storeCommand({
  examples: ['1', '1 --reveal'],
  args: { lead: oneArg },
  flags: { reveal: revealFlags.reveal },
  async run({ args, flags, store }) {
    const found = requireFound(await store.findLead(args.lead), 'lead', args.lead);
    await this.noteReveal(store, `lead:${found.lead.id}`, flags);
    const json = leadDetailRecord.write(found, flags);
    this.log(recordBlock(json.lead));
    for (const conversion of found.conversions) this.log(`\n${conversionText(conversion)}`);
    this.log(`\n${renderTable(found.events, EVENT_COLUMNS)}`);
    if (found.changes.some(({ fields }) => fields.length > 0)) this.log(`\n${leadChangesText(found.changes, flags)}`);
    return json;
  },
});
