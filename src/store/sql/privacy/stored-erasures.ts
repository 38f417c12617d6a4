import { PLATFORMS } from '../../../domain/conversion.ts';
import type { Erasure, PersonPlace } from '../../../domain/person.ts';
import { PERSON_PLACES } from '../../../domain/person.ts';
import type { Connection } from '../connection.ts';
import type { JournalEntry } from '../privacy/journal.ts';
import { id, idOrNull, reading } from '../rows/fields.ts';
import { openedSought, type PlaceCounts, type PlatformCounts } from './erase-people.ts';
import type { SoughtPerson } from './find-people.ts';

const ALL = 'select * from apagamentos where por_prazo = 0 order by id desc';

const toErasure = reading<Erasure>({
  id: id('id'),
  operator: 'quem',
  startedAt: 'em',
  completedAt: 'concluido_em',
  clientId: idOrNull('cliente_id'),
  leads: 'leads',
  events: 'eventos',
  platforms: ({ plataformas }) => platformsOf(JSON.parse(plataformas as string) as PlatformCounts),
  places: ({ locais }) => placesOf(JSON.parse(locais as string) as PlaceCounts),
});

function placesOf(counts: PlaceCounts): Erasure['places'] {
  return PERSON_PLACES.flatMap((place: PersonPlace) => (counts[place] === undefined ? [] : [{ place, ...counts[place] }]));
}

function platformsOf(counts: PlatformCounts): Erasure['platforms'] {
  return PLATFORMS.flatMap((platform) => (counts[platform] === undefined ? [] : [{ platform, conversions: counts[platform] }]));
}

export async function listErasures(connection: Connection): Promise<readonly Erasure[]> {
  return (await connection.all<object>(ALL)).map(toErasure);
}

const OPEN = 'select id, procurado as sought from apagamentos where concluido_em is null order by id';

/** Erasures that are not complete, oldest first. */
export async function openErasures(connection: Connection): Promise<readonly { readonly id: number; readonly sought: SoughtPerson }[]> {
  return (await connection.all<{ readonly id: number; readonly sought: string }>(OPEN)).map(({ id: row, sought }) => ({
    id: row,
    sought: openedSought(sought),
  }));
}

const ENTRIES = `
select a.id, a.em, a.cliente_id, lower(hex(a.chave)) as chave, lower(hex(p.impressao)) as print from apagamentos a join apagados p on p.apagamento_id = a.id
where a.id = ifnull(?, a.id) and a.por_prazo = 0 order by a.id`;

/** What the journal has to contain: of one erasure, or of all. */
export async function journalEntries(connection: Pick<Connection, 'all'>, erasure: number | null): Promise<readonly JournalEntry[]> {
  const rows = await connection.all<EntryRow>(ENTRIES, erasure);
  return Array.from(Map.groupBy(rows, (row) => row.id).values(), (prints) => {
    const [{ em, cliente_id, chave }] = prints as [EntryRow];
    return { em, cliente_id, chave, impressoes: prints.map(({ print }) => print) };
  });
}

interface EntryRow extends Pick<JournalEntry, 'em' | 'cliente_id' | 'chave'> {
  readonly id: number;
  readonly print: string;
}
