import { AppError } from '../../base/app-error.ts';
import { slowFingerprint } from '../../base/fingerprint.ts';
import { limitProblem, type NewNamedSecret, namedSecretLabel, secretProblem } from '../../domain/named-secret.ts';
import type { Operator } from '../../domain/ports.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import type { StoreContext } from '../context.ts';
import { SealedBox } from '../sealed-box.ts';
import { newSecret } from '../settings-file.ts';

/**
 * Seals a secret of a source and stores it in the database; running services use it automatically.
 *
 * @returns the secret, which is only shown this once
 * @throws AppError `configuration_invalid` without CREDENTIALS_KEY; `invalid_input` for an invalid secret; `conflict`, `not_found`
 */
export async function addNamedSecret(
  { store, secrets }: Pick<StoreContext, 'store' | 'secrets'>,
  { name, origin, clientId, value = newSecret() }: NewNamedSecret,
  operator: Operator,
): Promise<{ readonly value: string }> {
  const problem = secretProblem(value);
  if (problem !== undefined) {
    throw appError('invalid_input', (m) => m.errors.namedSecrets.theSecret({ problem }));
  }
  const unlimited = limitProblem({ origin, clientId });
  if (unlimited !== undefined)
    throw new AppError('invalid_input', unlimited, { hint: inEveryLanguage((m) => m.errors.namedSecrets.nameClient) });
  const box = await SealedBox.open(requireKey(secrets.credentialsKey));
  const sealed = box.seal(value, namedSecretLabel({ name, origin, clientId }));
  const secret = { name, origin, clientId, fingerprint: slowFingerprint(value), sealed, createdAt: operator.now };
  await store.addNamedSecret(secret, operator);
  return { value };
}

function requireKey(credentialsKey: string | undefined): string {
  if (credentialsKey !== undefined) return credentialsKey;
  throw appError('configuration_invalid', (m) => m.errors.namedSecrets.credentialsKeyNotSet);
}
