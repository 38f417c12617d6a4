import { expect, test } from 'vitest';
import { failedJobRow } from '../../src/tui/rows.ts';

const JOB = { job_id: '5', evento_id: '12', conversao_id: null, estado: 'falhou', finalizado_em: null, tentativas: 1 };

test('a failed job is told by its event; one that sends a conversion by that', () => {
  expect(failedJobRow(JOB, 0).cells['evento']).toEqual({ text: '12', order: 12 });
  const sending = failedJobRow({ ...JOB, conversao_id: '7' }, 0);
  expect(sending.cells['evento']).toEqual({ text: 'conv 7', order: 7 });
  expect(sending.eventId).toBe('12');
});
