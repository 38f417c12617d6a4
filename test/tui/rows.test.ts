import { afterEach, expect, test, vi } from 'vitest';
import { failedJobRow, failureGroupRow } from '../../src/tui/rows.ts';

const JOB = { job_id: '5', evento_id: '12', conversao_id: null, estado: 'falhou', finalizado_em: null, tentativas: 1 };

test('a failed job is told by its event; one that sends a conversion by that', () => {
  expect(failedJobRow(JOB, 0).cells['evento']).toEqual({ text: '12', order: 12 });
  const sending = failedJobRow({ ...JOB, conversao_id: '7' }, 0);
  expect(sending.cells['evento']).toEqual({ text: 'conv 7', order: 7 });
  expect(sending.eventId).toBe('12');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test('why jobs failed is told in the language of the person', () => {
  vi.stubEnv('LC_ALL', 'pt_BR.UTF-8');
  const erro_parametros = [['workerDied', { attempts: 3 }]];
  const told = 'O worker parou sem terminar este job, 3 vezes. O evento pode ser a causa; veja o corpo antes de executar de novo.';
  expect(failedJobRow({ ...JOB, erro_parametros }, 0).cells['mensagem']).toEqual({ text: told });
  const group = {
    erro_codigo: 'unknown_campaign',
    erro_alvo: 'campanha_id:42',
    estacionado: false,
    total: 1,
    mais_recente: { ...JOB, erro_parametros },
  };
  expect(failureGroupRow(group, 0, 'older').cells['mensagem']).toEqual({ text: told });
  expect(failureGroupRow(group, 0, 'older')).toMatchObject({
    kind: { parked: false, errorCode: 'unknown_campaign', named: 'campanha_id:42' },
    cells: { alvo: { text: 'campanha_id:42' } },
  });
});
