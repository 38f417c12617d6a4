import { createHash } from 'node:crypto';

const DOTLESS_DOMAINS = ['gmail.com', 'googlemail.com'];

/** SHA-256 of an e-mail address in Google's normalisation: lower case, and for Gmail without dots and suffix. */
export function searchEmailHash(email: string): string {
  const [name = '', domain = ''] = email.trim().toLowerCase().split('@');
  const own = DOTLESS_DOMAINS.includes(domain) ? (name.split('+')[0] ?? '').replaceAll('.', '') : name;
  return sha256(`${own}@${domain}`);
}

/** SHA-256 of a phone number in Google's normalisation: E.164 with its plus sign. */
export function searchPhoneHash(phone: string): string {
  return sha256(`+${phone.replaceAll(/\D/g, '')}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
