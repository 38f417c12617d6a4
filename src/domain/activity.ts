/** What operators do, as the operators' log stores and shows it. Labels in both languages: `web.activity.actions` in the messages. */
export const OperatorAction = {
  retry: 'repetir',
  forget: 'esquecer',
  replay: 'reprocessar',
  pause: 'pausar',
  resume: 'retomar',
  prune: 'limpar',
  registerStage: 'registrar_etapa',
  correctStage: 'corrigir_etapa',
  withdrawStage: 'retirar_etapa',
  tryConversion: 'testar_conversao',
  connect: 'conectar',
  disconnect: 'desconectar',
  revokeSession: 'encerrar_sessao',
  backup: 'backup',
  restore: 'restaurar',
  reveal: 'revelar',
  replayRefused: 'reaproveitar_recusada',
  replayRefusedWithoutCredential: 'reaproveitar_recusada_sem_credencial',
  forgetRefused: 'esquecer_recusada',
  reconcile: 'conferir_leads',
  backfill: 'buscar_leads',
  importLeads: 'importar_leads',
  mapForm: 'mapear_formulario',
  addSecret: 'incluir_segredo',
  removeSecret: 'remover_segredo',
  addClient: 'incluir_cliente',
  renameClient: 'renomear_cliente',
  removeClient: 'remover_cliente',
  setConsent: 'definir_consentimento',
  setRetention: 'definir_retencao',
  deleteExpired: 'apagar_vencidos',
  addUser: 'incluir_usuario',
  removeUser: 'remover_usuario',
  addCampaign: 'incluir_campanha',
  updateCampaign: 'alterar_campanha',
  removeCampaign: 'remover_campanha',
  linkCampaign: 'vincular_campanha',
  unlinkCampaign: 'desvincular_campanha',
  saveView: 'salvar_visualizacao',
  deleteView: 'excluir_visualizacao',
  findPerson: 'procurar_pessoa',
  exportPerson: 'exportar_pessoa',
  erasePerson: 'apagar_pessoa',
  grantConsent: 'registrar_consentimento',
  withdrawConsent: 'retirar_consentimento',
} as const;

export type OperatorAction = (typeof OperatorAction)[keyof typeof OperatorAction];

/** One line of the operators' log. The log is append-only. */
export interface Activity {
  readonly id: string;
  /** UTC ms. */
  readonly at: number;
  /** `cli:user`, `admin` … */
  readonly operator: string;
  /** An `OperatorAction`; a newer version may have written one that this version does not know. */
  readonly action: string;
  /** The object of the action: `job:7`, `campanha:42`, the name of a backup. */
  readonly target: string;
  readonly detail: string;
}
