import { inBoth } from '../language.tsx';

export const fieldTexts = inBoth({
  en: {
    nothingChanged: 'Nothing was changed.',
    optional: '(optional)',
    error: 'Error',
  },
  pt: {
    nothingChanged: 'Nada foi alterado.',
    optional: '(opcional)',
    error: 'Erro',
  },
});
