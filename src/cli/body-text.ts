import { isUtf8 } from 'node:buffer';
import { say } from '../messages/messages.ts';
import { counted } from './render.ts';

/** A body for a terminal: control characters, which could manipulate it, become dots; line breaks stay. */
export function bodyText(body: Uint8Array): string {
  const bytes = Buffer.from(body);
  if (!isUtf8(bytes)) {
    const size = counted(bytes.byteLength, 'byte');
    const title = say((m) => m.cli.listing.notUtf8({ size }));
    return `${title}\n${bytes.toString('base64')}`;
  }
  return printableText(bytes.toString('utf8'));
}

/** The same for a text. */
export function printableText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/gu, '·');
}

/** Writes bytes unchanged to standard output; resolves once they are handed over. */
export function writeBytes(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
