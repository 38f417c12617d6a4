import { expect, test } from 'vitest';
import type { FaultParams } from '../../src/domain/fault.ts';
import { bodyTooLarge, contentEncodingProblem } from '../../src/http/read-body.ts';
import { fieldsInvalid } from '../../src/intake/intake-request.ts';
import { createKeyring } from '../../src/intake/keyring.ts';
import { ownFormSource } from '../../src/intake/sources/own-form.ts';
import { searchAdsSource } from '../../src/intake/sources/search-ads.ts';
import { signatureMissing, sourceNotConfigured, verifySignature } from '../../src/intake/verify-signature.ts';
import { verifySubscription } from '../../src/intake/verify-subscription.ts';
import { faultText } from '../../src/presentation/fault-text.ts';

const NO_SECRETS = { ownForm: [], searchAds: [], socialAds: [], socialAdsVerifyToken: undefined };
const BODY = Buffer.from('{}');
const { keys: KEYS } = createKeyring({ ...NO_SECRETS, ownForm: ['secret'] })('formulario_proprio');
const given = (value: string) => verifySignature({ headerName: 'X-Formulario-Signature', value }, KEYS, BODY);
const timestamp = (seconds: number) => ownFormSource(() => KEYS, 300).read({ timestamp: seconds }, BODY, 1_800_000_000_000);
const search = searchAdsSource({ keys: () => KEYS, allowUnsigned: false, kinds: () => undefined });
const key = (body: string) => search.authenticate({ body: Buffer.from(body), header: () => undefined } as never);
const question = (query: string, token?: string) => verifySubscription(new URLSearchParams(query), token);

/** The errors that refused senders get. */
const REFUSALS: readonly object[] = [
  signatureMissing('X-Formulario-Signature'),
  sourceNotConfigured('FORMULARIO_SECRET'),
  given('nothing'),
  given(`sha256=${'0'.repeat(64)}`),
  key('{}'),
  key('{"google_key":"x"}'),
  fieldsInvalid([{ field: 'nome', problem: 'x' }]),
  ...[1_799_999_000, 1_800_001_000, 1, 1_800_000_000_000].map(timestamp),
  bodyTooLarge(1_000),
  contentEncodingProblem({ headers: { 'content-encoding': 'gzip' } } as never) ?? {},
  question(''),
  question('hub.verify_token=x', 'y'),
  question('hub.verify_token=y', 'y'),
  question('hub.verify_token=y&hub.mode=subscribe', 'y'),
];

test.each(REFUSALS.map((refusal) => ('params' in refusal ? (refusal.params as FaultParams) : expect.fail('it is not refused'))))(
  '%s is said in both languages',
  (params) => {
    const prose = faultText(params, 'pt').replaceAll(/\b(?:hub\.\w+|Retry-After)\b/g, '');
    expect(prose).not.toMatch(/\b(the|then|with|body|is|of|send|must|and|these|request)\b|\[\[/i);
    expect(faultText(params, 'en')).toMatch(/^[A-Zh].*\.$/);
  },
);
