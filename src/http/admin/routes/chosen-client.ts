import type { Directory } from '../../../domain/ports.ts';
import { InvalidForm } from '../contract/posted-form.ts';

const NO_CLIENT = { en: 'must be chosen, or named as a new client', pt: 'deve ser escolhido, ou informado como novo cliente' };
const UNKNOWN_CLIENT = { en: 'is no client that exists', pt: 'não é um cliente que existe' };
const TWO_CLIENTS = {
  en: 'cannot be given together with a client of the list',
  pt: 'não pode ser informado junto com um cliente da lista',
};
const NOT_NEW = {
  en: 'is the name or id of a client that exists: choose it in the list',
  pt: 'é o nome ou id de um cliente que já existe: escolha-o na lista',
};

/**
 * The id of a client that exists, or the name of one to make.
 * @throws InvalidForm
 */
export async function chosenClient(
  directory: Directory,
  { cliente, cliente_novo: newName }: { readonly cliente?: string | undefined; readonly cliente_novo?: string | undefined },
): Promise<string> {
  if (newName === undefined) return requireClient(directory, cliente);
  if (cliente !== undefined) throw new InvalidForm({ cliente_novo: TWO_CLIENTS });
  if ((await directory.findClient(newName)) !== null) throw new InvalidForm({ cliente_novo: NOT_NEW });
  return newName;
}

/**
 * The id of a client that exists.
 * @throws InvalidForm
 */
export async function requireClient(directory: Directory, idOrName: string | undefined): Promise<string> {
  if (idOrName === undefined) throw new InvalidForm({ cliente: NO_CLIENT });
  const client = await directory.findClient(idOrName);
  if (client === null) throw new InvalidForm({ cliente: UNKNOWN_CLIENT });
  return client.id;
}
