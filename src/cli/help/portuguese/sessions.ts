import type { HelpWords } from '../help-words.ts';

/** Logins of people in the operators' web. */
export const SESSIONS: Readonly<Record<string, HelpWords>> = {
  'session list': {
    summary: 'Lista quem está com sessão aberta na web dos operadores.',
    description:
      'Uma sessão termina 12 horas depois da entrada (30 dias com ADMIN_READONLY_TOKEN), 2 horas depois do último uso (uma página ao vivo aberta conta como uso), quando a pessoa sai, quando ADMIN_TOKEN muda ou com ' +
      '`session revoke`. Reiniciar o `serve` não encerra nenhuma. Programas que enviam o token em cada requisição não têm sessão.',
  },
  'session revoke': {
    summary: 'Encerra uma sessão da web dos operadores, ou todas.',
    description:
      'Vale na hora em todo `serve` que usa o banco de dados; páginas ao vivo abertas terminam em alguns segundos. Quem sabe o token pode entrar ' +
      'de novo: se outras pessoas conhecem o token, troque ADMIN_TOKEN e reinicie, o que também encerra as sessões dele.',
    args: { session: 'Id de uma sessão, como `lead-intake session list` o mostra.' },
    flags: { all: 'Encerra todas as sessões.' },
  },
};
