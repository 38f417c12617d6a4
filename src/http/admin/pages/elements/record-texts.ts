import { inBoth } from '../language.tsx';

/** The words around what was received, on every page that shows one entry. */
export const recordTexts = inBoth({
  en: {
    reveal: 'Show personal data',
    hide: 'Hide personal data',
    revealNote: 'Is written into the log of activity.',
    headers: 'Headers',
    headersNone: 'No headers are kept.',
  },
  pt: {
    reveal: 'Mostrar dados pessoais',
    hide: 'Ocultar dados pessoais',
    revealNote: 'Fica anotado no registro de atividade.',
    headers: 'Cabeçalhos',
    headersNone: 'Nenhum cabeçalho guardado.',
  },
});
