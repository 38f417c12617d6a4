import type { PersonPlace } from '../../../domain/person.ts';

/** Whose rows they are: of a lead, an event, a conversion, a job, or of nobody in particular. */
type Owner = 'lead' | 'event' | 'conversion' | 'job';

/** A table with columns that can contain a person. */
export interface PersonalTable {
  readonly table: string;
  readonly place: PersonPlace;
  /** The column that identifies a row; a job's attempts are changed together. */
  readonly key: string;
  /** Whose row it is, and the column with the ID of that; omitted: the rows belong to nobody and only mention people. */
  readonly owner?: { readonly of: Owner; readonly column: string };
  /** What each personal column is blanked with, in SQL. */
  readonly blank: Readonly<Record<string, string>>;
  /** The columns with what was received or fetched, which are kept for a shorter time than the lead (`delete-expired.ts`). Omitted: none. */
  readonly received?: readonly string[];
  /** The columns in which a mention of the person is removed from the rows of others. Omitted: all of them. */
  readonly mentionsIn?: readonly string[];
  /** True: a mention is removed with the whole value, which is only useful as a whole. Omitted: only the mention is replaced. */
  readonly blanksMentions?: true;
}

/** `dados` of a lead without a person: see `lead-rows.ts`. */
const NO_DETAILS = `'[null,null,null,null,null,null,null,null,null,null,"[]","{}","{}"]'`;

/** An erased identity: unique, and nothing that a sender uses. */
const PSEUDONYM = "'apagada:' || id";

const OF_EVENT = { of: 'event', column: 'evento_id' } as const;
const OF_JOB = { of: 'job', column: 'id' } as const;
const FAULT = { place: 'errors', blank: { erro_parametros: 'null' }, blanksMentions: true } as const;
/** With what the fault names, such as a campaign's ID, in which a form may have sent a phone number. */
const NAMED_FAULT = { ...FAULT, blank: { ...FAULT.blank, erro_alvo: "''" } } as const;

/** The columns in which others can mention the person. */
export function mentionColumns({ blank, mentionsIn }: PersonalTable): readonly string[] {
  return mentionsIn ?? Object.keys(blank);
}

export function personalTable(name: string): PersonalTable {
  return PERSONAL_TABLES.find(({ table }) => table === name) as PersonalTable;
}

/** Every column that can contain a person, in the order in which a person is erased. Nothing else in `privacy/` names a place. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  {
    table: 'lead_linhas',
    place: 'leads',
    key: 'id',
    owner: { of: 'lead', column: 'id' },
    blank: {
      identidade: PSEUDONYM,
      email: 'null',
      email_normalizado: 'null',
      telefone: 'null',
      telefone_e164: 'null',
      telefone_chave: 'null',
      search_click_id: 'null',
      gbraid: 'null',
      wbraid: 'null',
      social_click_id: 'null',
      fbc: 'null',
      dados: NO_DETAILS,
    },
    mentionsIn: ['dados'],
  },
  { table: 'lead_mudancas', place: 'lead_changes', key: 'id', owner: { of: 'lead', column: 'lead_id' }, blank: { mudancas: "'[]'" } },
  {
    table: 'consentimentos',
    place: 'consents',
    key: 'id',
    owner: { of: 'lead', column: 'lead_id' },
    blank: { finalidade: PSEUDONYM, texto: 'null', ip: 'null', ip_pessoa: 'null', motivo: 'null' },
    mentionsIn: ['finalidade', 'texto', 'motivo'],
  },
  {
    table: 'eventos',
    place: 'events',
    key: 'id',
    owner: { of: 'event', column: 'id' },
    blank: { identidade: PSEUDONYM, ip: "''", cabecalhos: "'[]'", corpo: "x''" },
    received: ['ip', 'cabecalhos', 'corpo'],
    mentionsIn: ['cabecalhos', 'corpo'],
  },
  { ...NAMED_FAULT, table: 'evento_fins', key: 'evento_id', owner: OF_EVENT },
  {
    table: 'evento_reenvios',
    place: 'resends',
    key: 'evento_id',
    owner: OF_EVENT,
    blank: { corpo_conflito: 'null' },
    received: ['corpo_conflito'],
  },
  { table: 'eventos_buscados', place: 'fetched_answers', key: 'evento_id', owner: OF_EVENT, blank: { corpo: "x''" }, received: ['corpo'] },
  {
    table: 'conversoes',
    place: 'conversions',
    key: 'id',
    owner: { of: 'lead', column: 'lead_id' },
    blank: { click_id: 'null', chave: PSEUDONYM },
    // A click id that leads share identifies none of them.
    mentionsIn: [],
  },
  {
    table: 'conversoes_envio',
    place: 'conversions',
    key: 'conversao_id',
    owner: { of: 'conversion', column: 'conversao_id' },
    blank: { erro_parametros: 'null', correcoes: 'null' },
    blanksMentions: true,
  },
  { ...NAMED_FAULT, table: 'fila_vivos', key: 'id', owner: OF_JOB },
  { ...NAMED_FAULT, table: 'fila_encerrados', key: 'id', owner: OF_JOB },
  { ...FAULT, table: 'fila_tentativas', key: 'job_id', owner: { of: 'job', column: 'job_id' } },
  { table: 'webhook_lotes', place: 'batches', key: 'id', blank: { corpo: "x''" } },
  {
    table: 'requisicoes_recusadas',
    place: 'refused_requests',
    key: 'id',
    blank: { caminho: "''", parametros: "'[]'", ip: "''", cabecalhos: "'[]'", corpo: "x''", palavras: 'null', lugares: 'null' },
  },
  // Whatever a sender gave as the ID of its campaign or form.
  { table: 'segredos_usos', place: 'senders', key: 'id', blank: { remetente: PSEUDONYM }, blanksMentions: true },
  { table: 'registro_operadores', place: 'operators_log', key: 'id', blank: { alvo: "''", detalhe: "''" } },
  { table: 'visualizacoes', place: 'saved_views', key: 'id', blank: { nome: "''", nome_dobrado: "''", filtro: "'{}'" } },
];

/**
 * The other columns of text or bytes, and why no lead's person is in them. `test/store/sql/privacy/personal-columns.test.ts` compares
 * both declarations with the schema.
 */
export const NOT_PERSONAL: Readonly<Record<string, readonly string[]>> = {
  // Words of the program, ids of campaigns, forms and accounts, fingerprints and secrets.
  eventos: ['origem', 'event_type', 'especie', 'credencial', 'segredo', 'requisicao_id'],
  evento_fins: ['erro_codigo'],
  evento_reenvios: ['tipo_conflito'],
  evento_zonas: ['campo', 'valor'],
  origem_minutos: ['origem'],
  requisicoes_recusadas: ['origem', 'metodo', 'codigo', 'requisicao_id', 'segredo'],
  segredos_atuais: ['origem', 'segredo'],
  segredos_nomeados: ['nome', 'origem', 'impressao', 'lacrado'],
  lead_linhas: ['origem', 'campanha_id', 'formulario_id'],
  consentimentos: ['decisao', 'formulario_id', 'registrado_por'],
  formularios: ['origem', 'formulario_id', 'pagina_id', 'nome', 'perguntas', 'mapa', 'erro_codigo', 'erro_parametros'],
  formularios_conferidos: ['plataforma', 'formulario_id', 'pagina_id', 'erro_codigo', 'erro_parametros'],
  campanhas: ['id', 'nome'],
  campanha_vinculos: ['origem', 'tipo', 'valor', 'campanha_id'],
  conversoes: ['plataforma', 'click_tipo', 'nome', 'moeda', 'estado'],
  conversoes_envio: ['conta', 'erro_codigo', 'pedido_id', 'adiada_motivo', 'registrada_por'],
  conversoes_enfileiradas: ['plataforma'],
  contas_cliente: ['plataforma', 'tipo', 'conta', 'credencial', 'conta_login', 'acoes', 'etapa_inicial'],
  consentimento_cliente: ['modo', 'chaves'],
  contas_plataforma: ['plataforma', 'tipo', 'conta', 'credencial_recusada', 'erro_codigo', 'erro_parametros'],
  cotas_usadas: ['credencial'],
  credenciais: ['plataforma', 'tipo', 'conta', 'lacrada'],
  tokens_de_pagina: ['pagina', 'credencial', 'lacrado'],
  fila_vivos: ['fila', 'tipo', 'estado', 'motivo_espera', 'reservado_por', 'erro_codigo'],
  fila_encerrados: ['fila', 'tipo', 'estado', 'reservado_por', 'erro_codigo'],
  fila_tentativas: ['trabalhador', 'resultado', 'erro_codigo'],
  filas: ['nome'],
  fila_totais: ['fila', 'grupo'],
  fila_minutos: ['fila'],
  fila_tempos: ['fila', 'medida'],
  trabalhadores: ['id', 'host', 'pid_espaco', 'fila', 'versao'],
  tarefas: ['nome', 'dono'],
  chaves_mudanca: ['tabela'],
  busca: ['indice'],
  busca_apagadas: ['tabela'],
  sondagem: ['carga'],
  visualizacoes: ['lista'],
  // Pairs of a hash and a row number. The pairs of an erased person are removed.
  evento_chaves_novas: ['pares'],
  lead_chaves_novas: ['pares'],
  lead_contatos_novas: ['pares'],
  // The agency's own people and systems, not leads: operators, users of clients, servers that sign forms.
  clientes: ['nome', 'nome_dobrado'],
  usuarios: ['nome', 'email'],
  registro_operadores: ['quem', 'acao'],
  sessoes: ['chave', 'papel', 'credencial', 'endereco', 'navegador'],
  logins_errados: ['entrada', 'rede'],
  segredos_usos: ['origem', 'segredo', 'tipo', 'ip'],
  // Erasures: keyed fingerprints, counts, and what is being erased until it is (`procurado`, null from then on).
  apagamentos: ['quem', 'chave', 'procurado', 'locais', 'plataformas'],
  apagados: ['impressao'],
  apagamento_chaves: ['chave'],
  retencao_totais: ['tipo'],
};
