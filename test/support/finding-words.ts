import type { Language } from '../../src/base/language.ts';
import type { Finding } from '../../src/domain/finding.ts';
import type { FindingWords } from '../../src/messages/finding-words.ts';
import { agesAt, findingWords } from '../../src/presentation/finding-text.ts';
import { T0 } from './factories.ts';

/** The text of a finding; fails if there is no finding. */
export function wordsOf(finding: Finding | undefined, language: Language = 'en', now = T0): FindingWords {
  return finding === undefined ? { text: '' } : findingWords(finding, language, agesAt(now));
}
