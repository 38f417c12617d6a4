import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LeadFields } from '../../../../src/domain/lead.ts';
import type { PersonQuery } from '../../../../src/domain/person.ts';
import type { Store } from '../../../../src/domain/ports.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { addCampaign, claim } from '../../../store-contract/steps.ts';
import { placeEmptyDatabase } from '../../../support/empty-database.ts';
import { formBody, formDelivery, leadFields, leadIntent, newConversion, operator, T0 } from '../../../support/factories.ts';
import { TempDir } from '../../../support/temp-dir.ts';

/** What a person leaves: forms, corrections of earlier values, long messages. */
interface Person {
  readonly number: number;
  readonly forms: readonly { readonly message: string; readonly isUpdate: boolean }[];
}

const words = fc.stringMatching(/^[a-z]{0,3000}$/);
const people = fc.array(fc.array(fc.record({ message: words, isUpdate: fc.boolean() }), { minLength: 1, maxLength: 4 }), {
  minLength: 5,
  maxLength: 40,
});

const emailOf = ({ number }: Person): string => `p${number}.silva${number * 7_919}@example.com`;
const phoneKeyOf = ({ number }: Person): string => `1187${String(100_000 + number * 37).padStart(6, '0')}`;
const queryOf = (person: Person): PersonQuery => ({ emails: [emailOf(person)], phones: [], clickIds: [], leadIds: [], clientId: null });

function fieldsOf(person: Person, message: string): LeadFields {
  const key = phoneKeyOf(person);
  return leadFields({
    name: `Pessoa Número${person.number}`,
    email: emailOf(person).toUpperCase(),
    emailNormalized: emailOf(person),
    phone: `(${key.slice(0, 2)}) 9${key.slice(2)}`,
    phoneE164: `+55${key.slice(0, 2)}9${key.slice(2)}`,
    phoneKey: key,
    message,
    submittedAt: T0,
  });
}

/** The forms arrive and become leads in one order of all people. */
async function receive(store: Store, all: readonly Person[]): Promise<void> {
  const rounds = Math.max(...all.map(({ forms }) => forms.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const person of all) {
      const form = person.forms[round];
      if (form === undefined) continue;
      const identity = `p${person.number}-${round}`;
      const body = formBody(identity, { email: emailOf(person), nome: `Pessoa ${person.number}`, mensagem: form.message });
      await store.accept(formDelivery(identity, { body }));
    }
    const jobs = (await claim(store, { limit: 500 })).filter(({ conversionId }) => conversionId === null);
    await store.finish(
      jobs.map((job) => {
        const person = all[Number(/^p(\d+)-/.exec(job.identity)?.[1])] as Person;
        const { message, isUpdate } = person.forms[round] as Person['forms'][number];
        const merging = isUpdate ? ({ onMatch: 'merge', match: { byContact: true } } as const) : {};
        const conversion = newConversion({ key: job.identity });
        return {
          claim: job,
          outcome: { kind: 'lead', intent: leadIntent(job.identity, { fields: fieldsOf(person, message), conversion, ...merging }) },
        };
      }),
      T0,
    );
  }
}

const detailsOf = async (store: Store, ids: readonly string[]): Promise<unknown> => Promise.all(ids.map((id) => store.findLead(id)));

test('of random people, those who are erased leave no byte, and the others stay as they were', async () => {
  await fc.assert(
    fc.asyncProperty(people, fc.nat(2), async (drawn, kept) => {
      using folder = new TempDir();
      const path = placeEmptyDatabase(folder.file('test.db'));
      await using store = openSqliteStore(`sqlite:${path}`, T0);
      await addCampaign(store);
      const all = drawn.map((forms, number): Person => ({ number, forms }));
      await receive(store, all);
      const [erased, others] = [all.filter(({ number }) => number % 3 !== kept), all.filter(({ number }) => number % 3 === kept)];
      const leads = (await Promise.all(others.map((person) => store.findPerson(queryOf(person))))).flatMap(({ leadIds }) => leadIds);
      const before = await detailsOf(store, leads);

      for (const person of erased)
        expect(await store.erasePerson(queryOf(person), 'ticket 1', operator(), () => T0)).toMatchObject({ completedAt: T0 });

      const bytes = readFileSync(path).toString('latin1').toLowerCase();
      for (const person of erased) {
        expect(bytes).not.toContain(emailOf(person));
        expect(bytes).not.toContain(phoneKeyOf(person).slice(2));
        for (const { message } of person.forms.filter((form) => form.message.length > 20))
          expect(bytes).not.toContain(message.slice(0, 1_000));
      }
      expect(await detailsOf(store, leads)).toEqual(before);
    }),
    { numRuns: 10 },
  );
});
