import type { Connection } from '../connection.ts';
import type { NewLead } from './create-leads.ts';

const KNOWN_IDENTITIES = `
select asked.value as identity from json_each(?) asked cross join leads l on l.origem = ? and l.identidade = asked.value`;

const KNOWN_CONTACTS = `
select asked.value as key from json_each(?) asked where exists (select 1 from lead_contatos where chave = asked.value)`;

/**
 * The certainly new people: neither a stored lead nor an earlier one of the batch shares their identity or a contact. Most leads of a batch
 * are new, and two queries for all of them cost a quarter of two queries for each. A person that is not returned may still turn out to be
 * new.
 *
 * @returns non-empty runs; no other person of the batch comes between two of a run
 */
export function unknownPeople(connection: Connection, asked: readonly NewLead[]): readonly (readonly NewLead[])[] {
  const seen = new Set<number | string>(knownContacts(connection, asked));
  for (const [origin, ofOrigin] of Map.groupBy(asked, ({ intent }) => intent.origin)) {
    for (const identity of knownIdentities(connection, origin, ofOrigin)) seen.add(identityMark(origin, identity));
  }
  const runs: NewLead[][] = [];
  let run: NewLead[] = [];
  for (const each of asked) {
    const { intent, keys } = each;
    const marks = [identityMark(intent.origin, intent.identity), ...keys];
    const isUnknown = intent.ifMissing === 'create' && !marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    if (!isUnknown) run = [];
    else if (run.push(each) === 1) runs.push(run);
  }
  return runs;
}

function knownContacts(connection: Connection, asked: readonly NewLead[]): readonly number[] {
  const rows = connection.statement(KNOWN_CONTACTS).all(JSON.stringify(asked.flatMap(({ keys }) => keys)));
  return (rows as { readonly key: number }[]).map(({ key }) => key);
}

function knownIdentities(connection: Connection, origin: string, asked: readonly NewLead[]): readonly string[] {
  const identities = JSON.stringify(asked.map(({ intent }) => intent.identity));
  const rows = connection.statement(KNOWN_IDENTITIES).all(identities, origin);
  return (rows as { readonly identity: string }[]).map(({ identity }) => identity);
}

function identityMark(origin: string, identity: string): string {
  return `${origin} ${identity}`;
}
