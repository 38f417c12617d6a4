import type { Directory } from '../../../domain/ports.ts';
import { clientNotFound } from '../directory-errors.ts';
import type { SqliteCore } from './core.ts';

export function directoryPort(core: SqliteCore): Directory {
  const { writer, reader, directory } = core;

  async function clientId(idOrName: string | null): Promise<string | null> {
    if (idOrName === null) return null;
    const client = await core.look(() => directory.findClient(idOrName));
    if (client === null) throw clientNotFound(idOrName);
    return client.id;
  }

  return {
    resolve: (requests) => core.look(() => directory.resolveAll(requests)),
    addClient: (input, operator) => writer.write('addClient', input, operator),
    listClients: () => reader.read('directory', 'listClients'),
    summarizeClients: () => reader.read('directory', 'summarizeClients'),
    renameClient: (idOrName, name, operator) => writer.write('renameClient', idOrName, name, operator),
    findClient: (idOrName) => core.look(() => directory.findClient(idOrName)),
    removeClient: (idOrName, operator) => writer.write('removeClient', idOrName, operator),
    addUser: (input, operator) => writer.write('addUser', input, operator),
    listUsers: async (client) => reader.read('directory', 'listUsers', await clientId(client)),
    findUser: (id) => core.look(() => directory.findUser(id)),
    removeUser: (id, operator) => writer.write('removeUser', id, operator),
    addCampaigns: (inputs, options, operator) => writer.write('addCampaigns', inputs, options, operator),
    listCampaigns: async (client) => reader.read('directory', 'listCampaigns', await clientId(client)),
    searchCampaigns: async ({ client, ...query }) => reader.read('directory', 'searchCampaigns', await clientId(client ?? null), query),
    updateCampaign: (input, operator) => writer.write('updateCampaign', input, operator),
    findCampaign: (id) => core.look(() => directory.findCampaign(id)),
    removeCampaign: (id, operator) => writer.write('removeCampaign', id, operator),
    linkCampaign: (link, operator) => writer.write('linkCampaign', link, operator),
    unlinkCampaign: (link, operator) => writer.write('unlinkCampaign', link, operator),
    countLeads: (of) => reader.read('directory', 'countLeads', of),
  };
}
