/** The addresses of refused requests. */
import { z } from 'zod';
import { ORIGINS } from '../../../domain/origin.ts';
import type { RefusedFilter as StoreFilter } from '../../../domain/report-ports.ts';
import { isoTime } from '../../../presentation/json.ts';
import { text, time, word } from '../contract/values.ts';
import { addressOf, withoutUndefined } from './list-address.ts';

export const REFUSED_PATH = '/admin/recusadas';

const SITUATIONS = ['aberta'] as const;

/** The fields of the filter, in addresses and forms. */
export const REFUSED_FILTER = {
  codigo: text('Cause: `signature_invalid`, `fields_invalid` …'),
  origem: word(ORIGINS, 'Source.'),
  campanha: text('Only of the campaign with this id: named by the body itself, or linked to a form, page or campaign it names.'),
  situacao: word(
    SITUATIONS,
    'Only those not replayed yet; without what came without any signature, as from strangers, and what is cut and cannot be replayed.',
  ),
  desde: time('Refused at or after.'),
  ate: time('Refused before.'),
  busca: text('Words of the kept body, as far as it is text, all of them, the last one perhaps only begun; or an id. For operators.'),
};

const schema = z.object(REFUSED_FILTER);
export type RefusedFilter = Partial<z.output<typeof schema>>;

/** The filter as the store takes it. */
export function toStoreFilter({ codigo, origem, campanha, situacao, desde, ate, busca }: RefusedFilter): StoreFilter {
  const open = situacao === undefined ? undefined : true;
  return withoutUndefined({ code: codigo, origin: origem, campaignId: campanha, open, since: desde, until: ate, text: busca });
}

/** The address of the list with this filter, from the start or from a cursor on. */
export function refusedListPath(filter: RefusedFilter, before?: string): string {
  return addressOf(REFUSED_PATH, { ...toValues(filter), antes: before });
}

/** What is done to many refused requests at once, as addresses name it. */
export type RefusedVerb = 'repetir' | 'esquecer';

/** The page that asks before all of this filter are changed. */
export function refusedBulkPath(verb: RefusedVerb, filter: RefusedFilter): string {
  return addressOf(`${REFUSED_PATH}/${verb}`, { todos: '1', ...toValues(filter) });
}

/** The list with this filter, which says how many were forgotten. */
export function refusedForgottenPath(filter: RefusedFilter, count: number): string {
  return addressOf(REFUSED_PATH, { ...toValues(filter), aviso: 'esquecidas', numero: String(count) });
}

/** The filter as fields of a form. */
export function refusedFilterFields(filter: RefusedFilter): readonly (readonly [name: string, value: string])[] {
  return Object.entries(toValues(filter)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function toValues({ codigo, origem, campanha, situacao, desde, ate, busca }: RefusedFilter): Record<string, string | undefined> {
  return {
    codigo,
    origem,
    campanha,
    situacao,
    desde: desde === undefined ? undefined : isoTime(desde),
    ate: ate === undefined ? undefined : isoTime(ate),
    busca,
  };
}

export function refusedPath(id: string): string {
  return `${REFUSED_PATH}/${id}`;
}
