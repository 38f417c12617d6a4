import { expect, test } from 'vitest';
import { jsonBlock } from '../../../src/cli/listing/json-block.ts';

test('a block says what went wrong in words, and leaves out what is empty and the same as data', () => {
  const fault = {
    erro_codigo: 'unknown_campaign',
    erro_mensagem: 'No campaign has it.',
    erro_parametros: [['unknownCampaign', { id: '7' }]],
  };
  expect(jsonBlock({ evento_id: '1', lead_id: null, ...fault })).toBe(
    'evento_id      1\nerro_codigo    unknown_campaign\nerro_mensagem  No campaign has it.',
  );
});
