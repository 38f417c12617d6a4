import { createHash } from 'node:crypto';

/** SHA-256 of an e-mail address in Meta's normalisation: trimmed and lower case, nothing else. */
export function socialEmailHash(email: string): string {
  return sha256(email.trim().toLowerCase());
}

/** SHA-256 of a phone number in Meta's normalisation: digits with the country code, no plus sign, no leading zeros. */
export function socialPhoneHash(phone: string): string {
  return sha256(phone.replaceAll(/\D/g, '').replace(/^0+/, ''));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
