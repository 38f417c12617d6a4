import type { Translated } from '../../base/language.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { SIGNED_SOURCES, type SignedSource, SOURCE_FACTS } from './signed-source.ts';
import { distinct, type Variant } from './variant.ts';

export type SecretsBySource = Readonly<Record<SignedSource, readonly string[]>>;

/** The keys a sender may have used: the source's secrets, those of the other sources, and the ways a secret gets damaged. */
export function keyVariants(source: SignedSource, secrets: SecretsBySource): readonly Variant[] {
  const own = secrets[source].map((secret) => ({ bytes: Buffer.from(secret), deviation: null }));
  const { secretSetting } = SOURCE_FACTS[source];
  const nothing = [
    { bytes: Buffer.alloc(0), deviation: inEveryLanguage((m) => m.cli.signature.theSecretEmptyNot({ setting: secretSetting })) },
    ...[`$${secretSetting}`, `\${${secretSetting}}`, secretSetting].map((name) => ({
      bytes: Buffer.from(name),
      deviation: inEveryLanguage((m) => m.cli.signature.theNameVariableUsed({ name })),
    })),
  ];
  return distinct([...own, ...foreignKeys(source, secrets), ...nothing, ...damagedKeys(secrets[source])]);
}

function foreignKeys(source: SignedSource, secrets: SecretsBySource): readonly Variant[] {
  return SIGNED_SOURCES.filter((other) => other !== source).flatMap((other) =>
    secrets[other].map((secret) => ({
      bytes: Buffer.from(secret),
      deviation: inEveryLanguage((m) =>
        m.cli.signature.theSignatureMadeSecret({ label: SOURCE_FACTS[other].label, secretSetting: SOURCE_FACTS[source].secretSetting }),
      ),
    })),
  );
}

const SECRET_DAMAGE: readonly (readonly [(secret: string) => string | Buffer, Translated<string>])[] = [
  [(secret) => `${secret}\n`, inEveryLanguage((m) => m.cli.signature.aLineBreakEnd)],
  [(secret) => `${secret}\r\n`, inEveryLanguage((m) => m.cli.signature.aWindowsLineBreak)],
  [(secret) => `${secret}\r`, inEveryLanguage((m) => m.cli.signature.aCarriageReturnEnd)],
  [(secret) => `${secret} `, inEveryLanguage((m) => m.cli.signature.aBlankEnd)],
  [(secret) => ` ${secret}`, inEveryLanguage((m) => m.cli.signature.aBlankBeforeIt)],
  [(secret) => `"${secret}"`, inEveryLanguage((m) => m.cli.signature.quotationMarksAroundThey)],
  [(secret) => `'${secret}'`, inEveryLanguage((m) => m.cli.signature.quotationMarksAroundThey)],
  [(secret) => Buffer.from(secret, 'hex'), inEveryLanguage((m) => m.cli.signature.itsTextDecodedHexadecimal)],
  [(secret) => Buffer.from(secret, 'base64'), inEveryLanguage((m) => m.cli.signature.itsTextDecodedBase)],
  [(secret) => Buffer.from(secret).toString('base64'), inEveryLanguage((m) => m.cli.signature.itsTextEncodedBase)],
];

function damagedKeys(secrets: readonly string[]): readonly Variant[] {
  return SECRET_DAMAGE.flatMap(([damage, how]) =>
    secrets.map((secret) => ({
      bytes: Buffer.from(damage(secret)),
      deviation: inEveryLanguage((m) => m.cli.signature.theRightSecretUsed({ how })),
    })),
  );
}
