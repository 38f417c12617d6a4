import { storeCommand } from '../../src/cli/command.ts';
import { revealFlags } from '../../src/cli/flags.ts';
import { findPerson, personFlags, personQuery } from '../../src/cli/person/find-person.ts';
import { personText } from '../../src/cli/person/person-text.ts';
import { OperatorAction } from '../../src/domain/activity.ts';
import { isNobody, personTarget } from '../../src/presentation/person-data.ts';
import { personRecord } from '../../src/presentation/person-record.ts';

export default storeCommand({
  examples: ['--email maria@example.com', '--email maria@example.com --phone "(11) 98765-4321" --lead 17 --client "Agência Um"'],
  flags: { ...personFlags, reveal: revealFlags.reveal },
  async run({ flags, store, operator }) {
    const person = await findPerson(this, store, await personQuery(store, flags));
    const target = personTarget(person.found);
    await store.recordActivity(OperatorAction.findPerson, target, 'person find', operator());
    await this.noteReveal(store, target, flags);
    this.log(personText(person, flags));
    if (!isNobody(person.found)) this.remark((m) => m.cli.people.whatNext);
    return personRecord.write(person, flags);
  },
});
