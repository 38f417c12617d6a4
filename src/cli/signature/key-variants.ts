import type { Translated } from '../../base/language.ts';
import { SIGNED_SOURCES, type SignedSource, SOURCE_FACTS } from './signed-source.ts';
import { distinct, type Variant } from './variant.ts';

export type SecretsBySource = Readonly<Record<SignedSource, readonly string[]>>;

/** The keys a sender may have used: the source's secrets, those of the other sources, and the ways a secret gets damaged. */
export function keyVariants(source: SignedSource, secrets: SecretsBySource): readonly Variant[] {
  const own = secrets[source].map((secret) => ({ bytes: Buffer.from(secret), deviation: null }));
  const { secretSetting } = SOURCE_FACTS[source];
  const nothing = [
    { bytes: Buffer.alloc(0), deviation: emptySecret(secretSetting) },
    ...[`$${secretSetting}`, `\${${secretSetting}}`, secretSetting].map((name) => ({
      bytes: Buffer.from(name),
      deviation: {
        en: `The name of the variable (${name}) was used as the secret, not its value.`,
        pt: `O nome da variável (${name}) foi usado como segredo, e não o valor dela.`,
      },
    })),
  ];
  return distinct([...own, ...foreignKeys(source, secrets), ...nothing, ...damagedKeys(secrets[source])]);
}

function emptySecret(setting: string): Translated<string> {
  return {
    en: `The secret was empty: ${setting} is not set where the sender runs.`,
    pt: `O segredo estava vazio: ${setting} não está definida onde o remetente é executado.`,
  };
}

function foreignKeys(source: SignedSource, secrets: SecretsBySource): readonly Variant[] {
  return SIGNED_SOURCES.filter((other) => other !== source).flatMap((other) =>
    secrets[other].map((secret) => ({
      bytes: Buffer.from(secret),
      deviation: {
        en: `The signature was made with the secret of ${SOURCE_FACTS[other].label.en}. Use ${SOURCE_FACTS[source].secretSetting}.`,
        pt: `A assinatura foi feita com o segredo de outra origem (${SOURCE_FACTS[other].label.pt}). Use ${SOURCE_FACTS[source].secretSetting}.`,
      },
    })),
  );
}

const SECRET_DAMAGE: readonly (readonly [(secret: string) => string | Buffer, Translated<string>])[] = [
  [
    (secret) => `${secret}\n`,
    {
      en: 'a line break at its end (it was read from a file; trim it)',
      pt: 'uma quebra de linha no fim (foi lido de um arquivo; retire-a)',
    },
  ],
  [
    (secret) => `${secret}\r\n`,
    {
      en: 'a Windows line break at its end (it was read from a file; trim it)',
      pt: 'uma quebra de linha do Windows no fim (foi lido de um arquivo; retire-a)',
    },
  ],
  [
    (secret) => `${secret}\r`,
    {
      en: 'a carriage return at its end (the settings file has Windows line breaks)',
      pt: 'um retorno de carro no fim (o arquivo de configurações tem quebras de linha do Windows)',
    },
  ],
  [(secret) => `${secret} `, { en: 'a blank at its end', pt: 'um espaço no fim' }],
  [(secret) => ` ${secret}`, { en: 'a blank before it', pt: 'um espaço no começo' }],
  [
    (secret) => `"${secret}"`,
    {
      en: 'quotation marks around it (they belong to the settings file, not to the secret)',
      pt: 'aspas em volta (elas são do arquivo de configurações, não do segredo)',
    },
  ],
  [
    (secret) => `'${secret}'`,
    {
      en: 'quotation marks around it (they belong to the settings file, not to the secret)',
      pt: 'aspas em volta (elas são do arquivo de configurações, não do segredo)',
    },
  ],
  [
    (secret) => Buffer.from(secret, 'hex'),
    {
      en: 'its text decoded from hexadecimal (the text itself is the key)',
      pt: 'o texto decodificado de hexadecimal (a chave é o próprio texto)',
    },
  ],
  [
    (secret) => Buffer.from(secret, 'base64'),
    { en: 'its text decoded from base64 (the text itself is the key)', pt: 'o texto decodificado de base64 (a chave é o próprio texto)' },
  ],
  [
    (secret) => Buffer.from(secret).toString('base64'),
    { en: 'its text encoded in base64 (the text itself is the key)', pt: 'o texto codificado em base64 (a chave é o próprio texto)' },
  ],
];

function damagedKeys(secrets: readonly string[]): readonly Variant[] {
  return SECRET_DAMAGE.flatMap(([damage, how]) =>
    secrets.map((secret) => ({
      bytes: Buffer.from(damage(secret)),
      deviation: { en: `The right secret was used with ${how.en}.`, pt: `O segredo certo foi usado com ${how.pt}.` },
    })),
  );
}
