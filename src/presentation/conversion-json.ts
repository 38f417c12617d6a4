import type { JsonObject } from '../base/exact-json.ts';
import type { Conversion, ConversionView } from '../domain/conversion.ts';
import type { ChangedConversion, StageCorrection } from '../domain/stage-change.ts';
import { conversionNote } from './conversion-note.ts';
import { faultJson } from './fault-text.ts';
import { isoTime } from './json.ts';
import { maskMark } from './masking.ts';

/** What was done with a stage, as JSON names it. */
export const CORRECTION_WORDS = { correct: 'corrigida', withdraw: 'retirada', register: 'registrada_de_novo' } as const;

/** What the platform learns of it. */
export const REACH_WORDS = { not_sent: 'so_o_novo', restated: 'ajuste', beyond_reach: 'nada' } as const;

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
    ...faultJson(conversion.fault?.message ?? null),
    observacao: conversionNote(conversion)?.en ?? null,
    pedido_id: conversion.requestId,
    registrada_por: conversion.registeredBy,
    correcoes: conversion.corrections.map(correctionJson),
  };
}

function correctionJson({ at, operator, kind, reason, reach, before, platformKey }: StageCorrection): JsonObject {
  return {
    em: isoTime(at),
    operador: operator,
    acao: CORRECTION_WORDS[kind],
    motivo: reason,
    plataforma_recebe: REACH_WORDS[reach],
    chave_na_plataforma: platformKey,
    antes: { nome: maskMark(before.name), valor: before.value, moeda: before.currency, ocorrida_em: isoTime(before.happenedAt) },
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

/** What the platforms learn of a stage that was changed: of the conversion that was named, and of all that tell of the stage. */
export function stageChangeJson(changed: readonly ChangedConversion[]): JsonObject {
  const conversions = changed.map(({ conversionId, platform, reach }) => ({
    conversao_id: conversionId,
    plataforma: platform,
    plataforma_recebe: REACH_WORDS[reach],
  }));
  const { conversao_id, plataforma_recebe } = conversions[0] as (typeof conversions)[number];
  return { conversao_id, plataforma_recebe, conversoes: conversions };
}
