import type { Directory } from '../../../domain/ports.ts';
import { inEveryLanguage } from '../../../messages/messages.ts';
import { InvalidForm } from '../contract/posted-form.ts';

/**
 * The id of a client that exists, or the name of one to make.
 * @throws InvalidForm
 */
export async function chosenClient(
  directory: Directory,
  { cliente, cliente_novo: newName }: { readonly cliente?: string | undefined; readonly cliente_novo?: string | undefined },
): Promise<string> {
  if (newName === undefined) return requireClient(directory, cliente);
  if (cliente !== undefined) throw new InvalidForm({ cliente_novo: inEveryLanguage((m) => m.errors.admin.twoClients) });
  if ((await directory.findClient(newName)) !== null)
    throw new InvalidForm({ cliente_novo: inEveryLanguage((m) => m.errors.admin.notNew) });
  return newName;
}

/**
 * The id of a client that exists.
 * @throws InvalidForm
 */
export async function requireClient(directory: Directory, idOrName: string | undefined): Promise<string> {
  if (idOrName === undefined) throw new InvalidForm({ cliente: inEveryLanguage((m) => m.errors.admin.clientMissing) });
  const client = await directory.findClient(idOrName);
  if (client === null) throw new InvalidForm({ cliente: inEveryLanguage((m) => m.errors.admin.unknownClient) });
  return client.id;
}
