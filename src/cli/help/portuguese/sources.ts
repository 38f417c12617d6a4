import type { HelpWords } from '../help-words.ts';

const PLATFORM_ARG = { platform: 'A plataforma: social-ads.' };
const PAGE = 'Id da página, como a plataforma o escreve.';

/** Sources, and accounts at the platforms. */
export const SOURCES: Readonly<Record<string, HelpWords>> = {
  'source connect': {
    summary: 'Conecta uma página da plataforma social-ads, para que as respostas dos leads dela sejam buscadas.',
    description:
      'O token é lido da entrada padrão ou de um arquivo, conferido com a plataforma, selado com CREDENTIALS_KEY e guardado no banco de dados, no lugar ' +
      'de um anterior. Leads que esperavam por ele executam de novo; workers em execução passam a usá-lo sozinhos. Ele nunca é mostrado: a impressão ' +
      'digital o distingue de outro.',
    args: PLATFORM_ARG,
    flags: {
      page: PAGE,
      'token-file': 'Arquivo com o token; sem isto, a entrada padrão.',
      check: 'Pergunta à plataforma se o token pode buscar leads da página.',
    },
    examples: ['Cole o token e tecle Ctrl-D:'],
  },
  'source disconnect': {
    summary: 'Remove do banco de dados o token de uma página.',
    description:
      'Leads da página que só citam a si mesmos passam a esperar; nenhum se perde. Um token em WEBHOOK_SOCIALADS_TOKENS não é alterado e volta a ser usado.',
    args: PLATFORM_ARG,
    flags: { page: PAGE },
  },
  'source list': {
    summary: 'Lista as origens de eventos e as contas de plataformas conectadas.',
    description:
      'Mostra de cada conta se a plataforma aceita a credencial, onde ela fica e a impressão digital; nunca a própria credencial.',
  },
};
