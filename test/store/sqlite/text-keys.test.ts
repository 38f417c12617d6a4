import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Connection } from '../../../src/store/sqlite/connection.ts';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { TextKeys, textHash } from '../../../src/store/sqlite/text-keys.ts';

function emptyTable(): Connection & Disposable {
  const driver = openDriver(':memory:', { readonly: false });
  driver.exec('create table chaves (chave integer primary key, linha_id integer not null) strict');
  const connection = new Connection(driver, ':memory:');
  return Object.assign(connection, { [Symbol.dispose]: () => connection.close() });
}

const keys = new TextKeys('chaves', 'linha_id');

test('the hash of a text is stored, so it is the same for ever', () => {
  expect(textHash('1 3 ana@example.com')).toBe(4_451_838_543_972_804);
  expect(textHash('')).toBe(3_338_908_027_751_811);
});

test('texts that share a hash of three bits are all found, alone or together with others', () => {
  const text = fc.stringMatching(/^[a-e]{1,2}$/);
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), (groups) => {
      using table = emptyTable();
      const shortHash = (value: string): number => textHash(value) % 8;
      const stored: string[] = [];
      for (const group of groups) {
        const hashes = new Set(stored.map(shortHash));
        const known = group.filter((value) => stored.includes(value));
        const taken = new Set(keys.taken(table, group.map(shortHash)));
        // All that may be known are reported; those that are not have a hash that no row has as its hash.
        for (const value of known) expect(taken).toContain(shortHash(value));
        for (const value of group) if (!taken.has(shortHash(value))) expect(hashes).not.toContain(shortHash(value));
        keys.insert(
          table,
          group.map((value, index) => [shortHash(value), stored.length + index]),
        );
        stored.push(...group);
        for (const asked of ['a', 'b', 'ab', ...stored]) {
          const found = keys.find(table, shortHash(asked)).filter((id) => stored[id] === asked);
          expect(found.toSorted((a, b) => a - b)).toEqual([...stored.keys()].filter((id) => stored[id] === asked));
        }
      }
      expect(table.all('select linha_id from chaves')).toHaveLength(stored.length);
    }),
  );
});

test('after the largest hash the next key is zero', () => {
  using table = emptyTable();
  keys.insert(table, [[Number.MAX_SAFE_INTEGER, 1]]);
  keys.insert(table, [[Number.MAX_SAFE_INTEGER, 2]]);
  expect(keys.find(table, Number.MAX_SAFE_INTEGER)).toEqual([1, 2]);
  expect(table.all('select chave from chaves order by 1')).toEqual([{ chave: 0 }, { chave: Number.MAX_SAFE_INTEGER }]);
});
