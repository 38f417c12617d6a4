/** Forms that show stored values and post them all: one that was opened before somebody else's change would take that change back. */
import { hash } from 'node:crypto';
import type { ConsentRule } from '../../../domain/client-connections.ts';
import type { Conversion } from '../../../domain/conversion.ts';
import type { CampaignView } from '../../../domain/directory.ts';
import type { ClientRetention } from '../../../domain/retention.ts';
import { appError } from '../../../messages/messages.ts';

/** The stored values by the names of the fields that show them. */
type StoredValues = Readonly<Record<string, unknown>>;

/** The hidden field with the fingerprint of the values that the form showed. */
export const VERSION = 'versao';

export function versionOf(stored: StoredValues): Record<string, string> {
  return { [VERSION]: hash('sha256', JSON.stringify(stored), 'base64url') };
}

/**
 * API clients send no fingerprint.
 * @throws AppError conflict if the form showed other values than those stored now; it is shown again with these
 */
export function refuseStale(form: URLSearchParams, stored: StoredValues): void {
  const shown = form.get(VERSION);
  if (shown === null || shown === versionOf(stored)[VERSION]) return;
  for (const name of Object.keys(stored)) form.delete(name);
  throw appError('conflict', (m) => m.errors.admin.changedMeanwhile);
}

export function campaignValues({ name, clientId, userEmail }: CampaignView): StoredValues {
  return { nome: name, cliente: clientId, usuario: userEmail };
}

export function stageValues({ value, currency, happenedAt }: Conversion): StoredValues {
  return { valor: value, moeda: currency, ocorrida_em: happenedAt };
}

/** `undefined`: the client has no limits of its own. */
export function retentionValues(own: ClientRetention | undefined): StoredValues {
  return { corpos: own?.bodies ?? null, leads: own?.leads ?? null };
}

export function consentValues({ mode, keys, isOwn }: ConsentRule): StoredValues {
  return { modo: isOwn ? mode : null, chaves: isOwn ? keys : [] };
}
