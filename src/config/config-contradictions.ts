import type { Translated } from '../base/language.ts';
import { isProduction } from './config.ts';
import type { SettingValues } from './settings.ts';

/** Settings that are fine alone and not together, as sentences without a full stop; those that are not usable are left out of `values`. */
export function contradictions(values: Partial<SettingValues>): readonly Translated<string>[] {
  return [...unsignedProblems(values), ...rotationProblems(values), ...readonlyTokenProblems(values)];
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
