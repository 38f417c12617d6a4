import { MOST_LEADS_OF_PERSON } from '../../../domain/person.ts';
import type { Connection } from '../connection.ts';
import { flatMapInOrder } from '../in-order.ts';
import { CONTACT_FIELDS, CONTACT_KEYS, contactKey } from '../keys/contact-keys.ts';
import { idsOf } from '../queries/walk.ts';

const findAllBy = (column: string): string => `
select l.id from json_each(?) found cross join lead_linhas l on l.id = found.value
where l.cliente_id = ? and l.${column} = ? and l.teste = ?
order by l.id desc limit ${MOST_LEADS_OF_PERSON}`;

/** What other leads of the same person share. */
export interface PersonContacts {
  readonly emailNormalized: string | null;
  readonly phoneKey: string | null;
  readonly isTest: boolean;
}

/** All leads of a client with an e-mail address or phone number of the person, newest first. */
export async function leadsOfPerson(connection: Connection, client: number, contacts: PersonContacts): Promise<readonly number[]> {
  const found = await flatMapInOrder(CONTACT_FIELDS, async ({ field, kind, column }) => {
    const value = field === 'emailNormalized' || field === 'phoneKey' ? contacts[field] : null;
    if (value === null) return [];
    const ids = JSON.stringify(await connection.keys(CONTACT_KEYS).find(contactKey(client, kind, value)));
    return await idsOf(connection, findAllBy(column), ids, client, value, contacts.isTest ? 1 : 0);
  });
  return [...new Set(found)];
}
