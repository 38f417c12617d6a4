import { isUtf8 } from 'node:buffer';
import { appError } from '../../messages/messages.ts';

/**
 * The text of an export: UTF-8 with or without a byte order mark, or the UTF-16 that the search-ads platform writes for spreadsheets.
 *
 * @throws AppError `invalid_input` for another encoding
 */
export function decodeExport(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (looksLikeUtf16(bytes)) return new TextDecoder('utf-16le').decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  throw appError('invalid_input', (m) => m.cli.missedLeads.theFileNeitherUtf);
}

/** Text in which every second byte is 0, without a mark at its beginning. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const odd = bytes.subarray(0, 200).filter((_byte, index) => index % 2 === 1);
  return odd.length >= 4 && odd.filter((byte) => byte === 0).length > odd.length * 0.7;
}
