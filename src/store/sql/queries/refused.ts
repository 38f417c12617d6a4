import {
  CREDENTIAL_CODES,
  type KeptRefusedRequest,
  type ListedRefusedRequest,
  type RefusedCount,
  UNSIGNED_CODE,
} from '../../../domain/refused-request.ts';
import type { CountedRefused, Page, RefusedQuery } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { allOf, type Condition, type Fragment, fragment, oneOf, verbatim } from '../fragments.ts';
import { fitsWords } from '../refused-words.ts';
import { type Fields, flag, id, idOrNull, reading, rowId, textId } from '../rows/fields.ts';
import { isSearch } from '../search.ts';
import { pageOf } from './page.ts';

const LISTED: Fields<Omit<ListedRefusedRequest, 'likeness'>> = {
  id: id('id'),
  origin: 'origem',
  method: 'metodo',
  path: 'caminho',
  httpStatus: 'http_status',
  code: 'codigo',
  params: 'parametros',
  remoteAddress: 'ip',
  requestId: 'requisicao_id',
  bodyBytes: 'corpo_bytes',
  complete: flag('completa'),
  receivedAt: 'recebida_em',
  isVerified: flag('comprovada'),
  replayedAt: 'repetida_em',
  replayedEventId: idOrNull('repetida_evento_id'),
};

const toListed = reading(LISTED);

const toKept = reading<Omit<KeptRefusedRequest, 'likeness' | 'secret' | 'limitedTo'>>({
  ...LISTED,
  headers: 'cabecalhos',
  body: 'corpo',
});

const REFUSED = 'select *, length(corpo) as corpo_bytes from requisicoes_recusadas where id = ?';

const WORDS = "select id, ifnull(palavras, '') as words from requisicoes_recusadas";

const NAMES_CAMPAIGN = `exists (
  select 1 from json_each(/*!text*/ lugares) as lugar
  where lugar.value = 'campanha:' || ? or lugar.value in (
    select v.tipo || ':' || v.valor from campanha_vinculos v
    where v.campanha_id = ? and v.origem = requisicoes_recusadas.origem))`;

const CAN_BE_REPLAYED = 'repetida_em is null and completa = 1';

/** Requests that may contain a lead that was never stored: complete, not replayed, and not unsigned. */
const IS_OPEN = `${CAN_BE_REPLAYED} and (comprovada = 1 or codigo <> '${UNSIGNED_CODE}')`;

/** Reads an index only: the requests themselves have up to 64 KiB each. */
const counts = (index: string, where: string): string => `
select origem as origin, codigo as code, count(*) as count, min(recebida_em) as oldestAt, max(recebida_em) as newestAt
from requisicoes_recusadas indexed by ${index} where ${where}
group by origem, codigo order by count(*) desc, origem, codigo`;

const ALL_COUNTS = counts('requisicoes_recusadas_motivo', 'recebida_em >= ?');

const OPEN_COUNTS = counts('requisicoes_recusadas_abertas', IS_OPEN);

const CREDENTIAL_COUNTS = counts(
  'requisicoes_recusadas_genuinas',
  `${CAN_BE_REPLAYED} and comprovada = 0 and parece_genuino > 0
  and codigo in (${CREDENTIAL_CODES.map((code) => `'${code}'`).join(', ')})
  and origem in (select origem from segredos_usos)`,
);

/** Everything except the body: a page of a thousand would read 64 MiB of bodies that a list does not show. */
const LISTED_REQUESTS =
  verbatim(`select id, origem, metodo, caminho, http_status, codigo, parametros, ip, requisicao_id, completa, recebida_em, comprovada,
  repetida_em, repetida_evento_id, length(corpo) as corpo_bytes
  from requisicoes_recusadas`);

/** One page of refused requests, newest first. There are at most two thousand, so they are walked by id for every filter. */
export async function listRefused(connection: Connection, query: RefusedQuery): Promise<Page<ListedRefusedRequest>> {
  const where = allOf([...conditionsOf(query), ...(await withWords(connection, query.text))]);
  const page = fragment`${LISTED_REQUESTS} where ${where} order by id desc limit ${query.limit + 1}`;
  return await pageOf(connection, page, query.limit, toListed);
}

export async function findRefused(connection: Connection, refusedId: string): Promise<KeptRefusedRequest | null> {
  const row = await connection.get<{ readonly segredo: string | null; readonly cliente_limite: number | null }>(REFUSED, rowId(refusedId));
  if (row === undefined) return null;
  return {
    ...toKept(row),
    ...(row.segredo === null ? {} : { secret: row.segredo }),
    ...(row.cliente_limite === null ? {} : { limitedTo: textId(row.cliente_limite) }),
  };
}

export async function refusedCounts(connection: Connection, which: CountedRefused = { since: 0 }): Promise<readonly RefusedCount[]> {
  if (typeof which === 'object') return await connection.all(ALL_COUNTS, which.since);
  return await connection.all(which === 'open' ? OPEN_COUNTS : CREDENTIAL_COUNTS);
}

function conditionsOf(page: RefusedQuery): readonly (Condition | Fragment)[] {
  return [
    ['+origem = ?', page.origin],
    ['+codigo = ?', page.code],
    ['recebida_em >= ?', page.since],
    ['recebida_em < ?', page.until],
    [NAMES_CAMPAIGN, page.campaignId, page.campaignId],
    ...(page.replayable === true ? [verbatim(CAN_BE_REPLAYED)] : []),
    ...(page.unreplayed === true ? [verbatim('repetida_em is null')] : []),
    ...(page.open === true ? [verbatim(IS_OPEN)] : []),
    ['id <= ?', page.upTo === undefined ? undefined : rowId(page.upTo)],
    ['id < ?', page.before === undefined ? undefined : rowId(page.before)],
  ];
}

/** At most two thousand requests, with a few hundred words each. */
async function withWords(connection: Connection, text: string | undefined): Promise<readonly Condition[]> {
  if (!isSearch(text)) return [];
  const rows = await connection.all<{ readonly id: number; readonly words: string }>(WORDS);
  const found = rows.filter((row) => row.id === rowId(text.trim()) || fitsWords(text, row.words));
  const ids = found.map(({ id: row }) => row);
  return [oneOf('id', ids)];
}
