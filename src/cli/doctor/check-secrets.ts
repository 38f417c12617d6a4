import { SealedBox } from '../../app/sealed-box.ts';
import { slowFingerprint } from '../../base/fingerprint.ts';
import { shellWord } from '../../base/shell-word.ts';
import { isProduction } from '../../config/config.ts';
import { shortSecrets } from '../../config/config-warnings.ts';
import type { ConfigInspection } from '../../config/load-config.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from '../../config/settings.ts';
import { SHORTEST_SECRET } from '../../config/value-schemas.ts';
import { type Finding, ok, problem, warning } from '../../domain/finding.ts';
import {
  type NamedSecret,
  type NamedSecretOrigin,
  namedSecretLabel,
  newestNamedSecrets,
  type SealedNamedSecret,
  usedNamedSecrets,
} from '../../domain/named-secret.ts';
import { Origin } from '../../domain/origin.ts';
import { judgeRotation, type SecretUses } from '../../domain/secret-rotation.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { namedRotationText, rotationText } from '../../presentation/rotation-text.ts';

/** A text with fewer distinct characters is not random: `aaaa…`, `123123…`. */
const FEWEST_CHARACTERS = 6;

/** The settings of each source. */
const SOURCES = [
  { origin: Origin.searchAds, secret: 'WEBHOOK_SEARCHADS_SECRET', previous: 'WEBHOOK_SEARCHADS_SECRET_PREVIOUS' },
  { origin: Origin.socialAds, secret: 'WEBHOOK_SOCIALADS_SECRET', previous: 'WEBHOOK_SOCIALADS_SECRET_PREVIOUS' },
  { origin: Origin.ownForm, secret: 'FORMULARIO_SECRET', previous: 'FORMULARIO_SECRET_PREVIOUS' },
] as const satisfies readonly { origin: Origin; secret: SettingName; previous: SettingName }[];

type Values = ConfigInspection['values'];

/** Sources with a secret in the settings. */
export function openSources(values: Values): readonly Origin[] {
  return SOURCES.filter(({ secret }) => values[secret] !== undefined).map(({ origin }) => origin);
}

/**
 * Secrets that are missing, easy to guess, used twice, or still being rotated. Never shows a value.
 * @param named sources whose senders have their own secrets
 */
export function checkSecrets(
  { values }: Pick<ConfigInspection, 'values'>,
  now: number,
  uses: SecretUses | undefined,
  named: readonly Origin[] = [],
): readonly Finding[] {
  const findings = [...checkMissing(values, [...openSources(values), ...named]), ...checkStrength(values), ...checkRepeated(values)];
  const rotations = SOURCES.filter(({ previous }) => values[previous] !== undefined).map((source) => rotation(values, source, uses, now));
  const isFine = [...findings, ...rotations].every(({ severity }) => severity === 'ok');
  return [...findings, ...(isFine ? [ok('secrets.strength')] : rotations)];
}

function checkMissing(values: Values, open: readonly Origin[]): readonly Finding[] {
  const settings = SOURCES.filter(({ origin }) => !open.includes(origin))
    .map(({ secret }) => secret)
    .join(', ');
  if (open.length === 0 && values.WEBHOOK_ALLOW_UNSIGNED !== true) return [problem('secrets.none', { settings })];
  const sources = SOURCES.filter(({ origin }) => open.includes(origin)).map(({ origin }) => origin);
  const isVerifiable = values.WEBHOOK_SOCIALADS_SECRET === undefined || values.WEBHOOK_SOCIALADS_VERIFY_TOKEN !== undefined;
  return [
    ok('secrets.sources', { sources: sources.join(', ') || '-' }),
    ...(settings === '' ? [] : [ok('secrets.closed', { settings })]),
    ...(isVerifiable ? [] : [warning('secrets.verify_token')]),
  ];
}

function checkStrength(values: Values): readonly Finding[] {
  // A previous secret is being retired; `rotation` reports it.
  const names = secretNames(values).filter((name) => !name.endsWith('_PREVIOUS'));
  // In production a short secret is already reported as a problem of the settings.
  const short = isProduction(values) ? [] : shortSecrets(values).filter((name) => names.includes(name));
  const simple = names.filter(
    (name) => [...String(values[name])].length >= SHORTEST_SECRET && new Set(String(values[name])).size < FEWEST_CHARACTERS,
  );
  return [
    ...short.map((name) => warning('secrets.short', { name, shortest: SHORTEST_SECRET })),
    ...simple.map((name) => warning('secrets.simple', { name })),
  ];
}

function checkRepeated(values: Values): readonly Finding[] {
  const byValue = [...Map.groupBy(secretNames(values), (name) => values[name]).values()];
  return byValue.filter((names) => names.length > 1).map((names) => warning('secrets.repeated', { names: names.join(', ') }));
}

function secretNames(values: Values): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => 'secret' in SETTINGS[name] && values[name] !== undefined);
}

/** The same rule as in the web and `source list`; without a database it is unknown which sender uses which secret. */
function rotation(
  values: Values,
  { origin, secret, previous }: (typeof SOURCES)[number],
  uses: SecretUses | undefined,
  now: number,
): Finding {
  if (uses === undefined) return warning('secrets.rotation', { setting: previous, verdict: null });
  const fingerprintOf = (value: string | undefined): string | null => (value === undefined ? null : slowFingerprint(value));
  const names = { origin, current: fingerprintOf(values[secret]), previous: fingerprintOf(values[previous]) };
  const text = rotationText(judgeRotation(names, uses, now), previous, now);
  return warning('secrets.rotation', { setting: previous, verdict: inEveryLanguage((_, language) => text[language].replaceAll('`', '')) });
}

/** Whether the current key decrypts the named secrets: one that it does not is refused like a wrong secret. */
export async function checkNamedSecrets(
  sealed: readonly SealedNamedSecret[],
  credentialsKey: string | undefined,
): Promise<readonly Finding[]> {
  if (sealed.length === 0) return [];
  const box = credentialsKey === undefined ? undefined : await SealedBox.open(credentialsKey);
  const unreadable = sealed.filter((secret) => box === undefined || !opens(box, secret));
  if (unreadable.length === 0) return [ok('secrets.named', { count: sealed.length })];
  return [problem('secrets.unreadable', { names: unreadable.map(({ name }) => `"${name}"`).join(', '), hasKey: box !== undefined })];
}

/** Settings that contain the value of a secret which is or was limited to a client: they stay limited, which an operator may not expect. */
export function checkLimitedSettings(named: readonly NamedSecret[], values: Values): readonly Finding[] {
  const limited = newestNamedSecrets(named).filter(({ clientId }) => clientId !== null);
  const limitedTo = (origin: NamedSecretOrigin, value: string | undefined): readonly NamedSecret[] => {
    const own = limited.filter((one) => one.origin === origin);
    if (value === undefined || own.length === 0) return [];
    const fingerprint = slowFingerprint(value);
    return own.filter((one) => one.fingerprint === fingerprint);
  };
  const exported = values.CONVERSIONS_EXPORT_CREDENTIAL;
  const ofExport = limitedTo('exportacao', exported?.slice(exported.indexOf(':') + 1));
  return [
    ...SOURCES.flatMap(({ origin, secret, previous }) =>
      origin === Origin.socialAds
        ? []
        : [secret, previous].flatMap((setting) => limitedTo(origin, values[setting]).map((one) => limitedSetting(setting, one))),
    ),
    ...ofExport.map(({ name, clientId }) => warning('secrets.limited_export', { name, clientId: clientId ?? '' })),
  ];
}

function limitedSetting(setting: string, { name, clientId, removedAt }: NamedSecret): Finding {
  return warning('secrets.limited_setting', { setting, name, clientId: clientId ?? '', isRemoved: removedAt !== null });
}

/** Secrets that senders are leaving, and whether they can be removed. */
export function checkNamedRotations(named: readonly NamedSecret[], uses: SecretUses, now: number): readonly Finding[] {
  return usedNamedSecrets(named, uses).flatMap((secret) => {
    const verdict = namedRotationText(secret, now);
    const { name } = secret;
    return verdict === undefined ? [] : [warning('secrets.named_rotation', { name, verdict, word: shellWord(name) })];
  });
}

function opens(box: SealedBox, secret: SealedNamedSecret): boolean {
  try {
    box.unseal(secret.sealed, namedSecretLabel(secret));
    return true;
  } catch {
    return false;
  }
}
