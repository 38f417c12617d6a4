import { describe, expect, test } from 'vitest';
import { type JsonObject, type JsonValue, parseJson, writeJson } from '../../src/base/exact-json.ts';
import type { LeadChange, LeadFields, LeadView } from '../../src/domain/lead.ts';
import { activityRecord } from '../../src/presentation/activity-record.ts';
import { conversionViewRecord } from '../../src/presentation/conversion-record.ts';
import { leadChangeRecord, leadRecord } from '../../src/presentation/lead-record.ts';
import { leadFields, newConversion, T0 } from '../support/factories.ts';

const ANSWERS = [{ key: 'cpf', question: 'CPF?', values: ['12345678909'] }];

const PERSONAL: Partial<LeadFields> = {
  name: 'Ana Silva',
  email: 'ana@example.com',
  emailNormalized: 'ana@example.com',
  phone: '(11) 98765-4321',
  phoneE164: '+5511987654321',
  message: 'Ligue já',
  consents: { texto: 'Aceito, Ana' },
  answers: ANSWERS,
  extras: { cidade: 'Recife' },
  submittedAt: T0,
};

/** One change of every field of `PERSONAL`, each previously empty. */
const CHANGE: LeadChange = {
  eventId: '7',
  leadId: '3',
  at: T0,
  fields: [
    { field: 'nome', before: null, after: 'Ana Silva' },
    { field: 'email', before: null, after: 'ana@example.com' },
    { field: 'email_normalizado', before: null, after: 'ana@example.com' },
    { field: 'telefone', before: null, after: '(11) 98765-4321' },
    { field: 'telefone_e164', before: null, after: '+5511987654321' },
    { field: 'mensagem', before: null, after: 'Ligue já' },
    { field: 'consentimentos', before: null, after: { texto: 'Aceito, Ana' } },
    { field: 'respostas', before: [], after: ANSWERS as unknown as JsonValue },
    { field: 'extras', before: {}, after: { cidade: 'Recife' } },
    { field: 'enviado_em', before: null, after: T0 },
    { field: 'utm_source', before: 'google', after: 'boletim' },
  ],
};

const VIEW: LeadView = {
  ...leadFields({ ...PERSONAL, utm: { source: 'boletim', medium: null, campaign: null, term: null, content: null } }),
  id: '3',
  origin: 'formulario_proprio',
  identity: 'a',
  limitedTo: null,
  clientId: '1',
  clientName: 'Um',
  userId: null,
  userEmail: null,
  campaignId: null,
  campaignName: null,
  eventId: '7',
  conversions: 0,
  searchClickSeenAt: null,
  socialClickSeenAt: null,
  createdAt: T0,
  updatedAt: T0,
  erasedAt: null,
};

describe('leadChangeRecord', () => {
  for (const reveal of [true, false]) {
    test(`shows each value as the lead itself is shown, reveal: ${reveal}`, () => {
      const lead = leadRecord.write(VIEW, { reveal });
      const { campos, ...rest } = leadChangeRecord.write(CHANGE, { reveal });
      expect(rest).toEqual({ evento_id: '7', lead_id: '3', em: new Date(T0).toISOString() });
      const fields = campos as unknown as readonly { campo: string; antes: JsonValue; depois: JsonValue }[];
      expect(fields.map(({ campo, depois }) => [campo, depois])).toEqual(
        CHANGE.fields.map(({ field }) => [field, (lead as JsonObject)[field]]),
      );
      expect(fields.map(({ antes }) => antes)).toEqual([null, null, null, null, null, null, null, [], {}, null, 'google']);
    });
  }

  test('masks old values too, and loses no digit', () => {
    const reading = parseJson('{"ad_id":12345678901234567890}');
    const platform = reading.ok ? reading.value : null;
    const fields = [
      { field: 'nome', before: 'Ana Silva', after: 'Rosa' },
      { field: 'plataforma', before: {}, after: platform },
    ];
    expect(writeJson(leadChangeRecord.write({ ...CHANGE, fields }, { reveal: false })['campos'] ?? null)).toBe(
      '[{"campo":"nome","antes":"A*** S***","depois":"R***"},{"campo":"plataforma","antes":{},"depois":{"ad_id":12345678901234567890}}]',
    );
  });
});

test('conversionViewJson says whom a conversion belongs to', () => {
  const conversion = {
    ...newConversion(),
    id: '1',
    leadId: '3',
    eventId: '7',
    platform: null,
    clickId: null,
    clickKind: null,
    state: 'pendente',
    createdAt: T0,
    sentAt: null,
    fault: null,
    requestId: null,
    registeredBy: null,
    corrections: [],
  } as const;
  const view = { ...conversion, origin: 'social_ads', clientId: '1', clientName: 'Um', campaignId: '42', campaignName: 'Verão' } as const;
  expect(conversionViewRecord.write(view)).toMatchObject({
    conversao_id: '1',
    origem: 'social_ads',
    cliente_id: '1',
    cliente: 'Um',
    campanha_id: '42',
    campanha: 'Verão',
  });
});

test('activityRecord has the names of the log', () => {
  const activity = { id: '9', at: T0, operator: 'cli:ana', action: 'backup', target: 'one.db', detail: '10 bytes' };
  expect(activityRecord.write(activity)).toEqual({
    registro_id: '9',
    em: new Date(T0).toISOString(),
    quem: 'cli:ana',
    acao: 'backup',
    alvo: 'one.db',
    detalhe: '10 bytes',
  });
});
