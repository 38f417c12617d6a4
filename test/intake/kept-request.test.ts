import { expect, test } from 'vitest';
import { requestOfKept } from '../../src/intake/intake-request.ts';
import { inWords } from '../support/saying.ts';
import { createFixture, describeResult, FORM, NOW, SECRETS, signed } from './intake-fixture.ts';

function kept(headers: readonly (readonly [string, string])[], body: Uint8Array) {
  return {
    id: '1',
    replayedAt: null,
    replayedEventId: null,
    origin: 'formulario_proprio',
    method: 'POST',
    path: '/integracoes/leads',
    httpStatus: 401,
    code: 'signature_invalid',
    params: inWords('No.'),
    remoteAddress: '192.0.2.9',
    requestId: 'kept-1',
    headers: JSON.stringify(headers),
    body,
    bodyBytes: body.byteLength,
    complete: true,
    isVerified: false,
    receivedAt: NOW,
  } as const;
}

const sent = signed('formulario_proprio', FORM, 'new-secret');
const signature = sent.header('x-formulario-signature') ?? '';

test('a request refused for a wrong secret goes through after the secret has been mended', async () => {
  const again = requestOfKept(kept([['X-Formulario-Signature', signature]], sent.body));
  expect(describeResult(await createFixture().intake.replay(again, NOW))).toBe('401 signature_invalid');
  const mended = createFixture({ secrets: { ...SECRETS, ownForm: ['new-secret'] } });
  expect(describeResult(await mended.intake.replay(again, NOW))).toBe('stored');
  expect(mended.inbox.deliveries).toMatchObject([{ remoteAddress: '192.0.2.9', requestId: 'kept-1', credential: 'operator' }]);
});

test('a header sent twice stays ambiguous', async () => {
  const twice = requestOfKept(
    kept(
      [
        ['X-Formulario-Signature', signature],
        ['x-formulario-signature', signature],
      ],
      sent.body,
    ),
  );
  const { intake } = createFixture({ secrets: { ...SECRETS, ownForm: ['new-secret'] } });
  expect(describeResult(await intake.replay(twice, NOW))).toBe('401 signature_malformed');
});

test('what was refused for its content alone was verified when it came, and needs no credential again', async () => {
  const { intake } = createFixture();
  const unsigned = requestOfKept(kept([], Buffer.from(JSON.stringify(FORM))));
  expect(describeResult(await intake.replay(unsigned, NOW))).toBe('401 signature_missing');
  expect(describeResult(await intake.replay(unsigned, NOW, { isVerified: true }))).toBe('stored');
});
