import { field, isJsonObject, readJson, scalarText } from '../../base/exact-json.ts';
import { JSON_STYLES, writeJsonAs } from './json-style.ts';
import { SIGNED_SOURCES, type SignedSource, SOURCE_FACTS } from './signed-source.ts';

/** Bytes a sender may have signed, or signed with. `deviation` says how that differs from what the service does; null: it does not. */
export interface Variant {
  readonly bytes: Buffer;
  readonly deviation: string | null;
}

export type SecretsBySource = Readonly<Record<SignedSource, readonly string[]>>;

/** The body, and what senders sign in its place. No two have the same bytes. */
export function bodyVariants(body: Uint8Array): readonly Variant[] {
  const exact = Buffer.from(body);
  return distinct([
    { bytes: exact, deviation: null },
    ...lineEndVariants(exact),
    ...serialisedVariants(exact),
    ...timestampVariants(exact),
    ...encodingVariants(exact),
    {
      bytes: Buffer.alloc(0),
      deviation:
        'An empty body was signed: the signature was made before the body was there, or the body was read twice. Sign the bytes that are sent.',
    },
  ]);
}

function lineEndVariants(body: Buffer): readonly Variant[] {
  // One character per byte, so that any body can be cut and put together again without loss.
  const text = body.toString('latin1');
  const unix = text.replaceAll('\r\n', '\n');
  const variant = (changed: string, what: string): Variant => ({
    bytes: Buffer.from(changed, 'latin1'),
    deviation: `${what} Sign exactly the bytes that are sent.`,
  });
  return [
    variant(text.replace(/[\r\n]+$/, ''), 'The signature is of the body without the line break at its end; the body here has one.'),
    variant(`${text}\n`, 'The signature is of the body with a line break at its end, as `echo` without -n and many editors add one.'),
    variant(`${text}\r\n`, 'The signature is of the body with a Windows line break (CRLF) at its end.'),
    variant(text.trim(), 'The signature is of the body without the blanks around it.'),
    variant(unix, 'The signature is of the body with Unix line breaks (LF); the body here has Windows ones (CRLF).'),
    variant(
      unix.replaceAll('\n', '\r\n'),
      'The signature is of the body with Windows line breaks (CRLF); the body here has Unix ones (LF).',
    ),
    variant(text.replace(/^\xEF\xBB\xBF/, ''), 'The signature is of the body without the byte order mark it begins with.'),
    variant(`\xEF\xBB\xBF${text}`, 'The signature is of the body with a byte order mark before it.'),
  ];
}

function serialisedVariants(body: Buffer): readonly Variant[] {
  const reading = readJson(body);
  if (!reading.ok) return [];
  return JSON_STYLES.map((style) => ({
    bytes: Buffer.from(writeJsonAs(style, reading.value)),
    deviation:
      `The signature is of the same JSON written another way (${style.name}). ` +
      'The body was serialised twice, once to sign it and once to send it: serialise once, sign those bytes, send those bytes.',
  }));
}

function timestampVariants(body: Buffer): readonly Variant[] {
  const reading = readJson(body);
  const timestamp = reading.ok && isJsonObject(reading.value) ? scalarText(field(reading.value, 'timestamp')) : undefined;
  if (timestamp === undefined) return [];
  return ['.', ':', ''].map((separator) => ({
    bytes: Buffer.concat([Buffer.from(`${timestamp}${separator}`), body]),
    deviation: `The timestamp and ${separator === '' ? 'nothing' : `"${separator}"`} stood before the body when it was signed. Sign the body alone; its timestamp is in it.`,
  }));
}

function encodingVariants(body: Buffer): readonly Variant[] {
  const text = body.toString('utf8');
  const advice = 'Sign the UTF-8 bytes that are sent.';
  return [
    { bytes: Buffer.from(text, 'latin1'), deviation: `The signature is of the body in ISO 8859-1 (Latin 1). ${advice}` },
    { bytes: Buffer.from(text, 'utf16le'), deviation: `The signature is of the body in UTF-16. ${advice}` },
    {
      bytes: Buffer.from(JSON.stringify(text)),
      deviation: 'The signature is of the body packed once more as a JSON string. Sign the body itself.',
    },
    { bytes: Buffer.from(body.toString('base64')), deviation: 'The signature is of the body in base64. Sign the body itself.' },
  ];
}

/** The keys a sender may have used: the source's secrets, those of the other sources, and the ways a secret gets damaged. */
export function keyVariants(source: SignedSource, secrets: SecretsBySource): readonly Variant[] {
  const own = secrets[source].map((secret) => ({ bytes: Buffer.from(secret), deviation: null }));
  const { secretSetting } = SOURCE_FACTS[source];
  const nothing = [
    { bytes: Buffer.alloc(0), deviation: `The secret was empty: ${secretSetting} is not set where the sender runs.` },
    ...[`$${secretSetting}`, `\${${secretSetting}}`, secretSetting].map((name) => ({
      bytes: Buffer.from(name),
      deviation: `The name of the variable (${name}) was used as the secret, not its value.`,
    })),
  ];
  return distinct([...own, ...foreignKeys(source, secrets), ...nothing, ...damagedKeys(secrets[source])]);
}

function foreignKeys(source: SignedSource, secrets: SecretsBySource): readonly Variant[] {
  return SIGNED_SOURCES.filter((other) => other !== source).flatMap((other) =>
    secrets[other].map((secret) => ({
      bytes: Buffer.from(secret),
      deviation: `The signature was made with the secret of ${SOURCE_FACTS[other].label}. Use ${SOURCE_FACTS[source].secretSetting}.`,
    })),
  );
}

const SECRET_DAMAGE: readonly (readonly [(secret: string) => string | Buffer, string])[] = [
  [(secret) => `${secret}\n`, 'a line break at its end (it was read from a file; trim it)'],
  [(secret) => `${secret}\r\n`, 'a Windows line break at its end (it was read from a file; trim it)'],
  [(secret) => `${secret}\r`, 'a carriage return at its end (the settings file has Windows line breaks)'],
  [(secret) => `${secret} `, 'a blank at its end'],
  [(secret) => ` ${secret}`, 'a blank before it'],
  [(secret) => `"${secret}"`, 'quotation marks around it (they belong to the settings file, not to the secret)'],
  [(secret) => `'${secret}'`, 'quotation marks around it (they belong to the settings file, not to the secret)'],
  [(secret) => Buffer.from(secret, 'hex'), 'its text decoded from hexadecimal (the text itself is the key)'],
  [(secret) => Buffer.from(secret, 'base64'), 'its text decoded from base64 (the text itself is the key)'],
  [(secret) => Buffer.from(secret).toString('base64'), 'its text encoded in base64 (the text itself is the key)'],
];

function damagedKeys(secrets: readonly string[]): readonly Variant[] {
  return SECRET_DAMAGE.flatMap(([damage, how]) =>
    secrets.map((secret) => ({ bytes: Buffer.from(damage(secret)), deviation: `The right secret was used with ${how}.` })),
  );
}

function distinct(variants: readonly Variant[]): readonly Variant[] {
  const seen = new Map<string, Variant>();
  for (const variant of variants) {
    const key = variant.bytes.toString('latin1');
    if (!seen.has(key)) seen.set(key, variant);
  }
  return [...seen.values()];
}
