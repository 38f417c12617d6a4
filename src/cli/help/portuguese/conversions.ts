import type { HelpWords } from '../help-words.ts';

/** Conversions. */
export const CONVERSIONS: Readonly<Record<string, HelpWords>> = {
  'conversions export': {
    summary: 'Grava as conversões de search-ads no CSV que a plataforma importa.',
    description:
      'O mesmo arquivo que /export/conversions.csv entrega: conversões com click id do Google, horários em CONVERSIONS_TIME_ZONE, nomes conforme CONVERSIONS_NAMES. ' +
      'Conversões de pessoas cujo consentimento não permite, e de leads de teste, ficam de fora. Importar uma conversão de novo não faz mal: a plataforma a reconhece.',
    flags: {
      since: 'Só o que aconteceu deste tempo para cá, como 12h ou 7d; sem ele: 90 dias.',
      output: 'Arquivo a gravar, substituído quando está completo; sem ele: saída padrão.',
    },
  },
};
