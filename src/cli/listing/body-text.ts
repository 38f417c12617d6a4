import { isUtf8 } from 'node:buffer';
import { say } from '../../messages/messages.ts';
import { counted } from '../render.ts';

/** A body for a terminal: control characters, which could drive it, become dots; line breaks stay. */
export function bodyText(body: Uint8Array): string {
  const bytes = Buffer.from(body);
  if (!isUtf8(bytes)) {
    const size = counted(bytes.byteLength, 'byte');
    const title = say((m) => m.cli.listing.notUtf8({ size }));
    return `${title}\n${bytes.toString('base64')}`;
  }
  return bytes.toString('utf8').replace(/[^\P{Cc}\n\t]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/gu, '·');
}
