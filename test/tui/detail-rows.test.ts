import { afterEach, expect, test, vi } from 'vitest';
import { JobState } from '../../src/domain/job.ts';
import * as actions from '../../src/tui/actions.ts';
import { changeRows, conversionRows, leadRows, technicalRows } from '../../src/tui/detail-rows.ts';
import { events, openView, screenOf, step } from './watch-state.ts';

const LEAD = {
  lead_id: '7',
  nome: 'J*** S***',
  email: 'j***@example.com',
  email_normalizado: 'j***@example.com',
  telefone_tipo: 'movel',
  cliente: 'Cliente Um',
  cliente_id: '1',
  campanha: 'Verão',
  campanha_id: 'verao',
  respostas: [
    { chave: 'full_name', pergunta: null, valores: ['J***'], campo: 'nome' },
    { chave: 'budget', pergunta: 'How much?', valores: ['a', 'b'], campo: null },
  ],
  utm_source: 'newsletter',
  plataforma: { adset_id: '9' },
  extras: {},
  teste: true,
};

const TRAIL = {
  evento: {
    evento_id: '2',
    event_type: 'leadgen',
    status: 'processado',
    origem: 'social_ads',
    identidade: 'form-2',
    recebido_em: '2026-11-20T12:00:00Z',
    credencial: 'hmac',
    ip: '192.0.2.7',
    requisicao_id: 'r-1',
    corpo_bytes: 9,
  },
  jobs: [{ job_id: '5', estado: JobState.done }],
  caminho: [
    { passo: 'received', em: '2026-11-20T12:00:00Z', dados: {} },
    { passo: 'queued', em: '2026-11-20T12:00:00Z', dados: { job: '5', queue: 'webhooks' } },
    { passo: 'done', em: '2026-11-20T12:00:01Z', dados: { job: '5', attempts: 1, lead: '7' }, duracao_ms: 3 },
  ],
  lead: LEAD,
  conversoes: [{ conversao_id: '3', nome: 'sale', valor: 2600.5, moeda: 'BRL', plataforma: 'search_ads', estado: 'enviada' }],
  mudancas: { campos: [{ campo: 'nome', antes: null, depois: 'J*** S***' }] },
};

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the detail of an event has labels in the order of its page; what the sender wrote is at the end', () => {
  vi.stubEnv('LC_ALL', 'C.UTF-8');
  const opened = step(
    openView({ columns: 100, rows: 60 }),
    actions.openTab('events'),
    actions.takeRows('events', { rows: events(2), hasMore: false, searched: null }),
    actions.open,
    actions.open,
    actions.takeTrail('2', TRAIL, false),
  );
  const screen = screenOf(opened).join('\n');
  const inOrder = [
    /Lead · J\*\*\* S\*\*\* {2}test {2}Event 2/,
    /Processed {2}Verão {2}Cliente Um {2}Meta {2}2026-11-20/,
    /Timeline/,
    /Received/,
    /Done .* took 3 ms/,
    /Changes to the lead/,
    /Name +empty → J\*\*\* S\*\*\*/,
    /Conversion/,
    /Stage +Sale/,
    /Value +2,600\.50 BRL/,
    /Platform +Google Ads/,
    /State +Sent/,
    /Lead 7/,
    /Phone type +mobile/,
    /Client +Cliente Um 1/,
    /full_name +J\*\*\* \(Name\)/,
    /How much\? +a, b/,
    /Body/,
    /Technical details/,
    /Type +leadgen/,
    /Verified by +HMAC-SHA256 signature/,
  ];
  expect(screen).toMatch(new RegExp(inOrder.map(({ source }) => source).join('[\\s\\S]*')));
  expect(screen).not.toMatch(/New job|email_normalizado|\[\]/);
});

test('every label is in the language of the person', () => {
  vi.stubEnv('LC_ALL', 'pt_BR.UTF-8');
  expect(leadRows(LEAD).slice(0, 6)).toEqual([
    ['Nome', 'J*** S***'],
    ['E-mail', 'j***@example.com'],
    ['Tipo de telefone', 'celular'],
    ['Cliente', 'Cliente Um 1'],
    ['Campanha', 'Verão verao'],
    ['full_name', 'J*** (Nome)'],
  ]);
  expect(conversionRows(TRAIL.conversoes[0] ?? {})).toEqual(
    expect.arrayContaining([
      ['Valor', '2.600,50 BRL'],
      ['Status', 'Enviada'],
    ]),
  );
  expect(changeRows(TRAIL.mudancas)).toEqual([['Nome', 'vazio → J*** S***']]);
  expect(technicalRows(TRAIL.evento)).toEqual(expect.arrayContaining([['Verificado por', 'assinatura HMAC-SHA256']]));
});
