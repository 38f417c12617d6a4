import { hasVisibleCharacter, storableText } from '../base/text.ts';

/** A name as given, in Unicode NFC and not trimmed; null when nothing of it can be seen. */
export function personName(text: string): string | null {
  return hasVisibleCharacter(text) ? storableText(text).normalize('NFC') : null;
}
