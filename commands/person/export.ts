import * as Flags from '@oclif/core/flags';
import { currentLanguage } from '../../src/base/language.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { switchFlag } from '../../src/cli/flags.ts';
import { findPerson, personFlags, personQuery, requireSomebody } from '../../src/cli/person/find-person.ts';
import { jsonText } from '../../src/cli/render.ts';
import { reasonFlag } from '../../src/cli/stages/stage-input.ts';
import { refuseExisting, writeExport } from '../../src/cli/write-export.ts';
import { OperatorAction } from '../../src/domain/activity.ts';
import { personTarget, readPersonData } from '../../src/presentation/person-data.ts';
import { personDocument } from '../../src/presentation/person-document.ts';
import { personDataRecord } from '../../src/presentation/person-record.ts';

export default storeCommand({
  examples: [
    '--email maria@example.com --output maria.json --reason "ticket 4822"',
    '--lead 17 --output maria.html --format html --language pt --reason "ticket 4822"',
  ],
  flags: {
    ...personFlags,
    output: Flags.string({ char: 'o', helpValue: 'FILE', required: true }),
    format: Flags.option({ options: ['json', 'html'] as const, default: 'json' as const })(),
    language: Flags.option({ options: ['en', 'pt'] as const })(),
    force: switchFlag,
    reason: reasonFlag,
  },
  async run({ flags, store, config, clock, operator }) {
    const { output: file, format, language = currentLanguage(), force, reason } = flags;
    if (!force) refuseExisting(file);
    const person = await findPerson(this, store, await personQuery(store, flags));
    requireSomebody(person);
    await store.recordActivity(OperatorAction.exportPerson, personTarget(person.found), reason, operator());
    const data = await readPersonData(store, person.found, clock());
    const { timeZone } = config.delivery.conversions;
    const text =
      format === 'html' ? personDocument(data, { language, timeZone }) : `${jsonText(personDataRecord.write(data, { reveal: true }))}\n`;
    await writeExport([text], file);
    const counts = { leads: data.leads.length, events: data.events.length };
    this.remark((m) => m.cli.people.exported({ ...counts, file }));
    return { leads: counts.leads, eventos: counts.events, arquivo: file };
  },
});
