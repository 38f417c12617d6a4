import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTACT_FIELDS, contactKey, contactKeys } from '../../../../src/store/sql/keys/contact-keys.ts';
import { openDriver } from '../../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { acceptAndClaim, addCampaign, finish } from '../../../store-contract/steps.ts';
import { leadFields, leadIntent, T0 } from '../../../support/factories.ts';
import { storedKeys } from '../../../support/stored-keys.ts';
import { TempDir } from '../../../support/temp-dir.ts';

const NOBODY = { searchClickId: null, socialClickId: null, emailNormalized: null, phoneKey: null };

describe('the number of a contact', () => {
  test('is stored, so it is the same for ever', () => {
    expect(contactKey(1, 3, 'ana@example.com')).toBe(4_451_838_543_972_804);
    expect(contactKey(7, 4, '1187654321')).toBe(7_034_418_212_971_204);
  });

  test('differs by client, by kind and by value, and fits a number of JavaScript', () => {
    const keys = [contactKey(1, 3, 'a'), contactKey(2, 3, 'a'), contactKey(1, 4, 'a'), contactKey(1, 3, 'b'), contactKey(1, 3, 'á')];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(Number.isSafeInteger(key)).toBe(true);
  });

  test('is made for what a lead has, and for nothing else', () => {
    expect(contactKeys(1, NOBODY)).toEqual([]);
    expect(contactKeys(1, { ...NOBODY, phoneKey: 'p', searchClickId: 's' })).toEqual([contactKey(1, 1, 's'), contactKey(1, 4, 'p')]);
  });
});

describe('whatever events do to leads', () => {
  const contact = (name: string) => fc.option(fc.constantFrom(`${name}1`, `${name}2`, `${name}3`));
  const event = fc.record({
    searchClickId: contact('g'),
    socialClickId: contact('f'),
    emailNormalized: contact('e'),
    phoneKey: contact('p'),
    isTest: fc.boolean(),
    byContact: fc.boolean(),
    onMatch: fc.constantFrom('fill', 'merge'),
    identity: fc.stringMatching(/^[a-h][1-6]$/),
  });

  test('each lead is found by the contacts it has now, and by no others', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store = openSqliteStore(`sqlite:${path}`, T0);
    await addCampaign(store);
    let told = 0;
    // One database for all histories: what holds after each of them holds after all.
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 12 }), async (events) => {
        for (const { byContact, onMatch, identity, ...fields } of events) {
          told += 1;
          const job = await acceptAndClaim(store, `event${told}`);
          const intent = leadIntent(identity, { match: { byContact }, onMatch, fields: leadFields(fields) });
          expect(await finish(store, job, { kind: 'lead', intent })).toBe('processed');
        }
        const reader = openDriver(path, { readonly: true });
        const kept = storedKeys(reader, 'lead_contatos', 'lead_id');
        const leads = reader.prepare('select * from leads').all() as Record<string, string | number | null>[];
        reader.close();
        const due = leads.flatMap((lead) =>
          CONTACT_FIELDS.flatMap(({ column, kind }) =>
            lead[column] == null ? [] : [[contactKey(Number(lead['cliente_id']), kind, String(lead[column])), Number(lead['id'])] as const],
          ),
        );
        expect(kept).toEqual(due.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
      }),
      { numRuns: 25 },
    );
  });
});
