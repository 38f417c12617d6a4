import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { diagnoseSignature, type SignatureDiagnosis } from '../../../src/cli/signature/diagnose-signature.ts';
import { Origin } from '../../../src/domain/origin.ts';

const SECRET = 'current-secret-0001';
const SECRETS = {
  ownForm: [SECRET, 'previous-secret-0001'],
  searchAds: ['search-secret-0001'],
  socialAds: ['social-secret-0001'],
};
const BODY = '{"event_type":"lead","id":"a/1","timestamp":1795176000,"nome":"João <Silva>"}\n';

function hmac(secret: string | Buffer, body: string | Buffer, algorithm = 'sha256'): Buffer {
  return createHmac(algorithm, secret).update(body).digest();
}

function header(secret: string | Buffer, body: string | Buffer): string {
  return `sha256=${hmac(secret, body).toString('hex')}`;
}

function diagnose(signature: string, body: string | Buffer = BODY, source: Origin = Origin.ownForm): SignatureDiagnosis {
  return diagnoseSignature({ source, body: Buffer.from(body), signature, secrets: SECRETS });
}

function reasons(signature: string, body: string | Buffer = BODY): string {
  const diagnosis = diagnose(signature, body);
  expect(diagnosis.kind).toBe('explained');
  return diagnosis.kind === 'valid' ? '' : diagnosis.reasons.map(({ en }) => en).join('\n');
}

describe('a valid signature', () => {
  test('of the current secret, in either case and with blanks around it', () => {
    expect(diagnose(header(SECRET, BODY))).toEqual({ kind: 'valid', secret: 'current' });
    expect(diagnose(` sha256=${hmac(SECRET, BODY).toString('hex').toUpperCase()}\n`)).toEqual({ kind: 'valid', secret: 'current' });
  });

  test('of the previous secret', () => {
    expect(diagnose(header('previous-secret-0001', BODY))).toEqual({ kind: 'valid', secret: 'previous' });
  });

  test('the escaped and the re-serialised body of the platform are told apart', () => {
    const secrets = { ...SECRETS, socialAds: ['meta-app-secret'] };
    const question = { source: Origin.socialAds, body: Buffer.from('{"name":"Jo\\u00e3o"}'), secrets };
    const sent = 'sha256=b21f44e9e88d272c9af08e7562201b16b6a0fd6e9166f46ff7b78522176d2ec0';
    const reserialised = 'sha256=6f8c8313b132b82cb461e88eafea2d091e4bf5182a2918700dd0059d80528c2c';
    expect(diagnoseSignature({ ...question, signature: sent }).kind).toBe('valid');
    expect(diagnoseSignature({ ...question, signature: reserialised })).toMatchObject({
      kind: 'explained',
      reasons: [{ en: expect.stringContaining('JSON.stringify') }],
    });
  });
});

describe('how the signature is written', () => {
  const digest = hmac(SECRET, BODY);
  test.each([
    ['bare hex', digest.toString('hex'), 'prefix sha256= is missing'],
    ['base64 with the prefix', `sha256=${digest.toString('base64')}`, 'base64 instead of hexadecimal'],
    ['base64', digest.toString('base64'), 'base64 instead of hexadecimal'],
    ['base64url', digest.toString('base64url'), 'base64 instead of hexadecimal'],
    ['base64 of the hex', Buffer.from(digest.toString('hex')).toString('base64'), 'encoded again in base64'],
    ['upper-case prefix', `SHA256=${digest.toString('hex')}`, 'The prefix is SHA256='],
    ['colon', `sha256:${digest.toString('hex')}`, 'The prefix is sha256:'],
    ['with the header name', `X-Formulario-Signature: sha256=${digest.toString('hex')}`, 'name of the header'],
    ['in quotes', `"sha256=${digest.toString('hex')}"`, 'quotation marks'],
    ['SHA-1', `sha1=${hmac(SECRET, BODY, 'sha1').toString('hex')}`, 'SHA-1'],
    ['SHA-512', hmac(SECRET, BODY, 'sha512').toString('hex'), 'SHA-512'],
    ['cut off', `sha256=${digest.toString('hex').slice(0, 60)}`, 'cut off after 60 of 64'],
    ['too short', 'sha256=abcdef0123', '10 hexadecimal digits'],
    ['empty', '', 'is empty'],
    ['prefix only', 'sha256=', 'is empty'],
    ['nonsense', 'sha256=hello world', 'not a digest in hexadecimal or base64'],
  ])('%s', (_name, signature, expected) => {
    expect(reasons(signature)).toContain(expected);
  });
});

describe('what was signed', () => {
  const value: unknown = JSON.parse(BODY);
  const python = '{"event_type": "lead", "id": "a/1", "timestamp": 1795176000, "nome": "Jo\\u00e3o <Silva>"}';
  const php = '{"event_type":"lead","id":"a\\/1","timestamp":1795176000,"nome":"Jo\\u00e3o <Silva>"}';
  const go = '{"event_type":"lead","id":"a/1","nome":"João \\u003cSilva\\u003e","timestamp":1795176000}';
  test.each([
    ['without the line break at the end', BODY.trimEnd(), 'without the line break at its end'],
    ['with one more line break', `${BODY}\n`, 'with a line break at its end'],
    ['CRLF for LF', BODY.replace('\n', '\r\n'), 'CRLF'],
    ['with a byte order mark', `\uFEFF${BODY}`, 'byte order mark'],
    ["Python's default", python, 'json.dumps'],
    ["PHP's default", php, 'json_encode'],
    ["Go's map", go, 'json.Marshal'],
    ['indented', JSON.stringify(value, null, 2), 'indented by two'],
    ['timestamp.body', `1795176000.${BODY}`, '"." were put before the body'],
    ['empty body', '', 'An empty body was signed'],
    ['Latin 1', Buffer.from(BODY, 'latin1'), 'ISO 8859-1'],
    ['as a JSON string', JSON.stringify(BODY), 'encoded again'],
  ])('%s', (_name, signed, expected) => {
    expect(reasons(header(SECRET, signed))).toContain(expected);
  });

  test('compact JSON when the body has blanks', () => {
    expect(reasons(header(SECRET, '{"a":1}'), '{ "a" : 1 }')).toContain('JSON.stringify');
  });

  test('LF for CRLF, and a mark that was cut off', () => {
    expect(reasons(header(SECRET, 'a\nb'), 'a\r\nb')).toContain('Unix line breaks');
    expect(reasons(header(SECRET, '{}'), '\uFEFF{}')).toContain('without the byte order mark');
  });

  test('bytes that are no UTF-8 survive the change of line ends', () => {
    expect(reasons(header(SECRET, Buffer.from([0xff, 0xfe])), Buffer.from([0xff, 0xfe, 0x0a]))).toContain('without the line break');
  });
});

describe('with what it was signed', () => {
  test.each([
    ["another source's secret", 'social-secret-0001', 'secret of Meta'],
    ['a line break', `${SECRET}\n`, 'a line break at its end'],
    ['a Windows line break', `${SECRET}\r\n`, 'a Windows line break'],
    ['quotes', `"${SECRET}"`, 'quotation marks around it'],
    ['a blank', `${SECRET} `, 'a space at its end'],
    ['no secret', '', 'The secret was empty'],
    ['the name of the variable', '$FORMULARIO_SECRET', '$FORMULARIO_SECRET'],
    ['decoded from base64', Buffer.from(SECRET, 'base64'), 'decoded from base64'],
  ])('%s', (_name, key, expected) => {
    expect(reasons(header(key, BODY))).toContain(expected);
  });

  test('key and message exchanged, and plain hashes', () => {
    expect(reasons(header(BODY, SECRET))).toContain('swapped');
    expect(
      reasons(
        `sha256=${createHash('sha256')
          .update(SECRET + BODY)
          .digest('hex')}`,
      ),
    ).toContain('plain hash of the secret followed');
    expect(reasons(`sha256=${createHash('sha256').update(BODY).digest('hex')}`)).toContain('without any secret');
  });
});

test('several mistakes at once are each named', () => {
  const signature = hmac(`${SECRET}\n`, BODY.trimEnd()).toString('base64');
  expect(diagnose(signature)).toMatchObject({
    kind: 'explained',
    reasons: [
      { en: expect.stringContaining('base64') },
      { en: expect.stringContaining('line break at its end (it was read') },
      { en: expect.stringContaining('without the line break') },
    ],
  });
});

test('an unknown secret is not explained away, and no reason tells a secret', () => {
  const diagnosis = diagnose(header('someone-else', BODY));
  expect(diagnosis.kind).toBe('unexplained');
  expect(JSON.stringify([diagnosis, diagnose(header(`${SECRET}\n`, BODY))])).not.toContain(SECRET);
});
