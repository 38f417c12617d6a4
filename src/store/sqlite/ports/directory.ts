import type { Directory } from '../../../domain/ports.ts';
import { clientNotFound } from '../directory-errors.ts';
import type { SqliteCore } from './core.ts';

export function directoryPort(core: SqliteCore): Directory {
  const { writer, directory } = core;

  function clientId(idOrName: string | null): string | null {
    if (idOrName === null) return null;
    const client = directory.findClient(idOrName);
    if (client === null) throw clientNotFound(idOrName);
    return client.id;
  }

  return {
    resolve: (requests) => core.look(() => directory.resolveAll(requests)),
    addClient: (input, operator) => writer.write('addClient', input, operator),
    listClients: () => core.look(() => directory.listClients()),
    summarizeClients: () => core.look(() => directory.summarizeClients()),
    renameClient: (idOrName, name, operator) => writer.write('renameClient', idOrName, name, operator),
    findClient: (idOrName) => core.look(() => directory.findClient(idOrName)),
    removeClient: (idOrName, operator) => writer.write('removeClient', idOrName, operator),
    addUser: (input, operator) => writer.write('addUser', input, operator),
    listUsers: (client) => core.look(() => directory.listUsers(clientId(client))),
    findUser: (id) => core.look(() => directory.findUser(id)),
    removeUser: (id, operator) => writer.write('removeUser', id, operator),
    addCampaigns: (inputs, options, operator) => writer.write('addCampaigns', inputs, options, operator),
    listCampaigns: (client) => core.look(() => directory.listCampaigns(clientId(client))),
    searchCampaigns: ({ client, ...query }) => core.look(() => directory.searchCampaigns(clientId(client ?? null), query)),
    updateCampaign: (input, operator) => writer.write('updateCampaign', input, operator),
    findCampaign: (id) => core.look(() => directory.findCampaign(id)),
    removeCampaign: (id, operator) => writer.write('removeCampaign', id, operator),
    linkCampaign: (link, operator) => writer.write('linkCampaign', link, operator),
    unlinkCampaign: (link, operator) => writer.write('unlinkCampaign', link, operator),
    countLeads: (of) => core.look(() => directory.countLeads(of)),
  };
}
