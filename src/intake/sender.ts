import { field, type JsonObject, objectsIn } from '../base/exact-json.ts';
import { Origin } from '../domain/origin.ts';
import type { Sender } from '../domain/secret-rotation.ts';
import { idText, LONGEST_FIELD } from './identity-text.ts';
import type { IntakeRequest } from './intake-request.ts';

/** The keys that identify a sender, closest to where the secret is entered first. */
const NAMES = [
  ['formulario', 'form_id'],
  ['campanha', 'campanha_id'],
  ['pagina', 'page_id'],
  ['campanha_da_plataforma', 'campaign_id'],
  ['cliente', 'cliente_id'],
] as const satisfies readonly (readonly [kind: Sender['kind'], key: string])[];

/** The senders of a request: the pages of a batch, or an id in its body, otherwise the address. */
export function sendersOf({ origin, remoteAddress }: IntakeRequest, json: JsonObject): readonly Sender[] {
  const pages = origin === Origin.socialAds ? pagesOf(json) : NONE;
  if (pages.size > 0) return Array.from(pages, (id) => ({ kind: 'pagina', id }));
  for (const [kind, key] of NAMES) {
    const id = idText(field(json, key), LONGEST_FIELD);
    if (id !== undefined) return [{ kind, id }];
  }
  return [{ kind: 'endereco', id: remoteAddress }];
}

const NONE: ReadonlySet<string> = new Set();

function pagesOf(json: JsonObject): ReadonlySet<string> {
  return new Set(objectsIn(json, 'entry').flatMap((entry) => idText(field(entry, 'id'), LONGEST_FIELD) ?? []));
}
