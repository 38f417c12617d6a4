import type { HelpWords } from '../help-words.ts';

/** The commands that stand in no topic. */
export const PROGRAM: Readonly<Record<string, HelpWords>> = {
  bench: {
    summary: 'Mede este programa nesta máquina e confere se ele entrega com exatidão.',
    description: `Leva cerca de dois minutos e nunca toca no seu banco de dados: inicia servidores e workers próprios com um banco temporário e remove tudo no fim.
O que se mede é tanto o programa quanto a velocidade com que o disco sincroniza; por isso roda onde está o seu banco, a não ser que --folder indique outro lugar.
Sai com 1 quando um envio confirmado se perdeu, foi gravado duas vezes ou não virou exatamente um lead; números abaixo da meta não são falha.

O servidor mínimo lê, confere e interpreta as mesmas requisições e não grava nada. A 500 por segundo, a resposta conta desde o momento previsto da requisição, e "lead gravado" desde a resposta até que outro processo, que olha a cada 2 ms, veja o lead.

--json mostra \`maquina\`, \`pasta\`, \`sqlite\`, \`opcoes\`, \`medidas\` (cada uma com \`medida\`, \`valor\`, \`unidade\`, \`exigido\`, \`melhor\` e \`resultado\`: best, met, missed ou null), \`entrega\` (\`exata\`, \`confirmados\`, \`eventos\`, \`leads\`, \`violacoes\`) e \`duracao_ms\`.`,
    flags: {
      seconds: 'Duração de cada rodada e de cada carga.',
      turns: 'Rodadas da medição de entrada; vale a do meio.',
      connections: 'Conexões que enviam.',
      jobs: 'Jobs com que o worker é medido.',
      kill: 'Quantas vezes servidor e worker são mortos sob carga.',
      folder: 'Pasta existente no disco a medir.',
    },
    examples: ['Em outro disco, com rodadas mais longas:'],
  },
  completion: {
    summary: 'Mostra o script que completa comandos com a tecla Tab no seu shell.',
    description: `O script contém todos os comandos, opções e valores, e não precisa de cache: gere de novo depois de uma atualização.

Instalação em bash: \`lead-intake completion bash > ~/.local/share/bash-completion/completions/lead-intake\`, ou a linha do exemplo em ~/.bashrc.
Em zsh: grave como \`_lead-intake\` em uma pasta do $fpath, antes de compinit.
Em fish: \`lead-intake completion fish > ~/.config/fish/completions/lead-intake.fish\`.`,
    args: { shell: 'O shell: bash, zsh ou fish.' },
    examples: ['Só neste terminal bash:', 'Para todos os terminais zsh:', 'Para todos os terminais fish:'],
  },
  config: {
    summary: 'Mostra cada configuração, o valor e de onde ela vem.',
    description: `Opções valem mais que o ambiente, o ambiente mais que o arquivo .env, o arquivo mais que os padrões. Segredos nunca são mostrados.
Avisa sobre variáveis com nome errado e segredos curtos. Sai com 3 e aponta todos os problemas quando uma configuração não pode ser usada.`,
    examples: ['Conferir um arquivo de configurações antes de usá-lo:'],
  },
  help: {
    summary: 'Mostra o que um comando faz e aceita.',
    description:
      'O mesmo que --help depois de um comando. Com --json: os comandos cujos nomes começam assim, com argumentos, opções e exemplos.',
    args: { command: 'Palavras de um comando ou tópico; sem elas: todos.' },
  },
  init: {
    summary: 'Prepara esta pasta: configurações com segredos, banco de dados, primeiro cliente e campanha.',
    description: `Pergunta no terminal o que não foi informado nas opções; com --yes, ou sem terminal, usa os padrões. O arquivo .env ganha segredos novos de 256 bits e só o dono pode ler.
O que já existe fica como está, e é informado: repetir não faz mal. No fim mostra os dois próximos comandos.`,
    flags: {
      client: 'Nome do primeiro cliente.',
      campaign: 'Nome da primeira campanha.',
      'campaign-id': 'Id da primeira campanha, que os formulários enviam como campanha_id; sem ele: feito do nome.',
      user: 'E-mail de quem trabalha os leads dela.',
      yes: 'Usa os padrões sem perguntar.',
      force: 'Guarda o arquivo de configurações que existe como .env.old e grava um novo, com novos segredos.',
    },
    examples: ['Sem perguntas, por exemplo em um script:'],
  },
  serve: {
    summary: 'Recebe webhooks e formulários, e serve as páginas de administração.',
    description: `Grava cada evento antes de responder. A fila é processada por \`queue work\`, ou aqui com --work.
Com SIGTERM ou SIGINT responde o que começou e sai com 0; um segundo sinal encerra na hora.`,
    flags: {
      host: 'Endereço em que escutar, em vez de HOST.',
      port: 'Porta em que escutar, em vez de PORT; 0 pega uma livre.',
      work: 'Processa também a fila, neste processo.',
      dev: 'Prepara para desenvolvimento: grava em .env os segredos que faltam, inclui cliente e campanha de exemplo e processa a fila.',
    },
    examples: ['Tudo em um processo:', 'Para experimentar nesta máquina:'],
  },
};
