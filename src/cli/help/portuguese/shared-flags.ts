/** Flags and arguments that several commands have, in Portuguese. */

export const LIST_FLAGS = {
  limit: 'Máximo de linhas a mostrar.',
  before: 'Continua depois de uma página anterior, com o cursor em que ela terminou.',
};

export const TIME_FLAGS = {
  source: 'Só desta origem: search_ads, social_ads, formulario_proprio.',
  since: 'Só desde então: um intervalo como 90s, 15m, 2h ou 7d, um dia como 2026-11-01, ou um momento.',
  until: 'Só o que é anterior, como 1h ou 2026-11-01 (à meia-noite).',
};

export const CLIENT_FLAG = { client: 'Só deste cliente, pelo id ou pelo nome.' };

export const SEARCH_FLAG = {
  search: 'Só onde isto se encontra: um id, um nome, um e-mail, um telefone, um click id; palavras inteiras, a última talvez só começada.',
};

export const QUEUE_ARG = { queue: 'Nome da fila: webhooks, ou conversoes, de onde as conversões são enviadas.' };
