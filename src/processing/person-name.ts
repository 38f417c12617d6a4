import { hasVisibleCharacter, storableText } from '../base/text.ts';
import { toNfc } from './nfc.ts';

/** A name as given, in Unicode NFC and not trimmed; null when nothing of it can be seen. */
export function personName(text: string): string | null {
  return hasVisibleCharacter(text) ? toNfc(storableText(text)) : null;
}
