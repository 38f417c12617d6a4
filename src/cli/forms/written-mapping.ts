import { appError } from '../../messages/messages.ts';
import type { WrittenMapping } from '../../processing/mapping-change.ts';

/**
 * `key=field` arguments and `--clear` flags. A key may hold `=`, a field does not.
 *
 * @throws AppError `usage` for one that is no `key=field`, and when there is none
 */
export function writtenMapping(pairs: readonly string[], cleared: readonly string[]): readonly WrittenMapping[] {
  if (pairs.length + cleared.length === 0) {
    throw appError('usage', (m) => m.cli.forms.nothingMapGiven, { hint: (m) => m.cli.forms.formOfPair });
  }
  return [...pairs.map(writtenPair), ...cleared.map((key) => ({ key, field: null }))];
}

function writtenPair(text: string): WrittenMapping {
  const at = text.lastIndexOf('=');
  const key = text.slice(0, Math.max(at, 0)).trim();
  const field = text.slice(at + 1).trim();
  if (key !== '' && field !== '') return { key, field };
  throw appError('usage', (m) => m.cli.forms.doesNotSayWhat({ text }), { hint: (m) => m.cli.forms.formOfPair });
}
