import { inBoth } from '../language.tsx';

/** The words of every filter. `since` is at or after, `until` is before. */
export const filterTexts = inBoth({
  en: { name: 'Filter', apply: 'Filter', clear: 'Clear filter', any: 'any', since: 'From', until: 'Before', utc: '(UTC)' },
  pt: { name: 'Filtro', apply: 'Filtrar', clear: 'Limpar filtro', any: 'qualquer', since: 'Desde', until: 'Antes de', utc: '(UTC)' },
});
