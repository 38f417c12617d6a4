import { SealedBox } from '../../app/sealed-box.ts';
import { slowFingerprint } from '../../base/fingerprint.ts';
import { shellWord } from '../../base/shell-word.ts';
import type { ConfigInspection } from '../../config/load-config.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';
import {
  type NamedSecret,
  type NamedSecretOrigin,
  namedSecretLabel,
  newestNamedSecrets,
  type SealedNamedSecret,
  usedNamedSecrets,
} from '../../domain/named-secret.ts';
import type { SecretUses } from '../../domain/secret-rotation.ts';
import { namedRotationText } from '../../presentation/rotation-text.ts';
import { SOURCES } from './check-secrets.ts';

/** Whether the named secrets open with the key that is set: one that does not is refused like a wrong secret. */
export async function checkNamedSecrets(
  sealed: readonly SealedNamedSecret[],
  credentialsKey: string | undefined,
): Promise<readonly Finding[]> {
  if (sealed.length === 0) return [];
  const unreadable = await namesThatDoNotOpen(sealed, credentialsKey);
  if (unreadable.length === 0) {
    return [ok('secrets.named', `Named secrets: ${sealed.length}.`, `Segredos nomeados: ${sealed.length}.`)];
  }
  const names = unreadable.map((name) => `"${name}"`).join(', ');
  const what = {
    en: `CREDENTIALS_KEY is ${credentialsKey === undefined ? 'not set' : 'not the one they were sealed with'}, so requests with these secrets are refused: ${names}.`,
    pt: `CREDENTIALS_KEY ${credentialsKey === undefined ? 'não está definida' : 'não é a que os selou'}, então requisições com estes segredos são recusadas: ${names}.`,
  };
  const action = {
    en: 'Set the key that was used before and restart the service, or remove the secrets and add them again. `lead-intake refused replay --all` stores what was refused meanwhile.',
    pt: 'Defina a chave usada antes e reinicie o serviço, ou remova os segredos e inclua-os de novo. `lead-intake refused replay --all` aproveita o que foi recusado enquanto isso.',
  };
  return [problem('secrets.unreadable', what, action)];
}

/** Settings that hold the value of a secret which is or was limited to a client: they stay limited, and somebody may expect otherwise. */
export function checkLimitedSettings(named: readonly NamedSecret[], values: ConfigInspection['values']): readonly Finding[] {
  const limited = newestNamedSecrets(named).filter(({ clientId }) => clientId !== null);
  const limitedTo = (origin: NamedSecretOrigin, value: string | undefined): readonly NamedSecret[] => {
    const own = limited.filter((one) => one.origin === origin);
    if (value === undefined || own.length === 0) return [];
    const fingerprint = slowFingerprint(value);
    return own.filter((one) => one.fingerprint === fingerprint);
  };
  const exported = values.CONVERSIONS_EXPORT_CREDENTIAL;
  return [
    ...SOURCES.flatMap(({ origin, secret, previous }) =>
      origin === 'social_ads'
        ? []
        : [secret, previous].flatMap((setting) => limitedTo(origin, values[setting]).map((one) => limitedSetting(setting, one))),
    ),
    ...limitedTo('exportacao', exported?.slice(exported.indexOf(':') + 1)).map(limitedExport),
  ];
}

function limitedExport({ name, clientId }: NamedSecret): Finding {
  return warning(
    'secrets.limited_setting',
    {
      en: `CONVERSIONS_EXPORT_CREDENTIAL has the password that is or was the secret "${name}": it opens the conversions of client ${clientId} alone.`,
      pt: `CONVERSIONS_EXPORT_CREDENTIAL tem a senha que é ou foi o segredo "${name}": ela só abre as conversões do cliente ${clientId}.`,
    },
    {
      en: 'Give CONVERSIONS_EXPORT_CREDENTIAL another password, or unset it.',
      pt: 'Dê outra senha a CONVERSIONS_EXPORT_CREDENTIAL, ou retire-a.',
    },
  );
}

/** Secrets that senders are leaving, and whether they can be removed. */
export function checkNamedRotations(named: readonly NamedSecret[], uses: SecretUses, now: number): readonly Finding[] {
  return usedNamedSecrets(named, uses).flatMap((secret) => {
    const text = namedRotationText(secret, now);
    if (text === undefined) return [];
    const { name } = secret;
    const action = {
      en: `\`lead-intake secret list\` shows who uses it; \`lead-intake secret remove ${shellWord(name)}\` removes it when it can be removed.`,
      pt: `\`lead-intake secret list\` mostra quem o usa; \`lead-intake secret remove ${shellWord(name)}\` o remove quando puder ser removido.`,
    };
    return [warning('secrets.named_rotation', { en: `Secret "${name}": ${text.en}`, pt: `Segredo "${name}": ${text.pt}` }, action)];
  });
}

function limitedSetting(setting: string, { name, clientId, removedAt }: NamedSecret): Finding {
  const what =
    removedAt === null
      ? {
          en: `${setting} has the same value as the secret "${name}", which is limited to client ${clientId}: requests with it create leads of this client alone.`,
          pt: `${setting} tem o mesmo valor que o segredo "${name}", limitado ao cliente ${clientId}: requisições com ele só criam leads desse cliente.`,
        }
      : {
          en: `The secret "${name}" was removed, but ${setting} has the same value: requests with it are still accepted, for client ${clientId} alone.`,
          pt: `O segredo "${name}" foi removido, mas ${setting} tem o mesmo valor: requisições com ele ainda são aceitas, só para o cliente ${clientId}.`,
        };
  const action = {
    en: `Give ${setting} another value, or none. To lift the limit instead, remove the named secret and add the same value without --client.`,
    pt: `Dê outro valor a ${setting}, ou nenhum. Para tirar o limite, remova o segredo nomeado e inclua o mesmo valor sem --client.`,
  };
  return warning('secrets.limited_setting', what, action);
}

async function namesThatDoNotOpen(sealed: readonly SealedNamedSecret[], credentialsKey: string | undefined): Promise<readonly string[]> {
  if (credentialsKey === undefined) return sealed.map(({ name }) => name);
  const box = await SealedBox.open(credentialsKey);
  return sealed.filter((secret) => !opens(box, secret)).map(({ name }) => name);
}

function opens(box: SealedBox, secret: SealedNamedSecret): boolean {
  try {
    box.unseal(secret.sealed, namedSecretLabel(secret));
    return true;
  } catch {
    return false;
  }
}
