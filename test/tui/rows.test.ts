import { afterEach, expect, test, vi } from 'vitest';
import { failureGroupRow, recordRow } from '../../src/tui/rows.ts';

const JOB = { job_id: '5', evento_id: '12', conversao_id: null, estado: 'falhou', finalizado_em: null, tentativas: 1 };

test('a failed job is told by its event; one that sends a conversion by that', () => {
  expect(recordRow('jobs', JOB, 0).cells['event']).toEqual({ text: '12', order: 12 });
  const sending = recordRow('jobs', { ...JOB, conversao_id: '7' }, 0);
  expect(sending.cells['event']).toEqual({ text: 'conv 7', order: 7 });
  expect(sending.eventId).toBe('12');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test('why jobs failed is told in the language of the person', () => {
  vi.stubEnv('LC_ALL', 'pt_BR.UTF-8');
  const erro_parametros = [['workerDied', { attempts: 3 }]];
  const told =
    'O worker caiu 3 vezes enquanto executava este job. O evento pode ser a causa. Antes de tentar novamente, verifique o tamanho do corpo e a memória do worker.';
  expect(recordRow('jobs', { ...JOB, erro_parametros }, 0).cells['message']).toEqual({ text: told });
  const group = {
    erro_codigo: 'unknown_campaign',
    erro_alvo: 'campanha_id:42',
    estacionado: false,
    total: 1,
    mais_recente: { ...JOB, erro_parametros },
  };
  expect(failureGroupRow(group, 0, 'older').cells['message']).toEqual({ text: told });
  expect(failureGroupRow(group, 0, 'older')).toMatchObject({
    kind: { parked: false, errorCode: 'unknown_campaign', named: 'campanha_id:42' },
    cells: { errorNames: { text: 'campanha_id:42' } },
  });
});

test('an erased person is shown as erased, not by the pseudonym', () => {
  const erased = { apagado_em: '2026-11-20T12:00:00.000Z', identidade: 'apagada:12' };
  const event = recordRow('events', { ...erased, evento_id: '12', lead: { nome: null, email: null, telefone: null } }, 0);
  const lead = recordRow('leads', { ...erased, lead_id: '7', nome: null }, 0);
  for (const cell of [event.cells['name'], event.cells['identity'], lead.cells['name']])
    expect(cell).toEqual({ text: 'Person erased', tone: 'dim' });
});
