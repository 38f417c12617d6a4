import { expect, test } from 'vitest';
import type { PersonQuery } from '../../../../src/domain/person.ts';
import { openReadConnection } from '../../../../src/store/sqlite/connection.ts';
import { copyDatabase } from '../../../../src/store/sqlite/copy-database.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { repeatErasuresIn } from '../../../../src/store/sqlite/privacy/repeat-erasures.ts';
import { addCampaign } from '../../../store-contract/steps.ts';
import { placeEmptyDatabase } from '../../../support/empty-database.ts';
import { formBody, formDelivery, operator, T0 } from '../../../support/factories.ts';
import { TempDir } from '../../../support/temp-dir.ts';

const NOBODY: PersonQuery = { emails: [], phones: [], clickIds: [], leadIds: [], clientId: null };

/** Bob's message, as its JSON is written. */
function bodyWith(written: string): Buffer {
  const [before = '', after = ''] = formBody('bob-1', { nome: 'Bob', mensagem: 'Indicado por PERSON, obrigado' })
    .toString()
    .split('PERSON');
  return Buffer.from(before + written + after);
}

/** Bob's body where the person was erased, and in a restored backup from before. Nothing but his body knows the person. */
async function erased(query: PersonQuery, body: Buffer): Promise<readonly string[]> {
  using folder = new TempDir();
  const [path, backup] = [placeEmptyDatabase(folder.file('test.db')), folder.file('backup.db')];
  {
    await using store = openSqliteStore(`sqlite:${path}`, T0);
    await addCampaign(store);
    await store.accept(formDelivery('bob-1', { body }));
    await copyDatabase(path, backup, { signal: AbortSignal.timeout(60_000) });
    await store.erasePerson(query, 'ticket 1', operator(T0 + 1), () => T0 + 1);
  }
  expect(await repeatErasuresIn(backup, path, T0 + 2, { signal: new AbortController().signal })).toBe(1);
  return [path, backup].map(bodyIn);
}

function bodyIn(database: string): string {
  const connection = openReadConnection(database);
  try {
    const { body } = connection.row('select corpo as body from eventos') as { readonly body: Uint8Array };
    return Buffer.from(body).toString('latin1');
  } finally {
    connection.close();
  }
}

test.each([
  ["o'brien@example.com", "o'brien@example.com"],
  ["o'brien@example.com", "O'Brien@Example.com"],
  ["o'brien@example.com", 'o%27brien%40example.com'],
  ["o'brien@example.com", 'o\\u0027brien\\u0040example.com'],
  ['rosa&bia@example.com', 'rosa&bia@example.com'],
  ['rosa=bia@example.com', 'rosa%3Dbia%40example.com'],
  ['{rosa}@example.com', '{rosa}@example.com'],
  ['rosa!#$*/?^`{|}~@example.com', 'rosa!#$*/?^`{|}~@example.com'],
  ['josé@example.com', 'josé@example.com'],
  ['josé@example.com', 'JOSÉ@EXAMPLE.COM'],
  ['josé@example.com', 'jos%C3%A9@example.com'],
  ['josé@example.com', 'jos\\u00e9@example.com'],
  ['maria@exämple.com', 'maria@exämple.com'],
  ['maria@exämple.com', 'Maria@EXÄMPLE.com'],
  ['maria@exämple.com', 'maria@ex\\u00e4mple.com'],
  ['maria@exämple.com', 'maria%40ex%C3%A4mple.com'],
  ['maria@exämple.com', 'maria@xn--exmple-cua.com'],
  ['maria@xn--exmple-cua.com', 'maria@exämple.com'],
  ['ana@example.com', 'x=1&email=ana@example.com'],
  ['ana@example.com', 'bob@example.com/ana@example.com'],
])('an erased address is removed from what others wrote, also after a restore: %s as %s', async (email, written) => {
  const bodies = await erased({ ...NOBODY, emails: [email] }, bodyWith(written));
  for (const body of bodies) expect(body).toMatch(/Indicado por (x=1&email=|bob@example\.com\/)?\*\*\*, obrigado/);
});

test.each([
  ['+12025550123', '+1 (202) 555-0123'],
  ['+12025550123', '001 202 555 0123'],
  ['+442079460958', '+44 20 7946 0958'],
  ['+351912345678', '351912345678'],
  ['+351912345678', '%2B351912345678'],
  ['+5511987654321', '%2B5511987654321'],
  ['+5511987654321', 'tel%3D%2B55%2011%2098765-4321'],
  ['+5511987654321', '+55 (0)11 98765-4321'],
  ['+5511987654321', '(11)\u00a098765\u00a04321'],
  ['+5511987654321', '(11)\\u00a098765\\u00a04321'],
  ['+5511987654321', '%2811%29%C2%A098765%C2%A04321'],
  ['+5511987654321', '+55 11 8765-4321'],
  ['+5511987654321', '21 91234-5678 / 11 98765-4321'],
  ['+5511987654321', '2 11987654321 3'],
])('an erased number is removed from what others wrote, also after a restore: %s as %s', async (phone, written) => {
  const bodies = await erased({ ...NOBODY, phones: [phone] }, bodyWith(written));
  for (const body of bodies)
    expect(body).toMatch(/Indicado por (21 91234-5678 \/ |2 |[^\d]{0,2}|%2811|%2B|%28|tel%3D%2B)\*\*\*( 3)?, obrigado/);
});

test.each([
  ['mariana@example.com, ana@example.com.br, ana@example.community, x-ana@example.com, ana+x@example.com, ana@xn--exmple-cua.com'],
  ['21 98765-4321, 11 98765-43210, 1 11 98765 432, +1 202 555 0124, 2025550123, 198.76.54.321'],
])('others stay as they are: %s', async (written) => {
  const query = { ...NOBODY, emails: ['ana@example.com', 'ana@exämple.com.br'], phones: ['+5511987654321', '+12025550123'] };
  const body = bodyWith(written);
  expect(await erased(query, body)).toEqual(Array.from({ length: 2 }, () => body.toString('latin1')));
});
