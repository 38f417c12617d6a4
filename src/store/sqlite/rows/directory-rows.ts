import type { Campaign, CampaignLink, Client, LinkKind, User } from '../../../domain/directory.ts';
import { optionalId, textId } from './row-id.ts';

export interface ClientRow {
  readonly id: number;
  readonly nome: string;
  readonly criado_em: number;
}

export function toClient(row: ClientRow): Client {
  return { id: textId(row.id), name: row.nome, createdAt: row.criado_em };
}

export interface UserRow {
  readonly id: number;
  readonly cliente_id: number;
  readonly nome: string | null;
  readonly email: string;
  readonly criado_em: number;
}

export function toUser(row: UserRow): User {
  return { id: textId(row.id), clientId: textId(row.cliente_id), name: row.nome, email: row.email, createdAt: row.criado_em };
}

export interface CampaignRow {
  readonly id: string;
  readonly cliente_id: number;
  readonly usuario_id: number | null;
  readonly nome: string;
  readonly criado_em: number;
}

export function toCampaign(row: CampaignRow): Campaign {
  return { id: row.id, clientId: textId(row.cliente_id), userId: optionalId(row.usuario_id), name: row.nome, createdAt: row.criado_em };
}

export interface LinkRow {
  readonly origem: CampaignLink['origin'];
  readonly tipo: LinkKind;
  readonly valor: string;
  readonly campanha_id: string;
}

export function toLink(row: LinkRow): CampaignLink {
  return { origin: row.origem, kind: row.tipo, value: row.valor, campaignId: row.campanha_id };
}
