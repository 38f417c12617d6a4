export const NAMED_SECRETS_PATH = '/admin/fontes/segredos';

/** The named secrets that are limited to a client. */
export function namedSecretsOfClient(clientId: string): string {
  return `${NAMED_SECRETS_PATH}?${new URLSearchParams({ cliente: clientId })}`;
}
