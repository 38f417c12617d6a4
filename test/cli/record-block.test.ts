import { expect, test } from 'vitest';
import { recordBlock } from '../../src/cli/record-block.ts';

test('a block says what went wrong in words, and leaves out what is empty and the same as data', () => {
  const fault = {
    erro_codigo: 'unknown_campaign',
    erro_mensagem: 'No campaign has it.',
    erro_parametros: [['unknownCampaign', { id: '7' }]],
  };
  expect(recordBlock({ evento_id: '1', lead_id: null, ...fault })).toBe(
    'Event          1\nError          Unknown campaign (unknown_campaign)\nWhat happened  No campaign has it.',
  );
});

test('a block shows stored words by their labels, and yes and no', () => {
  const words = { origem: 'formulario_proprio', status: 'processado', telefone_tipo: 'movel', teste: false, completa: true };
  expect(recordBlock(words).split('\n')).toEqual([
    'Source      Website form',
    'State       Processed',
    'Phone type  mobile',
    'Test lead   no',
    'Complete    yes',
  ]);
});

test('a code from another version of the program, which has no label, is shown once', () => {
  expect(recordBlock({ erro_codigo: 'constructor' })).toBe('Error  constructor');
});
