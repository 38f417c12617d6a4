/** A list of the view. The tab of failures has two: the groups, and the jobs of one. */
export type ListId = 'events' | 'groups' | 'jobs' | 'workers' | 'leads';

export interface Column {
  /** Which cell of a row stands in it; its title is under this name in the texts. */
  readonly id: string;
  readonly align?: 'right';
  /** Where the table does not fit, the column with the lowest priority is left out first; left out: it always stays. */
  readonly priority?: number;
  /** Takes the room that is left. */
  readonly grows?: true;
  /** Never narrower than this many cells. */
  readonly atLeast?: number;
}

/** The columns of each list, in order. The first one is what a list is sorted by at first, the highest on top. */
export const COLUMNS: Readonly<Record<ListId, readonly Column[]>> = {
  events: [
    { id: 'evento', align: 'right' },
    { id: 'recebido', priority: 6 },
    { id: 'status' },
    { id: 'origem', priority: 4 },
    { id: 'tipo', priority: 2, atLeast: 8 },
    { id: 'identidade', priority: 5, grows: true, atLeast: 14 },
    { id: 'erro', priority: 7, atLeast: 16 },
    { id: 'lead', align: 'right', priority: 3 },
    { id: 'reenvios', align: 'right', priority: 1 },
  ],
  groups: [
    { id: 'total', align: 'right' },
    { id: 'erro', atLeast: 8 },
    { id: 'alvo', priority: 4, atLeast: 8 },
    { id: 'status', priority: 3 },
    { id: 'quando', priority: 2 },
    { id: 'mensagem', priority: 1, grows: true, atLeast: 16 },
  ],
  jobs: [
    { id: 'job', align: 'right' },
    { id: 'evento', align: 'right', priority: 5 },
    { id: 'quando', priority: 6 },
    { id: 'origem', priority: 4 },
    { id: 'tipo', priority: 2, atLeast: 8 },
    { id: 'tentativas', align: 'right', priority: 1 },
    { id: 'erro', priority: 0, atLeast: 16 },
    { id: 'mensagem', priority: 3, grows: true, atLeast: 16 },
  ],
  workers: [
    { id: 'status' },
    { id: 'trabalhador', grows: true, atLeast: 10 },
    { id: 'host', priority: 2, atLeast: 8 },
    { id: 'pid', align: 'right', priority: 3 },
    { id: 'versao', priority: 1 },
    { id: 'desde', priority: 4 },
    { id: 'visto', priority: 7 },
    { id: 'processados', align: 'right', priority: 6 },
    { id: 'falhas', align: 'right', priority: 5 },
  ],
  leads: [
    { id: 'lead', align: 'right' },
    { id: 'enviado', priority: 6 },
    { id: 'criado', priority: 2 },
    { id: 'origem', priority: 2 },
    { id: 'cliente', priority: 3, atLeast: 10 },
    { id: 'campanha', priority: 4, atLeast: 12 },
    { id: 'nome', atLeast: 12 },
    { id: 'email', priority: 5, grows: true, atLeast: 14 },
    { id: 'telefone', priority: 4 },
    { id: 'conversoes', align: 'right', priority: 1 },
  ],
};
