import type { HelpWords } from '../help-words.ts';

export const WATCH: Readonly<Record<string, HelpWords>> = {
  'queue watch': {
    summary: 'Observa a fila ao vivo: números, eventos, falhas, workers, leads.',
    description:
      'Uma tela para o dia inteiro, sobre o banco de dados desta máquina ou, com --url, sobre um serviço em execução. ? mostra as teclas.\nOs dados pessoais ficam ocultos até você pedir, e o pedido fica registrado. Sem terminal, imprime o estado uma vez e sai com 0.',
    args: {
      queue: 'Nome da fila: webhooks, ou conversoes, de onde as conversões são enviadas.',
    },
    flags: {
      url: 'Observa um serviço em execução neste endereço em vez do banco de dados desta máquina.',
      'token-file':
        'Com --url: arquivo que contém o token de administração; - lê da entrada padrão. Sem ele: ADMIN_TOKEN, ou o token é perguntado.',
      refresh: 'Menor tempo entre duas atualizações, em segundos; 1 quando não é dado.',
      readonly: 'Não muda nada e não revela nada.',
      ascii: 'Desenha só com ASCII; sem a opção: conforme o locale e o terminal.',
      'screen-reader': 'Frases em vez de uma figura, para leitores de tela.',
    },
    examples: ['Um serviço em outra máquina; ADMIN_TOKEN contém o token dele:', 'Em uma tela na parede:'],
  },
};
