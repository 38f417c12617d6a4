import type { StoreFacts } from '../../domain/queue-status.ts';
import { MIGRATIONS } from './migrate.ts';

/** What `docs/postgresql.md` grants to a role with fewer rights. */
const NEEDED: Readonly<Record<string, string>> = Object.fromEntries(
  MIGRATIONS.flatMap(({ sql }) => [...sql().matchAll(/^create (table|view) (\w+)/gm)]).flatMap(([, kind, name]) =>
    kind === 'view'
      ? [[name, 'select']]
      : [
          [name, 'select insert update delete'],
          [`${name}_id_seq`, 'select usage'],
        ],
  ),
);

/** What a new event needs, whatever it contains. */
const FOR_EVENTS: Readonly<Record<string, string>> = {
  eventos: 'insert',
  eventos_id_seq: 'usage',
  evento_chaves: 'select insert',
  apagamento_chaves: 'select',
  fila_vivos: 'insert',
  fila_totais_partes: 'select insert update',
  origem_minutos_partes: 'select insert update',
  busca_pendentes: 'insert',
};

/** SQL: an array of what the role lacks, such as `eventos (insert)`. What does not exist is not lacking: most tables have no sequence. */
function lackingOf(needed: Readonly<Record<string, string>>): string {
  return `array(
  select name || ' (' || lacking || ')' from (
    select name, (
      select string_agg(privilege, ', ') from unnest(string_to_array(needed, ' ')) privilege
      where not case privilege when 'usage' then has_sequence_privilege(found, privilege) else has_table_privilege(found, privilege) end
    ) as lacking
    from (select key as name, value as needed, to_regclass(key) as found from json_each_text('${JSON.stringify(needed)}') offset 0) named
  ) checked where lacking is not null
)`;
}

/** Columns: what the role lacks of what lead-intake needs, and what a grant of it names. */
export const GRANTS = `
${lackingOf(NEEDED)} as lacking, quote_ident(current_user) as role,
  (select relnamespace::regnamespace::text from pg_class where oid = to_regclass('migracoes')) as schema`;

/** A column: what the role lacks to store an event. */
export const LACKING_FOR_EVENTS = `${lackingOf(FOR_EVENTS)} as lacking`;

/** The columns of `GRANTS`. */
export interface GrantsRow {
  readonly lacking: readonly string[];
  readonly role: string;
  readonly schema: string;
}

/** What the role lacks, if anything. */
export function missingGrants({ lacking, role, schema }: GrantsRow): Pick<StoreFacts, 'missingGrants'> {
  return lacking.length === 0 ? {} : { missingGrants: { lacking, role, schema } };
}
