import { storeCommand } from '../../src/cli/command.ts';
import { confirm } from '../../src/cli/confirm.ts';
import { yesFlag } from '../../src/cli/flags.ts';
import { findPerson, personFlags, personQuery, requireSomebody } from '../../src/cli/person/find-person.ts';
import { personText, receiptText, staysText } from '../../src/cli/person/person-text.ts';
import { reasonFlag } from '../../src/cli/stages/stage-input.ts';
import { OperatorAction } from '../../src/domain/activity.ts';
import { personTarget } from '../../src/presentation/person-data.ts';
import { erasureRecord } from '../../src/presentation/person-record.ts';
import { MASKED } from '../../src/presentation/record.ts';

export default storeCommand({
  examples: ['--email maria@example.com --reason "ticket 4822"', '--lead 17 --client "Agência Um" --reason "ticket 4822" --yes'],
  flags: { ...personFlags, yes: yesFlag, reason: reasonFlag },
  async run({ flags, store, operator, context }) {
    const query = await personQuery(store, flags);
    const person = await findPerson(this, store, query);
    requireSomebody(person);
    await store.recordActivity(OperatorAction.findPerson, personTarget(person.found), 'person erase', operator());
    this.log(`${personText(person, MASKED)}\n\n${staysText()}\n`);
    const counts = { leads: person.found.leadIds.length, events: person.found.eventIds.length };
    if (!(await confirm((m) => m.cli.people.eraseQuestion(counts), { yes: flags.yes, hint: (m) => m.cli.people.addYes }))) {
      this.remark((m) => m.labels.nothingChanged);
      this.fail();
      return { apagada: false };
    }
    using progress = this.progress((m) => m.cli.people.erasing);
    const erasure = await store.erasePerson(query, flags.reason, operator(), context.clock, ({ done, total }) =>
      progress.update(done, total),
    );
    progress.end();
    this.log(receiptText(erasure));
    return erasureRecord.write(erasure);
  },
});
