import type { HelpWords } from '../help-words.ts';

export const SYSTEMD: Readonly<Record<string, HelpWords>> = {
  'service print': {
    summary: 'Mostra unidades do systemd para este programa.',
    description:
      'Unidades para o `serve`, para os workers da fila, e timers para a limpeza semanal e o backup noturno. Elas voltam 5 segundos depois de\numa falha, mas não depois da saída 3, e ficam fechadas em uma sandbox. Nada é gravado; isso quem faz é `service install`.',
    args: {
      unit: 'Somente esta unidade, como serve, worker ou backup.timer.',
    },
    flags: {
      prefix: 'Início dos nomes das unidades e nome das pastas em /var/lib e /var/cache.',
      user: 'Usuário do sistema que executa o serviço; se omitido, o mesmo que --prefix.',
      program: 'Executável que as unidades iniciam; se omitido, este programa, de onde ele está agora.',
      workers: 'Processos worker; mais de um gera uma unidade modelo.',
      once: 'Processa a fila por um timer, uma vez por minuto, em vez de workers que ficam em execução.',
    },
    examples: ['Uma unidade, como o seu arquivo:', 'Um timer que inicia `queue once` no lugar do worker:'],
  },
  'service install': {
    summary: 'Instala este programa como serviços do systemd.',
    description:
      'Cria o usuário do sistema, um arquivo de configurações com segredos novos (modo 600) e as unidades que `service print` mostra, e diz o que\nfalta fazer. Nada é iniciado nem habilitado. Um arquivo de configurações que já existe fica como está; unidades com outro texto só são\nsubstituídas com --force. Executar de novo continua de onde parou e não muda nada quando tudo já está lá.',
    flags: {
      prefix: 'Início dos nomes das unidades e nome das pastas em /var/lib e /var/cache.',
      user: 'Usuário do sistema que executa o serviço; se omitido, o mesmo que --prefix.',
      program: 'Executável que as unidades iniciam; se omitido, este programa, de onde ele está agora.',
      workers: 'Processos worker; mais de um gera uma unidade modelo.',
      once: 'Processa a fila por um timer, uma vez por minuto, em vez de workers que ficam em execução.',
      directory: 'Pasta das unidades.',
      root: 'Grava tudo dentro desta pasta em vez de nesta máquina; não exige root, não cria usuário, não recarrega nada.',
      force: 'Substitui unidades que têm outro texto.',
      'dry-run': 'Mostra o que faria, sem mudar nada.',
      yes: 'Faz sem perguntar.',
    },
    examples: ['Ver o que faria:', 'O modo comum:', 'Para dentro de uma imagem em construção:'],
  },
  'service uninstall': {
    summary: 'Para e remove os serviços do systemd, e mantém configurações e banco de dados.',
    description:
      'Encontra o que `service install` fez com este --prefix, mostra, pergunta, para as unidades e remove os arquivos delas. As configurações, o\nbanco de dados com os backups e o usuário ficam; o comando mostra como removê-los também. Arquivos com esses nomes feitos por outra pessoa\nficam. Executar de novo continua de onde parou e não muda nada quando não resta nada.',
    flags: {
      prefix: 'Início dos nomes das unidades e nome das pastas em /var/lib e /var/cache.',
      directory: 'Pasta das unidades.',
      root: 'Remove de dentro desta pasta em vez de desta máquina; não exige root, não para nada.',
      'dry-run': 'Mostra o que faria, sem mudar nada.',
      yes: 'Faz sem perguntar.',
    },
    examples: ['Ver o que faria:', 'O modo comum:'],
  },
};
