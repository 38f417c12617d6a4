import { expect, test } from 'vitest';
import { fieldsInvalid } from '../../src/intake/intake-request.ts';
import { createKeyring } from '../../src/intake/keyring.ts';
import { signatureMissing, verifySignature } from '../../src/intake/verify-signature.ts';
import { refusalText } from '../../src/presentation/refusal-text.ts';

const NO_SECRETS = { ownForm: [], searchAds: [], socialAds: [], socialAdsVerifyToken: undefined };
const BODY = Buffer.from('{}');
const KEYS = createKeyring({ ...NO_SECRETS, ownForm: ['secret'] })('formulario_proprio').keys;
const given = (value: string) => verifySignature({ headerName: 'X-Formulario-Signature', value }, KEYS, BODY);
const detailOf = (answer: object): string => ('detail' in answer ? String(answer.detail) : '');

test.each([
  detailOf(signatureMissing('Send X-Formulario-Signature: sha256=<hex HMAC-SHA256 of the raw body>.')),
  detailOf(signatureMissing('Send google_key in the JSON body, or X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the raw body>.')),
  detailOf(given('nothing')),
  detailOf(given(`sha256=${'0'.repeat(64)}`)),
  fieldsInvalid([{ field: 'nome', problem: 'x' }]).detail,
  'The timestamp is 301 seconds behind the clock of the server; 300 are allowed. Sign and send at the same moment, and check both clocks.',
  'The body is not valid JSON. Send one JSON object.',
])('%s', (detail) => {
  expect(detail).not.toBe('');
  expect(refusalText(detail, 'pt')).not.toMatch(/\b(the|then|with|body|is|of|send|must|and|these|request)\b/i);
  expect(refusalText(detail, 'en')).toBe(detail);
});
