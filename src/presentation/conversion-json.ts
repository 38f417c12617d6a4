import type { JsonObject } from '../base/exact-json.ts';
import type { Conversion, ConversionView } from '../domain/conversion.ts';
import { conversionNote } from './conversion-note.ts';
import { isoTime } from './json.ts';
import { maskMark } from './masking.ts';

export function conversionJson(conversion: Conversion): JsonObject {
  return {
    conversao_id: conversion.id,
    lead_id: conversion.leadId,
    evento_id: conversion.eventId,
    plataforma: conversion.platform,
    click_id: conversion.clickId,
    nome: maskMark(conversion.name),
    chave: maskMark(conversion.key),
    valor: conversion.value,
    moeda: conversion.currency,
    ocorrida_em: isoTime(conversion.happenedAt),
    estado: conversion.state,
    criado_em: isoTime(conversion.createdAt),
    enviada_em: isoTime(conversion.sentAt),
    erro_codigo: conversion.fault?.code ?? null,
    erro_mensagem: conversion.fault?.message ?? null,
    observacao: conversionNote(conversion)?.en ?? null,
    pedido_id: conversion.requestId,
    registrada_por: conversion.registeredBy,
  };
}

export function conversionViewJson(conversion: ConversionView): JsonObject {
  return {
    ...conversionJson(conversion),
    origem: conversion.origin,
    cliente_id: conversion.clientId,
    cliente: conversion.clientName,
    campanha_id: conversion.campaignId,
    campanha: conversion.campaignName,
  };
}
