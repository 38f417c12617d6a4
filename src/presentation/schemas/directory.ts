import { z } from 'zod';
import { isoTime, nullableText, rowId } from './parts.ts';

export const clientSchema = z
  .strictObject({ cliente_id: rowId, nome: z.string(), criado_em: isoTime })
  .meta({ id: 'Client', description: 'A customer of the agency.' });

export const userSchema = z
  .strictObject({
    usuario_id: rowId,
    cliente_id: rowId,
    cliente: z.string().optional(),
    nome: nullableText,
    email: z.string(),
    criado_em: isoTime,
  })
  .meta({ id: 'User', description: 'A person who works leads of one client.' });

export const linkSchema = z
  .strictObject({
    origem: z.enum(['search_ads', 'social_ads']),
    tipo: z.enum(['campaign', 'form', 'page']),
    valor: z.string(),
    campanha_id: z.string(),
  })
  .meta({ id: 'CampaignLink', description: 'Ties an id of a platform to a campaign.' });

export const campaignSchema = z
  .strictObject({
    campanha_id: z.string(),
    nome: z.string(),
    cliente_id: rowId,
    cliente: z.string(),
    usuario_id: rowId.nullable(),
    usuario: nullableText,
    vinculos: z.array(linkSchema),
    criado_em: isoTime,
  })
  .meta({ id: 'Campaign', description: 'A campaign: whom its leads belong to.' });
