import { field, isJsonArray, isJsonObject, type JsonObject } from '../base/exact-json.ts';
import type { Sender } from '../domain/secret-rotation.ts';
import { idText, LONGEST_FIELD } from './identity-text.ts';
import type { IntakeRequest } from './intake-request.ts';

/** What names a sender, the closest to where the secret is entered first. */
const NAMES = [
  ['formulario', 'form_id'],
  ['campanha', 'campanha_id'],
  ['pagina', 'page_id'],
  ['campanha_da_plataforma', 'campaign_id'],
  ['cliente', 'cliente_id'],
] as const satisfies readonly (readonly [kind: Sender['kind'], key: string])[];

/** Who sent a request: the pages of a batch, or what its body names; failing that, the address. */
export function sendersOf({ origin, remoteAddress }: IntakeRequest, json: JsonObject): readonly Sender[] {
  const entries = origin === 'social_ads' ? field(json, 'entry') : undefined;
  const pages = (isJsonArray(entries) ? entries : []).flatMap((entry) => {
    const page = isJsonObject(entry) ? idText(field(entry, 'id'), LONGEST_FIELD) : undefined;
    return page === undefined ? [] : [page];
  });
  if (pages.length > 0) return [...new Set(pages)].map((id) => ({ kind: 'pagina', id }));
  for (const [kind, key] of NAMES) {
    const id = idText(field(json, key), LONGEST_FIELD);
    if (id !== undefined) return [{ kind, id }];
  }
  return [{ kind: 'endereco', id: remoteAddress }];
}
