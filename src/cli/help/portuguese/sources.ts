import type { HelpWords } from '../help-words.ts';

const PLATFORM_ARG = { platform: 'A plataforma: social-ads.' };
const PAGE = 'Id da página, como a plataforma o escreve.';

/** Sources, and accounts at the platforms. */
export const SOURCES: Readonly<Record<string, HelpWords>> = {
  'source connect': {
    summary: 'Conecta uma página da Meta, para que as respostas dos leads dela sejam buscadas.',
    description:
      'Lê o token da entrada padrão ou de um arquivo, confere-o com a Meta, inscreve a página para que a Meta avise os leads dela, sela o token com ' +
      'CREDENTIALS_KEY e o guarda no banco de dados, no lugar de um anterior. Leads que esperavam por ele executam de novo; workers em execução passam a usá-lo ' +
      'sozinhos. O token nunca é mostrado: a impressão digital o distingue de outro. Sem --page, lista as páginas que o token abre e não guarda nada. Com ' +
      'SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET definidas, também confere permissões, validade e acesso a leads, e troca o token de curta duração de uma pessoa.',
    args: PLATFORM_ARG,
    flags: {
      page: 'Id da página; sem isto, lista as páginas que o token abre.',
      'token-file': 'Arquivo com o token; sem isto, a entrada padrão.',
      check: 'Pergunta à Meta se o token pode buscar leads da página.',
      subscribe: 'Inscreve a página, para que a Meta avise os leads dela; --no-check também deixa isso de fora.',
    },
    examples: ['Cole o token e tecle Ctrl-D:', 'Liste as páginas para escolher:'],
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
