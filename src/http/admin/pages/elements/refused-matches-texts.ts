import { inBoth } from '../language.tsx';

export const refusedMatchesTexts = inBoth({
  en: {
    found: (text: string, count: number): string =>
      count === 1 ? '1 refused request matches too.' : `${text} refused requests match too.`,
    see: (count: number): string => (count === 1 ? 'See it' : 'See them'),
  },
  pt: {
    found: (text, count) =>
      count === 1 ? 'A busca também encontrou 1 requisição recusada.' : `A busca também encontrou ${text} requisições recusadas.`,
    see: (count) => (count === 1 ? 'Ver a requisição' : 'Ver as requisições'),
  },
});
