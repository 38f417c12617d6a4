import type { Translated } from '../base/language.ts';
import { isProduction } from './config.ts';
import { shortSecrets } from './config-warnings.ts';
import type { SettingValues } from './settings.ts';
import { SHORTEST_SECRET } from './value-schemas.ts';

/** Settings that are fine alone and not together, as sentences without a full stop; those that are not usable are left out of `values`. */
export function contradictions(values: Partial<SettingValues>): readonly Translated<string>[] {
  return [...unsignedProblems(values), ...shortSecretProblems(values), ...rotationProblems(values), ...readonlyTokenProblems(values)];
}

function unsignedProblems(values: Partial<SettingValues>): readonly Translated<string>[] {
  if (values.WEBHOOK_ALLOW_UNSIGNED !== true || !isProduction(values)) return [];
  return [
    {
      en: 'WEBHOOK_ALLOW_UNSIGNED must not be true when NODE_ENV is production: anyone could post leads',
      pt: 'WEBHOOK_ALLOW_UNSIGNED não pode ser true com NODE_ENV=production: qualquer pessoa poderia enviar leads',
    },
  ];
}

/** A previous one is allowed: who replaces a short secret must be able to, without losing events on the way. */
function shortSecretProblems(values: Partial<SettingValues>): readonly Translated<string>[] {
  if (!isProduction(values)) return [];
  const current = shortSecrets(values).filter((name) => !name.endsWith('_PREVIOUS'));
  return current.map((name) => ({
    en: `${name} must have at least ${SHORTEST_SECRET} characters when NODE_ENV is production, because it could be guessed; \`lead-intake secret generate\` makes one`,
    pt: `${name} deve ter no mínimo ${SHORTEST_SECRET} caracteres com NODE_ENV=production, porque poderia ser adivinhado; \`lead-intake secret generate\` gera um`,
  }));
}

const ROTATED_SECRETS = [
  ['WEBHOOK_SEARCHADS_SECRET', 'WEBHOOK_SEARCHADS_SECRET_PREVIOUS'],
  ['WEBHOOK_SOCIALADS_SECRET', 'WEBHOOK_SOCIALADS_SECRET_PREVIOUS'],
  ['FORMULARIO_SECRET', 'FORMULARIO_SECRET_PREVIOUS'],
] as const;

function rotationProblems(values: Partial<SettingValues>): readonly Translated<string>[] {
  const alone = ROTATED_SECRETS.filter(([current, previous]) => values[previous] !== undefined && values[current] === undefined);
  return alone.map(([current, previous]) => ({
    en: `${previous} is set without ${current}: set the new secret too`,
    pt: `${previous} está definida sem ${current}: defina também o segredo novo`,
  }));
}

function readonlyTokenProblems(values: Partial<SettingValues>): readonly Translated<string>[] {
  const { ADMIN_TOKEN: token, ADMIN_READONLY_TOKEN: readonlyToken } = values;
  if (readonlyToken === undefined) return [];
  if (token === undefined) {
    return [
      {
        en: 'ADMIN_READONLY_TOKEN needs ADMIN_TOKEN beside it: without one, nobody could change anything',
        pt: 'ADMIN_READONLY_TOKEN precisa de ADMIN_TOKEN ao lado: sem ela, ninguém poderia alterar nada',
      },
    ];
  }
  if (token !== readonlyToken) return [];
  return [
    {
      en: 'ADMIN_READONLY_TOKEN must not be the same as ADMIN_TOKEN: who has it could change everything',
      pt: 'ADMIN_READONLY_TOKEN não pode ser igual a ADMIN_TOKEN: quem a tem poderia alterar tudo',
    },
  ];
}
