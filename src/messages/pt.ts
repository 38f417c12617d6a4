import { formatBytes as bytesIn } from '../base/bytes.ts';
import { formatDuration } from '../base/duration.ts';
import { counted } from '../base/text.ts';
import {
  allOf,
  clientConnect,
  type GoogleMeaning,
  googleReasons,
  graphMarks,
  httpStatus,
  idOrName,
  labelIn,
  namedThings,
} from './fault-parts.ts';
import { fewOf, grantsOf, listOf, MOST_NAMED, type RefusedCause, type Said } from './finding-words.ts';
import type { Messages } from './messages.ts';

const LOOK_AT_BODY =
  'Veja o corpo com `lead-intake events show` e peça ao remetente que o corrija e envie o evento novamente. Com o mesmo ID, ele é processado automaticamente.';

/** An empty text may be personal data that was left out. */
function shown(text: string): string {
  return text === '' ? '(oculto, porque pode ser dado pessoal; veja o corpo do evento)' : `"${text}"`;
}

/** The command for everything that failed for the same reason, or for this event. */
function thenAgain(command: string): string {
  return `Depois execute \`lead-intake ${command}\`.`;
}

const PARKED_UNTIL_THEN =
  'Depois disso, o job é executado automaticamente. Até lá, ele fica em espera, sem gastar tentativas, e nada se perde.';
const SENT_AFTERWARDS = 'Depois disso, a conversão é enviada automaticamente.';

function originName(origin: string): string {
  return labelIn(pt.labels.origins, origin);
}

function codeName(code: string): string {
  return labelIn(pt.labels.codes, code);
}

function causesIn(causes: readonly RefusedCause[]): string {
  return listOf(causes, originName, codeName);
}

function accountKind(platform: string): string {
  return platform === 'social_ads' ? 'conjunto de dados da Meta' : 'conta do Google Ads';
}

function accountName(platform: string): string {
  return platform === 'social_ads' ? 'conjunto de dados da Meta' : 'Google Ads';
}

/** What an event may name, as `namedThings` shows it. */
const NAMED = { form: 'formulário', campaign: 'campanha', page: 'página' };

const n = (value: number): string => value.toLocaleString('pt-BR');

const formatBytes = (bytes: number): string => bytesIn(bytes, 'pt-BR');

const after = (said: Said | null): string => (said === null ? '' : ` ${said}`);

const GENERATE_SECRET =
  'Gere um mais forte com `lead-intake secret generate`. Mantenha o antigo na configuração terminada em _PREVIOUS até que todos os remetentes usem o novo.';
const RESTORE_BACKUP =
  'Guarde uma cópia do arquivo, pare todos os processos do lead-intake e restaure o backup mais recente com `lead-intake restore`.';
const MAKE_ROOM =
  'Com o disco cheio, o lead-intake não consegue receber eventos. Libere espaço, apague jobs antigos com `lead-intake queue prune` ou mova o banco de dados para um disco maior.';
const LOCAL_DISK = 'Mova o banco de dados para um disco local.';
const SYNCHRONISE = 'Ative a sincronização de horário (`timedatectl set-ntp true` ou chrony).';
const NO_APP_ID = 'SOCIALADS_APP_ID ou a chave secreta do aplicativo (WEBHOOK_SOCIALADS_SECRET) não está definida.';
const OTHER_TOKEN = 'Substitua o token nas configurações ou com `lead-intake source connect` ou `lead-intake client connect`.';
const RENEW_TOKEN = 'Gere um token novo, de preferência de um usuário do sistema, e defina-o ou conecte-o.';
const SET_UP_WEBHOOK =
  'No aplicativo da Meta (Meta for Developers > Webhooks > Page), defina a URL de callback como https://SEU-HOST/webhooks/social_ads e assine leadgen.';
const CHECK_DATASET =
  'Compare o ID (em SOCIALADS_DATASET_ID ou na conta do cliente) com o do Gerenciador de Eventos da Meta e gere lá o token para este conjunto de dados.';

const GOOGLE_REASONS: Readonly<Record<GoogleMeaning, string>> = {
  accountWithoutConsent: 'o anunciante não deu o consentimento',
  alreadyThere: 'duplicata de uma conversão anterior',
  beforeClick: 'a conversão é anterior ao clique',
  clickIdUnknown: 'ID de clique desconhecido',
  clickNotOnAd: 'o clique não foi em um anúncio do Google Ads',
  clickTooOld: 'o clique é antigo demais',
  clickTooRecent: 'o clique foi há poucas horas',
  consentRefused: 'a pessoa recusou o consentimento',
  consentUnknown: 'consentimento da pessoa desconhecido',
  eventInvalid: 'evento inválido',
  externalAttribution: 'a ação de conversão usa atribuição externa',
  failed: 'erro no Google Ads',
  formatInvalid: 'formato do evento inválido',
  onePerClick: 'a ação de conversão conta uma conversão por clique, e este clique não tem gclid',
  originalNotThere: 'a conversão a ajustar ainda não chegou',
  otherAccount: 'o clique é de outra conta do Google Ads',
  personWithoutClick: 'nenhum clique em anúncio encontrado para esta pessoa, o que é normal para quem não veio de um anúncio',
  sameClickAndTime: 'clique e horário duplicados',
  somethingElse: 'um recurso que o lead-intake não usa',
  unsaid: 'motivo não informado',
};

const OR_CONNECT_AGAIN =
  'no arquivo em SEARCHADS_CREDENTIALS_FILE, ou conecte novamente a conta do cliente com `lead-intake client connect`.';

const unusableDatabase: Messages['findings']['database.unusable'] = ({ message, hint }) => ({
  text: message,
  action: hint ?? RESTORE_BACKUP,
});

const wrongCredentials: Messages['findings']['platforms.credentials_wrong'] = ({ message, hint }) => ({ text: message, action: hint });

const noWorker: Messages['findings']['queue.no_worker'] = ({ waiting }) => ({
  text: `Nenhum worker está em execução. Jobs aguardando: ${n(waiting)}.`,
  short: 'sem worker',
  action:
    'Os eventos são gravados, mas não viram leads. Inicie `lead-intake queue work` com um gerenciador de serviços ou execute `lead-intake serve --work`.',
});

/** Every sentence and label of the program in Portuguese. */
export const pt: Messages = {
  labels: {
    /** How numbers are written, as BCP 47 names it. */
    locale: 'pt-BR',
    none: '—',
    yes: 'sim',
    no: 'não',
    everyClient: 'Todos os clientes',
    never: 'Nunca',
    nothingChanged: 'Nada foi alterado.',
    nothingFound: 'Nada encontrado.',
    nothingMatches: 'Nada corresponde ao filtro.',
    nothingToDo: 'Nada a fazer',
    actions: {
      apply: 'Aplicar',
      backToList: 'Voltar à lista',
      cancel: 'Cancelar',
      choose: 'Escolha…',
      delete: 'Descartar',
      remove: 'Remover',
      replay: 'Reprocessar',
      retry: 'Tentar novamente',
      save: 'Salvar',
      search: 'Buscar',
      select: 'Selecionar',
      showAll: 'Mostrar todos',
    },
    /** Names of fields, as lists, filters and pages show them. */
    states: {
      recebido: 'Recebido',
      processado: 'Processado',
      erro: 'Com erro',
    },
    jobStates: {
      pendente: 'Na fila',
      adiado: 'Adiado',
      estacionado: 'Em espera',
      processando: 'Em execução',
      concluido: 'Concluído',
      falhou: 'Com erro',
    },
    conversionStates: {
      pendente: 'Pendente',
      enviada: 'Enviada',
      rejeitada: 'Rejeitada',
      sem_destino: 'Sem plataforma',
      retirada: 'Retirada',
    },
    origins: {
      search_ads: 'Google Ads',
      social_ads: 'Meta',
      formulario_proprio: 'Formulário do site',
    },
    eventKinds: {
      lead: 'Lead',
      update: 'Atualização',
      conversion: 'Conversão',
      withdrawal: 'Consentimento retirado',
      other: 'Outro',
    },
    stages: {
      lead_qualified: 'Qualificado',
      sale: 'Venda',
      etapa_inicial: 'Novo lead',
    },
    codes: {
      unusable_body: 'Corpo ilegível',
      unknown_event_type: 'Tipo de evento desconhecido',
      lead_not_found: 'Lead não encontrado',
      lead_of_other_client: 'Lead de outro cliente',
      lead_on_its_way: 'Lead ainda não processado',
      earlier_events_waiting: 'Eventos anteriores ainda não processados',
      wrong_client: 'Segredo de outro cliente',
      unknown_campaign: 'Campanha desconhecida',
      unknown_client: 'Cliente desconhecido',
      not_linked: 'Sem vínculo com campanha',
      page_of_another_client: 'Página de outro cliente',
      platform_not_connected: 'Plataforma não conectada',
      credential_refused: 'Credencial não aceita',
      account_blocked: 'Conta bloqueada',
      contact_data_blocked: 'Dados de contato bloqueados',
      platform_busy: 'Limite de buscas simultâneas',
      platform_throttled: 'Limite de requisições',
      platform_unavailable: 'Plataforma inacessível',
      lead_not_available: 'Lead indisponível',
      test_lead: 'Lead de teste',
      processing_failed: 'Erro inesperado',
      write_rejected: 'Resultado não gravado',
      not_stored: 'O banco não grava resultados',
      worker_died: 'O worker caiu',
      worker_stopped: 'Worker parado',
      forgotten: 'Job descartado',
      conversion_no_identifier: 'Sem contato nem ID de clique',
      conversion_too_old: 'Antiga demais para envio',
      conversion_refused: 'Rejeitada pela plataforma',
      conversion_not_found: 'Conversão não encontrada',
      conversion_action_unknown: 'Sem ação de conversão',
      conversion_visit_unknown: 'Página ou navegador desconhecido',
      conversion_deferred: 'Aguardando a plataforma',
      conversion_outcome_unknown: 'Resultado desconhecido',
      conversion_on_hold: 'Retida',
      consent_denied: 'Consentimento negado',
      consent_missing: 'Sem consentimento',
      credentials_missing: 'Sem credencial',
      credentials_unreadable: 'Credencial ilegível',
      credentials_wrong: 'Credencial errada',
      not_sent_yet: 'Ainda não enviada',
      client_not_connected: 'Cliente sem conta conectada',
      signature_missing: 'Sem assinatura',
      signature_malformed: 'Assinatura em formato inválido',
      signature_invalid: 'Assinatura inválida',
      google_key_invalid: 'Chave do Google inválida',
      fields_invalid: 'Campos inválidos',
      timestamp_out_of_window: 'Horário fora do limite',
      body_too_large: 'Corpo grande demais',
      content_encoding_unsupported: 'Codificação não aceita',
      body_empty: 'Corpo vazio',
      body_not_json: 'Corpo não é JSON',
      body_not_utf8: 'Corpo não é UTF-8',
      body_not_object: 'Corpo não é um objeto',
      body_too_deep: 'JSON com níveis demais',
      too_many_changes: 'Alterações demais',
    },
    fields: {
      access: 'Acesso',
      account: 'Conta',
      added: 'Adicionado em',
      address: 'Endereço',
      after: 'Depois',
      answered: 'Respondida',
      arrived: 'Recebida em',
      before: 'Antes',
      best: 'Melhor',
      bodies: 'Corpos',
      body: 'Corpo',
      browser: 'Navegador',
      by: 'Por',
      campaign: 'Campanha',
      campaignId: 'ID da campanha',
      clickId: 'ID de clique',
      client: 'Cliente',
      code: 'Código',
      completed: 'Concluído',
      conv: 'Conv',
      conversion: 'Conversão',
      conversions: 'Conversões',
      count: 'Total',
      created: 'Criado em',
      credential: 'Credencial',
      database: 'Banco de dados',
      dayCount: '24 h',
      detail: 'Detalhe',
      done: 'Concluídos',
      email: 'E-mail',
      ends: 'Termina em',
      erasure: 'Número',
      error: 'Erro',
      errorCode: 'Código de erro',
      errorNames: 'Citado no erro',
      event: 'Evento',
      events: 'Eventos',
      examples: 'Exemplos',
      failed: 'Com erro',
      failedAt: 'Erro em',
      field: 'Campo',
      file: 'Arquivo',
      form: 'Formulário',
      found: 'Encontrados',
      from: 'Desde',
      happened: 'Ocorreu em',
      headers: 'Cabeçalhos',
      host: 'Servidor',
      id: 'ID',
      identity: 'ID externo',
      job: 'Job',
      jobs: 'Jobs',
      keptIn: 'Guardada em',
      key: 'Chave',
      lastAsked: 'Última consulta',
      lastEvent: 'Último evento',
      lastSeen: 'Visto por último',
      lastUsed: 'Último uso',
      lead: 'Lead',
      leadId: 'ID do lead',
      leads: 'Leads',
      links: 'IDs vinculados',
      meaning: 'Significado',
      measure: 'Medida',
      measured: 'Medido',
      mentions: 'Só mencionada',
      message: 'Mensagem',
      met: 'Resultado',
      missing: 'Faltavam',
      must: 'Exigido',
      name: 'Nome',
      newest: 'Mais recente',
      newSecret: 'Segredo novo',
      noContact: 'Sem contato',
      nowUses: 'Agora usa',
      ofPerson: 'Da pessoa',
      oldSecret: 'Segredo antigo',
      operator: 'Operador',
      page: 'Página',
      period: 'Período',
      phone: 'Telefone',
      pid: 'PID',
      place: 'Onde',
      platform: 'Plataforma',
      question: 'Pergunta',
      queued: 'Na fila',
      readAs: 'Lida como',
      received: 'Recebido em',
      recovered: 'Recuperados',
      refused: 'Recusa',
      replayed: 'Reprocessada',
      request: 'Requisição',
      requestId: 'ID da requisição',
      resends: 'Reenvios',
      search: 'Busca',
      secret: 'Segredo',
      seen: 'Visto',
      sender: 'Remetente',
      session: 'Sessão',
      setting: 'Configuração',
      silent: 'Sem sinal há',
      since: 'Desde',
      size: 'Tamanho',
      source: 'Origem',
      stage: 'Etapa',
      started: 'Início',
      state: 'Status',
      step: 'Passo',
      stored: 'Gravados',
      submitted: 'Enviado em',
      test: 'Teste',
      timeline: 'Linha do tempo',
      tries: 'Tentativas',
      type: 'Tipo',
      unreadKeys: 'Chaves não lidas',
      until: 'Antes de',
      user: 'Usuário',
      value: 'Valor',
      verifiedBy: 'Verificado por',
      version: 'Versão',
      when: 'Quando',
      worker: 'Worker',
    },
    jsonFields: {
      a_preencher: 'A preencher',
      apagado_em: 'Apagado em',
      atualizado_em: 'Atualizado em',
      caminho: 'Caminho',
      corpo_apagado_em: 'Corpo apagado',
      campanha: 'Campanha',
      campanha_id: 'ID da campanha',
      chave: 'Chave',
      click_id: 'ID de clique',
      cliente: 'Cliente',
      cliente_id: 'ID do cliente',
      codigo: 'Motivo',
      completa: 'Completa',
      conflitos: 'Conflitos',
      consentimento_id: 'Consentimento',
      consentimentos: 'Consentimento',
      conversao_id: 'Conversão',
      conversoes: 'Conversões',
      corpo_bytes: 'Tamanho do corpo em bytes',
      correcoes: 'Correções',
      credencial: 'Comprovado por',
      criado_em: 'Criado em',
      decisao: 'Decisão',
      detalhe: 'Detalhe',
      email: 'E-mail',
      email_normalizado: 'E-mail normalizado',
      enviada_em: 'Enviada em',
      enviado_em: 'Enviado em',
      erro_codigo: 'Erro',
      erro_mensagem: 'O que aconteceu',
      estado: 'Status',
      event_type: 'Tipo',
      evento_id: 'Evento',
      extras: 'Outros campos',
      finalidade: 'Finalidade',
      formulario_id: 'ID do formulário',
      http_status: 'Status HTTP',
      identidade: 'ID externo',
      ip: 'Enviado de',
      ip_pessoa: 'Endereço IP da pessoa',
      lead_id: 'Lead',
      leads: 'Leads',
      leads_examinados: 'Leads examinados',
      mapeado_em: 'Mapeado em',
      mensagem: 'Mensagem',
      metodo: 'Método',
      moeda: 'Moeda',
      motivo: 'Motivo',
      nome: 'Nome',
      observacao: 'Observação',
      ocorrida_em: 'Aconteceu em',
      origem: 'Origem',
      pagina_id: 'ID da página',
      pedido_em: 'Solicitado em',
      pedido_id: 'ID da solicitação',
      perguntas: 'Perguntas',
      perguntas_em: 'Perguntas buscadas em',
      plataforma: 'Plataforma',
      processado_em: 'Processado em',
      recebida_em: 'Recebida em',
      recebido_em: 'Recebido em',
      recusa_id: 'Requisição recusada',
      recusado_em: 'Recusado antes em',
      reenvios: 'Reenvios',
      registrada_por: 'Registrada por',
      registrado_em: 'Registrado em',
      registrado_por: 'Registrado por',
      repetida_em: 'Reprocessada em',
      repetida_evento_id: 'Evento',
      requisicao_id: 'ID da requisição',
      respostas: 'Respostas',
      search_click_id: 'ID de clique do Google (gclid)',
      segredo: 'Segredo (impressão digital)',
      sem_contato: 'Sem contato',
      social_click_id: 'ID de clique da Meta (fbclid)',
      status: 'Status',
      telefone: 'Telefone',
      telefone_e164: 'Telefone (E.164)',
      telefone_tipo: 'Tipo de telefone',
      teste: 'Lead de teste',
      texto: 'Texto ou versão',
      tipo_conflito: 'Tipo do conflito',
      usuario: 'Usuário',
      usuario_id: 'ID do usuário',
      vale_desde: 'Vale desde',
      valor: 'Valor',
    },
    workerStates: { alive: 'Em execução', gone: 'Não responde' },
    consent: {
      everyPurpose: 'todas as finalidades',
      none: 'Nenhum consentimento registrado para este lead.',
      allows: 'O consentimento não impede o envio das conversões deste lead.',
    },
    consentActs: { concedido: 'Concedido', negado: 'Negado', retirado: 'Retirado' },
    phoneKinds: { movel: 'celular', fixo: 'fixo', ambiguo: 'celular ou fixo', outro: 'outro', invalido: 'inválido' },
    records: {
      campaign: 'a campanha',
      client: 'o cliente',
      conversion: 'a conversão',
      erasure: 'o apagamento',
      event: 'o evento',
      form: 'o formulário',
      job: 'o job',
      lead: 'o lead',
      refused: 'a requisição recusada',
      secret: 'o segredo',
      session: 'a sessão',
      user: 'o usuário',
    },
  },

  settings: {
    meanings: {
      WEBHOOK_ALLOW_UNSIGNED: 'aceita eventos das plataformas sem assinatura; só para desenvolvimento',
      WEBHOOK_SEARCHADS_SECRET: 'segredo de assinatura do Google Ads, também usado como google_key',
      WEBHOOK_SEARCHADS_SECRET_PREVIOUS: 'segundo segredo válido do Google Ads durante uma troca',
      WEBHOOK_SOCIALADS_SECRET: 'segredo de assinatura da Meta: a chave secreta do aplicativo',
      WEBHOOK_SOCIALADS_SECRET_PREVIOUS: 'segundo segredo válido da Meta durante uma troca',
      WEBHOOK_SOCIALADS_VERIFY_TOKEN: 'token de verificação que a Meta envia (hub.verify_token) ao cadastrar o webhook',
      FORMULARIO_SECRET: 'segredo de assinatura do formulário do site, só para o backend da landing page; nunca no navegador',
      FORMULARIO_SECRET_PREVIOUS: 'segundo segredo válido do formulário do site durante uma troca',
      FORMULARIO_TIMESTAMP_TOLERANCE: 'diferença permitida no timestamp do formulário do site, em segundos',
      DATABASE_URL:
        'onde tudo é gravado: sqlite:CAMINHO (relativo à pasta atual; a pasta do arquivo é criada) ou postgres://USUÁRIO:SENHA@HOST/BANCO',
      HOST: 'endereço em que `serve` escuta',
      PORT: 'porta em que `serve` escuta; com 0, ele escolhe uma livre e a mostra',
      ADMIN_TOKEN: 'senha da interface web e da API dela, no mínimo 16 caracteres',
      ADMIN_READONLY_TOKEN: 'segunda senha da interface web: mostra os dados pessoais mascarados e não altera nada',
      MAX_BODY_BYTES: 'tamanho máximo do corpo de uma requisição, em bytes',
      QUEUE_MAX_ATTEMPTS: 'máximo de tentativas de um job com erros temporários; se a causa é uma plataforma, até 72 horas',
      QUEUE_LEASE_SECONDS: 'por quantos segundos um worker reserva um job sem renovar a reserva',
      EVENT_TYPES: 'outros tipos de evento: NOME=lead, NOME=update, NOME=conversion ou NOME=withdrawal, separados por vírgulas',
      SOCIALADS_API_URL: 'endereço da Graph API da Meta',
      SOCIALADS_API_VERSION: 'versão da Graph API',
      SOCIALADS_APP_ID:
        'ID do aplicativo da Meta; com a chave secreta dele (WEBHOOK_SOCIALADS_SECRET), o lead-intake verifica tokens e inscrições',
      WEBHOOK_SOCIALADS_TOKENS: 'tokens que buscam leads: PAGINA=TOKEN, separados por vírgulas, ou um só token para todas as páginas',
      SOCIALADS_RECONCILE_HOURS: 'intervalo, em horas, entre as comparações dos leads gravados com os da Meta; 0: nunca',
      SOCIALADS_DATASET_ID: 'ID do conjunto de dados (pixel) que recebe as conversões da Meta',
      SOCIALADS_INITIAL_STAGE:
        'nome do evento enviado ao conjunto de dados das configurações a cada novo lead de formulário instantâneo, como lead; a Meta o exige de quem informa etapas',
      SOCIALADS_CONVERSIONS_TOKEN: 'token usado para enviar as conversões da Meta',
      SEARCHADS_API_URL: 'endereço da Data Manager API do Google Ads',
      SEARCHADS_TOKEN_URL: 'endereço que emite os tokens de acesso do Google Ads',
      SEARCHADS_CREDENTIALS_FILE:
        'arquivo com a chave JSON usada para enviar as conversões do Google Ads: de uma conta de serviço ou de um usuário autorizado com refresh token',
      SEARCHADS_ACCOUNT_ID: 'ID da conta do Google Ads que recebe as conversões',
      SEARCHADS_LOGIN_ACCOUNT_ID: 'ID da conta de administrador que dá acesso a essa conta, se houver',
      SEARCHADS_CONVERSION_ACTIONS: 'ações de conversão: NOME=ID para cada nome de conversão, *=ID para todos os outros',
      ACCOUNTS_CLIENT:
        'cliente dono das contas de SOCIALADS_DATASET_ID e SEARCHADS_ACCOUNT_ID: o ID dele, ou `all` para todos; sem valor: o único cliente',
      SEARCHADS_ENHANCED_LEADS:
        'informa ao Google Ads, por e-mail e telefone com hash, os leads de formulário sem ID de clique: true, false ou IDs de clientes; só vale para clientes sem conta própria',
      CONVERSIONS_NAMES: 'nomes das conversões nas plataformas: NOME=NOME NA PLATAFORMA, separados por vírgulas',
      CONVERSIONS_ATTRIBUTION:
        'para leads com IDs de clique das duas plataformas: `every` informa a conversão às duas; `last`, só à do último clique',
      CONVERSIONS_CONSENT: '`required`: envia só as conversões de quem consentiu; `unless_denied`: envia todas, menos as de quem recusou',
      CONVERSIONS_CONSENT_KEYS:
        'consentimentos que contam para CONVERSIONS_CONSENT: finalidades do formulário do site e caixas de seleção das plataformas, separados por vírgulas',
      CONVERSIONS_EXPORT_CREDENTIAL: 'USUARIO:SENHA que dá acesso a /export/conversions.csv, para a importação agendada do Google Ads',
      CONVERSIONS_TIME_ZONE: 'fuso horário das conversões exportadas e dos horários digitados sem fuso',
      CREDENTIALS_KEY: 'criptografa as credenciais e os segredos guardados no banco de dados, no mínimo 32 caracteres',
      BACKUP_RECIPIENTS: 'destinatários do age (age1…) que podem descriptografar os backups, separados por vírgulas',
      BACKUP_PASSPHRASE_FILE:
        'arquivo com a senha que criptografa os backups, em vez de BACKUP_RECIPIENTS, e que os descriptografa no `restore`',
      BACKUP_KEEP_DAYS: 'dias depois dos quais o `backup` apaga backups antigos na mesma pasta; sem valor: 30; 0 mantém todos',
      HEALTH_QUEUE: 'inclui a fila na resposta de /health',
      TRUST_PROXY: 'quantos proxies há na frente do serviço, dos quais se aceitam X-Forwarded-For e X-Request-Id',
      RETENTION_BODIES_DAYS:
        'dias até apagar o corpo, os cabeçalhos e o endereço IP de um evento; 0 mantém; cada cliente pode ter o próprio prazo',
      RETENTION_LEADS_DAYS: 'dias sem atividade até um lead ficar anônimo; 0 mantém; cada cliente pode ter o próprio prazo',
      RETENTION_REFUSED_DAYS: 'dias até apagar as requisições recusadas; 0 mantém',
      RETENTION_JOBS_DAYS: 'dias até apagar os jobs concluídos e as tentativas deles; 0 mantém',
      RETENTION_LOG_DAYS: 'dias até apagar as linhas do registro de operadores; 0 mantém',
      LOG_LEVEL: 'nível mínimo das mensagens do log',
      LOG_FORMAT: 'formato do log: json ou pretty; sem valor: pretty no terminal',
      NODE_ENV: '`production` recusa configurações só de desenvolvimento e segredos com menos de 16 caracteres',
    },
    problems: {
      empty: 'não pode ficar vazio',
      apiVersion: 'deve ser uma versão como v26.0',
      conversionAction: 'NOME=ID com o ID numérico de uma ação de conversão',
      platformName: 'NOME=NOME NA PLATAFORMA',
      attribution: 'deve ser `every` ou `last`',
      consent: 'deve ser unless_denied ou required',
      recipients: 'deve ter destinatários do age (age1…) separados por vírgulas',
      logLevel: 'deve ser fatal, error, warn, info, debug, trace ou silent',
      logFormat: 'deve ser json ou pretty',
      flag: 'deve ser true ou false',
      enhancedLeads: 'deve ser true, false ou IDs de clientes separados por vírgulas',
      wholeNumber: ({ min, max }) => `deve ser um número inteiro de ${min} a ${max}`,
      blanks: 'não pode começar nem terminar com espaço',
      shortSecret: ({ shortestSecret }) => `deve ter no mínimo ${shortestSecret} caracteres; \`lead-intake secret generate\` gera um`,
      databaseUrl: 'deve ser sqlite:CAMINHO ou postgres://USUÁRIO@HOST/BANCO, por exemplo sqlite:data/lead-intake.db',
      eventType: ({ pair }) => `"${pair}" não é NOME=lead, NOME=update, NOME=conversion nem NOME=withdrawal`,
      platformUrl: 'deve ser um endereço https sem usuário, query nem fragmento (http só para endereços locais)',
      platformId: 'deve conter só dígitos; hífens são ignorados',
      accountsClient: 'deve ser o ID de um cliente, ou all',
      entry: ({ index, what }) => `o item ${index + 1} não é ${what.pt}`,
      pageToken: 'PAGINA=TOKEN',
      timeZone: 'deve ser um fuso horário como America/Sao_Paulo',
      credentialsKey: 'deve ter no mínimo 32 caracteres; `lead-intake secret generate` gera um',
      exportCredential: 'deve ser USUARIO:SENHA, com uma senha de no mínimo 16 caracteres; `lead-intake secret generate` gera uma',
    },
  },

  errors: {
    notFound: ({ kind, id }) => `Não existe ${pt.labels.records[kind]} ${idOrName(id)}.`,
    listed: ({ list }) => `Veja a lista com \`lead-intake ${list}\`.`,
    olderDatabase: {
      message: 'O banco de dados tem o esquema de uma versão anterior.',
      hint: 'Inicie o serviço com esta versão ou execute `lead-intake migrate`. Depois tente novamente.',
    },
    sealedBox: {
      cannotBeOpened: ({ label }) => ({
        message: `Não foi possível descriptografar a credencial de ${label}: CREDENTIALS_KEY mudou desde que a credencial foi guardada, ou o banco de dados está danificado.`,
        hint: 'Restaure o valor anterior de CREDENTIALS_KEY ou conecte a conta novamente com `lead-intake source connect`.',
      }),
    },
    people: {
      nobodyNamed: {
        message: 'Para encontrar uma pessoa, é preciso um e-mail, um telefone, um ID de clique ou um ID de lead.',
        hint: 'Indique a pessoa com --email, --phone, --click-id ou --lead. Para achar um lead pelo nome: `lead-intake leads list --search NOME`.',
      },
      noEmail: {
        message: 'O e-mail não é válido.',
        hint: 'Informe o e-mail completo, como ana@example.com.',
      },
      noPhone: {
        message: 'O telefone não é válido.',
        hint: 'Informe o número com DDD, ou com + e o código do país.',
      },
      noLead: ({ lead }) => ({
        message: `O lead ${lead} não existe ou pertence a outro cliente.`,
        hint: 'Veja os leads com `lead-intake leads list`.',
      }),
      tooManyLeads: ({ count, most }) => ({
        message: `${count} leads têm este contato: é demais para uma só pessoa (no máximo ${most}).`,
        hint: 'Deve ser um contato fictício ou de uma empresa. Indique os leads da pessoa com --lead.',
      }),
      searchGone: 'Esta busca terminou e o resultado não é mais guardado. Procure de novo.',
      searchOutdated: 'Alguém foi apagado durante esta busca, e o resultado pode estar desatualizado. Procure de novo.',
      nothingStored: {
        message: 'Não há nada armazenado sobre esta pessoa.',
        hint: 'Confira a grafia ou procure por outro contato. Nada foi alterado.',
      },
    },
    move: {
      oneOfEach: {
        message: 'A mudança é de um arquivo SQLite para um banco de dados PostgreSQL, ou de volta.',
        hint: 'DATABASE_URL informa o banco de dados que é copiado, e --to um banco vazio do outro tipo.',
      },
      notEmpty: {
        message: 'O destino já tem dados. Nada foi alterado.',
        hint: 'Crie um banco de dados vazio ou escolha um arquivo que não existe.',
      },
      alreadyComplete: {
        message: 'A mudança para este banco de dados já foi concluída. Nada foi alterado.',
        hint: 'Para usá-lo, informe-o em DATABASE_URL em todos os processos.',
      },
      ofAnother: ({ source }) => ({
        message: `O destino tem parte de outro banco de dados, ${source}. Nada foi alterado.`,
        hint: 'Crie um banco de dados vazio ou escolha um arquivo que não existe.',
      }),
      inUse: {
        message: 'Outros processos do lead-intake usam o banco de dados PostgreSQL. Nada foi alterado.',
        hint: 'Pare o `serve`, todos os `queue work` e os comandos agendados do lead-intake em todas as máquinas. Se você usa o PgBouncer, execute também `RECONNECT` no console de administração dele. Depois tente novamente.',
      },
      differs: ({ table }) => ({
        message: `A cópia da tabela ${table} é diferente da origem: a origem foi alterada enquanto uma mudança estava interrompida.`,
        hint: 'Exclua o destino e faça a mudança de novo, com todos os processos parados até o fim.',
      }),
      incomplete: {
        message: 'A mudança para este banco de dados não foi concluída.',
        hint: 'Execute o mesmo `lead-intake move` de novo; ele continua de onde parou. Ou volte DATABASE_URL para o banco de dados de origem.',
      },
    },
    backups: {
      exists: ({ path }) => ({
        message: `${path} já existe. Nada foi gravado.`,
        hint: 'Escolha outro arquivo ou substitua este com --force.',
      }),
      programMissing: ({ program }) => ({
        message: `${program} não está instalado ou não está no PATH.`,
        hint: 'Instale os programas cliente do PostgreSQL na versão do servidor, por exemplo com `apt install postgresql-client`. Ou use os backups do seu provedor.',
      }),
      programFailed: ({ program, reason }) => `${program} falhou. ${reason}`.trim(),
      noJournal:
        'Não há arquivo `…-erasures` deste banco de dados ao lado do backup. Pessoas apagadas depois do backup voltam, a não ser que o banco substituído conheça o apagamento: copie antes o arquivo para lá.',
      notADump: 'Não é um arquivo gravado por `lead-intake backup` ou `pg_dump --format=custom`.',
      restoreIncomplete: {
        message: 'A restauração deste banco de dados não foi concluída: ele pode conter pessoas apagadas depois do backup.',
        hint: 'Execute `lead-intake restore` de novo com o mesmo backup.',
      },
      liveDatabase: 'O arquivo de backup não pode ser o próprio banco de dados em uso.',
      keepNeedsFolder: '--keep e --keep-days precisam de uma pasta, mas ARQUIVO é um arquivo. Omita ARQUIVO ou informe uma pasta.',
      notWritten: ({ folder, code }) => ({
        message: `Não foi possível gravar o backup em ${folder} (${code}).`,
        hint: 'Confira as permissões da pasta ou escolha outro arquivo.',
      }),
      fileFailed: ({ path, code }) => ({
        message: `Não foi possível ler ou gravar ${path} (${code}).`,
        hint: 'Confira as permissões do arquivo e da pasta e o espaço livre.',
      }),
      copyDamaged: ({ database, problem }) => ({
        message: `A cópia de ${database} está danificada; o banco de dados provavelmente também está. Nenhum backup foi gravado. ${problem?.pt ?? ''}`,
        hint: 'Guarde os backups anteriores. Verifique o banco de dados com `lead-intake doctor --full` ou substitua-o por um backup com `lead-intake restore`.',
      }),
      noRoom: ({ folder, needed, left }) => ({
        message: `Não há espaço em ${folder} para uma cópia do banco de dados. Necessário: ${needed}. Livre: ${left}.`,
        hint: 'Libere espaço ou escolha um arquivo em outro disco.',
      }),
      unknownUser: 'por outro processo',
      byProcesses: ({ userCount, names }) => `${userCount === 1 ? 'pelo processo' : 'pelos processos'} ${names}`,
      databaseInUse: ({ live, who }) => ({
        message: `O banco de dados ${live} está em uso ${who.pt}. Nada foi alterado.`,
        hint: 'Pare o `serve`, todos os `queue work` e os comandos agendados do lead-intake. Depois tente novamente.',
      }),
      restoredButOpen: ({ names, kept }) => ({
        message: `O backup foi restaurado, mas um processo (${names}) abriu o banco antigo no mesmo instante e ainda grava em ${kept}.`,
        hint: 'Reinicie esse processo agora.',
      }),
      damagedAfterSteps: ({ sign }) => `A cópia ficou danificada depois da migração: ${sign}. O banco de dados não foi alterado.`,
      counterWrong: ({ queue, group, counted, rows }) =>
        `O contador de ${queue}/${labelIn(pt.labels.jobStates, group)} marca ${counted}, mas o número de linhas é ${rows}.`,
      notADatabase: 'Não é um banco de dados SQLite.',
      empty: 'É um banco de dados vazio.',
      damaged: ({ sign, more }) => `Está danificado: ${sign}${more}.`,
      danglingReferences: ({ count }) => `Referências a linhas inexistentes: ${count}.`,
      eventsWithoutJob: ({ count }) => `Eventos na fila sem job: ${count}.`,
      olderSchema: ({ version, schemaVersion }) =>
        `A versão do esquema é ${version}. Na próxima inicialização, ele é migrado para a ${schemaVersion}.`,
      oldNotSetAside: ({ name, code, file }) => ({
        message: `Não foi possível guardar o banco antigo como ${name} (${code}). Nada foi alterado.`,
        hint: `Mova ${file} para outro lugar e tente novamente.`,
      }),
      missing: ({ path }) => ({
        message: `O backup ${path} não existe.`,
        hint: 'O `lead-intake backup` grava os backups na pasta `backups`, ao lado do banco de dados.',
      }),
      notAFile: ({ path }) => ({
        message: `${path} não é um arquivo de backup.`,
        hint: 'Se for uma pasta de backups, informe um dos arquivos dela.',
      }),
      folderMissing: ({ folder }) => ({ message: `A pasta ${folder} não existe.`, hint: 'Crie a pasta ou confira DATABASE_URL.' }),
      sameFile: 'Este arquivo é o próprio banco de dados em uso.',
      copyRemoved: {
        message: 'Outro comando removeu a cópia do backup, porque a pergunta ficou aberta por mais de uma hora. Nada foi alterado.',
        hint: 'Restaure de novo e responda antes disso.',
      },
      checksumDiffers: 'O arquivo mudou desde que foi gravado: o SHA-256 não confere com o do arquivo .sha256.',
      wrongRecipient: ({ beginning }) => ({
        message: `"${beginning}…" não é um destinatário do age. Nada foi gravado.`,
        hint: 'Informe a chave pública, que começa com age1: `age-keygen -y ARQUIVO` a mostra.',
      }),
      keyUnreadable: ({ file, code }) => ({
        message: `Não foi possível ler o arquivo de chave ${file} (${code}).`,
        hint: 'Confira o caminho e as permissões.',
      }),
      emptyPassphrase: ({ file }) => ({
        message: `O arquivo de senha ${file} está vazio.`,
        hint: 'Crie um com `lead-intake secret generate > ARQUIVO`.',
      }),
      wrongIdentity: ({ file }) => ({
        message: `${file} não é um arquivo de identidade do age.`,
        hint: 'Informe o arquivo do `age-keygen`, que contém AGE-SECRET-KEY-1…; se ele estiver criptografado, descriptografe-o antes.',
      }),
      keyMissing: ({ path }) => ({
        message: `${path} está criptografado. Nada foi alterado.`,
        hint: 'Informe a chave privada de um destinatário com --identity-file, ou use --passphrase-file.',
      }),
      wrongKey: ({ path }) => ({
        message: `Esta chave não descriptografa ${path}. Nada foi alterado.`,
        hint: 'Informe a chave privada de um dos destinatários com --identity-file, ou a senha com --passphrase-file. Se a chave estiver certa, o início do arquivo está danificado: use outra cópia.',
      }),
      notEncrypted: ({ path }) => ({
        message: `${path} não é um arquivo do age. Nada foi alterado.`,
        hint: 'Se for um backup sem criptografia, omita a chave. Senão, o início do arquivo está danificado: use outra cópia.',
      }),
      undecryptable: 'Não foi possível descriptografar tudo: há bytes alterados ou faltando. Use outra cópia.',
    },
    clientAccounts: {
      named: ({ kind, id }) => {
        const name = {
          any_page: 'todas as outras páginas',
          page: `a página ${id}`,
          dataset: `o conjunto de dados ${id}`,
          ads_account: `a conta ${id} do Google Ads`,
        }[kind];
        const isEvery = kind === 'any_page';
        const of = isEvery ? `de ${name}` : `d${name}`;
        return {
          name,
          of,
          token: `o token ${isEvery ? 'de todas as páginas' : of}`,
          at: kind === 'ads_account' ? 'O Google Ads' : 'A Meta',
        };
      },
      taken: ({ account, ownerId, owner }) => `Cada conta só pode ser de um cliente, e ${account} já é do cliente ${ownerId} (${owner}).`,
      noSuchAccount: ({ client, id }) => ({
        message: `O cliente ${client} não tem a conta ${id}.`,
        hint: '`lead-intake client show` lista as contas de um cliente.',
      }),
      belongsToSettings: ({ id, named }) => ({
        message: `A conta ${id} está nas configurações e é do cliente ${named}.`,
        hint: 'Use outra conta ou defina ACCOUNTS_CLIENT com o cliente dono desta.',
      }),
      noConversionActions: 'A conta não tem ação de conversão. Informe NOME=ID para cada nome de conversão ou *=ID para todos os outros.',
      noSettingsCredential: ({ setting }) => ({
        message: `A conta não pode usar a credencial das configurações: ${setting} não está definida.`,
        hint: `Defina ${setting} ou conecte a conta com uma credencial própria.`,
      }),
      nothingKeptHint:
        'Nada foi salvo. Para conectar mesmo assim, pule a verificação (`--no-check`; na página e na API dela, `sem_conferir`).',
      accountIdShape: 'deve conter só dígitos e hífens.',
      conversionActionShape: 'deve ser NOME=ID com o ID numérico de uma ação de conversão, ou *=ID para todos os outros nomes.',
      actionTwice: ({ repeated }) => `tem duas ações para "${repeated}". Informe uma ação para cada nome.`,
      stageNameShape: 'deve ser um nome de 1 a 100 caracteres, em uma só linha.',
      noToken: 'Isso não é um token. Um token é uma única linha de no mínimo 8 caracteres, sem espaços.',
      disconnectFirst: ({ id, flag, accountId }) =>
        `Desconecte-a antes com \`lead-intake client disconnect ${id} --${flag} ${accountId}\` ou na página daquele cliente.`,
    },
    forms: {
      formsHint: '`lead-intake source form list` lista os formulários. Um formulário aparece depois do primeiro lead.',
      noSuchField: ({ text, meant, fields }) => ({
        message: `Não existe o campo "${text}".${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
        hint: `Os campos são ${fields}.`,
      }),
      noKey: ({ key, meant }) => ({
        message: `O formulário não tem pergunta nem resposta com a chave "${key}".${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
        hint: '`lead-intake source form show` lista as chaves. Para mapear uma chave que o formulário ainda não tem, use --force.',
      }),
      keyTwice: ({ key }) => `A chave "${key}" aparece duas vezes.`,
    },
    namedSecrets: {
      theSecret: ({ problem }) => `O segredo ${problem.pt}.`,
      nameClient: 'Escolha o cliente. Na linha de comando, use --client.',
      credentialsKeyNotSet: {
        message: 'CREDENTIALS_KEY não está definida, por isso não é possível criptografar o segredo. Ele não foi adicionado.',
        hint: 'Gere uma chave com `lead-intake secret generate` e adicione-a às configurações do serviço e deste comando. Depois reinicie o serviço e adicione o segredo novamente.',
      },
      secretCharacters: 'deve ser uma única linha de letras, dígitos e símbolos, sem espaços nem acentos',
      secretLength: ({ shortest, longest }) => `deve ter de ${shortest} a ${longest} caracteres`,
      exportNeedsClient: 'Escolha um cliente para o segredo da exportação. Ele só dá acesso às conversões desse cliente.',
    },
    pages: {
      credentialsKeyNotSet: {
        message: 'CREDENTIALS_KEY não está definida, por isso não é possível criptografar o token. Ele não foi salvo.',
        hint: 'Gere uma chave com `lead-intake secret generate` e adicione-a às configurações do serviço e deste comando. Depois reinicie o serviço e conecte a página novamente.',
      },
    },
    refused: {
      alreadyReplayed: ({ id, eventId }) => ({
        message: `A requisição recusada ${id} já foi reprocessada como evento ${eventId}.`,
        hint: `Veja o resultado com \`lead-intake events show ${eventId}\`. Para processar novamente, execute \`lead-intake events replay ${eventId}\`.`,
      }),
      bodyCutOff: ({ id }) => ({
        message: `A requisição recusada ${id} não pode ser reprocessada porque só o início do corpo foi guardado.`,
        hint: 'Peça ao remetente que envie novamente. Se o corpo era grande demais, aumente MAX_BODY_BYTES antes disso.',
      }),
    },
    settingsFile: {
      developmentInProduction: {
        message: '--dev não pode ser usado com NODE_ENV=production.',
        hint: 'Execute `lead-intake serve` sem --dev e defina os segredos no ambiente.',
      },
      aboutFormSecret: 'O backend da sua landing page assina as requisições com ele. Nunca o coloque em HTML nem no navegador.',
      aboutSearchAdsSecret: 'Google Ads: informe-o como chave do webhook de um formulário de leads.',
      aboutSocialAdsSecret:
        'Meta lead ads: copie a chave secreta do seu aplicativo da Meta para a primeira linha. Informe a segunda linha na Meta como token de verificação.',
      aboutAdminToken: 'A senha da interface web, em /admin.',
      title:
        '# Configurações do lead-intake. Este arquivo contém segredos: só você pode lê-lo. Não o coloque no git.\n# `lead-intake config` mostra cada configuração. Opções e variáveis de ambiente têm prioridade sobre este arquivo.',
      credentialsKey:
        '# Criptografa os tokens e segredos que você armazena para páginas e clientes. Crie uma com `lead-intake secret generate` e guarde uma cópia.',
      readers:
        '# Uma segunda senha, que mostra os dados pessoais mascarados e não altera nada. Gere uma com `lead-intake secret generate`.',
      retention:
        '# Por quantos dias os dados pessoais ficam guardados. Tire o # depois de conferir se os prazos estão de acordo com seus contratos. Sem eles, os dados ficam até alguém apagá-los.',
      rest: '# Onde os dados são gravados e onde o serviço escuta. Estes são os padrões.',
      production: '# Em produção: rejeita configurações só de desenvolvimento e segredos com menos de 16 caracteres.',
      oldIsInTheWay: ({ old, path }) => ({
        message: `${old} já existe, por isso ${path} não foi alterado.`,
        hint: 'Antes, mova ou apague esse arquivo. Ele pode conter segredos em uso.',
      }),
      notWritten: ({ path }) => ({
        message: `Não foi possível gravar o arquivo de configurações ${path}.`,
        hint: 'Confira as permissões da pasta ou defina os segredos no ambiente.',
      }),
    },
    values: {
      longNumber: 'deve ser um número inteiro de no máximo 15 dígitos',
      nothingVisible: 'deve ter pelo menos um caractere visível',
      email: ({ email }) => `deve ser um endereço de e-mail, não "${email}"`,
      tooLong: ({ longest }) => `deve ter no máximo ${longest} caracteres`,
      controlCharacters: 'não pode conter caracteres de controle',
    },
    schema: {
      newer: ({ version, newest }) => ({
        message: `O banco de dados tem a versão ${version} do esquema, mas esta versão do lead-intake só aceita até a ${newest}.`,
        hint: 'Uma versão mais nova do lead-intake usou este banco de dados. Use essa versão ou restaure um backup anterior à atualização.',
      }),
      before02: {
        message: 'O banco de dados foi criado por uma versão anterior à 0.2 do lead-intake, e esta versão não consegue lê-lo.',
        hint: 'Continue usando a versão antiga com este arquivo, ou mova-o para começar com um banco de dados novo.',
      },
      foreign: {
        message: 'O banco de dados contém tabelas de outro programa.',
        hint: 'Confira DATABASE_URL. O lead-intake precisa de um banco de dados só para ele.',
      },
      stepFailed: ({ version, name, reason }) => `A migração ${version} (${name}) falhou e foi desfeita: ${reason}`,
      unexpectedData:
        'Outro programa pode ter alterado o banco de dados. Volte para a versão anterior e informe esta mensagem a quem mantém o lead-intake.',
    },

    /** Of the database and what is kept in it: what happened, and what to do. */
    store: {
      noBody: ({ id }) => ({
        message: `O evento ${id} não pode mais ser processado porque o corpo dele foi apagado.`,
        hint: 'O corpo é apagado quando passa do prazo do cliente ou de RETENTION_BODIES_DAYS.',
      }),
      busy: {
        message: 'Outro processo bloqueou o banco de dados.',
        hint: 'Normalmente isso se resolve automaticamente. Se continuar, procure um programa que mantém o arquivo aberto, como um backup ou um visualizador de banco de dados.',
      },
      full: {
        message: 'O disco do banco de dados está cheio.',
        hint: 'Libere espaço, mova o banco de dados ou apague jobs antigos com `lead-intake queue prune`. Nenhum evento já confirmado se perde.',
      },
      serverAway: ({ reason }) => ({
        message: `Não foi possível acessar o servidor PostgreSQL: ${reason}.`,
        hint: 'Confira se o servidor está em execução e se a URL dele (DATABASE_URL ou --to) indica o host e a porta certos. Um serviço em execução se reconecta automaticamente.',
      }),
      statementEnded: ({ reason }) => ({
        message: `O servidor PostgreSQL encerrou um comando que demorou ou esperou demais: ${reason}.`,
        hint: 'Normalmente isso se resolve automaticamente. Se continuar, procure o que bloqueia tabelas ou deixa o servidor lento: `select * from pg_stat_activity`.',
      }),
      untrustedServer: ({ reason }) => ({
        message: `Não foi possível verificar o servidor PostgreSQL: ${reason}.`,
        hint: 'Acrescente `sslrootcert=ARQUIVO` a DATABASE_URL, com a autoridade certificadora do servidor. O host deve ser um dos que constam no certificado.',
      }),
      noServerTls: {
        message: 'O servidor PostgreSQL não oferece TLS, e DATABASE_URL o exige.',
        hint: 'Ative ssl no servidor ou remova sslmode de DATABASE_URL.',
      },
      unreadableCertificate: ({ reason }) => ({
        message: `Não foi possível ler um arquivo indicado em DATABASE_URL: ${reason}.`,
        hint: 'Confira sslrootcert, sslcert e sslkey em DATABASE_URL e as permissões dos arquivos.',
      }),
      loginRefused: {
        message: 'O servidor PostgreSQL recusou o usuário ou a senha da URL (DATABASE_URL ou --to).',
        hint: 'Confira os dois e as regras de pg_hba.conf no servidor.',
      },
      noSuchDatabase: {
        message: 'O servidor PostgreSQL não tem um banco de dados com o nome que está na URL (DATABASE_URL ou --to).',
        hint: 'Crie o banco com `createdb --owner USUÁRIO NOME` ou corrija o nome.',
      },
      noRights: {
        message: 'O usuário do PostgreSQL não tem permissão para fazer isso no banco de dados.',
        hint: 'O usuário de DATABASE_URL precisa ser o dono do banco de dados. Um usuário com menos permissões precisa dos grants descritos em `lead-intake docs postgresql`.',
      },
      missingGrants: ({ lacking }) => ({
        message: `O usuário do PostgreSQL não tem permissões para gravar um evento: ${lacking}.`,
        hint: '`lead-intake doctor` mostra os grants que faltam.',
      }),
      standby: {
        message: 'O servidor PostgreSQL é somente leitura: é um servidor standby, ou default_transaction_read_only está ativo.',
        hint: 'DATABASE_URL precisa indicar o servidor primário. No primário, descubra por que ele ficou somente leitura, por exemplo porque o disco está cheio.',
      },
      tooManyConnections: {
        message: 'O servidor PostgreSQL não aceita mais conexões.',
        hint: 'Aumente max_connections no servidor ou execute menos processos: cada um usa no máximo 11 conexões.',
      },
      serverMemory: {
        message: 'O servidor PostgreSQL não tem mais memória para isto ou para a tabela de bloqueios.',
        hint: 'Os remetentes tentam de novo. Se acontecer outra vez, dobre max_locks_per_transaction no servidor.',
      },
      oldServer: ({ version }) => ({
        message: `O servidor PostgreSQL é da versão ${version}. O lead-intake precisa da versão 14 ou posterior.`,
        hint: 'Atualize o servidor.',
      }),
      notUnicode: ({ encoding }) => ({
        message: `O banco de dados PostgreSQL usa a codificação ${encoding}, que não guarda todos os caracteres.`,
        hint: 'Crie um banco com `create database … encoding UTF8 template template0` e indique-o em DATABASE_URL.',
      }),
      readOnly: {
        message: 'Não foi possível gravar no banco de dados: o arquivo, a pasta ou o sistema de arquivos é somente leitura.',
        hint: 'Dê ao usuário que executa o lead-intake permissão de escrita no arquivo do banco de dados e na pasta dele.',
      },
      cannotOpen: {
        message: 'Não foi possível abrir o arquivo do banco de dados.',
        hint: 'Confira se DATABASE_URL é o caminho de um arquivo e se o usuário que executa o lead-intake pode gravar na pasta dele.',
      },
      notADatabase: {
        message: 'O arquivo não é um banco de dados SQLite ou está danificado.',
        hint: 'Confira DATABASE_URL. Se o arquivo já foi um banco de dados, guarde uma cópia dele e restaure o backup mais recente.',
      },
      inputOutput: {
        message: 'Falha ao ler ou gravar o arquivo do banco de dados.',
        hint: 'Verifique o disco e o log do sistema.',
      },
      file: ({ path }) => `Arquivo: ${path}`,
      operationRefused: 'O banco de dados rejeitou uma operação.',
      closed: {
        message: 'O banco de dados está fechado.',
        hint: 'O lead-intake está parando. Tente novamente.',
      },
      overloaded: {
        message: 'Há gravações demais aguardando o banco de dados.',
        hint: 'Tente novamente em alguns segundos.',
      },
      tooManyReads: {
        message: 'Há consultas demais aguardando o banco de dados.',
        hint: 'Tente novamente em alguns segundos.',
      },
      readerNotStarted: {
        message: 'Não foi possível iniciar a thread que lê o banco de dados para páginas e listas.',
        hint: 'Tente novamente. O recebimento de leads não é afetado. Se continuar, aumente os limites de threads e de memória do serviço ou do servidor.',
      },
      readerDied: {
        message: 'A thread que lê o banco de dados para páginas e listas terminou inesperadamente.',
        hint: 'Tente novamente. A próxima consulta inicia outra thread. O recebimento de leads não é afetado.',
      },
      writerDied: {
        message: 'A thread que grava no banco de dados terminou inesperadamente. Nada pode ser gravado até o lead-intake reiniciar.',
        hint: 'Reinicie o lead-intake. Os remetentes reenviam os eventos não confirmados, e nada é processado duas vezes. Se acontecer de novo, verifique a memória e o disco.',
      },
      noRoomToDelete: {
        message: 'O disco do banco de dados está cheio. Para apagar jobs, é preciso ter algum espaço livre.',
        hint: 'Libere cerca de 20 MB nesse disco, por exemplo apagando um arquivo de log antigo. Depois execute o comando novamente.',
      },
      notMade: ({ path }) => ({
        message: `Não foi possível criar o banco de dados ${path}.`,
        hint: 'Confira DATABASE_URL e as permissões da pasta.',
      }),
      loneLog: ({ path, log }) => ({
        message: `O banco de dados ${path} não existe, mas o log ${log} existe. O banco foi movido ou apagado.`,
        hint: 'Coloque o banco de dados de volta na pasta do log, que pode conter eventos que faltam no banco. Para começar com um banco novo, mova também o log.',
      }),
      missing: ({ path }) => ({
        message: `O banco de dados ${path} não existe.`,
        hint: 'Crie-o com `lead-intake init`. Se ele existe em outro lugar, confira DATABASE_URL, --env-file e a pasta atual.',
      }),
      isDirectory: ({ path }) => ({
        message: `O caminho do banco de dados ${path} é uma pasta.`,
        hint: 'Defina DATABASE_URL com um arquivo, por exemplo sqlite:data/lead-intake.db.',
      }),
      unreachable: ({ path, code }) => ({
        message: `Você não tem permissão para acessar o banco de dados ${path} (${code}).`,
        hint: 'Execute o comando com o usuário do serviço (`sudo -u lead-intake …`) ou dê ao seu usuário acesso à pasta. Confira também DATABASE_URL.',
      }),
      wrongPath: ({ path }) => ({
        message: `Não foi possível acessar o caminho do banco de dados ${path}.`,
        hint: 'Confira DATABASE_URL e as permissões das pastas desse caminho.',
      }),
      leadsNowhere: ({ path, target }) => ({
        message: `O caminho do banco de dados ${path} é um link simbólico para ${target}, que não existe.`,
        hint: 'Monte ou restaure o destino. Para começar com um banco de dados novo aqui, remova o link.',
      }),
      moved: ({ path }) => ({
        message: `O banco de dados ${path} foi movido, apagado ou substituído enquanto o lead-intake o usava. Nada mais é gravado no arquivo antigo.`,
        hint: 'Coloque o arquivo de volta com os arquivos -wal e -shm, ou reinicie todos os processos do lead-intake para usar o novo arquivo.',
      }),
      logNotKept: ({ log }) => ({
        message: `O log ${log} está danificado e contém eventos confirmados que não podem ser lidos. Não foi possível copiá-lo.`,
        hint: 'Libere espaço no disco ou copie o banco de dados com o arquivo -wal para outro disco. Depois inicie novamente.',
      }),
      logInUse: ({ log }) => ({
        message: `O log ${log} está danificado e contém eventos confirmados que não podem ser lidos. Uma cópia foi guardada. O banco de dados não pode ser recuperado enquanto outras conexões o mantêm aberto, e até lá nada é gravado.`,
        hint: 'Pare todos os processos do lead-intake e inicie novamente. Na inicialização, o lead-intake recupera o banco de dados. Depois execute `lead-intake doctor` para ver o que fazer com os eventos.',
      }),
      clientExists: ({ id }) => ({
        message: `Já existe um cliente com o ID ${id}.`,
        hint: '`lead-intake client list` lista todos os clientes.',
      }),
      clientNameTaken: ({ id, name }) => ({
        message: `Já existe um cliente com o nome "${name}" (ID ${id}).`,
        hint: '`lead-intake client list` lista todos os clientes.',
      }),
      notAClientId: ({ id }) => ({
        message: `"${id}" não é um ID de cliente válido.`,
        hint: 'Use um número inteiro de no máximo 15 dígitos.',
      }),
      clientInUse: ({ name }) => ({
        message: `O cliente "${name}" ainda tem campanhas, usuários, leads ou contas conectadas.`,
        hint: 'Remova antes as campanhas, os usuários e as contas dele. Um cliente com leads não pode ser removido.',
      }),
      userExists: ({ client }) => ({
        message: `O cliente "${client}" já tem um usuário com este e-mail.`,
        hint: '`lead-intake user list` lista todos os usuários.',
      }),
      userInUse: {
        message: 'O usuário ainda tem campanhas.',
        hint: 'Passe as campanhas para outro usuário com `lead-intake campaign import --replace` ou remova-as.',
      },
      campaignExists: ({ id }) => ({
        message: `Já existe uma campanha com o ID ${id}.`,
        hint: `Veja a campanha com \`lead-intake campaign show ${id}\`. Para atualizar campanhas existentes, use \`lead-intake campaign import --replace\`.`,
      }),
      campaignInUse: ({ name }) => ({
        message: `A campanha "${name}" tem leads, por isso não pode ser removida.`,
        hint: 'Para não receber novos leads, remova os vínculos com `lead-intake campaign link --remove`.',
      }),
      linkTaken: ({ link, campaign }) => ({
        message: `O vínculo ${link} já é da campanha ${campaign}.`,
        hint: `Remova antes o vínculo de lá: \`lead-intake campaign link ${campaign} --remove …\``,
      }),
      foreignPage: ({ page, owner, campaign, other }) => ({
        message: `A página ${page} está conectada ao cliente ${owner}, mas vinculada à campanha ${campaign}, de outro cliente (${other}).`,
        hint: `Remova o vínculo com \`lead-intake campaign link ${campaign} --remove --social-ads-page ${page}\` ou conecte a página ao cliente da campanha.`,
      }),
      viewNameTaken: ({ name }) => ({
        message: `Já existe uma visualização com o nome "${name}".`,
        hint: 'Escolha outro nome ou exclua essa visualização antes.',
      }),
      tooManyViews: ({ most }) => ({
        message: `Esta lista já tem ${most} visualizações salvas.`,
        hint: 'Exclua uma visualização que ninguém usa mais.',
      }),
      noView: ({ id }) => `A visualização salva ${id} não existe.`,
      secretNameTaken: ({ name }) => ({
        message: `Já existe um segredo com o nome "${name}".`,
        hint: '`lead-intake secret list` lista todos os segredos.',
      }),
      secretOfClient: ({ name, client }) => ({
        message: `O segredo "${name}" é limitado ao cliente ${client}.`,
        hint: 'Remova-o antes com `lead-intake secret remove`.',
      }),
      secretTaken: ({ name }) => ({
        message: `O segredo "${name}" tem o mesmo valor, e o lead-intake não conseguiria distinguir os remetentes.`,
        hint: 'Use um segredo diferente para cada cliente. Se você não informar nenhum, o lead-intake gera um.',
      }),
      testLead: ({ id }) => ({
        message: `O lead ${id} é de teste. Leads de teste nunca são informados a uma plataforma.`,
        hint: 'Escolha um lead real.',
      }),
      erasedLead: ({ id }) => `A pessoa do lead ${id} foi apagada. Nada mais pode ser registrado sobre ela.`,
      stageOfEvent: {
        message: 'Esta conversão veio de um evento. Aqui, só é possível alterá-la depois que uma plataforma a recusa.',
        hint: 'Corrija-a no sistema que enviou o evento. `lead-intake conversions show` mostra qual é o evento.',
      },
      stageWithdrawn: {
        message: 'Esta etapa já foi retirada.',
        hint: 'Para que ela volte a contar, registre-a novamente com `lead-intake leads stage`.',
      },
      stageBeingSent: {
        message: 'A conversão está sendo enviada, ou a plataforma ainda não terminou de processá-la. Nada foi alterado.',
        hint: '`lead-intake conversions show` mostra quando a plataforma será consultada de novo. Tente novamente depois disso.',
      },
    },
    settings: {
      inFile: ({ file }) => `em ${file}`,
      unsignedInProduction: 'WEBHOOK_ALLOW_UNSIGNED não pode ser true com NODE_ENV=production, porque qualquer pessoa poderia enviar leads',
      weakInProduction: ({ name, shortestSecret }) =>
        `${name} deve ter no mínimo ${shortestSecret} caracteres com NODE_ENV=production; gere um com \`lead-intake secret generate\``,
      previousAlone: ({ previous, current }) => `${previous} está definida, mas ${current} não; defina ${current} com o segredo novo`,
      readonlyTokenAlone: 'ADMIN_READONLY_TOKEN está definida, mas ADMIN_TOKEN não; sem ADMIN_TOKEN, ninguém poderia alterar nada',
      twoEncryptions: 'BACKUP_RECIPIENTS e BACKUP_PASSPHRASE_FILE estão definidas ao mesmo tempo; remova uma delas',
      sameAdminTokens: 'ADMIN_READONLY_TOKEN deve ser diferente de ADMIN_TOKEN; do contrário, quem só pode ver poderia alterar tudo',
      unknownVariable: ({ name, where, meant }) =>
        `${name} ${where.pt} não é uma configuração e não tem efeito.${meant === undefined ? '' : ` Você quis dizer ${meant}?`}`,
      weakSecret: ({ name, shortestSecret }) =>
        `${name} tem menos de ${shortestSecret} caracteres e é fácil de adivinhar. Gere um mais forte com \`lead-intake secret generate\`.`,
      repeatedVariable: ({ name }) => `O arquivo de configurações define ${name} mais de uma vez. Só a última linha vale.`,
      strayLine: ({ line }) => `A linha ${line} do arquivo de configurações não tem efeito: não é NOME=valor.`,
      commentedVariable: ({ name }) =>
        `${name} tem no ambiente um # depois de um espaço. O systemd e o Docker leem um comentário depois do valor como parte do valor.`,
      cutVariable: ({ name }) =>
        `O arquivo de configurações tem um # no valor de ${name}. O valor termina ali, porque não está entre aspas.`,
      environment: 'no ambiente',
      unreadableFile: ({ path, code }) => `Não foi possível ler o arquivo de configurações ${path} (${code ?? 'ilegível'}).`,
      unreadableFileHint: 'Confira o caminho em --env-file e as permissões do arquivo.',
      notUsable: ({ isOne, problemCount }) => (isOne ? 'Uma configuração é inválida' : `${problemCount} configurações são inválidas`),
      notUsableHint: ({ file }) =>
        `Corrija no ambiente ou em ${file ?? '.env'}. \`lead-intake docs configure\` descreve cada configuração.`,
      secretSet: ({ characters }) => `(definido, ${characters} caracteres)`,
    },
    http: {
      listeningFailed: ({ host, port, message }) => `Não foi possível escutar em ${host}, porta ${port}: ${message}`,
      portInUse: ({ port, host }) => `A porta ${port} em ${host} já está em uso.`,
      portInUseHint: 'Pare o programa que a usa ou escolha outra porta com PORT ou --port. A porta 0 escolhe uma livre.',
      portForbidden: ({ port, host }) => `Você não tem permissão para escutar na porta ${port} de ${host}.`,
      choosePortAbove: 'Escolha uma porta acima de 1023 com PORT ou --port e coloque um proxy reverso nas portas 80 e 443.',
      foreignAddress: ({ host }) => `${host} não é um endereço deste servidor.`,
      setHost: 'Defina HOST ou --host como 127.0.0.1 (acesso só local), 0.0.0.0 (todas as interfaces) ou um endereço deste servidor.',
      answersOnly: ({ allow }) => `Este endereço só aceita ${allow}.`,
    },
    admin: {
      nothingHere: 'Página não encontrada.',
      noConversionNamed: 'Nenhuma conversão foi selecionada.',
      noConversionNamedHint: 'Selecione conversões na lista ou envie conversao=ID para cada uma.',
      noEventNamed: 'Nenhum evento foi selecionado.',
      noEventNamedHint: 'Selecione eventos na lista, envie evento=ID para cada um ou envie todos=1 com um filtro.',
      eventsAndFilter: 'A requisição contém IDs de eventos e também um filtro.',
      idsOrAll: 'Envie evento=ID ou todos=1 com um filtro, não os dois.',
      noFilter: 'Não há filtro, por isso todos os eventos seriam alterados.',
      allNeedsFilter: 'Inclua um filtro, por exemplo status=erro para os eventos com erro ou estacionado=1 para os eventos em espera.',
      unknownField: 'A requisição contém um campo desconhecido.',
      knownFields: ({ names }) => `Os campos são ${names}.`,
      noFields: 'Esta requisição não tem campos.',
      repeatedField: ({ repeated }) => `O campo ${repeated} só pode ter um valor.`,
      emptyField: ({ empty }) => `O campo ${empty} está vazio.`,
      emptyFilterHint: 'Informe um valor ou omita o campo.',
      mustBeOneOf: ({ words }) => `deve ser um destes: ${words}`,
      tooLong: ({ longestValue }) => `tem mais de ${longestValue} caracteres`,
      notAnId: 'não é um ID: um ID é um número inteiro',
      canOnlyBe: ({ word }) => `deve ser ${word} ou omitido`,
      notATime: 'não é uma data ou um horário válido, como 2026-11-20 ou 2026-11-20T15:00:00Z',
      notAWholeNumber: 'deve ser um número inteiro maior ou igual a 0',
      mustBeWithin: ({ mostRows }) => `deve ser um número inteiro de 1 a ${mostRows}`,
      notALeadCursor: 'não é o valor `proximo` de uma página de leads',
      notAJobId: 'não é o ID de um job, como 17 ou c17',
      correctOrOmit: 'Corrija o valor ou omita-o.',
      valuesInAddress: 'A URL de uma requisição de alteração não pode conter valores.',
      valuesInAddressHint: 'Envie-os no corpo, como campos de formulário. Nada foi alterado.',
      mayBeForgotten: 'Ele pode ter sido descartado ou apagado na limpeza da fila.',
      tooManyAsked: 'Há verificações de contas demais em andamento. Nada foi alterado. Tente novamente em instantes.',
      noLink: ({ linkKindWords }) => `deve ser origem:tipo:valor e começar com um destes: ${linkKindWords}`,
      changedMeanwhile:
        'Estes valores foram alterados depois que você abriu a página. O formulário agora mostra os atuais: confira-os e faça sua alteração novamente.',
      taken: 'já é o ID de uma campanha',
      notLinked: ({ value }) => `O ID ${value} não está vinculado a esta campanha.`,
      listAddress: ({ path }) => `Veja a lista em ${path}.`,
      clientMissing: 'está faltando: escolha um cliente ou informe um novo',
      unknownClient: 'não é um cliente existente',
      userOfOldClient: 'é um usuário do cliente anterior: informe outro, limpe o campo ou inclua antes este usuário no novo cliente',
      twoClients: 'não pode ser combinado com um cliente da lista',
      notNew: ({ id, name }) => `é o nome ou o ID do cliente ${id}, "${name}": escolha-o na lista`,
      notOfPage: 'deve ficar vazio para uma página. Conecte o token dela com `lead-intake source connect`',
      ofGoogleAds: 'é só para contas do Google Ads',
      ofDataset: 'é só para conjuntos de dados da Meta',
      secretNotKept: 'deve ser informado de novo, porque a página não guarda segredos',
      needed: 'está faltando. Informe-a ou use a credencial das configurações.',
      oneOfThem: 'deve ficar vazia se você usar a credencial das configurações.',
      noUser: 'O cliente não tem este usuário.',
      moreThanForeseen: 'Agora há mais eventos do que `previsto` permite.',
      countAgain: 'Conte-os novamente ou omita `previsto`.',
      noSuchBody:
        'Este evento não tem esse corpo: não houve reenvio com outro conteúdo, o evento não veio em um lote ou nada foi buscado para ele.',
      noJobNamed: 'Nenhum job foi selecionado.',
      noJobNamedHint: 'Envie job=ID para cada job ou todos=1 para todos os que correspondem ao filtro.',
      mappingEntry: 'Um item do mapeamento não é chave=campo.',
      noSource: 'Esta origem não existe.',
      inTheFuture: 'está no futuro',
      notAnAmount: 'não é um valor como 2600,00',
      notACurrency: 'não é um código de moeda como BRL',
      notALocalTime: 'não é um horário válido, como 2026-11-20T15:00',
      notAStageKey: ({ longestStageKey }) => `deve ser um texto imprimível de no máximo ${longestStageKey} caracteres`,
      stageWithOtherValues: ({ registered }) => `O lead já tem esta etapa com outros dados: ${registered}. Nada foi alterado.`,
      registeredByEvent: ({ id }) => `Ela veio de um evento (conversão ${id}). Corrija-a no sistema que enviou o evento.`,
      correctInForm: ({ id, leadId }) =>
        `Para corrigi-la ou retirá-la, use o formulário da etapa ${id} na página do lead ${leadId}. Para registrar a mesma etapa mais uma vez, informe outro número de pedido.`,
      postCorrects: ({ id }) => `Para corrigi-la, use POST /admin/conversoes/${id}/etapa.`,
      noRefusedRequestNamed: 'Nenhuma requisição recusada foi selecionada.',
      noRefusedRequestNamedHint: 'Selecione requisições na lista, envie recusa=ID para cada uma ou envie todos=1, com ou sem filtro.',
      noRefusedRequestHint: ({ refusedPath }) =>
        `Ela pode ter sido apagada para dar lugar a outras mais novas. Veja a lista em ${refusedPath}.`,
    },
    stages: {
      nothingWouldChange: { message: 'A etapa já tem estes valores. Nada foi alterado.', hint: 'Informe os valores a corrigir.' },
    },
    remote: {
      unknownForm: 'Esta versão do lead-intake não entende a resposta do serviço.',
      connectionEnded: 'O serviço fechou a conexão.',
    },
  },

  faults: {
    platformMessage: ({ words }) => `Mensagem da plataforma: "${words}".`,
    gaveUp: ({ attempts }) => `O lead-intake parou depois de ${counted(attempts, 'tentativa')}.`,
    workerDied: ({ attempts }) =>
      `O worker caiu ${attempts === 1 ? '1 vez' : `${attempts} vezes`} enquanto executava este job. O evento pode ser a causa. Antes de tentar novamente, verifique o tamanho do corpo e a memória do worker.`,
    processingFailed: ({ kind }) =>
      `O processamento terminou inesperadamente (${kind}). Isto é um bug do lead-intake. Procure o ID deste job no log e tente novamente depois de atualizar o lead-intake.`,
    writeRejected:
      'O banco de dados rejeitou o resultado, por exemplo porque a campanha ou o cliente foi removido durante o processamento. Tente o job novamente.',
    notStored: ({ reason }) => `O banco de dados não consegue gravar o resultado. ${reason.pt} O job é executado de novo automaticamente.`,
    sentNotStored: ({ reason }) =>
      `A plataforma aceitou a conversão, mas o banco de dados não conseguiu gravar isso. ${reason.pt} Resolva isso e descarte o job com \`lead-intake queue forget\`; a conversão fica como enviada.`,
    eventForgotten: 'Um operador descartou o job. Para processar o evento mesmo assim, execute `lead-intake events replay`.',
    conversionForgotten: 'Um operador descartou o job. Para enviar a conversão mesmo assim, execute `lead-intake conversions retry`.',

    bodyEmpty: `O corpo do evento está vazio. ${LOOK_AT_BODY}`,
    bodyNotUtf8: `O corpo do evento não é UTF-8 válido. ${LOOK_AT_BODY}`,
    bodyNotJson: `O corpo do evento não é JSON válido. ${LOOK_AT_BODY}`,
    bodyTooDeep: `O corpo do evento tem níveis de aninhamento demais. ${LOOK_AT_BODY}`,
    bodyNotObject: `O corpo do evento não é um objeto JSON. ${LOOK_AT_BODY}`,
    bodyWithoutChange: `O corpo do evento não tem uma alteração leadgen com um objeto \`value\`, por isso não indica nenhum lead. ${LOOK_AT_BODY}`,
    unknownEventType: ({ type, again }) =>
      `O tipo de evento ${shown(type)} é desconhecido. Adicione-o à configuração EVENT_TYPES como NOME=lead, NOME=update, NOME=conversion ou NOME=withdrawal e reinicie os workers. ${thenAgain(again)}`,
    leadNotFound: ({ hasClickId, again }) =>
      'Nenhum lead deste cliente tem o ID, o ID de clique, o e-mail ou o telefone do evento, e o evento não tem ' +
      `${hasClickId === 1 ? 'nome, e-mail, telefone nem ID de clique' : 'nome, e-mail nem telefone'} para criar um lead. Peça ao remetente que envie o lead antes deste evento. ${thenAgain(again)}`,
    noLeadOfConsent: ({ again }) =>
      'O evento retira o consentimento, mas nenhum lead deste cliente tem o ID, o ID de clique, o e-mail ou o telefone do evento. Um lead criado depois não recebe a retirada automaticamente, ' +
      `e as conversões dele seriam informadas. Confira de quem se trata e se o evento do próprio lead falhou: nesse caso, tente esse evento de novo primeiro. ${thenAgain(again)}`,
    leadOfOtherClient: ({ again }) =>
      'O evento se refere a um lead de outro cliente. O vínculo da campanha, do formulário ou da página está errado ou passou para outro cliente depois. ' +
      `Corrija o vínculo com \`lead-intake campaign link\`. ${thenAgain(again)}`,
    leadOnItsWay:
      'O lead deste evento já chegou, mas ainda não foi processado. O lead-intake tenta novamente a cada poucos minutos. Nenhuma ação é necessária. Se demorar, veja por que esse evento está aguardando.',
    earlierEventsWait:
      'Eventos que chegaram antes ainda não foram processados, e um deles pode criar o lead deste evento. O lead-intake tenta novamente em segundos. Nenhuma ação é necessária. Se demorar, confira se há workers em execução.',
    wrongClient: ({ limitedTo, client, campaign, again }) =>
      `O remetente usou um segredo limitado ao cliente ${limitedTo}, mas ` +
      `${campaign === undefined ? `o evento indica o cliente ${client}` : `a campanha ${shown(campaign)} é do cliente ${client}`}, por isso nenhum lead foi criado. ` +
      `Se o remetente trabalha para o cliente ${client}, crie um segredo para esse cliente com \`lead-intake secret add\` e peça ao remetente que o use e envie o evento novamente. ` +
      `Se a campanha ou o vínculo está errado, corrija. ${thenAgain(again)} Se você não conhece o remetente, remova o segredo: alguém pode estar criando leads falsos.`,
    noCampaignId:
      'O evento não tem um `campanha_id` em texto ou número. Peça ao remetente que inclua esse campo e envie o evento novamente.',
    unknownCampaign: ({ id, flag, again }) =>
      `Nenhuma campanha tem o \`campanha_id\` ${shown(id)}. Adicione-a com \`lead-intake campaign add ${flag} --name NOME --client CLIENTE\`. ${thenAgain(again)}`,
    noClientId: ({ id }) =>
      `O \`cliente_id\` ${shown(id)} não é um ID de cliente, que é um número inteiro de no máximo 15 dígitos. ` +
      'Peça ao remetente que o corrija e envie o evento novamente. `lead-intake client list` mostra os IDs.',
    unknownClient: ({ id, flag, again }) =>
      `Nenhum cliente tem o \`cliente_id\` ${shown(id)}. Adicione o cliente com \`lead-intake client add ${flag} --name NOME\`. ${thenAgain(again)}`,
    notLinked: ({ again, links, ...named }) =>
      `O evento não está vinculado a nenhuma campanha: ${namedThings(named, shown, NAMED)}. Crie o vínculo com ` +
      `${links
        .split('\n')
        .map((link) => `\`lead-intake campaign link CAMPANHA ${link}\``)
        .join(' ou ')}. ${thenAgain(again)}`,
    pageOfAnotherClient: ({ client, page, owner, again }) =>
      `O evento indica o \`cliente_id\` ${shown(client)}, mas a página ${shown(page)} está conectada ao cliente ${owner}. Conecte a página ao cliente certo com ` +
      `\`lead-intake client connect CLIENTE --page ${page === '' ? 'ID' : page}\` ou peça ao remetente que corrija o evento. ${thenAgain(again)}`,
    namesNobody:
      'O evento não indica formulário, campanha, página nem cliente, por isso não é possível saber de quem é o lead. Peça ao remetente que inclua `cliente_id` ou `campanha_id` e envie o evento novamente.',

    pageNotConnected: ({ page }) =>
      `O evento só contém o ID do lead, e não há token${page === undefined ? '' : ` da página ${page}`} para buscar as respostas na Meta. ` +
      `Conecte a página com \`lead-intake source connect social-ads --page ${page ?? 'ID'}\` ou defina WEBHOOK_SOCIALADS_TOKENS. ${PARKED_UNTIL_THEN} ` +
      'Para tentar esses jobs agora, execute `lead-intake queue retry --all --parked`.',
    pageTokenRefused: ({ page }) => `A Meta recusa o token da página ${page}.`,
    replacePageToken: ({ page }) =>
      `Gere um token novo e substitua o antigo com \`lead-intake source connect social-ads --page ${page}\`. ${PARKED_UNTIL_THEN} Se você só restaurou uma permissão na Meta, tente o job novamente.`,
    pageBlocked: ({ page }) => `A Meta bloqueou a conta que lê a página ${page}.`,
    liftPageBlock: ({ page }) =>
      `Resolva o bloqueio na Meta e tente o job novamente ou reconecte a página com \`lead-intake source connect social-ads --page ${page}\`. ${PARKED_UNTIL_THEN}`,
    pageNotListed: ({ page }) => `A Meta não mostra os formulários da página ${page}.`,
    checkPageAccess:
      'Confira na Meta se o dono do token (o usuário do sistema) tem controle total da página e se o token tem as permissões `pages_show_list`, `pages_read_engagement`, `pages_manage_metadata`, `pages_manage_ads` e `leads_retrieval`.',
    comparedAgain:
      'O lead-intake continua buscando os leads que a Meta notifica, mas não consegue detectar os que faltam. Ele tenta novamente na próxima comparação.',
    pageThrottled: ({ page }) => `A Meta está limitando as requisições da página ${page}.`,
    pageBusy: ({ page }) => `Muitos leads da página ${page} estão sendo buscados. Este será buscado em instantes.`,
    leadNotAvailable: 'A Meta não devolve este lead: ele foi apagado, ou o token não pode lê-lo.',
    leadAskedAgain: 'O lead-intake tenta mais algumas vezes automaticamente.',
    leadAskedInVain: ({ tries }) =>
      `Depois de ${tries} tentativas, o job ficou em espera. Confira na Meta se o lead existe, se o token tem a permissão \`leads_retrieval\` e se o aplicativo tem acesso no Gerenciador de acesso a leads. Depois execute \`lead-intake queue retry --all --parked --error lead_not_available\`.`,
    leadNotNamed:
      'O evento não tem respostas nem um `leadgen_id` numérico para buscá-las na Meta. Veja o evento com `lead-intake events show`. Para buscar leads que a Meta não notificou corretamente, execute `lead-intake source backfill social-ads`.',
    testButtonPressed:
      'Este é o evento de teste do painel da Meta, que não tem um lead de verdade. A assinatura funciona. Nenhuma ação é necessária. Para testar com um lead completo, use a Ferramenta de Teste de Anúncios de Lead da Meta.',

    conversionNotThere: 'A conversão deste job não existe mais.',
    conversionOfTestLead: 'Este é um lead de teste. Leads de teste nunca são informados como conversões.',
    workerStopping: 'O worker parou antes de enviar esta conversão.',
    conversionNotYet: 'As conversões são enviadas uma de cada vez. Esta será enviada em breve.',
    conversionNeverDecided:
      'A plataforma recebeu a conversão há uma semana, mas não informou o resultado, e o lead-intake parou de consultar. Procure-a na plataforma. Para enviá-la novamente, execute `lead-intake conversions retry`; a plataforma a reconhece pelo ID.',
    conversionWithoutPlatform:
      'O lead não tem ID de clique e não veio de uma plataforma de anúncios, por isso a conversão não é informada a nenhuma plataforma.',
    platformNotConnected: ({ platform }) =>
      `${originName(platform)}: a plataforma não está conectada, por isso não é possível enviar as conversões. Quando você a conectar, elas serão enviadas automaticamente.`,
    clientWithoutAccount: ({ client, platform }) =>
      `O cliente ${client} não tem ${accountKind(platform)} para receber as conversões. Conecte uma conta com ${clientConnect(client, platform, 'ID')} ` +
      'ou defina ACCOUNTS_CLIENT para usar a conta das configurações. Depois disso, a conversão é enviada automaticamente, e só para a conta deste cliente.',
    accountWithoutCredential: ({ client, platform, account, setting }) =>
      `A conta ${account} (${accountName(platform)}) do cliente ${client} usa a credencial das configurações, mas ${setting} não está definida. Defina-a e reinicie os workers, ` +
      `ou conecte a conta com uma credencial própria: ${clientConnect(client, platform, account)}. ${SENT_AFTERWARDS}`,
    accountSealed: ({ client, platform, account }) =>
      `Não foi possível descriptografar a credencial da conta ${account} (${accountName(platform)}) do cliente ${client}: CREDENTIALS_KEY não está definida ou mudou. ` +
      `Defina-a e reinicie os workers, ou conecte a conta novamente com ${clientConnect(client, platform, account)}. ${SENT_AFTERWARDS}`,
    consentDenied: ({ keys }) =>
      `A pessoa recusou ou retirou o consentimento para compartilhar dados com plataformas de anúncios (${keys}). A conversão não é enviada.`,
    consentMissing: ({ keys, isOfClient }) =>
      `O lead não tem consentimento para compartilhar dados com plataformas de anúncios (${keys}), exigido por ` +
      `${isOfClient === 1 ? 'uma regra do cliente' : 'CONVERSIONS_CONSENT'}. Envie o consentimento pelo formulário, em \`consentimentos\`, e depois execute \`lead-intake conversions retry\`.`,

    pageNotShown: ({ page }) => `A Meta não mostra a página ${page}.`,
    formNotShown: ({ form }) => `A Meta não mostra o formulário ${form}.`,
    formGone: ({ form }) =>
      `O formulário ${form} não existe mais na Meta, ou este token não tem acesso a ele. O lead-intake tenta novamente a cada comparação.`,
    formNotConnected: ({ form, page }) =>
      `Nenhum token pode ler o formulário ${form}${page === undefined ? '' : ` da página ${page}`}. Conecte a página dele com ` +
      `\`lead-intake source connect social-ads --page ${page ?? 'ID'}\` ou defina WEBHOOK_SOCIALADS_TOKENS.`,
    accountUnanswered:
      'A plataforma não respondeu várias vezes seguidas para esta conta. O lead-intake tenta um job por vez, e os outros aguardam. Nada se perde.',
    stoppedTrying: ({ hours }) => `O lead-intake parou de tentar depois de ${hours} horas.`,
    bringAnswersLater:
      'Quando a plataforma voltar a responder, busque os leads com `lead-intake source backfill social-ads` ou execute `lead-intake queue retry --all --error platform_unavailable`.',
    sendConversionsLater:
      'Quando a plataforma voltar a responder, execute `lead-intake conversions retry --all --error platform_unavailable`.',
    answerNotObject: 'A resposta não é um objeto JSON.',

    callForbidden: ({ host }) => `O lead-intake não chamou ${host} porque não é um dos endereços configurados das plataformas.`,
    callRedirected: ({ host, status }) =>
      `${host} respondeu com um redirecionamento (HTTP ${status}), que o lead-intake não segue. Confira o endereço configurado.`,
    callGivenUp: ({ host }) => `A requisição a ${host} foi cancelada porque o lead-intake está parando.`,
    callTooLate: ({ host, code }) => `${host} não respondeu a tempo (${code}).`,
    callUntrusted: ({ host, code }) =>
      `O certificado TLS ou a criptografia de ${host} não é confiável (${code}), por isso nada foi enviado. Confira o relógio deste servidor. Se um proxy inspeciona o tráfego TLS, adicione o certificado dele em NODE_EXTRA_CA_CERTS.`,
    answerTooLarge: ({ host }) => `A resposta de ${host} é grande demais para ser da plataforma, por isso não foi lida.`,
    callUnreachable: ({ host, code }) => `${host} está inacessível ou interrompeu a conexão (${code}).`,
    callRepeated: 'O lead-intake tenta novamente de forma automática.',

    socialAnswerUnknown: ({ status, found, events = 0 }) =>
      `A Meta enviou uma resposta inesperada (HTTP ${status}): ${
        {
          no_object: 'não é um objeto JSON',
          no_error: 'não tem um objeto de erro com código',
          other_lead: 'não é o lead solicitado',
          no_questions: 'não tem uma lista de perguntas',
          no_list: 'não é uma lista',
          no_token: 'não tem os detalhes do token',
          endless: 'a lista não termina',
          unconfirmed: `não confirma ${counted(events, 'evento')}`,
        }[found]
      }. O lead-intake tenta novamente de forma automática. Se continuar, verifique se há um proxy ou firewall entre este servidor e a Meta.`,
    socialOutOfOrder: ({ status }) => `A Meta está com problemas no momento (HTTP ${status}).`,
    tooManyCalls: ({ minutes }) =>
      `Esta conta fez requisições demais. O lead-intake faz uma pausa de ${minutes} min e depois retoma automaticamente. Se isso acontecer com frequência, veja o que mais usa o mesmo token.`,
    graphMessage: ({ words, ...marks }) =>
      `${words === '' ? 'A Meta não informa o motivo' : `Mensagem da Meta: "${words}"`} (${graphMarks(marks, { code: 'código', subcode: 'subcódigo', trace: 'rastro' })}).`,
    idWithoutDigits: 'O ID não é um número, por isso não pode ser um ID da Meta. Nenhuma requisição foi enviada.',
    tokenUnusable: 'O token contém caracteres inválidos, talvez uma quebra de linha. Nenhuma requisição foi enviada.',
    tokenInvalid: 'O token não é mais válido.',
    tokenAppRemoved: 'A pessoa que deu o token removeu o aplicativo. Ela precisa entrar nele novamente.',
    tokenLoginNeeded: 'A pessoa que deu o token precisa entrar na Meta e confirmar a identidade.',
    tokenPasswordChanged: 'A pessoa que deu o token trocou a senha, o que revoga os tokens dela.',
    tokenExpired:
      'O token expirou. Tokens de um usuário do sistema e tokens de página criados com um token de usuário de longa duração não expiram.',
    tokenUnconfirmed: 'A pessoa que deu o token precisa confirmar a conta dela na Meta.',
    tokenRevoked: 'O token foi revogado, por exemplo porque a pessoa saiu da conta.',
    tokenMayNotRead:
      'O token não pode ler leads. Falta uma permissão (`leads_retrieval`, `pages_show_list`, `pages_read_engagement` ou `ads_management`), ou o aplicativo não está no Gerenciador de acesso a leads da empresa.',
    tokenMayNotSend:
      'O token não pode enviar conversões a este conjunto de dados. Falta `ads_management`, ou o conjunto de dados não está atribuído ao usuário do token.',
    appSecretProofNeeded:
      'O aplicativo da Meta deste token exige uma prova da chave secreta ("Require App Secret"), mas WEBHOOK_SOCIALADS_SECRET é a chave de outro aplicativo. Defina WEBHOOK_SOCIALADS_SECRET com a chave daquele aplicativo e reinicie, ou conecte um token do aplicativo do webhook.',
    pageTokenNeeded: 'Esta requisição exige um token da página, mas este é de um usuário ou de um usuário do sistema.',
    accountPolicyBreach: 'A Meta bloqueou esta conta por violação de políticas. Resolva isso na Meta (Qualidade da conta).',
    objectNotShown:
      'Foi apagado, nunca existiu ou este token não pode lê-lo, por exemplo porque é de outra página. A Meta não informa qual é o caso.',
    datasetNotShown:
      'Nenhum conjunto de dados tem este ID, ou este token não pode lê-lo. Compare o ID (em SOCIALADS_DATASET_ID ou na conta do cliente) e o token com os da Meta.',
    replaceDatasetToken:
      'Defina SOCIALADS_CONVERSIONS_TOKEN com um token válido e reinicie, ou conecte novamente a conta do cliente com `lead-intake client connect`. Depois disso, as conversões que aguardam são enviadas automaticamente.',
    socialRefusesConversion: 'A Meta rejeitou a conversão.',
    socialErrorUnknown: 'A Meta recusou a requisição com um erro que o lead-intake não conhece.',
    fixSocialError: 'Corrija a causa, por exemplo SOCIALADS_API_VERSION, e reinicie o worker.',
    conversionWithoutPerson:
      'O lead não tem ID de lead, ID de clique, e-mail nem telefone, por isso a Meta não consegue identificar a pessoa. Inclua um deles com um evento de atualização e depois execute `lead-intake conversions retry`.',
    conversionWithoutVisit: ({ missing }) =>
      `O lead veio de uma landing page, mas o formulário não enviou ${missing.split(' ').join(' nem ')}. A Meta só aceita conversões desses leads como eventos do site, ` +
      'que precisam da página e do navegador. Faça o formulário enviar `page_url` e `user_agent` (docs/conversions.md). Para este lead, envie os dois ' +
      'em um evento de atualização e depois execute `lead-intake conversions retry`.',
    metaMayHaveIt: ({ id, ago }) =>
      `O lead-intake enviou a conversão há ${ago}, mas a Meta não respondeu. A Meta só reconhece duplicatas por 48 horas, por isso um novo envio agora poderia contar em dobro. ` +
      `Procure-a no Gerenciador de Eventos. Se não estiver lá, execute \`lead-intake conversions retry ${id}\`. Se estiver, descarte o job com ` +
      `\`lead-intake queue forget\`, e ela fica como enviada; \`lead-intake conversions show ${id}\` mostra o ID do job.`,
    stageTooOld: ({ ago }) =>
      `O lead foi enviado há ${ago}. A Meta só aceita a etapa inicial de um lead por 7 dias, por isso ela não é enviada. As etapas seguintes continuam sendo enviadas. Nenhuma ação é necessária.`,
    conversionTooOld: ({ ago }) =>
      `A conversão aconteceu há ${ago}, e a Meta só aceita conversões dos últimos 7 dias, por isso ela não pode ser enviada. Veja por que esta demorou e registre as próximas mais cedo.`,

    googleFileMissing: ({ path }) => `O arquivo de credenciais do Google Ads ${path} não existe.`,
    googleFileUnreadable: ({ path, code }) => `Não foi possível ler o arquivo de credenciais do Google Ads ${path} (${code}).`,
    googleCredentialWrong: ({ path, problem }) =>
      `${path === undefined ? 'A credencial do Google Ads' : `O arquivo de credenciais do Google Ads ${path}`} ${
        {
          not_json: 'não é um objeto JSON',
          other_type: 'tem um "type" diferente de service_account e authorized_user',
          client_only: 'só contém um cliente OAuth, sem refresh token',
          service_account_incomplete: 'é de uma conta de serviço, mas não tem "client_email" ou "private_key"',
          bad_key: 'tem uma "private_key" que não é uma chave RSA em formato PEM',
          authorized_user_incomplete: 'é de um usuário autorizado, mas não tem "client_id", "client_secret" ou "refresh_token"',
        }[problem]
      }.`,
    googleFileFrom:
      'Baixe uma chave JSON de uma conta de serviço no console do Google Cloud, ou crie um arquivo de usuário autorizado, e defina SEARCHADS_CREDENTIALS_FILE com o caminho dele.',
    googleTextFrom:
      'Baixe uma chave JSON de uma conta de serviço no console do Google Cloud, ou crie um arquivo de usuário autorizado, e informe o conteúdo completo do arquivo.',
    googleFilePermission: 'Dê permissão de leitura só ao usuário que executa o lead-intake.',
    googleGaveNoToken: ({ status, code }) => `O Google não emitiu um token de acesso (${httpStatus(status, code)}).`,
    googleCallStopped: 'A requisição ao Google Ads foi cancelada porque o lead-intake está parando.',
    googleRefusesCredential: ({ reason }) => `O Google Ads recusa a credencial${reason === '' ? '' : ` (${reason})`}.`,
    googleKeyGone: `A chave ou a conta dela foi apagada, ou o relógio deste servidor está errado. Confira o relógio ou coloque uma chave nova ${OR_CONNECT_AGAIN}`,
    googleTokenRevoked: `O refresh token expirou ou foi revogado. Peça à pessoa que autorize novamente e coloque o token novo ${OR_CONNECT_AGAIN}`,
    googleCheckCredential: ({ scope }) =>
      'Confira o arquivo em SEARCHADS_CREDENTIALS_FILE ou a chave da conta do cliente' +
      `${scope === undefined ? '' : `, e se a credencial tem o escopo ${scope}`}.`,
    googleScopeMissing: ({ scope }) => `Falta o escopo ${scope}. Crie-a novamente com esse escopo.`,
    googlePermissionMissing: ({ permission }) => `Falta a permissão ${permission}. Conceda-a no projeto do Google Cloud.`,
    googleAccessMissing: ({ account }) =>
      `Dê a ela acesso padrão à conta ${account} do Google Ads ou à conta de administrador acima dela (em SEARCHADS_LOGIN_ACCOUNT_ID ou na conta do cliente).`,
    googleFailed: ({ status, code }) => `O Google Ads respondeu com um erro (${httpStatus(status, code)}).`,
    googleAnswerUnknown:
      'O Google Ads enviou uma resposta inesperada (HTTP 200 sem ID de requisição). Verifique se há um proxy ou firewall entre este servidor e o Google.',
    googleThrottles: 'O Google Ads está limitando as requisições desta conta.',
    googleQuotaUsed: 'As requisições que o Google Ads permite por minuto ou por dia se esgotaram.',
    callsGoOn: 'O lead-intake retoma automaticamente. Nada se perde.',
    googleBlocksAccount: ({ account, reason }) => `O Google Ads recusa todas as requisições da conta ${account} (${reason}).`,
    googleTakesNoContactData: ({ account, reason }) =>
      `A conta ${account} do Google Ads não aceita conversões com dados de contato (${reason}).`,
    googleAcceptTerms: 'Aceite os termos de dados do cliente no Google Ads (Metas > Configurações).',
    googleEnableApi: 'Ative a Data Manager API no projeto do Google Cloud da credencial.',
    googleFixCloudProject: 'Corrija o projeto do Google Cloud da credencial.',
    googleAskForImports: 'Peça ao Google que libere esta conta para importar conversões com a Data Manager API.',
    googleDeclareAdvertising: 'Declare em cada campanha do Google Ads se ela contém publicidade política.',
    googleCheckAccountIds: 'Confira SEARCHADS_ACCOUNT_ID e SEARCHADS_LOGIN_ACCOUNT_ID, ou os IDs da conta do cliente.',
    googleTurnOnContactData:
      'Ative as conversões otimizadas para leads no Google Ads (Metas > Configurações) e aceite os termos de dados do cliente.',
    googleContactDataForbidden: 'O Google não permite conversões otimizadas nesta conta. Fale com seu representante no Google.',
    googleRefusesConversion: ({ reason }) => `O Google Ads rejeitou a conversão (${reason}).`,
    googleRejectsConversion: ({ reasons }) => `O Google Ads rejeitou a conversão: ${googleReasons(reasons, GOOGLE_REASONS)}.`,
    googleRejectsSome: ({ reasons }) =>
      `O Google Ads rejeitou ${allOf(reasons) || 'algumas'} conversões da requisição: ${googleReasons(reasons, GOOGLE_REASONS)}.`,
    googleForgotRequest: 'O Google Ads não tem mais a requisição que continha a conversão.',
    googleTakesLater: 'O Google Ads pode aceitá-la mais tarde. O lead-intake tenta novamente de forma automática.',
    googleTriedInVain: ({ hours }) => `O lead-intake tentou por ${hours} horas sem sucesso.`,
    googleLookUpReason: 'Procure o motivo em docs/google-ads-reasons.md.',
    sendHeldAgain: 'Depois execute `lead-intake conversions retry --all --waiting --error conversion_on_hold`.',
    googleCheckActions:
      'Confira SEARCHADS_CONVERSION_ACTIONS ou as ações de conversão da conta do cliente. O ID deve ser de uma ação desta conta que importa conversões de cliques.',
    googleCheckAction: 'Confira se a ação de conversão é desta conta do Google Ads e importa conversões de cliques.',
    googleSetOwnAccount:
      'Use a conta dona das conversões do clique. Se uma conta de administrador as acompanha, use a conta de administrador.',
    googleSetConsent: 'Defina o consentimento desta conta no Google Ads (Metas > Configurações) ou envie-o com o lead.',
    googleLookForConversion: 'Procure a conversão no Google Ads.',
    googleCorrectCurrency: 'Corrija a moeda da etapa com `lead-intake conversions correct`.',
    googleCorrectTime: 'Corrija o horário da etapa com `lead-intake conversions correct`.',
    googleCountEvery: 'Configure a ação de conversão para contar todas as conversões (Google Ads, Metas > Conversões).',
    googleChangeAttribution: 'Escolha outro modelo de atribuição para a ação de conversão (Google Ads, Metas > Conversões).',
    clickTooOld: 'O clique tem mais de 90 dias, por isso o Google Ads não aceita mais as conversões dele.',
    conversionWithoutClick:
      'O lead não tem ID de clique nem e-mail ou telefone utilizável, por isso o Google Ads não consegue associá-lo a um clique.',
    actionUnknown: ({ client, name }) => {
      const action = `Nenhuma ação de conversão está definida para ${name === '' ? 'esta conversão' : `a conversão "${name}"`}`;
      return client === undefined
        ? `${action}. Inclua NOME=ID, ou *=ID para todas as outras, em SEARCHADS_CONVERSION_ACTIONS e reinicie os workers. Depois execute \`lead-intake conversions retry\`.`
        : `${action} na conta do Google Ads do cliente ${client}. Conecte a conta novamente com --action NOME=ID, ou --action "*=ID" para todas as outras. Depois execute \`lead-intake conversions retry\`.`;
    },

    requestUnsigned: ({ header, mayCarryKey }) =>
      'A requisição não tem assinatura. Envie ' +
      `${mayCarryKey === 1 ? 'google_key no corpo JSON, ou ' : ''}${header}: sha256=<HMAC-SHA256 do corpo bruto, em hexadecimal>.`,
    signatureMalformed: ({ header }) => `${header} deve conter uma assinatura: sha256= seguido de 64 dígitos hexadecimais.`,
    signatureWrong: ({ header }) =>
      `${header} não corresponde ao corpo. Assine exatamente os bytes enviados, com o mesmo segredo dos dois lados.`,
    keyWrong: 'A google_key no corpo não corresponde ao segredo configurado. Informe a mesma chave no Google Ads e no lead-intake.',
    keyGuessed:
      'Houve várias chaves erradas deste endereço. Antes de tentar novamente, espere o tempo indicado em Retry-After. A chave certa é sempre aceita.',
    sourceWithoutSecret: ({ setting }) =>
      `Esta origem não tem segredo para verificar as requisições. Peça ao operador que defina ${setting}.`,
    timestampOff: ({ seconds, isMore, isAhead, allowed }) =>
      `O timestamp está ${isMore === 1 ? 'mais de ' : ''}${seconds} segundos ${isAhead === 1 ? 'adiantado' : 'atrasado'} em relação ao relógio do servidor. A diferença máxima é de ${allowed} segundos.`,
    timestampInMs: 'Parece estar em milissegundos. Envie o horário Unix em segundos.',
    checkBothClocks: 'Assine a requisição logo antes de enviá-la e confira os dois relógios.',
    requestEmpty: 'O corpo está vazio. Envie um objeto JSON.',
    requestNotUtf8: 'O corpo não é UTF-8 válido. Envie JSON codificado em UTF-8.',
    requestNotJson: 'O corpo não é JSON válido. Envie um objeto JSON.',
    requestTooDeep: 'O JSON no corpo tem níveis de aninhamento demais.',
    requestNotObject: 'O corpo é JSON válido, mas não é um objeto. Envie um objeto JSON: {"…":…}.',
    requestFieldsInvalid: ({ fields }) => `Estes campos estão faltando ou são inválidos: ${fields}.`,
    requestTooManyChanges: ({ most }) => `A requisição contém mais de ${most} alterações. Envie-as em várias requisições.`,
    requestTooLarge: ({ most }) => `O corpo passa do limite de ${most} bytes.`,
    requestCompressed: 'O corpo está comprimido. Envie-o sem Content-Encoding.',
    verifyTokenWrong: 'hub.verify_token não corresponde ao token configurado. Informe o mesmo token na Meta e no lead-intake.',
    verifyModeWrong: 'hub.mode deve ser subscribe.',
    verifyChallengeWrong: 'hub.challenge deve ter de 1 a 256 caracteres ASCII imprimíveis.',
    refusedAgain: ({ code }) => `A requisição foi recusada novamente: ${codeName(code)}.`,
  },

  findings: {
    'settings.usable': ({ set }) => `Todas as configurações são válidas (definidas: ${set}).`,
    'settings.invalid': ({ problem }) => ({
      text: `${problem}.`,
      action: 'Corrija no ambiente ou no arquivo de configurações.',
    }),
    'settings.unknown': ({ name, where, meant }) => ({
      text: `${name} ${where} não é uma configuração e não tem efeito.`,
      action: meant === null ? 'Remova-a ou corrija o nome.' : `Você quis dizer ${meant}?`,
    }),
    'settings.repeated': ({ problem }) => ({
      text: problem,
      action: 'Remova as linhas repetidas. Para trocar um segredo, mantenha o antigo na configuração que termina em _PREVIOUS.',
    }),
    'settings.stray_line': ({ problem }) => ({
      text: problem,
      action: 'Corrija a linha, ou comece-a com # para que seja um comentário.',
    }),
    'settings.comment': ({ problem }) => ({
      text: problem,
      action: 'Coloque o comentário em uma linha própria. Se o # fizer parte do valor, não há nada de errado.',
    }),
    'settings.cut': ({ problem }) => ({
      text: problem,
      action: 'Se o # fizer parte do valor, coloque o valor entre aspas. Se não, coloque o comentário em uma linha própria.',
    }),
    'settings.file': ({ path }) => (path === null ? 'Não há arquivo de configurações.' : `As permissões de ${path} estão corretas.`),
    'settings.file_writable': ({ path }) => ({
      text: `Qualquer usuário deste servidor pode alterar ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'settings.file_readable': ({ path }) => ({
      text: `Qualquer usuário deste servidor pode ler os segredos em ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'settings.unsigned': () => ({
      text: 'WEBHOOK_ALLOW_UNSIGNED é true, por isso qualquer pessoa pode enviar leads.',
      short: 'sem assinatura',
      action: 'Remova-a, exceto em desenvolvimento. NODE_ENV=production a rejeita.',
    }),
    'settings.retention_off': () => ({
      text: 'Os dados pessoais ficam guardados até alguém apagá-los: nenhum prazo está definido.',
      action: 'Defina RETENTION_BODIES_DAYS e RETENTION_LEADS_DAYS. `lead-intake retention run --dry-run` mostra o que seria apagado.',
    }),
    'settings.plain_http': ({ host, hasToken }) => ({
      text: `Os leads${hasToken ? ' e o ADMIN_TOKEN' : ''} podem trafegar sem criptografia, porque HOST é ${host} e TRUST_PROXY é 0.`,
      action: 'Coloque um proxy reverso com TLS na frente do lead-intake e defina TRUST_PROXY com o número de proxies.',
    }),
    'settings.admin': ({ state }) =>
      ({
        link: 'ADMIN_TOKEN não está definida. O `lead-intake serve` mostra um link para a interface web a cada início.',
        closed: 'ADMIN_TOKEN não está definida, por isso a interface web responde 503 neste endereço.',
        token: 'ADMIN_TOKEN protege a interface web.',
        both_tokens:
          'ADMIN_TOKEN protege a interface web. ADMIN_READONLY_TOKEN dá acesso só para leitura, com os dados pessoais mascarados.',
      })[state],

    'secrets.none': ({ settings }) => ({
      text: 'Nenhuma origem tem segredo, por isso todos os eventos são recusados (HTTP 503).',
      action: `Defina ${settings} para as origens que você usa.`,
    }),
    'secrets.sources': ({ sources }) => `Origens com segredo: ${sources.split(', ').map(originName).join(', ')}.`,
    'secrets.closed': ({ settings }) => `Origens desativadas (HTTP 503) até você definir: ${settings}.`,
    'secrets.verify_token': () => ({
      text: 'WEBHOOK_SOCIALADS_VERIFY_TOKEN não está definida, por isso a Meta não consegue verificar a assinatura do webhook.',
      action: 'Defina a configuração com o token de verificação informado na Meta.',
    }),
    'secrets.short': ({ name, shortest }) => ({
      text: `${name} tem menos de ${shortest} caracteres e é fácil de adivinhar.`,
      action: GENERATE_SECRET,
    }),
    'secrets.simple': ({ name }) => ({ text: `${name} repete poucos caracteres e é fácil de adivinhar.`, action: GENERATE_SECRET }),
    'secrets.repeated': ({ names }) => ({
      text: `O mesmo segredo é usado mais de uma vez: ${names}.`,
      action: 'Use um segredo diferente para cada um.',
    }),
    'secrets.rotation': ({ setting, verdict }) => ({
      text: verdict ?? `${setting} ainda é aceita.`,
      action:
        '`lead-intake source list` mostra quem ainda usa o segredo antigo. Quando ninguém mais o usar, remova-o e reinicie o serviço.',
    }),
    'secrets.strength': () => 'Nenhum segredo é curto, simples ou repetido.',
    'secrets.named': ({ count }) => `Segredos nomeados: ${count}.`,
    'secrets.unreadable': ({ names, hasKey }) => ({
      text: `CREDENTIALS_KEY ${hasKey ? 'mudou' : 'não está definida'}, por isso as requisições assinadas com estes segredos são recusadas: ${names}.`,
      action:
        'Defina a chave anterior e reinicie o serviço, ou remova os segredos e adicione-os novamente. Depois reprocesse as requisições recusadas com `lead-intake refused replay --all`.',
    }),
    'secrets.limited_setting': ({ setting, name, clientId, isRemoved }) => ({
      text: isRemoved
        ? `O segredo "${name}" foi removido, mas ${setting} tem o mesmo valor. Requisições assinadas com esse valor ainda são aceitas, mas só para o cliente ${clientId}.`
        : `${setting} tem o mesmo valor que o segredo "${name}", do cliente ${clientId}. Por isso, requisições assinadas com esse valor só criam leads desse cliente.`,
      action: `Defina outro valor para ${setting} ou remova-a. Para tirar o limite, remova o segredo nomeado e adicione o mesmo valor sem --client.`,
    }),
    'secrets.limited_export': ({ name, clientId }) => ({
      text: `A senha em CONVERSIONS_EXPORT_CREDENTIAL é, ou já foi, o segredo "${name}". Por isso, só dá acesso às conversões do cliente ${clientId}.`,
      action: 'Defina outra senha em CONVERSIONS_EXPORT_CREDENTIAL ou remova-a.',
    }),
    'secrets.named_rotation': ({ name, verdict, word }) => ({
      text: `Segredo "${name}": ${verdict}`,
      action: `\`lead-intake secret list\` mostra quem o usa. Quando ninguém mais o usar, remova-o com \`lead-intake secret remove ${word}\`.`,
    }),

    'database.found': ({ path, bytes }) => (bytes === null ? path : `${path}, ${formatBytes(bytes)}`),
    'database.missing': ({ path }) => ({
      text: `O banco de dados ${path} não existe.`,
      action: 'Crie-o com `lead-intake init`. Se ele existe em outro lugar, confira DATABASE_URL, --env-file e a pasta atual.',
    }),
    'database.newer': unusableDatabase,
    'database.forbidden': unusableDatabase,
    'database.unusable': unusableDatabase,
    'database.damaged': ({ sign, more }) => ({
      text: `O banco de dados está danificado: ${sign}${more === 0 ? '' : ` (+${more})`}.`,
      action: RESTORE_BACKUP,
    }),
    'database.whole': ({ full, ms }) =>
      full
        ? `O banco de dados está íntegro (integrity_check, ${formatDuration(ms)}).`
        : `O banco de dados está íntegro (quick_check, ${formatDuration(ms)}; --full verifica mais).`,
    'database.schema': ({ version }) => `A versão ${version} do esquema está atualizada.`,
    'database.older': ({ version, newest }) => ({
      text: `O banco de dados tem a versão ${version} do esquema. Este programa usa a versão ${newest}.`,
      action:
        'Faça um backup. A próxima inicialização migra o banco de dados. `lead-intake migrate --dry-run` mostra quanto tempo isso leva.',
    }),
    'database.journal': () => 'O modo de journal é wal.',
    'database.journal_mode': ({ mode }) => ({
      text: `O modo de journal é ${mode}. O banco de dados foi restaurado e ainda não foi usado, ou outro programa o alterou.`,
      action: 'Nenhuma ação é necessária. O serviço ou um worker muda para wal ao iniciar.',
    }),
    'database.locked': ({ path, ms }) => ({
      text: `Outro programa mantém o banco de dados bloqueado para gravação há mais de ${formatDuration(ms)}. Enquanto isso, nenhum evento pode ser gravado: quem envia recebe 503.`,
      action: `\`fuser -v ${path}\` lista os programas que o usam. Encerre o que não for o lead-intake: em geral, um programa para ver bancos de dados ou um script com uma transação aberta.`,
    }),
    'database.wal': ({ bytes }) => `O log de gravação (WAL) tem ${formatBytes(bytes)}.`,
    'database.wal_large': ({ bytes }) => ({
      text: `O log de gravação (WAL) cresceu para ${formatBytes(bytes)}.`,
      short: 'WAL grande',
      action: 'Encontre o programa que mantém uma transação longa aberta, como um backup ou um visualizador de banco de dados, e pare-o.',
    }),
    'database.log_damaged': ({ written, path }) => ({
      text: `O disco danificou o log de gravação${path === null ? '' : ` (${path})`}. Os eventos confirmados pouco antes da última gravação, há ${written}, se perderam.`,
      short: 'eventos perdidos',
      action: `Verifique o disco. Busque os leads novamente (\`lead-intake source backfill social-ads\`, \`lead-intake source import search-ads\`) e peça aos responsáveis pelos formulários que reenviem os leads. Depois mova o log danificado para outro lugar${path === null ? '; `lead-intake doctor` mostra o caminho' : ''}.`,
    }),
    'database.not_durable': ({ settings }) => ({
      text: `O servidor PostgreSQL pode perder eventos já confirmados se parar de repente: ${settings.join(', ')}.`,
      short: 'sem garantia de gravação',
      action: 'Ative essas configurações em postgresql.conf e reinicie o servidor.',
    }),
    'database.standby': () => ({
      text: 'O servidor PostgreSQL é um standby e não aceita gravações, então os eventos são respondidos com HTTP 503.',
      short: 'servidor só leitura',
      action:
        'Indique o primário em DATABASE_URL, ou todos os servidores: o lead-intake usa o que não é standby. Se o primário foi perdido, promova o standby.',
    }),
    'database.read_only': () => ({
      text: 'O servidor PostgreSQL é somente leitura (default_transaction_read_only está ativo), então os eventos são respondidos com HTTP 503.',
      short: 'servidor só leitura',
      action:
        'Descubra o motivo, por exemplo um disco cheio. Depois desative a configuração onde ela foi definida: no postgresql.conf, ou com `alter database` ou `alter role`.',
    }),
    'database.missing_grants': ({ lacking, role, schema }) => ({
      text: `O usuário ${role} do PostgreSQL não tem permissões de que o lead-intake precisa: ${fewOf(lacking)}. Tudo o que depende delas falha; eventos podem ser respondidos com HTTP 503.`,
      short: 'faltam permissões',
      action: `Como dono das tabelas, execute \`${grantsOf(schema, role)}\` neste banco de dados. \`lead-intake docs postgresql\` também tem os grants para as tabelas de versões futuras.`,
    }),
    'database.sync_standby': () => 'Cada gravação espera por um standby síncrono.',
    'database.sync_standby_away': () => ({
      text: 'As gravações esperam por um standby síncrono que não está conectado (synchronous_standby_names), então os eventos são respondidos com HTTP 503.',
      short: 'standby ausente',
      action:
        'Inicie o standby, ou conecte outro que synchronous_standby_names permita. Até lá, você pode esvaziar essa configuração no primário e recarregá-la: os eventos são aceitos, mas uma troca de servidor pode perdê-los.',
    }),
    'database.no_sync_standby': () => ({
      text: 'Nenhuma gravação espera por um standby (synchronous_standby_names está vazio). Se o primário se perder, a troca de servidor perde os eventos que ele ainda não tinha enviado ao standby.',
      action: 'Se você tem um standby, defina synchronous_standby_names no primário e recarregue a configuração.',
    }),
    'database.connections': ({ used, most, processes }) =>
      `${used} de ${most} conexões do servidor estão em uso; as outras bastam para mais ${processes} ${processes === 1 ? 'processo' : 'processos'}.`,
    'database.connections_few': ({ used, most, needed }) => ({
      text: `${used} de ${most} conexões do servidor estão em uso. Um processo do lead-intake usa até ${needed}, então outro pode ficar sem nenhuma.`,
      short: 'poucas conexões',
      action: 'Aumente max_connections e reinicie o servidor, ou use o PgBouncer no modo transaction.',
    }),
    'database.tls': () => 'A conexão com o servidor é criptografada.',
    'database.no_tls': () => ({
      text: 'A conexão com o servidor não é criptografada: quem estiver na rede entre os dois pode ler dados de pessoas e a senha.',
      short: 'sem TLS',
      action: 'Ative ssl no servidor e acrescente `?sslmode=verify-full` a DATABASE_URL.',
    }),
    'database.retention': ({ ran }) => `Os dados com prazo vencido foram apagados pela última vez há ${ran}.`,
    'database.retention_late': ({ ran }) => ({
      text:
        ran === null
          ? 'Os dados com prazo vencido ainda não foram apagados nenhuma vez. O `lead-intake serve` faz isso toda noite.'
          : `Os dados com prazo vencido foram apagados pela última vez há ${ran}.`,
      short: 'retenção atrasada',
      action: 'lead-intake retention run',
    }),
    'database.erasure_open': ({ began }) => ({
      text: `O apagamento de uma pessoa, iniciado há ${began}, não terminou.`,
      short: 'apagamento incompleto',
      action: 'lead-intake serve',
    }),
    'database.erasure_journal_missing': () => ({
      text: 'O diário de apagamentos não existe. Um backup restaurado traria de volta pessoas apagadas.',
      action: 'Copie o arquivo terminado em -erasures de volta para junto do banco. `lead-intake serve` grava o que o banco ainda sabe.',
    }),
    'database.readable': ({ path }) => ({
      text: 'Qualquer usuário deste servidor pode ler o banco de dados e os dados pessoais nele.',
      action: `chmod 600 ${path}`,
    }),
    'database.counters': () => 'Os contadores da fila estão corretos.',
    'database.counters_wrong': ({ queue, group, counted, rows }) => ({
      text: `O contador de ${queue}/${labelIn(pt.labels.jobStates, group)} marca ${counted}, mas o número de linhas é ${rows}.`,
      action: 'Só os números estão errados, e nenhum lead é afetado. É um bug do lead-intake. Informe-o a quem mantém o programa.',
    }),
    'database.search': () => 'O índice de busca está completo.',
    'database.search_behind': ({ events, leads }) => ({
      text: `A busca ainda não encontra tudo. Fora do índice: ${counted(events, 'evento')}, ${counted(leads, 'lead')}.`,
      action: 'O `lead-intake serve` completa o índice enquanto está no ar.',
    }),
    'database.relations': () => 'Todas as referências são válidas, e todo evento na fila tem um job.',
    'database.relations_broken': ({ references, orphans }) => ({
      text: `Outro programa alterou o banco de dados. Referências a linhas inexistentes: ${references}. Eventos na fila sem job: ${orphans}.`,
      action: '`lead-intake events replay` cria um job para um evento. Recupere de um backup as linhas que faltam.',
    }),
    'database.backup': ({ made }) =>
      made === null ? 'Ainda não há backup, mas também não há eventos.' : `O último backup foi feito há ${made}.`,
    'database.no_backup': () => ({
      text: 'Ainda não há backup.',
      short: 'sem backup',
      action: 'Execute `lead-intake backup` toda noite.',
    }),
    'database.backup_old': ({ made }) => ({
      text: `O último backup foi feito há ${made}.`,
      short: 'backup antigo',
      action: 'Execute `lead-intake backup` toda noite.',
    }),
    'database.results_not_stored': ({ reason }) => ({
      text: `Faltam leads, porque os resultados dos jobs não são gravados. ${reason}`,
      short: 'resultados não gravados',
      action: 'Corrija a causa. Os eventos estão gravados, e os jobs são executados de novo automaticamente.',
    }),
    'database.refused_delivery': ({ last, code }) => ({
      text: `Eventos estão sendo recusados porque não é possível gravá-los no banco de dados ou no disco. Última recusa: há ${last} (${codeName(code)}).`,
      short: 'eventos recusados',
      action:
        'Execute `lead-intake doctor` no servidor para encontrar a causa. Os remetentes recebem a resposta 503 e precisam enviar novamente.',
    }),

    'disk.writable': ({ folder }) => `A pasta ${folder} permite gravação.`,
    'disk.not_writable': ({ folder, error }) => ({
      text: `Não é possível gravar no banco de dados ou na pasta ${folder} (${error}).`,
      action: 'Dê ao usuário que executa o lead-intake permissão de escrita no arquivo do banco de dados e na pasta dele.',
    }),
    'disk.space': ({ free }) => `O disco do banco de dados tem ${formatBytes(free)} livres.`,
    'disk.full': ({ free }) => ({
      text: `O disco do banco de dados está quase cheio: ${formatBytes(free)} livres.`,
      short: 'disco cheio',
      action: MAKE_ROOM,
    }),
    'disk.little_space': ({ free, size }) => ({
      text: `O disco do banco de dados tem ${formatBytes(free)} livres${free < size ? `, pouco para um backup (${formatBytes(size)})` : ''}.`,
      short: 'pouco espaço em disco',
      action: MAKE_ROOM,
    }),
    'disk.file_system': ({ name }) =>
      name === null ? 'O tipo do sistema de arquivos é desconhecido.' : `O sistema de arquivos é ${name}.`,
    'disk.network': ({ name }) => ({
      text: `O banco de dados está em ${name}, um sistema de arquivos de rede. Nele o SQLite pode perder dados, porque precisa de memória compartilhada e de locks confiáveis.`,
      action: LOCAL_DISK,
    }),
    'disk.memory': ({ name }) => ({
      text: `O banco de dados está na memória (${name}) e se perde quando o servidor reinicia.`,
      action: LOCAL_DISK,
    }),
    'disk.layer': ({ name }) => ({
      text: `O banco de dados está em ${name}, provavelmente dentro de um contêiner, e se perde junto com ele.`,
      action: 'Monte um volume para a pasta do banco de dados.',
    }),
    'disk.bridge': ({ name }) => ({
      text: `O banco de dados está em ${name}, que talvez não sincronize nem bloqueie arquivos do modo que o SQLite exige.`,
      action: LOCAL_DISK,
    }),

    'clock.time': ({ time }) => `O horário é ${time}, e nenhum horário gravado é posterior.`,
    'clock.behind': ({ time, ahead, limit }) => ({
      text: `O horário é ${time}, mas o banco de dados contém horários até ${formatDuration(ahead)} depois disso. O relógio está errado, ou esteve errado antes.${
        ahead <= limit
          ? ''
          : ` Eventos de formulários do site são recusados quando a diferença entre os relógios passa de ${formatDuration(limit)}.`
      }`,
      action: SYNCHRONISE,
    }),
    'clock.sync': ({ isKnown }) => (isKnown ? 'O relógio está sincronizado.' : 'O sistema não informa se o relógio está sincronizado.'),
    'clock.not_synchronised': () => ({ text: 'O relógio não está sincronizado.', action: SYNCHRONISE }),

    'port.any': () => 'PORT é 0, por isso o serviço escolhe uma porta livre a cada início.',
    'port.serving': ({ origin }) => `O lead-intake está em execução em ${origin}, sem problemas.`,
    'port.unhealthy': ({ status, url }) => ({
      text: `O lead-intake em ${url} responde ${status} porque não consegue gravar no banco de dados.`,
      action: 'Veja o log do serviço e os problemas de disco e de banco de dados nesta lista.',
    }),
    'port.taken': ({ port, host }) => ({
      text: `Outro programa usa a porta ${port} em ${host}.`,
      action: 'Pare-o ou escolha outra porta com PORT.',
    }),
    'port.foreign_host': ({ host }) => ({
      text: `HOST é ${host}, que não é um endereço deste servidor.`,
      action: 'Defina HOST como 127.0.0.1 (acesso só local), 0.0.0.0 (todas as interfaces) ou um endereço deste servidor.',
    }),
    'port.free': ({ origin }) =>
      `Nada responde em ${origin}, e a porta está livre. Se o serviço usa outro --host ou --port, defina HOST e PORT com os mesmos valores.`,
    'port.unusable': ({ port, host, error }) => ({
      text: `O serviço não consegue escutar na porta ${port} de ${host} (${error}).`,
      action: 'Se o serviço não é executado como root, defina PORT com um número acima de 1023.',
    }),

    'queue.workers': ({ count }) => `Workers em execução: ${count}.`,
    'queue.no_worker': noWorker,
    'queue.no_worker_yet': noWorker,
    'queue.open': () => 'A fila não está pausada.',
    'queue.paused': ({ since, waiting }) => ({
      text: `A fila está pausada há ${since}. Jobs aguardando: ${n(waiting)}.`,
      short: 'pausada',
      action: 'Os eventos são gravados, mas não são processados. Retome a fila na interface web ou com `lead-intake queue resume`.',
    }),
    'queue.waiting': ({ waiting }) => `Jobs aguardando: ${n(waiting)}.`,
    'queue.late': ({ since, waiting }) => ({
      text: `O job mais antigo está atrasado há ${since}. Jobs aguardando: ${n(waiting)}.`,
      short: 'atrasada',
      action:
        'Os workers não dão conta, ou os jobs têm erros e aguardam a próxima tentativa. Veja o log dos workers. Se eles estiverem ocupados, aumente `queue work --concurrency` ou inicie mais workers.',
    }),
    'queue.failed': () => 'Nenhum job com erro.',
    'queue.failed_jobs': ({ failed, code, last }) => ({
      text: `${failed === 1 ? '1 job com erro: o evento dele' : `${n(failed)} jobs com erro: os eventos deles`} ainda não ${failed === 1 ? 'virou lead' : 'viraram leads'}.${code === null ? '' : ` Erro mais recente${last === null ? '' : `, há ${last}`}: ${codeName(code)}.`}`,
      short: `${n(failed)} com erro`,
      action:
        'Veja o motivo com `lead-intake queue failed --group`. Corrija a causa e tente os jobs novamente com `lead-intake queue retry` ou na lista de eventos com erro.',
    }),
    'queue.parked': ({ parked }) => ({
      text: `Jobs em espera por algo externo, como uma plataforma que não está conectada: ${n(parked)}.`,
      short: `${n(parked)} em espera`,
      action: 'Veja o que falta com `lead-intake queue failed --parked`.',
    }),
    'queue.other_version': ({ worker, version, own }) => ({
      text: `O worker ${worker} usa a versão ${version}, mas este programa é a versão ${own}.`,
      short: 'outra versão',
      action: 'Reinicie o worker.',
    }),

    'sources.never': ({ origin }) => `${originName(origin)}: nenhum evento ainda.`,
    'sources.event': ({ origin, last }) => `${originName(origin)}: último evento há ${last}.`,
    'sources.closed': ({ origin, last }) => ({
      text: `${originName(origin)}: nenhum segredo definido${last === null ? '' : `, e o último evento chegou há ${last}`}.`,
      short: `${originName(origin)}: sem segredo`,
      action: 'Defina o segredo desta origem. Até lá, o endereço dela responde 503.',
    }),
    'sources.silent': ({ origin, last, longest }) => ({
      text: `${originName(origin)}: nenhum evento há ${last}${longest === null ? '' : `. Nas últimas quatro semanas, o maior intervalo sem eventos neste horário foi de ${formatDuration(longest)}`}.`,
      short: `${originName(origin)}: sem eventos`,
      action:
        'Se deveriam chegar leads, confira o formulário ou o webhook na plataforma. Para enviar um evento de teste, execute `lead-intake send`.',
    }),
    'sources.refused': ({ count, causes }) =>
      count === 0
        ? 'Nenhuma requisição foi recusada nas últimas 24 h.'
        : `Requisições recusadas nas últimas 24 h: ${n(count)}. ${causesIn(causes)}.`,
    'sources.credential_refused': ({ origin, code, count, oldest }) => ({
      text: `${originName(origin)}: ${count === 1 ? '1 requisição que parece autêntica foi recusada' : `${n(count)} requisições que parecem autênticas foram recusadas`} (${codeName(code)})${count === 1 ? '' : ', a mais antiga'} há ${oldest}. Antes disso, as requisições eram aceitas.`,
      short: 'credencial não aceita',
      action: `Defina a mesma chave ou o mesmo segredo no remetente e no lead-intake. A plataforma não reenvia estas requisições, por isso reprocesse-as com \`lead-intake refused replay --all --code ${code} --source ${origin}\`. Se a chave ou o segredo do remetente estava errado, adicione --without-credential.`,
    }),
    'sources.refused_requests': ({ count, oldest, causes }) => ({
      text: `${count === 1 ? '1 requisição recusada pode ser um lead perdido. Ela' : `${n(count)} requisições recusadas podem ser leads perdidos. A mais antiga`} chegou há ${oldest}. ${causesIn(causes)}.`,
      short: `${n(count)} recusadas`,
      action:
        'Veja-as com `lead-intake refused list --open`. Corrija o segredo ou o formulário e execute `lead-intake refused replay --all`. Para descartar as que não são leads, execute `lead-intake refused forget`.',
    }),
    'sources.form_without_contact': ({ forms, origin, formId }) => ({
      text: `${forms === 1 ? 'O lead mais recente' : 'Os leads mais recentes'} do formulário ${formId} (${originName(origin)})${forms === 1 ? '' : ` e de mais ${forms - 1}`} não ${forms === 1 ? 'tem' : 'têm'} e-mail nem telefone.`,
      short: 'leads sem contato',
      action: `Veja como cada resposta é lida com \`lead-intake source form show ${formId}\`. Se uma resposta é um e-mail ou telefone, mapeie-a com \`lead-intake source form map\`.`,
    }),
    'sources.resend_type': ({ count, isMore, id, eventType, conflictType, last }) => ({
      text: `Eventos reenviados com outro tipo nos últimos 7 dias: ${n(count)}${isMore ? '+' : ''}. O mais recente, há ${last}, é o evento ${id} (${eventType} → ${conflictType}). O primeiro tipo é o que vale.`,
      short: 'reenviado com outro tipo',
      action: `Se são dois eventos diferentes, peça ao remetente que dê um ID a cada um. Veja os dois com \`lead-intake events show ${id}\`.`,
    }),
    'sources.resend_person': ({ count, isMore, id, last }) => ({
      text: `Eventos reenviados com os dados de contato de outra pessoa nos últimos 7 dias: ${n(count)}${isMore ? '+' : ''}. O mais recente, há ${last}, é o evento ${id}. A primeira pessoa é a que vale; a outra não tem lead.`,
      short: 'outra pessoa com o mesmo ID',
      action: `Provavelmente, dois formulários usam os mesmos IDs. Faça cada formulário enviar IDs que nenhum outro usa, como UUIDs. Compare as duas pessoas na página do evento (/admin/webhooks/${id}) e envie a segunda de novo, com outro ID.`,
    }),

    'platforms.pages': ({ count }) => `Meta: contas que buscam leads: ${count}.`,
    'platforms.no_pages': () =>
      'Meta: nenhuma página está conectada, por isso eventos sem respostas ficam em espera. Conecte uma página com `lead-intake source connect` ou WEBHOOK_SOCIALADS_TOKENS.',
    'platforms.no_export': () =>
      'Google Ads: a exportação de conversões está desativada (não há CONVERSIONS_EXPORT_CREDENTIAL nem segredo de exportação).',
    'platforms.export': ({ hasSetting, secrets }) =>
      `Google Ads: a exportação de conversões está ativa (${[...(hasSetting ? ['CONVERSIONS_EXPORT_CREDENTIAL'] : []), ...(secrets === 0 ? [] : [`segredos de clientes: ${secrets}`])].join('; ')}).`,
    'platforms.client_datasets': ({ count }) => `Meta: clientes com conjunto de dados próprio: ${count}.`,
    'platforms.no_social_conversions': () => 'Meta: nenhuma conversão é enviada.',
    'platforms.social_conversions': ({ id }) => `Meta: as conversões vão para o conjunto de dados ${id}.`,
    'platforms.client_ads_accounts': ({ count }) => `Google Ads: clientes com conta própria: ${count}.`,
    'platforms.no_search_conversions': () => 'Google Ads: nenhuma conversão é enviada.',
    'platforms.search_conversions': ({ id, actions }) =>
      `Google Ads: as conversões vão para a conta ${id} (ações de conversão: ${actions}).`,
    'platforms.half_set': ({ set, missing }) => ({
      text: `${set} está definida, mas ${missing} não, por isso nenhuma conversão é enviada.`,
      action: `Defina ${missing} ou remova ${set}.`,
    }),
    'platforms.credentials_missing': wrongCredentials,
    'platforms.credentials_unreadable': wrongCredentials,
    'platforms.credentials_wrong': wrongCredentials,
    'platforms.credentials_readable': ({ path }) => ({
      text: `Qualquer usuário deste servidor pode ler ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'platforms.credentials': ({ path, who }) => `Google Ads: a credencial em ${path} é de ${who}.`,
    'platforms.enhanced_leads': ({ id }) =>
      `Conta ${id} do Google Ads: leads sem ID de clique são informados com e-mail e telefone em hash.`,
    'platforms.enhanced_leads_ignored': ({ clientId, id }) => ({
      text: `SEARCHADS_ENHANCED_LEADS não tem efeito para o cliente ${clientId}, que tem conta própria no Google Ads (${id}).`,
      action: `Para usar conversões otimizadas, conecte a conta novamente na página do cliente ou com \`lead-intake client connect ${clientId} --account ${id} --enhanced-leads\` e as demais opções da conta. Se não, remova o ID da configuração.`,
    }),
    'platforms.initial_stage': ({ id, stage }) =>
      `Conjunto de dados ${id} da Meta: cada novo lead de formulário instantâneo é informado como "${stage}".`,
    'platforms.key_missing': ({ count }) => ({
      text: `CREDENTIALS_KEY não está definida, por isso não é possível descriptografar ${count === 1 ? '1 credencial guardada' : `${n(count)} credenciais guardadas`}.`,
      action: 'Defina CREDENTIALS_KEY com o valor anterior ou conecte as contas novamente.',
    }),
    'platforms.key_wrong': ({ account }) => ({
      text: `Não é possível descriptografar a credencial guardada ${account.of} porque CREDENTIALS_KEY mudou.`,
      action: `Restaure o valor anterior de CREDENTIALS_KEY ou conecte a conta novamente com \`lead-intake ${account.command}\`.`,
    }),
    'platforms.no_credential': ({ account, setting }) => ({
      text: `As conversões ${account.of} aguardam porque a conta usa a credencial das configurações e ${setting} não está definida.`,
      action: `Defina ${setting} ou conecte a conta com uma credencial própria: \`lead-intake client connect\`.`,
    }),

    'platforms.refused': ({ account, since, fault }) => ({
      text: `${account.at} recusa a credencial ${account.of} há ${since}.${after(fault)}`,
      short: 'credencial não aceita',
      action: `Substitua a credencial nas configurações ou com \`lead-intake ${account.command}\`. Depois disso, os jobs que aguardam são executados automaticamente. Nada se perde.`,
    }),
    'platforms.blocked': ({ account, since, fault }) => ({
      text: `${account.at} bloqueia ${account.name} há ${since}.${after(fault)}`,
      short: 'conta bloqueada',
      action: 'Resolva o bloqueio na plataforma. Depois disso, os jobs que aguardam são executados automaticamente em até duas horas.',
    }),
    'platforms.away': ({ account, since, fault }) => ({
      text: `${account.at} não responde para ${account.name} há ${since}.${after(fault)}`,
      short: 'plataforma inacessível',
      action:
        'Verifique a rede deste servidor e a página de status da plataforma. O lead-intake continua tentando por 72 horas. Nada se perde.',
    }),
    'platforms.paused': ({ account, until, fault }) => ({
      text: `${account.at} está limitando as requisições para ${account.name}. O lead-intake retoma em ${until}.${after(fault)}`,
      short: 'limite de requisições',
      action: 'Nenhuma ação é necessária. Nada se perde.',
    }),
    'platforms.token_expires': ({ account, until }) => ({
      text: `O token ${account.of} expira em ${until}.`,
      short: 'token expira em breve',
      action: `Gere um token novo, de preferência de um usuário do sistema, e defina-o ou conecte-o com \`lead-intake ${account.command}\`.`,
    }),
    'platforms.compared': ({ compared, forms }) => `Os leads foram comparados com a Meta há ${compared} (formulários: ${forms}).`,
    'platforms.missing_leads': ({ missing, forms }) => ({
      text: `A última comparação com a Meta encontrou e gravou ${missing === 1 ? '1 lead que faltava' : `${n(missing)} leads que faltavam`} (formulários: ${forms}).`,
      short: 'leads faltavam',
      action:
        'O webhook desses leads não chegou. Confira com `lead-intake doctor` se a página continua inscrita; `lead-intake source connect` a inscreve novamente.',
    }),
    'platforms.comparison_failed': ({ forms, code }) => ({
      text: `A última comparação com a Meta falhou: ${codeName(code)} (formulários: ${forms}).`,
      short: 'comparação falhou',
      action: 'O lead-intake tenta novamente de forma automática. Até lá, não detecta leads cujo webhook não chegou. Veja o log do worker.',
    }),
    'platforms.comparison_late': ({ compared, everyHours }) => ({
      text: `A última comparação com a Meta foi há ${compared}. Ela deveria ocorrer a cada ${everyHours} h.`,
      short: 'comparação atrasada',
      action:
        'Confira se há um worker da fila `webhooks` em execução e veja o log dele. Até lá, o lead-intake não detecta leads cujo webhook não chegou.',
    }),
    'platforms.worker': ({ count }) => `Workers em execução que enviam conversões: ${count}.`,
    'platforms.no_worker': ({ since, waiting }) => ({
      text: `Nenhum worker envia conversões${since === null ? '' : `, e a mais antiga aguarda há ${since}`}.${waiting === 0 ? '' : ` Jobs aguardando: ${n(waiting)}.`}`,
      short: 'conversões paradas',
      action: 'Inicie `lead-intake queue work conversoes` com um gerenciador de serviços ou execute `lead-intake serve --work`.',
    }),
    'platforms.no_worker_yet': ({ isPaused }) => ({
      text: isPaused ? 'A fila de conversões está pausada.' : 'Nenhum worker envia conversões. No momento, nenhuma está pronta para envio.',
      short: isPaused ? 'conversões pausadas' : 'sem worker de conversões',
      action: isPaused
        ? 'Retome-a com `lead-intake queue resume conversoes`.'
        : 'Inicie `lead-intake queue work conversoes` com um gerenciador de serviços ou execute `lead-intake serve --work`.',
    }),
    'platforms.waiting_for_account': ({ clients }) => ({
      text: `Conversões aguardando porque o cliente não tem conta na plataforma: ${[
        ...clients.slice(0, MOST_NAMED).map(({ clientId, count }) => `cliente ${clientId}: ${n(count)}`),
        ...(clients.length > MOST_NAMED ? [`e mais ${counted(clients.length - MOST_NAMED, 'cliente')}`] : []),
      ].join(', ')}.`,
      short: 'conversões sem conta',
      action:
        'Conecte as contas na página de cada cliente ou com `lead-intake client connect`, ou defina ACCOUNTS_CLIENT para usar as contas das configurações. Depois disso, as conversões são enviadas automaticamente.',
    }),
    'platforms.on_hold': ({ count, isMore, codes }) => ({
      text: `Conversões retidas: ${n(count)}${isMore ? '+' : ''} (${codes.map(codeName).join(', ')}).`,
      short: 'conversões retidas',
      action:
        'Veja o que fazer com cada uma em `lead-intake queue failed conversoes --parked`. Depois execute `lead-intake conversions retry`.',
    }),
    'platforms.rejected': ({ count, isMore }) => ({
      text: `Conversões rejeitadas nas últimas 24 h: ${n(count)}${isMore ? '+' : ''}.`,
      short: 'conversões rejeitadas',
      action: 'Veja o motivo na lista de conversões. Corrija a causa e tente novamente.',
    }),
    'platforms.old_conversion': ({ platform, since }) => ({
      text: `${originName(platform)}: uma conversão aguarda há ${since}.`,
      short: 'conversão atrasada',
      action: 'Resolva logo o que impede o envio: a Meta só aceita conversões dos últimos 7 dias.',
    }),

    'platforms.offline': () => 'As plataformas não foram verificadas (--offline).',
    'platforms.not_asked': ({ about, account, action, fault }) => ({
      text: `${
        {
          token: `Não foi possível verificar ${account?.token} na Meta`,
          dataset: `Não foi possível verificar ${account?.name} na Meta`,
          webhook: 'Não foi possível verificar o webhook do aplicativo na Meta',
          subscription: `Não foi possível verificar na Meta se ${account?.name} está inscrita`,
          action: `Não foi possível verificar ${account?.name}, ação ${action}`,
          no_time: `Não houve tempo para verificar ${account?.name}`,
        }[about]
      }${fault === null ? '.' : `: ${fault}`}`,
      action: 'Tente novamente mais tarde.',
    }),
    'platforms.token': ({ account }) => `A Meta aceita ${account.token}.`,
    'platforms.token_not_inspected': ({ account, hasApp }) =>
      `Não é possível verificar as permissões e a validade de ${account.token}: ${
        hasApp ? 'a Meta só as mostra ao aplicativo do token, que não é o de SOCIALADS_APP_ID.' : NO_APP_ID
      }`,
    'platforms.token_refused': ({ account, fault }) => ({ text: `A Meta recusa ${account.token}: ${fault}`, action: OTHER_TOKEN }),
    'platforms.token_invalid': ({ account }) => ({ text: `A Meta informa que ${account.token} é inválido.`, action: RENEW_TOKEN }),
    'platforms.token_page': ({ account, profileId }) => ({
      text: `O token ${account.of} é de ${profileId}.`,
      action: 'Defina um token desta página.',
    }),
    'platforms.token_scope': ({ account, scope, isElsewhere }) => ({
      text: `Falta ao token ${account.of} a permissão ${scope}${isElsewhere ? ' para esta página (ele a tem para outras)' : ''}, por isso a Meta não devolve leads.`,
      action: 'Gere um token com as permissões listadas em docs/meta-lead-ads.md.',
    }),
    'platforms.token_scopes': ({ account, scopes }) => ({
      text: `Faltam permissões ao token ${account.of}: ${scopes}.`,
      action: 'Gere um token com as permissões listadas em docs/meta-lead-ads.md.',
    }),
    'platforms.token_data_access': ({ account, until }) => ({
      text: `O acesso do token ${account.of} aos dados expira em ${until}, a menos que o dono do token faça login novamente na Meta.`,
      action: RENEW_TOKEN,
    }),
    'platforms.app_refused': ({ fault }) => ({
      text: `A Meta recusa o ID do aplicativo com a chave secreta, por isso não é possível verificar tokens e assinaturas. ${fault}`,
      action:
        'Defina SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET com o ID e a chave secreta do mesmo aplicativo (Meta: Configurações do app > Básico).',
    }),
    'platforms.app_unknown': () =>
      `Não é possível verificar se o aplicativo da página é o seu e se o webhook dele está configurado: ${NO_APP_ID}`,
    'platforms.app_webhook_refused': ({ fault }) => ({
      text: `A Meta não mostra o webhook do aplicativo: ${fault}`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_not_subscribed': ({ app, why }) => ({
      text: `O aplicativo ${app} ${
        {
          none: 'não tem webhook para páginas',
          fields: 'tem um webhook para páginas sem o campo leadgen',
          inactive: 'tem um webhook inativo para páginas',
        }[why]
      }, por isso a Meta não notifica leads.`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_webhook_elsewhere': ({ app, url }) => ({
      text: `O aplicativo ${app} envia leads para ${url}, que não é /webhooks/social_ads.`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_webhook': ({ app, url }) => `O aplicativo ${app} envia leads para ${url}.`,
    'platforms.no_lead_access': ({ account, reason }) => ({
      text: `O Gerenciador de acesso a leads da Meta não permite que o token leia os leads ${account.of}.${reason === '' ? '' : ` Mensagem da Meta: "${reason}".`}`,
      action:
        'Nas configurações da empresa (Integrações > Acesso a leads), dê acesso aos leads da página ao aplicativo, como CRM, e ao dono do token.',
    }),
    'platforms.page_refused': ({ account, fault, isOfToken }) => ({
      text: `A Meta não mostra se ${account.name} está inscrita${isOfToken ? ':' : '.'} ${fault}`,
      action: isOfToken
        ? OTHER_TOKEN
        : 'Dê ao usuário do sistema o controle da página e, ao token, as permissões necessárias. Veja como em docs/meta-lead-ads.md.',
    }),
    'platforms.subscribed': ({ account, app }) =>
      `A Meta envia os leads ${account.of} ${app === null ? 'a um aplicativo' : `ao aplicativo ${app}`}.`,
    'platforms.not_subscribed': ({ account, pageId, app, why }) => ({
      text: {
        unknown_fields: `O aplicativo ${app} está inscrito nas alterações ${account.of}, mas a Meta não mostra se isso inclui os leads.`,
        only_others: `Outros aplicativos estão inscritos nos leads ${account.of}, mas o aplicativo ${app} não, por isso a Meta não os envia ao lead-intake.`,
        none: `Nenhum aplicativo está inscrito nos leads ${account.of}, por isso a Meta não os envia.`,
      }[why],
      action: `Conecte a página novamente com \`lead-intake source connect social-ads --page ${pageId}\` ou envie POST /${pageId}/subscribed_apps?subscribed_fields=leadgen com o token da página.`,
    }),
    'platforms.dataset': ({ id }) => `A Meta aceita o conjunto de dados ${id}.`,
    'platforms.dataset_refused': ({ id, fault }) => ({
      text: `O token não tem acesso ao conjunto de dados ${id} da Meta: ${fault}`,
      action: CHECK_DATASET,
    }),
    'platforms.dataset_unchecked': ({ id }) => ({
      text: `O token não pode ler o conjunto de dados ${id}, por isso o ID não foi verificado.`,
      action: CHECK_DATASET,
    }),
    'platforms.search_validated': ({ id, actions }) =>
      `A conta ${id} do Google Ads aceita conversões (ações: ${actions}). Nada foi enviado.`,
    'platforms.search_refused': ({ id, action, fault }) => ({
      text: `A conta ${id} do Google Ads não aceita conversões para a ação ${action}: ${fault}`,
      action: 'Veja em docs/google-ads.md o que o anunciante precisa permitir e quais ações aceitam conversões.',
    }),
    'platforms.client_not_connected': ({ fault }) => ({
      text: fault,
      action: 'Você também pode conectar contas na página do cliente.',
    }),
  },

  cli: {
    clients: {
      nameAnAccount: 'Informe a conta com --dataset, --account ou --page.',
      actionProblem: ({ problem }) => `--action ${problem.pt}`,
      clientAdded: ({ id, name }) => `Cliente ${id} adicionado: ${name}`,
      accountConnected: ({ id, name, resumed }) =>
        `A conta ${id} está conectada ao cliente ${name}. ${counted(resumed, 'conversão retomada', 'conversões retomadas')}.`,
      ownConsentRule: ({ name, mode, keys }) => `O cliente ${name} tem uma regra de consentimento própria: ${mode} (${keys}).`,
      settingsConsentRule: ({ name, mode, keys }) => `O cliente ${name} usa a regra de consentimento das configurações: ${mode} (${keys}).`,
      retention: ({ name, bodies, leads }) => `Cliente ${name}: corpos dos eventos ${bodies}, leads ${leads}.`,
      accountDisconnectedClient: ({ id, name }) => `A conta ${id} foi desconectada do cliente ${name}.`,
      client: ({ id, name }) => `o cliente ${id} (${name})`,
      clientRemoved: ({ id, name }) => `Cliente ${id} removido: ${name}`,
      renamed: ({ id, name }) => `O cliente ${id} agora se chama ${name}.`,
      noClient: 'Ainda não há clientes. Adicione um com `lead-intake client add`.',
      enhancedLeads: ({ id, isReported }) =>
        `Conta ${id} do Google Ads, leads sem ID de clique: ${isReported ? 'informados por e-mail e telefone com hash' : 'não informados'}`,
      instantFormLeads: ({ id, stage }) =>
        `Conjunto de dados ${id} da Meta, leads novos de formulários instantâneos: ${stage === null ? 'não informados' : `informados como "${stage}"`}`,
      conversionsWait: ({ count }) => `Conversões aguardando uma conta: ${count}`,
      consentRule: ({ named }) => `Regra de consentimento: ${named}`,
    },
    retention: {
      kept: 'guardados até alguém apagar',
      days: ({ days }) => counted(days, 'dia'),
      ownLimit: ({ limit }) => `${limit} (prazo próprio)`,
      ofClient: ({ bodies, leads }) => `Retenção: corpos dos eventos ${bodies}, leads ${leads}`,
      kinds: {
        corpos: 'corpos de eventos',
        leads: 'leads que ficam anônimos',
        conversoes: 'conversões não enviadas, retiradas',
        recusas: 'requisições recusadas',
        jobs: 'jobs concluídos',
        registro: 'linhas do registro de operadores',
      },
      deleted: ({ count }) =>
        count === 0
          ? 'Nada estava com o prazo vencido.'
          : `${counted(count, 'linha apagada ou esvaziada', 'linhas apagadas ou esvaziadas')}.`,
      wouldDelete: ({ count }) =>
        count === 0
          ? 'Nada está com o prazo vencido.'
          : `${counted(count, 'linha seria apagada ou esvaziada', 'linhas seriam apagadas ou esvaziadas')}. Nada foi alterado.`,
      runsElsewhere: {
        message: 'Outro processo está apagando os dados com prazo vencido.',
        hint: 'Espere até ele terminar, no máximo uma hora.',
      },
    },
    conversions: {
      putBack: ({ idCount }) => `De volta à fila: ${counted(idCount, 'conversão', 'conversões')}.`,
      nothingSelected: 'Nenhuma conversão encontrada. Nada foi alterado.',
      dryRun: ({ count }) => `${counted(count, 'conversão selecionada', 'conversões selecionadas')}. Nada foi alterado.`,
      sendNow: ({ count }) => `Enviar agora ${counted(count, 'conversão pendente', 'conversões pendentes')}?`,
      sendAgain: ({ count }) => `Reenviar ${counted(count, 'conversão rejeitada', 'conversões rejeitadas')}?`,
      cannotRetry: ({ isOne, names, others }) => ({
        message:
          `${isOne ? `A conversão ${names} não existe, ou não está rejeitada nem pendente` : `As conversões ${names} não existem, ou não estão rejeitadas nem pendentes`}.` +
          (others === 0 ? '' : ` De volta à fila: ${counted(others, 'outra conversão', 'outras conversões')}.`),
        hint: '`lead-intake conversions list --state rejected` lista as conversões rejeitadas.',
      }),
      notForMeta: 'A conversão não é para a Meta, e só a Meta tem códigos de evento de teste.',
      alreadySent: 'A Meta já tem esta conversão. Se ela for enviada novamente, pode contar duas vezes.',
      choose:
        'Para escolher outra, execute `lead-intake conversions list --platform meta --state waiting`. Para verificar a conta sem enviar, execute `lead-intake client test`.',
      waitsStill: 'A conversão continua pendente. Para verificar a conta sem enviar, execute `lead-intake client test`.',
      testEventTaken: ({ dataset }) =>
        `A Meta aceitou a conversão. Em até um minuto, ela aparece em "Testar eventos" no Gerenciador de Eventos do conjunto de dados ${dataset}. Ela é uma conversão de verdade: o worker a envia novamente e, se isso ocorrer em até 48 horas, a Meta a reconhece e conta só uma vez.`,
      nothingNamed: 'Informe o que deve ser corrigido: --value, --currency ou --at.',
      exportingConversions: 'Exportando conversões',
      severalClients:
        'Há vários clientes, e um arquivo não pode misturar as conversões deles. Informe um cliente com --client ou defina ACCOUNTS_CLIENT.',
      leftOut: ({ leftOut }) =>
        ` ${counted(leftOut, 'conversão ficou', 'conversões ficaram')} de fora por falta de consentimento ou de um ID de clique válido.`,
      exported: ({ written, file, leftOut, omitted }) =>
        `${counted(written, 'conversão exportada', 'conversões exportadas')}${file === undefined ? '' : ` para ${file}`}.${leftOut === 0 ? '' : omitted.pt}`,
      nameOrSelect: {
        message: 'Informe IDs de conversões ou use --all, com ou sem filtros.',
        hint: '--all seleciona todas as conversões rejeitadas. Para restringir, use --error, --platform, --client e --since.',
      },
      noCode: {
        message: 'Isso não é um código de evento de teste.',
        hint: 'Copie o código do Gerenciador de Eventos, em "Testar eventos". Ele é TEST seguido de números.',
      },
    },
    csv: {
      hasCellsHeader: ({ cells, expected }) => `tem ${counted(cells, 'célula')}, mas o cabeçalho tem ${expected}`,
      notUtf8: 'o arquivo não está em UTF-8; salve como "CSV UTF-8"',
      unknownColumn: ({ name, known }) => `a coluna "${name}" é desconhecida; as colunas são ${known}`,
      repeatedColumn: ({ name }) => `a coluna "${name}" aparece duas vezes`,
      emptyFile: ({ headerExample }) => `o arquivo está vazio; ele deve começar com um cabeçalho como ${headerExample}`,
      unreadableLine: ({ code }) => `a linha não pode ser lida como CSV (${code}); procure aspas que não foram fechadas`,
    },
    directory: {
      removeQuestion: ({ what }) => `Remover ${what}?`,
      nothingImported: ({ problems }) => ({
        message: [
          `Nada foi importado, porque o arquivo tem ${counted(problems.length, 'problema')}:`,
          ...problems.map(({ line, problem }) => `  linha ${line}: ${problem.pt}`),
        ].join('\n'),
        hint: 'Corrija estas linhas e importe o arquivo novamente. Para só verificar o arquivo, use --dry-run.',
      }),
      notLinked: ({ campaignId, links }) => ({
        message: `Não vinculados à campanha ${campaignId}: ${links}. Nada foi alterado.`,
        hint: `\`lead-intake campaign show ${campaignId}\` mostra os vínculos dela.`,
      }),
      sentence: ({ problem }) => `${problem.pt}.`,
      addYes: 'Para remover, adicione --yes.',
      checking: 'Verificando',
      storing: 'Gravando',
      campaignsCounted: ({ verb, campaigns }) => `${verb} ${counted(campaigns, 'campanha')}`,
      addedUpdatedMade: ({ addedCount, updatedCount, linkCount }) =>
        `${counted(addedCount, 'campanha adicionada', 'campanhas adicionadas')}, ${counted(updatedCount, 'atualizada', 'atualizadas')}, ${counted(linkCount, 'vínculo criado', 'vínculos criados')}.`,
      wouldNothingChanged: ({ done }) => `Simulação: ${done.pt} Nada foi alterado.`,
      campaignExists: ({ id }) => `a campanha ${id} já existe; --replace a atualiza`,
      linkedElsewhere: ({ name, holder }) => `${name} está vinculado à campanha ${holder}`,
      noCampaigns: 'não há nenhuma campanha abaixo do cabeçalho',
      columnMissing: ({ names }) => `falta no cabeçalho: ${names}; as colunas id, nome e cliente são obrigatórias, em qualquer ordem`,
      idRepeated: ({ id, first }) => `o ID ${id} já está na linha ${first}`,
      linkedTo: 'vinculada a',
      campaignAdded: ({ id, name, clientId, clientName, userEmail }) =>
        `Campanha ${id} adicionada: ${name}, do cliente ${clientId} (${clientName})${userEmail === null ? '' : `, usuário ${userEmail}`}`,
      readingTheFile: 'Lendo o arquivo',
      noId: { message: 'Nenhum ID foi informado.', hint: 'Informe pelo menos um, por exemplo com --search-ads-form 40000000000.' },
      campaignAnd: ({ id, name, linkCount }) => `a campanha ${id} (${name}) e ${counted(linkCount, 'vínculo')}`,
      campaignRemoved: ({ id, name }) => `Campanha ${id} removida: ${name}`,
      userAdded: ({ id, email }) => `Usuário ${id} adicionado: ${email}`,
      noUser: 'Ainda não há usuários. Adicione um com `lead-intake user add`.',
      userLine: ({ id, email }) => `o usuário ${id} (${email})`,
      userRemoved: ({ id, email }) => `Usuário ${id} removido: ${email}`,
      noCampaign: 'Ainda não há campanhas. Adicione uma com `lead-intake campaign add`.',
    },
    doctor: {
      groups: {
        settings: 'Configurações',
        secrets: 'Segredos',
        database: 'Banco de dados',
        disk: 'Disco',
        clock: 'Relógio',
        port: 'Porta',
        queue: 'Fila',
        sources: 'Origens',
        platforms: 'Plataformas',
      },
      severity: { ok: 'ok', note: 'nota', warning: 'aviso', problem: 'PROBLEMA' },
      ofClient: ({ id, name }) => `${name} (cliente ${id}): `,
      inOrder: 'Nenhum problema encontrado.',
      nothingYet:
        'Nenhum problema encontrado. Nenhum evento chegou ainda. Para enviar um evento de teste, execute `lead-intake send form --campaign ID`.',
      count: ({ problems, warnings }) =>
        `${problems} ${problems === 1 ? 'problema' : 'problemas'}, ${warnings} ${warnings === 1 ? 'aviso' : 'avisos'}.`,
    },
    forms: {
      missing: ({ formId, meant }) => `Não existe o formulário "${formId}".${meant === undefined ? '' : ` Você quis dizer ${meant}?`}`,
      bothPlatformsForm: ({ formId }) => ({
        message: `As duas plataformas têm um formulário ${formId}.`,
        hint: 'Adicione --source google-ads ou --source meta.',
      }),
      wouldChange: ({ changed, leads }) => `${changed} de ${counted(leads, 'lead')} ${changed === 1 ? 'mudaria' : 'mudariam'}.`,
      withoutContact: ({ before, after }) => `Leads sem e-mail nem telefone: ${before} antes, ${after} depois.`,
      fieldCount: ({ field, count }) => `  ${field}: ${count}`,
      answerUnusable: ({ count, key, field }) =>
        `Em ${counted(count, 'lead')}, a resposta em "${key}" não serve para o campo ${field} e fica só nas respostas.`,
      leadLine: ({ leadId, text }) => `  lead ${leadId}: ${text}`,
      notUndone: 'Só os campos vazios dos leads são preenchidos. Se você mudar o mapeamento depois, os leads mantêm esses valores.',
      ofChanged: ({ changed, leads }) => `${changed} de ${counted(leads, 'lead')} ${changed === 1 ? 'mudou' : 'mudaram'}.`,
      nothingMapGiven: 'Nenhum mapeamento foi informado.',
      notAMapping: ({ text }) => `"${text}" não é um mapeamento.`,
      formOfPair:
        'Escreva chave=campo, como "qual_seu_contato?=telefone". Para voltar à leitura automática de uma chave, use --clear CHAVE.',
      saveMappingForm: ({ formId }) => `Salvar o mapeamento do formulário ${formId}?`,
      saved: 'O mapeamento foi salvo.',
      alreadyMapped: 'Este mapeamento já estava salvo.',
      noForm: 'Ainda não há formulários. Um formulário aparece com o primeiro lead.',
      unreached:
        'Alguns leads não têm e-mail nem telefone. `lead-intake source form show FORMULÁRIO` mostra como cada resposta é lida. Para mapear uma resposta, use `lead-intake source form map`.',
      noKey: 'Este formulário ainda não tem perguntas nem respostas conhecidas.',
    },
    leads: {
      exportingLeads: 'Exportando leads',
      exported: ({ leads, file }) => `${counted(leads, 'lead exportado', 'leads exportados')}${file === undefined ? '' : ` para ${file}`}.`,
      grantOrWithdraw: '--purpose, --at e --reason precisam de --grant ou --withdraw.',
      purposeLength: ({ longest }) => `--purpose aceita um texto de 1 a ${longest} caracteres.`,
    },
    backfill: {
      leadsMissing: ({ missing }) => counted(missing, 'lead'),
      comparedSum: ({ dryRun, leads, stored, recovered }) =>
        dryRun ? `Faltam: ${leads.pt}. Nada foi gravado.` : `Faltavam: ${leads.pt}. Gravados: ${stored}. Recuperados: ${recovered}.`,
      interrupted: 'Interrompido antes do fim. Execute novamente.',
      noForm: 'Não há formulários para comparar: nenhuma página conectada tem formulários, e nenhuma campanha está vinculada a um.',
      page: ({ pageId }) => `página ${pageId}`,
      form: ({ formId }) => `formulário ${formId}`,
      sayOrder: 'Adicione --dates day-first (22/11/2026) ou --dates month-first (11/22/2026) e confira o resultado com --dry-run.',
      splitFile: 'Corrija as datas dessas linhas ou importe as linhas de cada formato em um arquivo separado.',
      dayOrderUndecided: ({ example }) =>
        `O arquivo não mostra se as datas começam pelo dia ou pelo mês: cada uma pode ser lida das duas formas, como "${example}"`,
      yearUnclear: ({ example }) => `O arquivo não mostra se o ano vem primeiro ou por último em datas como "${example}"`,
      yearUnclearHint: 'Escreva essas datas com o ano de quatro dígitos, como 2026-11-22, ou adicione --dates se o ano vem por último.',
      mixedDates: ({ days, months }) =>
        `Algumas datas do arquivo começam pelo dia (${days}), outras pelo mês (${months}). Nada foi importado.`,
      headerContradicts: ({ header, example }) =>
        `A coluna "${header}" sugere datas que começam pelo dia, mas algumas começam pelo mês, como "${example}"`,
      impossibleDates: ({ given, example }) => `Com --dates ${given}, algumas datas não existem, como "${example}"`,
      refusedFile: ({ what, lines }) => `${what} (${lines}). Nada foi importado.`,
      unknownEncoding: {
        message: 'O arquivo não está em UTF-8 nem em UTF-16, e as letras acentuadas se perderiam. Nada foi importado.',
        hint: 'Use o arquivo original, como a plataforma o exporta, ou salve-o como "CSV UTF-8".',
      },
      answer: 'resposta',
      columns: 'Colunas:',
      datesIs: ({ form, text, spelt }) => `Datas: ${form}. "${text}" é ${spelt}.`,
      dateRange: ({ spelt, until, timeZone }) => `De ${spelt} até ${until}, no fuso horário ${timeZone} (CONVERSIONS_TIME_ZONE).`,
      checkDatesFuture: ({ futureCount, futureLines }) =>
        `Confira as datas: ${counted(futureCount, 'linha', 'linhas')} no futuro (${futureLines}).`,
      oldLeads: ({ oldCount, oldestDays, oldLines }) =>
        `Confira as datas: ${counted(oldCount, 'linha', 'linhas')} com mais de ${oldestDays} dias (${oldLines}). O Google Ads não exporta leads tão antigos.`,
      noDates: 'Datas: não foi possível ler nenhuma. Os leads ficam sem horário de envio.',
      yearFirst: 'com o ano na frente ou o mês por extenso',
      dayFirst: 'o dia vem primeiro',
      monthFirst: 'o mês vem primeiro',
      asShows: ({ order, line }) => `${order}, como mostra a ${line}`,
      asDatesSays: ({ order }) => `${order}, conforme --dates`,
      byLanguageHeader: ({ order }) => `${order}, pelo idioma do cabeçalho`,
      dayEqualsMonth: 'o dia e o mês são iguais em todas',
      repeated: ({ repeatedCount }) => `${counted(repeatedCount, 'repetida', 'repetidas')} no arquivo`,
      importedSum: ({ rows, isPreview, missing, stored, known, ofKnown, again }) =>
        `${counted(rows, 'linha')}: ${isPreview ? counted(missing, 'falta', 'faltam') : counted(stored, 'gravada', 'gravadas')}, ${counted(known, 'já conhecida', 'já conhecidas')}${ofKnown}, ${again}.`,
      toRecover: ({ recovered }) => ` (${recovered} a recuperar)`,
      recovered: ({ recovered }) => ` (${counted(recovered, 'recuperada', 'recuperadas')})`,
      withoutSubmitTime: ({ untimedCount, lines }) =>
        `Horário de envio ilegível: ${counted(untimedCount, 'linha')} (${lines}). Antes de importar o arquivo, escreva os horários como 2026-11-20 09:00. Importar novamente não muda o que já foi gravado.`,
      lineProblem: ({ line, problem }) => `linha ${line}: ${problem.pt}`,
      importQuestion: ({ missing }) => `Importar ${counted(missing, 'lead')}?`,
      oneLine: ({ list }) => `linha ${list}`,
      severalLines: ({ list }) => `linhas ${list}`,
      notCsv: 'não é um CSV válido; procure aspas que não foram fechadas',
      noLeadId: 'não tem um ID de lead utilizável',
      holdsNothingLead: 'não contém dados de um lead',
      roundedId: ({ name }) =>
        `"${name}" foi arredondado por uma planilha e perdeu dígitos; exporte o arquivo novamente e importe-o sem abri-lo em uma planilha`,
      noHeader: {
        message: 'O arquivo não tem um cabeçalho com as colunas de uma exportação de leads. Nada foi importado.',
        hint: 'No Google Ads, baixe os leads do formulário em CSV. As colunas conhecidas são, entre outras, ID do lead, GCLID, Nome completo, E-mail, Telefone, Data de envio, em português, inglês ou espanhol.',
      },
      comparingLeadsPlatform: 'Comparando os leads com a plataforma',
      noPageConnected: {
        message: 'Nenhuma página da Meta está conectada, por isso não há o que comparar.',
        hint: 'Conecte uma com `lead-intake source connect social-ads --page ID`, ou defina WEBHOOK_SOCIALADS_TOKENS.',
      },
      nothingWasStored: 'Nada foi gravado.',
      nothingImported: 'Nada foi importado.',
      importingLeads: 'Importando leads',
    },
    people: {
      erasing: 'Apagando',
      counts: 'Registros guardados',
      addLead: ({ shares, leadId }) => `${shares}. Talvez seja a mesma pessoa: acrescente --lead ${leadId}.`,
      whatNext:
        'Para entregar os dados à pessoa: `lead-intake person export` com as mesmas opções. Para apagar a pessoa: `lead-intake person erase`.',
      exported: ({ leads, events, file }) =>
        `${counted(leads, 'lead')} e ${counted(events, 'evento')} gravados em ${file}. Entregue o arquivo só à pessoa e depois apague-o.`,
      eraseQuestion: ({ leads, events }) =>
        `Apagar esta pessoa definitivamente, com ${counted(leads, 'lead')} e ${counted(events, 'evento')}?`,
      addYes: 'Acrescente --yes para apagar a pessoa.',
      receipt: ({ id, at }) => `Apagada. Comprovante ${id}, concluído em ${at}.`,
      notComplete: ({ id }) =>
        `Comprovante ${id}. Ainda não concluído: o \`lead-intake serve\` conclui quando inicia e verifica a cada hora.`,
    },
    refused: {
      forgetQuestion: ({ preview, requests }) => `${preview} Apagar definitivamente ${requests}?`,
      selected: ({ requests, total }) => `${requests} ${total === 1 ? 'selecionada' : 'selecionadas'}.`,
      selectedAndStorable: ({ selected, stored, total }) =>
        `${selected} ${stored} de ${total} ${stored === 1 ? 'seria gravada' : 'seriam gravadas'} agora com \`lead-intake refused replay\`.`,
      deleted: ({ requests, count }) => `${requests} ${count === 1 ? 'apagada' : 'apagadas'} definitivamente.`,
      noneOfThem: ({ missingCount, ids }) =>
        missingCount === 1 ? `A requisição recusada ${ids} não existe.` : `As requisições recusadas ${ids} não existem.`,
      listShowsKept: '`lead-intake refused list` lista as requisições guardadas.',
      requests: ({ count }) => counted(count, 'requisição recusada', 'requisições recusadas'),
      nameThem:
        'Informe os IDs das requisições ou selecione-as com --all. Para filtrar, use --code, --source, --campaign, --since, --until e --search.',
      idsAndFilters: 'Não é possível combinar IDs com --all ou filtros.',
      noneNamed: 'Nenhuma requisição recusada foi informada.',
      throughEvent: ({ replayedEventId }) => `evento ${replayedEventId}`,
      storedAsEvent: ({ id, eventIds }) => `Requisição recusada ${id}: gravada como evento ${eventIds}.`,
      genuineWithoutLead: ({ id }) => `Requisição recusada ${id}: válida, mas sem nenhum lead.`,
      refusedAgain: ({ id, code, detail }) => `Requisição recusada ${id}: recusada novamente (${codeName(code)}). ${detail}`,
      vouch: 'Se você conhece o remetente e a chave dele estava errada, adicione --without-credential.',
      storedWithoutCredential: ({ id, events }) => `Requisição recusada ${id}: gravada como evento ${events}, sem credencial válida.`,
      replayQuestion: ({ preview, requests }) => `${preview} Reprocessar ${requests}?`,
      replayPreview: ({ stored, total, withoutCredential, again, ignored, impossible }) =>
        `${stored} de ${total} ${stored === 1 ? 'seria gravada' : 'seriam gravadas'}.` +
        (withoutCredential === 0 ? '' : ` Sem credencial válida, porque você se responsabiliza pelo remetente: ${withoutCredential}.`) +
        (again === '' ? '' : ` Continuam recusadas: ${again}.`) +
        (ignored === 0 ? '' : ` Sem lead: ${ignored}.`) +
        (impossible === 0 ? '' : ` Não podem ser reprocessadas: ${impossible}.`),
    },
    secrets: {
      everyClient: 'todos',
      ofEveryClient: 'para todos os clientes',
      limitedToClient: ({ id, name }) => `limitado ao cliente ${id} (${name})`,
      addedOnce: ({ name, limit, whereToEnter }) =>
        `Segredo "${name}" adicionado, ${limit.pt}. Ele não será mostrado novamente. ${whereToEnter.pt} Um serviço em execução passa a aceitá-lo em segundos.`,
      neverUsed: 'nunca usado',
      lastUsedAt: ({ time }) => `último uso ${time}`,
      oneSecret: ({ name, used }) => `o segredo "${name}" (${used.pt})`,
      removed: ({ name }) => `Segredo "${name}" removido. Requisições com ele passam a ser recusadas em segundos.`,
      noSecret:
        'Ainda não há segredos nomeados. Adicione um com `lead-intake secret add`. Para ver os segredos das configurações, execute `lead-intake source list`.',
    },
    sources: {
      saveAnyway: 'O token não foi guardado. Gere outro token ou guarde este mesmo assim com --no-check.',
      tokenDoesNotOpenPage: ({ pageId }) => `Este token não dá acesso à página ${pageId}.`,
      openedNotInspected:
        'O token dá acesso à página. As permissões, a validade e o acesso a leads não foram verificados. Para verificá-los, defina SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET (o ID e a chave secreta do aplicativo da Meta).',
      otherApp: ({ appId }) =>
        `O token dá acesso à página. As permissões e a validade não foram verificadas, porque ele foi gerado para outro aplicativo. Gere um token para o aplicativo ${appId}, que é o que recebe os leads da Meta.`,
      notExchanged: `Este é o token de uma pessoa e expira em algumas horas, porque a Meta não o trocou por um de longa duração. O token de um usuário do sistema não depende de uma pessoa.`,
      exchanged: `Este é o token de uma pessoa. Ele foi trocado por um de longa duração, que expira em 60 dias. O token de um usuário do sistema não depende de uma pessoa.`,
      pageTokenKept: `Este é o token de uma pessoa. Com ele, o lead-intake obteve e guardou o token da página, que não expira, mas deixa de valer se a pessoa trocar a senha ou perder o acesso à página. O token de um usuário do sistema não depende de uma pessoa.`,
      appSecretRefused: ({ said }) => ({
        message: `A Meta não aceita o ID do aplicativo com a chave secreta, por isso não é possível verificar o token. ${said.pt}`,
        hint: 'O token não foi guardado. Defina SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET com o ID e a chave secreta do mesmo aplicativo, ou guarde o token sem verificá-lo com --no-check.',
      }),
      leadsAccessManager: ({ pageId, quote }) => ({
        message: `O Gerenciador de acesso a leads não permite que este token leia os leads da página ${pageId}.${quote}`,
        hint: 'O token não foi guardado. Nas configurações da empresa (Integrações > Acesso a leads), dê acesso aos leads da página ao aplicativo, como CRM, e ao dono do token. Ou guarde o token mesmo assim com --no-check.',
      }),
      tokenRefused: ({ said }) => `A Meta não aceita este token. ${said.pt}`,
      platformSilent: ({ said }) => ({
        message: `Não foi possível verificar o token na Meta. ${said.pt}`,
        hint: 'O token não foi guardado. Tente novamente ou guarde o token sem verificá-lo com --no-check.',
      }),
      tokenInvalid: 'A Meta informa que este token não é válido.',
      tokenOfOtherPage: ({ profileId, pageId }) => `Este token é de ${profileId}, não da página ${pageId}.`,
      permissionForOtherPages: ({ neededScope, pageId }) =>
        `Este token tem a permissão ${neededScope} para outras páginas, mas não para a página ${pageId}, por isso a Meta não entregaria nenhum lead.`,
      permissionMissing: ({ neededScope }) => `Falta a este token a permissão ${neededScope}. Sem ela, a Meta não entrega nenhum lead.`,
      optionalPermissionMissing: ({ missing }) =>
        `Falta ao token ${missing}. Sem isso, ele pode não mostrar os nomes dos anúncios ou a inscrição da página.`,
      tokenExpires: ({ duration }) => `O token perde o acesso aos leads em ${duration}. O token de um usuário do sistema não expira.`,
      pagesNotListed: ({ said }) => `A Meta não lista as páginas deste token. ${said.pt}`,
      noPage: {
        message: 'Este token não dá acesso a nenhuma página.',
        hint: 'Nas configurações da empresa na Meta, dê ao usuário do sistema controle total das páginas e, ao token, a permissão pages_show_list.',
      },
      noPagesListed: 'Este token não lista páginas. Ele parece ser o token de uma única página.',
      nameIt: 'Informe a página com --page ID.',
      pageIdShape: 'deve ser o ID de uma página: só dígitos, como na URL das configurações dela.',
      noToken: 'Nenhum token foi informado.',
      noTokenHint: ({ flag }) =>
        `Informe-o pela entrada padrão ou com ${flag}. Na linha de comando, outros usuários do servidor poderiam lê-lo.`,
      notYet: 'ainda não',
      isSet: 'definido',
      isNotSet: 'falta',
      inDatabase: 'banco de dados',
      subscribed: ({ pageId, appId }) => `A Meta envia os leads da página ${pageId} ao aplicativo ${appId}.`,
      appOfToken: 'ao aplicativo do token',
      app: ({ appId }) => `ao aplicativo ${appId}`,
      nowSubscribed: ({ pageId, app }) => `A página ${pageId} está inscrita. A Meta agora envia os leads dela ${app}.`,
      subscriptionUnknown: ({ pageId }) =>
        `Há aplicativos inscritos na página ${pageId}, mas não é possível saber se o seu está entre eles. Defina SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET e conecte a página novamente.`,
      subscriptionFieldsUnknown: ({ appId, pageId }) =>
        `O aplicativo ${appId} está inscrito na página ${pageId}, mas a Meta não informa em quais campos. Confira na Meta se leadgen é um deles.`,
      subscribingFailed: ({ pageId, said }) =>
        `Não foi possível inscrever a página ${pageId}. A Meta talvez não envie os leads dela. ${said.pt}`,
      nothingKept: 'Nada foi guardado. Conecte uma página com --page ID.',
      pageConnected: ({ pageId, credential, resumed }) =>
        `A página ${pageId} está conectada. Impressão digital do token: ${credential}. ${counted(resumed, 'job retomado', 'jobs retomados')}.`,
      pageIsDisconnected: ({ pageId }) => `A página ${pageId} está desconectada.`,
      settingStillHasToken: 'WEBHOOK_SOCIALADS_TOKENS ainda tem um token desta página, que passa a ser usado.',
      noStoredToken: ({ pageId }) => ({
        message: `O banco de dados não tem token da página ${pageId}.`,
        hint: '`lead-intake source list` mostra o que está conectado e onde fica cada token.',
      }),
      noAccount:
        'Nenhuma conta de plataforma está conectada. Para conectar uma página da Meta, execute `lead-intake source connect social-ads`.',
      kinds: {
        page: 'página da Meta',
        dataset: 'conjunto de dados',
        ads_account: 'Google Ads',
      },
      states: {
        ok: 'ok',
        unused: 'ainda sem uso',
        paused: 'em pausa até',
        away: 'sem resposta desde',
        refused: 'recusada desde',
        unreadable: 'ilegível: CREDENTIALS_KEY mudou',
        unconnected: 'não conectada',
      },
    },
    stages: {
      imported: ({ added, known, different, problems }) =>
        [
          counted(added, 'etapa registrada', 'etapas registradas'),
          counted(known, 'já registrada', 'já registradas'),
          ...(different === 0 ? [] : [`${counted(different, 'já registrada', 'já registradas')} com outros dados (sem alteração)`]),
          `${counted(problems, 'linha ignorada', 'linhas ignoradas')}.`,
        ].join(', '),
      dryRun: ({ what, leadId }) => `Simulação: ${what}, seria registrada para o lead ${leadId}. Nada foi alterado.`,
      hasThisKey: ({ id, leadId }) =>
        `A conversão ${id} do lead ${leadId} já tem esta chave. Nada foi alterado. Para registrar mais uma, informe outra chave com --key.`,
      registeredAgain: ({ id, leadId, what }) =>
        `A conversão ${id} do lead ${leadId}, que tinha sido retirada, foi registrada novamente: ${what}.`,
      registered: ({ id, leadId, what }) => `Conversão ${id} registrada para o lead ${leadId}: ${what}.`,
      reportedTo: ({ platform }) =>
        `Plataforma que será informada, se o cliente tiver uma conta lá e o consentimento permitir: ${platform}.`,
      conversionWasWithdrawn: ({ conversionId }) => `A conversão ${conversionId} foi retirada.`,
      conversionWasCorrected: ({ conversionId }) => `A conversão ${conversionId} foi corrigida.`,
      notSentYet: 'Ela ainda não tinha sido enviada a nenhuma plataforma.',
      adjustmentSent: 'O novo valor é enviado como ajuste.',
      sameStageTwice: ({ line, leadId, what }) =>
        `A linha ${line} tem a mesma etapa do lead ${leadId} com outros dados: ${what}. Dê outra chave a uma das duas ou remova uma delas.`,
      staysWithdrawn: ({ id, leadId }) =>
        `a conversão ${id} do lead ${leadId} continua retirada; para registrá-la novamente, use \`lead-intake leads stage ${leadId}\` para este lead`,
      unusableFile: ({ lines }) => ({
        message: `Nenhuma etapa foi registrada, porque o arquivo é inválido:\n${lines.pt}`,
        hint: 'Corrija o cabeçalho e importe o arquivo novamente. Para só verificar o arquivo, use --dry-run.',
      }),
      newStageName: ({ name, stages, meant }) =>
        `Etapa com nome novo: "${name}" (${counted(stages, 'vez', 'vezes')}). Nenhuma conversão tem este nome ainda.${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
      newStageNameHint:
        'Se um nome estiver errado, retire as etapas com `lead-intake conversions withdraw ID --reason …` antes do envio. Para ver os IDs, execute `lead-intake conversions list`.',
      noLeadColumn: 'falta no cabeçalho uma coluna que identifique o lead: lead_id, identidade ou gclid',
      noNameColumn: 'falta no cabeçalho a coluna etapa (ou stage)',
      namesNoLead: 'não identifica nenhum lead',
      reasonLength: ({ longestReason }) => `aceita um texto de 1 a ${longestReason} caracteres.`,
      hasOtherValues: ({ id, leadId, registered }) =>
        `A conversão ${id} do lead ${leadId} já tem esta chave, com outros dados: ${registered}. Nada foi alterado.`,
      registeredByEvent: ({ id }) =>
        `Ela veio de um evento. Corrija-a no sistema que enviou o evento. \`lead-intake conversions show ${id}\` mostra qual é o evento.`,
      howToRename: ({ id, kept }) =>
        `Para mudar o nome, retire a etapa com \`lead-intake conversions withdraw ${id} --reason …\` e registre-a novamente com \`lead-intake leads stage\`.${kept ? ` ${kept}` : ''}`,
      howToCorrect: ({ command }) => `Para corrigi-la, execute ${command}. Para registrar a mesma etapa mais uma vez, informe outra chave.`,
      noName: ({ longestStageName }) => `a etapa precisa de um nome de no máximo ${longestStageName} caracteres, como qualificado ou ganho`,
      badKey: ({ longestStageKey }) => `a chave deve ser um texto imprimível de no máximo ${longestStageKey} caracteres`,
      notAnAmount: ({ text }) => `"${text}" não é um valor válido; escreva 2600.50 ou 2.600,50`,
      notACurrency: ({ text }) => `"${text}" não é uma moeda como BRL`,
      notATime: ({ text }) => `"${text}" não é um horário válido, como 2026-11-20 09:00 ou 2026-11-20T09:00:00-03:00`,
      inTheFuture: ({ text }) => `"${text}" está no futuro`,
      noSuchLead: ({ shown, unsearched }) =>
        `não existe lead ${shown.pt}` +
        (unsearched === 0
          ? ''
          : `, mas ainda não foi possível pesquisar ${counted(unsearched, 'lead')}: inicie \`lead-intake serve\` e tente de novo`),
      severalLeads: ({ ids }) => `corresponde a vários leads: ${ids}; informe um deles em lead_id`,
      testLead: ({ id }) => `o lead ${id} é um lead de teste; leads de teste não têm conversões`,
      erasedLead: ({ id }) => `a pessoa do lead ${id} foi apagada; nada mais pode ser registrado sobre ela`,
      withTheIdentity: ({ text }) => `com o ID externo ${text}`,
      withClickId: ({ text }) => `com o ID de clique ${text}`,
      leadOrFile: 'Informe um lead ou um arquivo com --file.',
      noStage: 'Nenhuma etapa foi informada.',
      seeHelp:
        'Para um lead, use `lead-intake leads stage 17 --qualified`, `--won --value 2600` ou `--name NOME`. Para vários leads, use `--file ARQUIVO`.',
      namesSent: {
        search_ads:
          'O Google Ads já a recebeu. Se o novo nome for de outra ação de conversão, ele conta uma nova conversão, e a anterior fica lá até você retirá-la.',
        social_ads: 'A Meta já a recebeu e mantém o nome anterior. O novo nome vale só nas listas e exportações do lead-intake.',
      },
    },
    bench: {
      verdicts: { best: 'melhor', met: 'atingido', missed: 'não atingido' },
      processor: 'Processador',
      cores: ({ cores }) => counted(cores, 'núcleo'),
      memory: 'Memória',
      load: 'Carga',
      beforeTheRun: 'antes da execução',
      system: 'Sistema',
      folder: 'Pasta',
      syncedWrite: 'para gravar 4 KiB',
      duration: 'Duração',
      busyMachine: ({ load }) =>
        `O servidor já estava ocupado antes da execução (carga ${load}). Com o servidor livre, os números são melhores.`,
      folderInMemory: ({ fileSystem }) =>
        `A pasta está na memória (${fileSystem}), onde a sincronização não tem custo. Para medir em um disco, use --folder.`,
      withoutMemory: 'A memória não é medida: só o Linux informa a memória de outro processo.',
      acknowledgedStoredLeads: ({ acknowledged, stored, leads }) => `${acknowledged} confirmados, ${stored} gravados, ${leads} leads`,
      notExact: ({ counts, found }) => `A entrega NÃO é exata (${counts}): ${found}.`,
      afterKills: ({ kills }) => (kills === 0 ? '' : `, servidor e worker encerrados à força ${counted(kills, 'vez', 'vezes')} sob carga`),
      exact: ({ counts, kills }) => `A entrega é exata: ${counts}, cada um com uma conversão${kills.pt}.`,
      comparing: 'entrega exata: processando o restante e comparando tudo',
      noRoom: ({ needed, folder, free }) => `O benchmark precisa de cerca de ${needed} MB em ${folder}, mas só há ${free} MB livres.`,
      noRoomHint: 'Com --folder, informe uma pasta em um disco com mais espaço, ou reduza --seconds, --turns e --jobs.',
      noFolder: ({ folder, code }) => `Não foi possível criar uma pasta temporária em ${folder} (${code}).`,
      noFolderHint: 'Com --folder, informe uma pasta existente em que você possa gravar.',
      programFailed: ({ name, log }) =>
        `\`lead-intake ${name}\` não funcionou como esperado.${log === '' ? '' : ` Saída do comando:\n${log}`}`,
      killing: ({ kill, kills }) => `kill -9 sob carga, ${kill} de ${kills}`,
      draining: ({ jobs }) => `queue work com ${jobs} jobs`,
      jobsStayed: 'Ainda há jobs na fila, embora um worker tenha sido executado várias vezes.',
      intakeWarmingUp: 'entrada: aquecendo',
      intakeRound: ({ turn, turns, seconds }) =>
        `entrada: rodada ${turn} de ${turns}, ${seconds} s para o programa e ${seconds} s para um servidor mínimo`,
      startAndMemory: ({ seconds, ratePerSecond }) => `tempos de início e memória, ${seconds} s a ${ratePerSecond} por segundo`,
      steadyWork: ({ seconds }) => `500 por segundo durante ${seconds} s, worker em outro processo`,
      steadyServe: ({ seconds }) => `500 por segundo durante ${seconds} s, worker dentro do servidor`,
      beginning: 'Começando',
      measures: {
        entrada_por_segundo: 'Entrada: formulários assinados aceitos',
        entrada_regua_por_segundo: 'Entrada: servidor node:http mínimo',
        entrada_razao: 'Entrada: razão entre os dois',
        entrada_p50_ms: 'Entrada: resposta, mediana',
        entrada_p99_ms: 'Entrada: resposta, p99',
        fora_resposta_p50_ms: '500/s, queue work: resposta, mediana',
        fora_resposta_p99_ms: '500/s, queue work: resposta, p99',
        fora_resposta_max_ms: '500/s, queue work: resposta, a mais lenta',
        fora_lead_p99_ms: '500/s, queue work: lead gravado, p99',
        dentro_resposta_p50_ms: '500/s, serve --work: resposta, mediana',
        dentro_resposta_p99_ms: '500/s, serve --work: resposta, p99',
        dentro_resposta_max_ms: '500/s, serve --work: resposta, a mais lenta',
        dentro_lead_p99_ms: '500/s, serve --work: lead gravado, p99',
        fila_por_segundo: 'queue work: leads com conversão',
        pronto_ms: 'serve: pronto em',
        versao_ms: '--version',
        memoria_parado_mb: 'serve: memória, parado',
        memoria_carga_mb: 'serve: memória, pico a 1.000/s',
        volta_ms: 'Depois de kill -9: tempo até ficar pronto, o mais lento',
      },
      violations: {
        missingEvents: 'confirmados, mas não gravados',
        doubledEvents: 'gravados mais de uma vez',
        unknownEvents: 'gravados sem terem sido enviados',
        unprocessedEvents: 'não processados',
        missingLeads: 'sem lead',
        doubledLeads: 'leads duplicados',
        unknownLeads: 'leads sem evento',
        wrongConversions: 'leads sem exatamente uma conversão',
      },
    },
    queue: {
      changes: {
        retry: {
          question: (jobs) => `Tentar novamente ${jobs}?`,
          done: (jobs) => `De volta à fila: ${jobs}.`,
          eligible: 'com erro, em espera ou adiados',
        },
        forget: {
          question: (jobs) => `Descartar ${jobs}? Não é possível desfazer.`,
          done: (jobs) => `Descarte concluído: ${jobs}.`,
          eligible: 'com erro ou em espera',
        },
      },
      jobs: ({ count, isParked }) =>
        isParked ? counted(count, 'job em espera', 'jobs em espera') : counted(count, 'job com erro', 'jobs com erro'),
      dryRun: ({ count }) => `${counted(count, 'job selecionado', 'jobs selecionados')}. Nada foi alterado.`,
      noneEligible: ({ eligible }) => `Nenhum destes jobs existe com o status exigido (${eligible}). Nada foi alterado.`,
      noneSelected: ({ isParked }) => `Nenhum job ${isParked ? 'em espera' : 'com erro'} foi selecionado. Nada foi alterado.`,
      parkedParkedSelects: ({ parked }) =>
        `Há ${counted(parked, 'job')} em espera. Para ${parked === 1 ? 'selecioná-lo' : 'selecioná-los'}, use --parked.`,
      jobsNotEligible: ({ isOne, names, eligible }) =>
        `${isOne ? `O job ${names} não existe ou não pode ser escolhido` : `Os jobs ${names} não existem ou não podem ser escolhidos`} aqui. Este comando só aceita jobs ${eligible}.`,
      otherJobs: ({ jobCount }) => counted(jobCount, 'outro job', 'outros jobs'),
      failedListsJobs: '`lead-intake queue failed` lista os jobs com erro; `lead-intake queue failed --parked`, os jobs em espera.',
      others: '(outros)',
      notAJobId: ({ input }) => `O ID de um job é um número como 17, ou c17 para uma conversão, não "${input}".`,
      failedListsIds: '`lead-intake queue failed` mostra os IDs dos jobs com erro.',
      idsAndFilters: 'Não é possível combinar IDs de jobs com --all ou filtros.',
      nameThem: 'Informe os IDs dos jobs ou use --all.',
      noneNamed: 'Nenhum job foi informado.',
      noneNamedHint:
        'Informe os IDs dos jobs ou selecione todos os jobs com erro com --all. Para filtrar, use --parked, --error, --named, --source e --since.',
      deleteJobs: ({ jobs }) => `Apagar ${jobs}?`,
      confirmDelete: ({ jobs }) =>
        `Apagar ${jobs}? Os leads ou as conversões deles ainda faltam, e depois não será mais possível tentar novamente.`,
      pruned: ({ jobs, isDone }) => `${isDone ? 'Apagados' : 'Seriam apagados'}: ${jobs}.`,
      days: ({ days }) => counted(days, 'dia'),
      finishedJobs: ({ count }) => counted(count, 'job concluído', 'jobs concluídos'),
      failedJobs: ({ count }) => counted(count, 'job com erro', 'jobs com erro'),
      jobsOlderThan: ({ jobs, age }) => `${jobs} há mais de ${age}`,
      tooManyWaiting: ({ waiting, maxWaiting }) => `Limite de --max excedido: ${counted(waiting, 'job')} na fila (máximo: ${maxWaiting}).`,
      waitingTooLong: ({ waited, allowed }) => `Limite de --max-age excedido: o job mais antigo aguarda há ${waited} (máximo: ${allowed}).`,
      queue: 'Fila',
      oldest: 'Job mais antigo',
      lastMin: ({ minutes }) => `Últimos ${minutes} min`,
      doneFailed: ({ finished, failed }) => `${counted(finished, 'concluído')}, ${failed} com erro`,
      open: 'aberta',
      pausedSince: ({ since, queueWord }) => `pausada desde ${since}; para retomar: \`lead-intake queue resume${queueWord}\``,
      dueFor: ({ duration }) => `aguarda há ${duration}`,
      parked: ({ command }) => `falta algo externo; para ver: \`${command}\``,
      listsThem: ({ command }) => `para ver: \`${command}\``,
      delayed: ({ delayed }) => `destes, adiados: ${delayed}`,
      noWorker: ({ queueWord }) => `Nenhum worker em execução. Inicie um com \`lead-intake queue work${queueWord}\`.`,
      ago: ({ duration }) => `há ${duration}`,
      conversionsDone: ({ processed, failed, waiting, duration }) =>
        `enviadas: ${processed}, rejeitadas: ${failed}, aguardando: ${waiting}, em ${duration}`,
      eventsDone: ({ processed, failed, waiting, duration }) =>
        `processados: ${processed}, com erro: ${failed}, aguardando: ${waiting}, em ${duration}`,
      noAdminToken: 'Falta o token de administração para --url.',
      adminTokenCharacters: 'O token de administração tem caracteres inválidos.',
      noAdminTokenHint: 'Defina ADMIN_TOKEN com o valor do serviço em execução, ou informe com --token-file um arquivo que o contém.',
      tokenUnencrypted: ({ hostname }) => `O token de administração iria para ${hostname} sem criptografia.`,
      tokenUnencryptedHint: ({ hostname }) =>
        `Use https ou um túnel: \`ssh -L 8080:127.0.0.1:8080 ${hostname}\`, depois --url http://127.0.0.1:8080.`,
      adminToken: 'Token de administração: ',
      urlShape: ({ text }) => `deve ser um endereço como https://leads.example.com, não "${text}".`,
      refreshShape: ({ shortestRefreshSeconds, longestRefreshSeconds, text }) =>
        `deve ser um número de segundos de ${shortestRefreshSeconds} a ${longestRefreshSeconds}, não "${text}".`,
      olderCodes: ({ newestLookedAt }) =>
        `Os códigos e a coluna CITADO NO ERRO se referem aos ${newestLookedAt} jobs mais novos. Para contar todos os jobs de um código, use --error.`,
      pausedWarning: ({ since, queueWord }) =>
        `A fila está pausada desde ${since}, e nada é processado. Para retomar, execute \`lead-intake queue resume${queueWord}\`.`,
      notConnected:
        'Nenhuma plataforma está conectada, por isso nenhuma conversão foi enviada. Conecte uma conta de cliente com `lead-intake client connect`, ou defina SEARCHADS_ACCOUNT_ID e SEARCHADS_CREDENTIALS_FILE, ou SOCIALADS_DATASET_ID e SOCIALADS_CONVERSIONS_TOKEN.',
      deletingJobs: 'Apagando jobs',
      pause: {
        done: ({ queue }) => `A fila ${queue} está pausada. Os eventos continuam sendo recebidos, mas nenhum job é iniciado.`,
        already: ({ queue }) => `A fila ${queue} já estava pausada.`,
      },
      resume: {
        done: ({ queue }) => `A fila ${queue} foi retomada.`,
        already: ({ queue }) => `A fila ${queue} não estava pausada.`,
      },
    },
    docs: {
      noSuchPage: ({ wanted, meant }) => `A página "${wanted}" não existe.${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
      listShowsThem: '`lead-intake docs` lista as páginas.',
    },
    usage: {
      noSuchCode: ({ input, meant }) => `não aceita o código "${input}". Você quis dizer "${meant}"?`,
      choiceShape: ({ input, known, meant }) =>
        `deve ser ${new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(known)}, não "${input}".${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
      missingArgument: ({ argument }) => `Falta o argumento ${argument}`,
      seeHelp: ({ command }) => `Veja \`${command} --help\`.`,
      somethingUnexpectedHappened: ({ message }) => `Aconteceu algo inesperado: ${message}`,
      ownFault: 'Isto é um bug do lead-intake. Informe o comando e esta mensagem a quem mantém o programa.',
      tooManyArguments: ({ words }) => `Argumentos demais: ${words}.`,
      unknownFlags: ({ flagCount, names, meant }) =>
        `${flagCount === 1 ? 'Opção desconhecida' : 'Opções desconhecidas'}: ${names}.${meant === undefined ? '' : ` Você quis dizer ${meant}?`}`,
      yesOrDryRun: 'Para continuar, adicione --yes. Para ver só a quantidade, use --dry-run.',
      noTerminal: ({ question }) => `${question} Sem um terminal, não é possível confirmar. Nada foi alterado.`,
      yN: '[s/N]',
      aNumber: 'um número',
      suchAs: 'como 1763800000000-17',
      aJobId: 'como 17 ou c17',
      cursorShape: ({ looks, input }) => `deve ser o cursor da página anterior, ${looks.pt}, não "${input}".`,
      noSuchQueue: ({ name, meant }) => `Não existe a fila "${name}".${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
      queueOptional: ({ queues }) => `As filas são ${queues.join(' e ')}. Sem nome, o comando usa webhooks.`,
      numberShape: ({ isOpen, min, max, text }) =>
        `deve ser um número inteiro ${isOpen ? `a partir de ${min}` : `de ${min} a ${max}`}, não "${text}".`,
      timeShape: ({ text }) =>
        `deve ser um intervalo de tempo como 90s, 15m, 2h ou 7d, ou um dia ou horário no passado, como 2026-11-01 ou 2026-11-01T09:00:00-03:00, não "${text}".`,
      choice: '$1 deve ser um destes: $3; não "$2"',
      notAChoice: '"$1" não é um destes: $2',
      missingRequiredFlag: 'Falta a opção obrigatória --$1',
      needsAValue: '$1 precisa de um valor',
      onlyOnce: '$1 só pode ser informada uma vez',
      valueMissing: '$1 precisa de um destes valores: $2',
      cannotGivenTogether: '$1 não pode ser usada junto com $2',
      needsToo: '$1 precisa de todos estes: $2',
      exactlyOne: 'Informe exatamente uma destas opções: $1',
      atLeastOne: 'Informe pelo menos uma destas opções: $1',
      readingTerminal: 'Lendo do terminal. Para terminar, tecle Ctrl-D.',
      unreadableFile: ({ path, code }) => `Não foi possível ler o arquivo ${path} (${code}).`,
      unreadableFileHint: 'Confira o caminho e as permissões, ou use - para ler da entrada padrão.',
      flagBeforeCommand: ({ first }) => `A opção ${first} está antes do comando.`,
      flagBeforeCommandHint: ({ bin, first }) => `As opções vêm depois do comando: \`${bin} COMANDO ${first}\`.`,
      unknownCommand: ({ typed, meant }) =>
        `Comando desconhecido: \`${typed}\`.${meant === undefined ? '' : ` Você quis dizer \`${meant}\`?`}`,
      takesNoArguments: ({ prefix, extra }) => `\`${prefix}\` não aceita argumentos: ${extra}.`,
      outputFailed: ({ why }) => `Erro: Não foi possível gravar a saída (${why}).`,
    },
    output: {
      of: 'de',
      listening: 'Escutando',
      adminClosed: 'desativada; para ativar, defina ADMIN_TOKEN',
      health: 'Saúde',
      secretsOfEnvironment: 'Os segredos vêm do ambiente. Se FORMULARIO_SECRET estiver definida, envie um lead assinado com:',
      developmentSecrets: ({ secretsFile }) =>
        `Os segredos de desenvolvimento estão em ${secretsFile}. De outro terminal nesta pasta, envie um lead assinado com:`,
    },
    init: {
      tryDemo: 'ou experimente com dados de exemplo',
      nothingHere: 'Esta pasta ainda não foi configurada. Comece com:',
      runInit: 'cria as configurações, o banco de dados, o primeiro cliente e a campanha',
      settingsOnly: 'Esta pasta tem configurações, mas ainda não tem banco de dados. Continue com:',
      runInitKeepingSettings: 'cria o banco de dados, o primeiro cliente e a campanha; mantém as configurações',
      runConfig: 'mostra cada configuração e de onde ela vem',
      everyDay: 'Comandos do dia a dia:',
      runQueueStatus: 'quantos jobs estão na fila, em execução e com erro',
      runFailures: 'o que deu erro, e por quê',
      runRetry: 'tenta novamente, depois que você corrigir a causa',
      runEvents: 'eventos recebidos, do mais novo ao mais antigo',
      runEventShow: 'leads, do mais novo ao mais antigo',
      runClients: 'campanhas com os clientes e usuários',
      runServe: 'recebe leads e os processa',
      allCommands: ({ bin }) => `Todos os comandos: \`${bin} --help\`. Ajuda de um comando: \`${bin} COMANDO --help\`.`,
      it: 'A resposta',
      client: 'Nome do primeiro cliente',
      campaign: 'Nome da primeira campanha dele',
      campaignId: 'ID da campanha, que os formulários enviam como campanha_id',
      user: 'E-mail do usuário que recebe os leads (opcional)',
      settings: 'Configurações',
      settingsKept: ({ file }) => `${file}, já existia e não foi alterado`,
      settingsMade: ({ file }) => `${file}, criado com segredos novos; só você pode lê-lo`,
      oldSetAside: ({ setAside }) => `o arquivo antigo agora é ${setAside}`,
      notMadeYet: 'nenhuma ainda; execute este comando novamente',
      ofClient: ({ id, name, clientName, made }) => `${id} (${name}), do cliente ${clientName}, ${made}`,
      made: ({ ending }) => `criad${ending}`,
      wasThere: 'já existia',
      missingSecrets: ({ names, file }) =>
        `Sem valor, por isso as origens ou páginas correspondentes ficam desativadas: ${names}.\nGere um valor com \`lead-intake secret generate\` e adicione-o a ${file}.`,
      startServe: 'Inicie o serviço com um worker:',
      sendTestLead: 'Depois, em outro terminal nesta pasta, envie um lead de teste assinado:',
      openAdmin: ({ file }) => `Veja o lead na interface web. Entre com o ADMIN_TOKEN, que está em ${file}:`,
    },
    operations: {
      addressSilent: ({ address, code }) => `não saudável: ${address} não responde (${code})`,
      addressHealthy: ({ address }) => `saudável: ${address} responde 200`,
      addressUnhealthy: ({ address, status }) => `não saudável: ${address} responde ${status}`,
      origins: { flag: 'opção', environment: 'ambiente', file: 'arquivo', default: 'padrão', unset: 'sem valor' },
      copied: ({ path, isEncrypted, bytes, contents, took }) =>
        `${path}: ${bytes}, ${contents}; ${isEncrypted ? 'copiado, verificado e criptografado' : 'copiado e verificado'} em ${took}.`,
      olderDeleted: ({ removedCount }) => `Backups mais antigos apagados: ${removedCount}.`,
      backupNotNoted: 'Não é possível gravar no banco de dados agora, por isso o `doctor` não saberá deste backup.',
      backup: 'Backup',
      checksum: 'Checksum',
      schema: 'Esquema',
      whole: 'Está íntegro e pode ser restaurado.',
      damaged: 'Não deve ser restaurado:',
      restored: ({ database, path }) => `${path} foi restaurado em ${database}.`,
      erasedAgain: ({ erasedAgain }) =>
        `${erasedAgain === 1 ? 'Uma pessoa foi apagada' : `${erasedAgain} pessoas foram apagadas`} de novo: o backup é anterior ao apagamento.`,
      oldKept: ({ kept }) => `O banco anterior foi guardado como ${kept}.`,
      startAgain: 'Inicie o `lead-intake serve` e os workers novamente. Depois verifique tudo com `lead-intake doctor`.',
      confirmEmptyRestore: ({ database }) => `Substituir ${database} por este backup? Ele não contém eventos.`,
      confirmRestore: ({ database, newest }) =>
        `Substituir ${database} por este backup? O evento mais novo do backup é de ${newest}; o que chegou depois não está nele.`,
      erasingAgain: 'Apagando pessoas de novo',
      restoreHint: 'Para restaurar, adicione --yes. Para só verificar o backup, use --check.',
      contents: 'Conteúdo',
      newestEvent: 'Evento mais novo',
      text: ({ events, leads, jobs }) => `${counted(events, 'evento')}, ${counted(leads, 'lead')}, ${counted(jobs, 'job')}`,
      unhealthy: ({ pt }) => `não saudável: ${pt}`,
      noWorker: ({ queue }) => `não saudável: nenhum worker de ${queue} em execução`,
      workerGone: ({ queue, age }) => `não saudável: o último worker de ${queue} foi visto há ${age}`,
      workerSeen: ({ queue, age }) => `saudável: um worker de ${queue} foi visto há ${age}`,
      schemaCurrent: ({ current }) => `O banco de dados já tem a versão mais nova do esquema (${current}). Não há nada a fazer.`,
      noDatabaseYet: 'Ainda não há banco de dados',
      schemaWord: 'esquema',
      step: ({ version, name, duration }) => `Passo ${version} ${name}: ${duration}`,
      migrated: ({ target, took }) => `O banco de dados agora tem a versão ${target} do esquema (${took}).`,
      nothingWasMade: 'Nada foi criado.',
      dryRun: ({ took }) => `O teste em uma cópia terminou sem erros (${took}, incluindo a cópia). O banco de dados não foi alterado.`,
      interrupted: 'Interrompido antes do fim. Nenhum arquivo temporário ficou.',
      moveStages: { copy: 'Copiando o banco de dados', complete: 'Criando os índices', verify: 'Verificando a cópia' },
      moveInterrupted: 'Interrompido antes do fim. Execute o mesmo comando de novo para continuar.',
      moved: ({ rows, tables, database, took }) =>
        `${counted(rows, 'linha')} de ${counted(tables, 'tabela')} copiadas para ${database} e verificadas em ${took}.`,
      nulReplaced: ({ rows }) =>
        `${counted(rows, 'linha')} com o caractere U+0000 em texto, que o PostgreSQL não armazena. Ele foi substituído por U+FFFD.`,
      useMoved: ({ database }) =>
        `Informe ${database} em DATABASE_URL em todos os processos e inicie-os. Guarde o banco de dados antigo até conferir o novo, e não inicie nenhum processo com ele.`,
      checking: 'Verificando a cópia',
      noSettingsFile: 'Nenhum arquivo de configurações foi lido.',
      settingsFile: ({ envFile }) => `Arquivo de configurações: ${envFile}`,
      warning: ({ warning }) => `Aviso: ${warning.pt}`,
      firstMigration: 'cria as tabelas',
      checksums: {
        matches: 'confere com o arquivo .sha256',
        differs: 'NÃO confere com o arquivo .sha256',
        none: 'não verificado: não há arquivo .sha256',
      },
    },
    send: {
      waiting: ({ eventId }) => `O evento ${eventId} foi gravado. Aguardando o processamento por um worker.`,
      processed: ({ leadId, client, campaign, show }) =>
        `Processado: lead ${leadId} do cliente ${client}${campaign === null ? '' : `, campanha ${campaign}`}. Para ver o lead, execute \`${show}\`.`,
      processedWithoutLead: ({ show }) => `Processado, mas sem criar um lead. Para ver o motivo, execute \`${show}\`.`,
      failed: ({ code, text, show }) => `Com erro: ${code}. ${text}\nPara ver os detalhes, execute \`${show}\`.`,
      parked: ({ code, text, show }) => `Em espera: ${code}. ${text}\nPara ver os detalhes, execute \`${show}\`.`,
      delayed: ({ code, text, show }) =>
        `Ainda não processado: ${code}. ${text}\nO lead-intake tenta novamente de forma automática. Para ver quando, execute \`${show}\`.`,
      notProcessed: ({ seconds, show }) =>
        `O evento não foi processado em ${seconds} s. Há um worker em execução? Para ver os workers, execute \`lead-intake queue status\`; para ver o evento, \`${show}\`.`,
      otherDatabase: ({ id, name }) => `O serviço usa outro banco de dados: o evento ${id} não está neste (${name}).`,
      otherDatabaseHint: 'Execute o comando com a DATABASE_URL do serviço, ou informe o endereço dele com --url e defina ADMIN_TOKEN.',
      otherSecret: ({ secretSetting }) =>
        `O serviço usa outro valor de ${secretSetting}. Defina o mesmo valor dos dois lados e reinicie o serviço.`,
      noCredential:
        'O serviço não recebeu a credencial. Com --unsigned, ele precisa de WEBHOOK_ALLOW_UNSIGNED=true. Sem --unsigned, um proxy pode estar removendo o cabeçalho da assinatura.',
      clocksDiffer: 'A diferença entre os relógios dos dois lados passa de FORMULARIO_TIMESTAMP_TOLERANCE. Sincronize os dois por NTP.',
      secretNotSet: ({ secretSetting }) => `O serviço está sem ${secretSetting}. Defina o valor no servidor e reinicie o serviço.`,
      proxyRefused: 'Um proxy ou firewall na frente do serviço recusou a requisição. O serviço nunca responde 403 a um evento de teste.',
      wrongPath: ({ path }) => `Não existe ${path} neste endereço. Confira o host, a porta e o caminho em --url.`,
      otherProgram: 'Outro programa parece estar neste endereço, porque o serviço aceita POST aqui. Confira o host e a porta em --url.',
      tooLarge: 'O corpo é maior que o MAX_BODY_BYTES do serviço ou que o limite do proxy.',
      unsupportedType:
        'O serviço não aceita este tipo de conteúdo ou esta codificação. Um proxy no caminho pode ter alterado a requisição.',
      unusableContent: 'A credencial está certa, mas o conteúdo é inválido. A resposta mostra cada campo a corrigir.',
      rateLimited: 'Um proxy está limitando as requisições. Espere um pouco e envie novamente.',
      proxyWithoutService: 'O proxy responde, mas o serviço atrás dele não. O `lead-intake serve` está em execução?',
      notStored:
        'O serviço não conseguiu gravar o evento agora: está ocupado, sem espaço ou parando. Nada se perde. Envie novamente e veja `lead-intake queue status`.',
      proxyTimeout: 'O serviço atrás do proxy não respondeu a tempo. O `lead-intake serve` está em execução?',
      knownEvent: ({ show }) =>
        `O serviço já tem este evento e não criou um segundo lead. Para ver o que aconteceu com ele, execute ${show}.`,
      queued: ({ show }) =>
        `O evento foi gravado e está na fila. Um worker cria o lead. Para ver o que aconteceu com ele, execute ${show}.`,
      notOurAnswer: 'A resposta foi de sucesso, mas não veio do lead-intake. Confira o host e a porta em --url.',
      redirected: ({ location }) =>
        `O endereço redireciona ${location === null ? 'para outro lugar' : `para ${location}`}. As plataformas não seguem redirecionamentos de eventos: informe a elas (e em --url) o endereço final.`,
      serverFault: ({ status }) =>
        `O serviço, ou um proxy na frente dele, respondeu com um erro (HTTP ${status}). Veja o log. Você pode enviar o evento novamente.`,
      unexpectedStatus: ({ status }) =>
        `O lead-intake nunca responde HTTP ${status} a um evento de teste. Confira o host, a porta e o caminho em --url.`,
      connectionClosed: ({ host, protocolName }) =>
        `${host} fechou a conexão sem responder. Confira se o serviço está neste endereço e se ele usa ${protocolName}.`,
      unreachable: ({ hostname }) => `Não há rota até ${hostname}. Verifique a rede.`,
      nothingListens: ({ host }) =>
        `Nada responde em ${host}. Inicie o serviço com \`lead-intake serve\` ou informe o endereço dele em --url.`,
      unknownHost: ({ hostname }) => `O host ${hostname} não foi encontrado. Confira o endereço em --url.`,
      lookupFailed: ({ hostname }) => `Não foi possível resolver o host ${hostname} agora. Verifique a rede e o servidor DNS.`,
      notHttp: ({ host }) => `O programa em ${host} não responde em HTTP. Confira em --url a porta e se é http ou https.`,
      requestFailed: ({ code }) => `Não foi possível enviar a requisição (${code}). Confira o endereço em --url.`,
      timedOut: ({ duration }) =>
        `Nenhuma resposta em ${duration}. Um firewall pode estar bloqueando a requisição, ou o serviço travou. Veja o log.`,
      tlsFailed: ({ code, hostname }) =>
        `A conexão criptografada falhou (${code}). O certificado não é válido para ${hostname}, ou a porta não usa TLS.`,
      https: 'HTTPS',
      httpWithoutTls: 'HTTP sem TLS',
      urlShape: ({ text }) => `deve ser um endereço como http://127.0.0.1:8080 ou https://leads.example.com, não "${text}".`,
      portUnknown: 'PORT é 0: o serviço usa uma porta diferente a cada início, e este comando não sabe qual é.',
      portUnknownHint: 'Informe em --url o endereço que o `serve` mostrou.',
      hostUnusable: ({ host }) => `HOST é "${host}", que não pode ser usado em uma URL.`,
      hostUnusableHint: 'Corrija HOST ou informe o endereço do serviço com --url.',
      holdsSecret: 'O comando contém o segredo em google_key. Não o cole em chamados nem em conversas.',
      answered: ({ status, durationMs, url }) => `HTTP ${status} de ${url} em ${durationMs} ms`,
      amountShape: ({ input }) => `deve ser um valor como 2600.50, não "${input}".`,
      fieldShape: ({ pair }) => `--field deve ser CHAVE=VALOR, não "${pair}".`,
    },
    signature: {
      emptyBody:
        'A assinatura é de um corpo vazio: ela foi feita antes de o corpo existir, ou o corpo foi lido duas vezes. Assine os bytes enviados.',
      signExactBytes: ({ what }) => `${what} Assine exatamente os bytes enviados.`,
      withoutLineBreak: 'A assinatura é do corpo sem a quebra de linha no fim; o corpo aqui tem uma.',
      withLineBreak: 'A assinatura é do corpo com uma quebra de linha no fim, como a que `echo` sem -n e muitos editores acrescentam.',
      withWindowsLineBreak: 'A assinatura é do corpo com uma quebra de linha do Windows (CRLF) no fim.',
      withoutBlanks: 'A assinatura é do corpo sem os espaços em volta.',
      unixLineBreaks: 'A assinatura é do corpo com quebras de linha do Unix (LF); o corpo aqui tem as do Windows (CRLF).',
      windowsLineBreaks: 'A assinatura é do corpo com quebras de linha do Windows (CRLF); o corpo aqui tem as do Unix (LF).',
      withoutByteOrderMark: 'A assinatura é do corpo sem a marca de ordem de bytes (BOM) com que ele começa.',
      withByteOrderMark: 'A assinatura é do corpo com uma marca de ordem de bytes (BOM) na frente.',
      jsonRewritten: ({ name }) =>
        `A assinatura é do mesmo JSON escrito de outro jeito (${name}). ` +
        'O corpo foi serializado duas vezes, uma para assinar e outra para enviar. Serialize uma vez só e envie os mesmos bytes que assinou.',
      timestampBefore: ({ separator }) =>
        `Ao assinar, o timestamp${separator === '' ? '' : ` e "${separator}"`} estava antes do corpo. Assine só o corpo; o timestamp está dentro dele.`,
      bodyAsJsonString: 'A assinatura é do corpo convertido em string JSON mais uma vez. Assine o próprio corpo.',
      bodyInBase64: 'A assinatura é do corpo em base64. Assine o próprio corpo.',
      bodyInCharset: ({ name }) => `A assinatura é do corpo em ${name}. Assine os bytes UTF-8 que são enviados.`,
      ispastPastFuture: ({ isPast }) => (isPast ? 'no passado' : 'no futuro'),
      timestampFits: ({ distance, place, toleranceSeconds }) =>
        `O timestamp está ${distance} ${place}, dentro dos ${toleranceSeconds} s permitidos.`,
      timestampOff: ({ distance, place, toleranceSeconds, advice }) =>
        `O timestamp está ${distance} ${place}, além dos ${toleranceSeconds} s permitidos. Se fosse enviada agora, a requisição receberia 401. ${advice}`,
      unreadable: 'O corpo não tem um timestamp numérico, por isso o serviço responde 422. Envie o horário Unix em segundos.',
      milliseconds: 'O timestamp está em milissegundos. O serviço espera segundos e responde 401. Divida por 1000 e descarte a fração.',
      wholeHours: 'A diferença é um número inteiro de horas. O remetente provavelmente usa a hora local como se fosse UTC.',
      oldRequest: 'Isso é normal em uma requisição antiga. Se ela for nova, sincronize os relógios dos dois lados por NTP.',
      useHmac: ({ what }) => `${what} Use HMAC-SHA256 com o segredo como chave e o corpo como mensagem.`,
      swapped: 'Chave e mensagem foram trocadas: o segredo foi assinado com o corpo.',
      hashSecretBody: 'É um hash simples do segredo seguido do corpo, não um HMAC.',
      hashBodySecret: 'É um hash simples do corpo seguido do segredo, não um HMAC.',
      hashBodyOnly: 'É um hash simples do corpo, sem o segredo.',
      cutOff: ({ truncatedCount }) =>
        `A assinatura está certa, mas foi cortada depois de ${truncatedCount} dos 64 dígitos. Procure uma coluna, um log ou uma variável curta demais.`,
      noMatch: ({ byteLength }) =>
        'A assinatura não corresponde a nenhum segredo configurado aqui nem a um erro comum. Ou o remetente tem outro segredo, ou assinou um corpo ' +
        `diferente deste, de ${byteLength} bytes. Compare os segredos e o número de bytes dos dois lados.`,
      asJavaScript: 'sem espaços, como o JSON.stringify do JavaScript',
      asPython: 'com espaços e escapes \\u, como o json.dumps do Python',
      asPhp: 'com escapes \\u e \\/, como o json_encode do PHP',
      asPhpUnescapedSlashes: 'sem espaços, com escapes \\u, como json_encode com JSON_UNESCAPED_SLASHES',
      asPhpUnescapedUnicode: 'com \\/, como json_encode com JSON_UNESCAPED_UNICODE',
      asPythonUnescaped: 'com espaços, como json.dumps com ensure_ascii=False',
      withUCGos: 'com \\u003c no lugar de <, como as bibliotecas de Go e Java',
      asGoMap: 'com chaves em ordem, como o json.Marshal do Go para um map',
      withSortedKeys: 'com chaves em ordem',
      asPythonSorted: 'com chaves em ordem, como json.dumps com sort_keys=True',
      indentedByTwo: 'recuado com dois espaços',
      indentedByFour: 'recuado com quatro espaços',
      indentedTwo: 'recuado com dois espaços, com escapes \\u',
      indentedFour: 'recuado com quatro espaços, com escapes \\u',
      asPhpPretty: 'recuado, como json_encode com JSON_PRETTY_PRINT',
      secretIsVariableName: ({ name }) => `O nome da variável (${name}) foi usado como segredo, e não o valor dela.`,
      secretEmpty: ({ setting }) => `O segredo estava vazio: ${setting} não está definida onde o remetente é executado.`,
      secretOfOtherSource: ({ label, secretSetting }) =>
        `A assinatura foi feita com o segredo de outra origem (${label}). Use ${secretSetting}.`,
      secretLineBreak: 'uma quebra de linha no fim (foi lido de um arquivo; retire-a)',
      secretWindowsLineBreak: 'uma quebra de linha do Windows no fim (foi lido de um arquivo; retire-a)',
      secretCarriageReturn: 'um retorno de carro no fim (o arquivo de configurações tem quebras de linha do Windows)',
      secretBlankAfter: 'um espaço no fim',
      secretBlankBefore: 'um espaço no começo',
      secretQuoted: 'aspas em volta (elas são do arquivo de configurações, não do segredo)',
      secretFromHex: 'o texto decodificado de hexadecimal (a chave é o próprio texto)',
      secretFromBase64: 'o texto decodificado de base64 (a chave é o próprio texto)',
      secretToBase64: 'o texto codificado em base64 (a chave é o próprio texto)',
      secretAltered: ({ how }) => `O segredo certo foi usado com ${how}.`,
      sendHex: ({ what }) => `${what} Envie sha256= e 64 dígitos hexadecimais.`,
      digestInBase64: 'O digest está escrito em base64, não em hexadecimal.',
      hexInBase64: 'O digest hexadecimal foi codificado mais uma vez, em base64.',
      empty: 'A assinatura está vazia.',
      wrongLength: ({ valueCount }) =>
        `A assinatura tem ${valueCount} dígitos hexadecimais, mas são necessários 64. Ela foi cortada ou mal copiada.`,
      notADigest: 'A assinatura não é hexadecimal nem base64 de um digest.',
      headerName: 'O valor começa com o nome do cabeçalho; a assinatura é só o que vem depois dos dois-pontos.',
      quoted: 'O valor está entre aspas; envie sem elas.',
      otherHash: ({ name }) => `A assinatura foi feita com ${name}; use HMAC-SHA256.`,
      prefixMissing: 'Falta o prefixo sha256=. Coloque-o antes do digest.',
      prefixWrong: ({ prefix }) => `O prefixo é ${prefix}, mas deve ser exatamente sha256=.`,
      variableNotSet: ({ name }) => `A variável de ambiente ${name} não está definida.`,
      variableNotSetHint: ({ name }) => `Defina-a só para este comando, por exemplo com \`read -rs ${name} && export ${name}\`.`,
      ownForm: 'o formulário do site',
      searchAds: 'o Google Ads',
      socialAds: 'a Meta',
      noSecret: ({ label, secretSetting }) => `Não é possível assinar para ${label}, porque ${secretSetting} não está definida.`,
      noSecretHint: ({ secretSetting }) =>
        `Execute na pasta do serviço, ou defina ${secretSetting} no ambiente. Para usar um segredo nomeado, defina ${secretSetting} com o valor dele só para este comando. ` +
        'Em uma pasta nova, `lead-intake init` cria o segredo.',
      noAppSecretHint: ({ secretSetting }) =>
        `Execute na pasta do serviço, ou defina ${secretSetting} com a chave secreta do seu aplicativo da Meta.`,
      valid: { current: 'Válida: assinada com o segredo atual.', previous: 'Válida: assinada com o segredo anterior.' },
      validNamed: ({ name }) => `Válida: assinada com o segredo nomeado "${name}".`,
      notValid: 'Inválida.',
      namedUnreadable: ({ name }) => `O segredo nomeado "${name}" não foi testado, porque CREDENTIALS_KEY não o descriptografa.`,
      namedNotTried: ({ reason }) => `Os segredos nomeados não foram testados. ${reason.pt}`,
    },
    service: {
      states: {
        new: 'novo',
        same: 'igual',
        changed: 'difere',
        kept: 'mantido',
        'left over': 'sobrando',
        goes: 'a remover',
        foreign: 'mantido: não foi criado por `service install`',
      },
      noSuchUnit: ({ name }) => `A unidade "${name}" não existe com estas opções.`,
      thereAre: ({ names }) => `As unidades são: ${names}.`,
      failed: ({ line, why }) => `\`${line}\` falhou: ${why}`,
      runAgain: 'Corrija o problema e execute o mesmo comando novamente. Ele continua de onde parou.',
      secretsReadable: ({ path }) => `Outros usuários podem ler os segredos em ${path}. Corrija com: chmod 600 ${path}`,
      userByImage: ({ user, envFile }) =>
        `A imagem cria o usuário ${user} na primeira inicialização (systemd-sysusers). Depois disso, dê a ele acesso a ${envFile}.`,
      noSystemd: 'O systemd não está em execução neste servidor, por isso as unidades não foram carregadas.',
      leftOver: ({ path }) => `${path} sobrou de uma instalação com outras opções. Os primeiros comandos acima o desativam.`,
      installNeedsRoot: 'Somente root pode instalar um serviço. Nada foi alterado.',
      installNeedsRootHint:
        'Execute com sudo. Sem sudo, você pode ver as unidades com `lead-intake service print` ou gravá-las em uma pasta sua com --root PASTA.',
      copyProgram: 'Copie-o para /usr/local/bin ou para dentro de /opt e execute-o de lá, ou informe a cópia com --program.',
      noProgram: ({ file }) => `Não há um programa executável em ${file}. Nada foi alterado.`,
      filesDiffer: ({ list }) => `Estes arquivos já existem, com outro conteúdo:${list}\nNada foi alterado.`,
      filesDifferHint:
        'Compare com `lead-intake service print UNIDADE | diff ARQUIVO -`. Salve as suas alterações com `systemctl edit UNIDADE` e depois substitua os arquivos com --force.',
      write: ({ count }) => `Gravar ${counted(count, 'arquivo')}?`,
      installHint: 'Para continuar, adicione --yes. Para ver só a lista, use --dry-run.',
      written: ({ writtenCount }) =>
        writtenCount === 0 ? 'Tudo já está atualizado. Nada foi gravado.' : `Gravado: ${counted(writtenCount, 'arquivo')}.`,
      run: ({ ran }) => `Executado: ${ran}.`,
      freshSecrets: ({ envFile }) =>
        `${envFile} tem segredos novos. Adicione a chave secreta do aplicativo da Meta (WEBHOOK_SOCIALADS_SECRET) e entregue os outros segredos aos remetentes.`,
      nextAsRoot: 'Em seguida, como root:',
      nextAsRootOfImage: 'Em seguida, como root do sistema que executa a imagem:',
      cannotBeRead: ({ path, code }) => `Não é possível ler ${path} (${code}).`,
      inTheWay: 'Ele ocupa o lugar de um arquivo do serviço. Verifique o que é e quem pode lê-lo.',
      confirmRemoval: ({ unitCount, removedCount }) =>
        `Parar ${counted(unitCount, 'unidade')} e remover ${counted(removedCount, 'arquivo')}? As configurações e o banco de dados são mantidos.`,
      removed: ({ files }) =>
        files === 0 ? 'Não há unidades criadas por `service install`. Nada foi removido.' : `Removido: ${counted(files, 'arquivo')}.`,
      kept: ({ user }) =>
        `As configurações, o banco de dados e o usuário ${user} foram mantidos. Para removê-los, quando ninguém mais precisar deles, execute como root:`,
      nameRule: 'deve conter só letras minúsculas, dígitos e hífens, começar com uma letra e ter no máximo 31 caracteres',
      userRule: 'não pode ser root: o serviço não precisa de privilégios',
      pathRule: 'deve ser um caminho absoluto, sem espaços, só com letras, dígitos e ._@+,:~-',
      programHidden: ({ folder }) => `O programa está em ${folder}, uma pasta a que as unidades não dão acesso. Ele não iniciaria.`,
      given: ({ flag, rule, value }) => `${flag} ${rule} (recebido: "${value}").`,
      removalNeedsRoot: 'Somente root pode remover um serviço. Nada foi alterado.',
      withSudo: 'Execute com sudo.',
      cannotReadRemoved: ({ path, code }) => `Não é possível ler ou remover ${path} (${code}).`,
      checkAndRepeat: 'Verifique o que é e as permissões. Depois execute o mesmo comando novamente. Ele continua de onde parou.',
      cannotBeWritten: ({ path, why, others }) =>
        `Não é possível gravar ${path} (${why}). ${others === undefined ? 'Nenhum dos outros foi gravado.' : `Gravados antes: ${others}.`}`,
      checkFolderAndRepeat:
        'Verifique as permissões e o espaço livre da pasta. Depois execute o mesmo comando novamente. Ele continua de onde parou.',
      nothingWasWritten: 'Nada foi gravado.',
      nothingWasRemoved: 'Nada foi removido.',
    },
    sessions: {
      nobody: 'Não há sessões abertas.',
      ended: ({ count }) => (count === 1 ? '1 sessão encerrada.' : `${count} sessões encerradas.`),
      missingHint: 'Ela pode já ter terminado. `lead-intake session list` lista as sessões abertas.',
      nameOne: 'Informe uma sessão ou use --all.',
      roles: {
        operator: 'operador',
        reader: 'só leitura',
      },
    },
    listing: {
      notUtf8: ({ size }) => `(${size} que não são UTF-8, em base64)`,
      changes: 'Alterações',
      notSearched: ({ missing }) =>
        `${counted(missing, 'registro não foi pesquisado', 'registros não foram pesquisados')}: o índice de busca ainda está sendo criado. Ele é criado enquanto o \`lead-intake serve\` está em execução.`,
      refusedMatchToo: ({ count, command }) =>
        `${count === 1 ? 'A busca também encontrou 1 requisição recusada' : `A busca também encontrou ${count} requisições recusadas`}: ${command}`,
      filtersNeedAll: 'Para usar filtros, adicione --all.',
      more: ({ nextCursor }) => `Há mais. Para ver a próxima página, adicione --before ${nextCursor}`,
      queuedAgain: ({ eventId }) => `Evento ${eventId}: de volta à fila.`,
      skipped: ({ eventId }) =>
        `Evento ${eventId}: ignorado, porque um job dele já está na fila ou em execução. Para executar agora um job que aguarda, use \`lead-intake queue retry\`.`,
      bodyDeleted: ({ eventId }) =>
        `Evento ${eventId}: ignorado, porque seu corpo foi apagado, pela idade ou porque os dados da pessoa foram apagados. Não pode ser processado de novo.`,
      noSuchEvent: ({ eventId }) => `Evento ${eventId}: não existe. \`lead-intake events list\` lista os eventos.`,
      fileExists: ({ file }) => `O arquivo ${file} já existe.`,
      fileExistsHint: 'Informe outro arquivo ou substitua este com --force.',
      fileNotWritten: ({ file, code }) => `Não foi possível gravar o arquivo ${file} (${code}).`,
      fileNotWrittenHint: 'Confira o caminho, as permissões e o espaço livre.',
      bothToStdout: 'Não é possível gravar o JSON de --json e o CSV juntos na saída padrão.',
      nameAFile: 'Informe com --output um arquivo para o CSV.',
    },
  },

  help: {
    program:
      'Recebe leads do Google Ads, do Meta lead ads e de formulários de sites, grava cada um antes de responder e cria exatamente um lead a partir dele.',
    more: (command) => `Use \`${command} COMANDO --help\` para ver as opções e os exemplos de um comando.`,
    groups: {
      firstSteps: 'Primeiros passos',
      run: 'Executar',
      look: 'Consultar',
      fix: 'Corrigir',
      connect: 'Conectar',
      data: 'Dados',
    },
    flags: {
      before: 'Mostra a próxima página; informe o cursor mostrado na página anterior',
      campaign: 'Só desta campanha, pelo ID',
      client: 'Só deste cliente, pelo ID ou pelo nome',
      database: 'Banco de dados a usar no lugar de DATABASE_URL',
      'dry-run': 'Mostra o que mudaria, sem alterar nada',
      'env-file': 'Arquivo de configurações a usar no lugar de .env',
      force: 'Substitui um arquivo existente quando o novo está completo',
      json: 'Mostra JSON, inclusive nos erros',
      limit: 'Número máximo de linhas',
      quiet: 'Não mostra nada, a menos que haja um problema',
      raw: 'Grava os bytes exatos do corpo na saída padrão',
      reveal: 'Mostra os dados pessoais',
      search: 'Busca por ID, nome, e-mail, telefone ou ID de clique; palavras inteiras, exceto a última',
      since: 'Só a partir deste momento, como 15m, 2h, 7d ou 2026-11-01',
      source: 'Só desta origem',
      until: 'Só antes deste momento, como 1h ou 2026-11-01',
      user: 'E-mail do usuário que recebe os leads dela',
      value: 'Quanto vale a etapa, como 2600 ou 2.600,50',
      yes: 'Não pede confirmação',
    },
    args: { file: 'Caminho do arquivo, ou - para a entrada padrão' },
    topics: {
      campaign: {
        summary: 'Gerencia campanhas, que definem o cliente e o usuário do lead',
        args: { campaign: 'ID da campanha' },
      },
      client: {
        summary: 'Gerencia clientes e as contas deles na Meta e no Google Ads',
        args: { client: 'ID ou nome do cliente' },
        flags: {
          dataset: 'ID de um conjunto de dados (pixel) da Meta',
          account: 'ID de uma conta do Google Ads, como 123-456-7890',
          page: 'ID de uma página da Meta',
        },
      },
      conversions: {
        summary: 'Mostra, reenvia e corrige as conversões dos leads',
        args: { conversion: 'ID da conversão, de `lead-intake conversions list`' },
        flags: { reason: 'Motivo da alteração, guardado com a conversão', platform: 'Só desta plataforma' },
      },
      events: { summary: 'Lista eventos, mostra o que aconteceu com eles e os reprocessa' },
      leads: {
        summary: 'Lista, mostra e exporta leads, e registra as etapas deles',
        args: { lead: 'ID do lead, de `lead-intake leads list`' },
        flags: { at: 'Quando ocorreu, como "2026-11-20 09:00"; sem a opção, agora' },
      },
      person: {
        summary: 'Encontra uma pessoa, entrega os dados dela e a apaga',
        flags: {
          email: 'E-mail da pessoa; pode ser repetida',
          phone: 'Telefone da pessoa, escrito de qualquer forma; pode ser repetida',
          'click-id': 'ID de clique da pessoa: gclid, gbraid, wbraid ou fbclid; pode ser repetida',
          lead: 'ID de um lead da pessoa; pode ser repetida',
          client: 'Só dados deste cliente, pelo ID ou nome (padrão: todos os clientes)',
          reason: 'Motivo, como o número do chamado; fica no registro de atividades, por isso sem dados pessoais',
        },
      },
      queue: {
        summary: 'Processa e acompanha a fila, e corrige jobs com erro',
        args: {
          queue: 'webhooks (leads) ou conversoes (conversões)',
          job: 'IDs de jobs, de `lead-intake queue failed`',
        },
        flags: {
          since: 'Só jobs com erro ou em espera desde este momento, como 2h, 7d ou 2026-11-01',
          all: 'Todos os jobs com erro, ou em espera com --parked; os filtros restringem',
          error: 'Só jobs com este código de erro',
          parked: 'Jobs em espera, em vez de jobs com erro',
          named: 'Só jobs com este item na coluna CITADO NO ERRO de `queue failed --group`; -: sem nenhum item',
          queue: 'Com --all: fila a usar; sem a opção, webhooks',
          batch: 'Número máximo de jobs por vez',
        },
      },
      refused: {
        summary: 'Lista requisições recusadas e as reprocessa depois da correção',
        args: { refused: 'IDs de requisições recusadas, de `lead-intake refused list`' },
        flags: { campaign: 'Só desta campanha, pelo ID dela ou por um ID vinculado', code: 'Só requisições recusadas por este motivo' },
      },
      retention: { summary: 'Mostra os prazos dos dados pessoais e apaga os vencidos' },
      secret: {
        summary: 'Cria segredos para remetentes, um por cliente ou landing page',
        args: { name: 'Nome do segredo, como o da landing page que o usa' },
      },
      send: {
        summary: 'Envia um evento de teste assinado a um serviço em execução',
        flags: {
          name: 'Nome da pessoa',
          'dry-run': 'Mostra a requisição como comando curl, sem enviar nada',
          type: 'Com --flat: tipo do evento; sem a opção, conversion',
          url: 'Endereço do serviço; sem a opção, HOST e PORT das configurações',
          email: 'E-mail da pessoa',
          phone: 'Telefone da pessoa',
          gclid: 'ID de clique do Google',
          'form-id': 'ID do formulário de leads',
          id: 'ID do lead ou do evento; sem a opção, um novo; repetir um ID é um reenvio',
          unsigned: 'Não envia credencial (WEBHOOK_ALLOW_UNSIGNED)',
          flat: 'Envia o formato simples (event_type, ID de clique, cliente_id, full_name)',
          'client-id': 'Com --flat: ID do cliente',
          wait: 'Aguarda o processamento do evento e mostra o resultado',
          timeout: 'Com --wait: tempo máximo em segundos; sem a opção, 30',
        },
      },
      service: {
        summary: 'Instala o lead-intake como serviços do systemd',
        flags: {
          'env-file': 'Arquivo de configurações das unidades; sem a opção, /etc/PREFIX.env',
          user: 'Usuário do sistema que executa os serviços; sem a opção, o mesmo que --prefix',
          prefix: 'Prefixo dos nomes das unidades e nome da pasta em /var/lib e /var/cache',
          program: 'Executável que as unidades iniciam; sem a opção, este programa',
          workers: 'Processos worker; mais de um cria uma unidade modelo',
          once: 'Processa a fila a cada minuto com um timer, sem workers',
          directory: 'Pasta das unidades',
        },
      },
      session: { summary: 'Lista e encerra as sessões da interface web' },
      signature: {
        summary: 'Assina um corpo ou descobre por que uma assinatura não confere',
        args: { body: 'Arquivo com os bytes exatos do corpo, ou - para a entrada padrão' },
        flags: { source: 'Origem cujo segredo é usado' },
      },
      source: {
        summary: 'Conecta páginas da Meta, importa leads, mapeia respostas',
        args: { platform: 'A plataforma: `social-ads` (Meta)' },
      },
      'source backfill': { summary: 'Busca leads que não foram entregues' },
      'source form': {
        summary: 'Mostra e mapeia as respostas dos formulários da Meta e do Google Ads',
        args: { form: 'ID do formulário, de `lead-intake source form list`' },
        flags: { source: 'Origem do formulário, se as duas plataformas tiverem um com este ID' },
      },
      'source import': { summary: 'Importa leads de um arquivo' },
      user: {
        summary: 'Gerencia os usuários de um cliente, que recebem os leads dele',
        args: { user: 'ID do usuário, de `lead-intake user list`' },
      },
    },
    commands: {
      backup: {
        summary: 'Faz backup do banco de dados em uso e verifica a cópia',
        description: `A cópia contém todos os eventos confirmados antes do início do backup. O serviço e os workers continuam funcionando.

O lead-intake verifica todas as páginas da cópia antes de dar a ela o nome final e grava o SHA-256 ao lado, para \`sha256sum -c\`. Só você pode ler a cópia. Com --encrypt-to, que pode ser repetida, ou --passphrase-file, ela é criptografada no formato do \`age\`, e o nome termina em .age; para criptografar todos os backups, defina BACKUP_RECIPIENTS ou BACKUP_PASSPHRASE_FILE.

Depois, os backups deste banco na mesma pasta com mais de 30 dias são apagados. Para mantê-los por mais tempo, use --keep-days ou BACKUP_KEEP_DAYS. Se ARQUIVO não for uma pasta, nada é apagado.

No PostgreSQL, o \`pg_dump\` faz a cópia, por padrão em \`backups\` na pasta atual.`,
        args: { file: 'Arquivo ou pasta de destino; sem ele, `backups` ao lado do banco de dados' },
        flags: {
          'encrypt-to': 'Destinatário do age (age1…) que pode descriptografar o backup',
          'passphrase-file': 'Arquivo com a senha que criptografa o backup',
          keep: 'Quantos backups manter na pasta, em vez de 30 dias; os mais antigos são apagados',
          'keep-days':
            'Por quantos dias manter os backups na pasta, além dos três mais novos; 0 mantém todos (padrão: BACKUP_KEEP_DAYS, ou 30)',
        },
        examples: ['', 'Toda noite pelo cron', 'Em outro disco, criptografado'],
      },
      bench: {
        summary: 'Mede a velocidade neste servidor e verifica se nada se perde',
        description: `Leva cerca de dois minutos. Não usa o seu banco de dados: inicia servidores e workers próprios com um banco temporário e remove tudo no fim. Como o resultado depende da velocidade de gravação do disco, o banco temporário fica na mesma pasta que o seu, a menos que você use --folder.

Sai com código 1 se um envio confirmado se perdeu, foi gravado duas vezes ou não virou exatamente um lead. Números abaixo do exigido não contam como falha.

O servidor mínimo lê, verifica e interpreta as mesmas requisições, mas não grava nada. Com 500 requisições por segundo, o tempo de resposta conta a partir do momento em que a requisição deveria sair. "Lead gravado" é o tempo entre a resposta e o momento em que outro processo, que verifica a cada 2 ms, vê o lead.

--json mostra \`maquina\`, \`pasta\`, \`sqlite\`, \`opcoes\`, \`medidas\` (cada uma com \`medida\`, \`valor\`, \`unidade\`, \`exigido\`, \`melhor\` e \`resultado\`: best, met, missed ou null), \`entrega\` (\`exata\`, \`confirmados\`, \`eventos\`, \`leads\`, \`violacoes\`) e \`duracao_ms\`.`,
        flags: {
          seconds: 'Duração de cada rodada e de cada carga, em segundos',
          turns: 'Rodadas da medição de entrada; o resultado é a mediana',
          connections: 'Conexões que enviam requisições',
          jobs: 'Jobs para a medição do worker',
          kill: 'Quantas vezes o servidor e o worker são encerrados à força sob carga',
          folder: 'Pasta existente no disco que será medido',
        },
        examples: ['', 'Em outro disco, com rodadas mais longas'],
      },
      'campaign add': {
        summary: 'Adiciona uma campanha, com o cliente e o usuário, se forem novos',
        description: `Os formulários do site enviam o ID como \`campanha_id\`. Eventos do Google Ads e da Meta encontram a campanha pelos IDs vinculados com \`campaign link\`.

Se houver eventos com erro porque a campanha não existia, execute \`queue retry\` depois de adicioná-la.`,
        flags: {
          id: 'ID da campanha: qualquer texto único',
          name: 'Nome da campanha',
          client: 'ID ou nome do cliente',
        },
      },
      'campaign import': {
        summary: 'Importa campanhas, clientes, usuários e vínculos de um arquivo CSV',
        description: `O cabeçalho é id,nome,cliente,usuario em qualquer ordem. Sem a coluna usuario, as campanhas existentes mantêm o usuário.

As colunas opcionais search_ads_campaign, search_ads_form, social_ads_form e social_ads_page trazem IDs das plataformas a vincular; separe vários IDs na mesma célula com |. O arquivo é UTF-8, separado por vírgula ou ponto e vírgula. Se alguma linha tiver problema, todos os problemas são listados e nada é importado.`,
        flags: {
          replace: 'Atualiza campanhas existentes; sem a opção, elas contam como problema',
        },
        examples: ['', '', 'De outro programa'],
      },
      'campaign link': {
        summary: 'Vincula IDs do Google Ads ou da Meta a uma campanha',
        description:
          'Eventos com um ID vinculado pertencem à campanha. O ID de um formulário tem prioridade sobre o de uma campanha ou página. Você pode repetir cada opção. Um ID só pode ser vinculado a uma campanha.',
        flags: {
          'search-ads-campaign': 'ID de uma campanha do Google Ads',
          'search-ads-form': 'ID de um formulário de leads do Google Ads',
          'social-ads-form': 'ID de um formulário de leads da Meta',
          'social-ads-page': 'ID de uma página da Meta',
          remove: 'Remove os vínculos em vez de criar',
        },
      },
      'campaign list': {
        summary: 'Lista as campanhas',
        description: '`campaign show` mostra os IDs das plataformas vinculados a uma campanha.',
      },
      'campaign remove': {
        summary: 'Remove uma campanha sem leads, com os vínculos dela',
        description:
          'Uma campanha que tem leads não é removida (sai com código 1), porque os leads perderiam a origem. Para não receber mais leads das plataformas, remova os vínculos com `campaign link --remove`. Depois da remoção, eventos que indicam a campanha terminam com erro.',
      },
      'campaign show': {
        summary: 'Mostra uma campanha e os IDs vinculados a ela',
      },
      'client add': {
        summary: 'Adiciona um cliente',
        description:
          'Eventos do Google Ads e da Meta podem indicar um cliente pelo ID (`cliente_id`). Use --id para manter um ID que já existe em outro sistema.',
        flags: { name: 'Nome único do cliente', id: 'ID, um número inteiro; sem a opção, o próximo livre' },
      },
      'client connect': {
        summary: 'Conecta uma conta da Meta ou do Google Ads a um cliente',
        description: `As conversões dos leads do cliente são enviadas ao conjunto de dados da Meta e à conta do Google Ads dele, e a nenhuma outra conta. Os leads de uma página conectada a um cliente pertencem a ele, a menos que uma campanha defina outro cliente. Para conectar o token de uma página, use \`source connect\`.

O comando lê a credencial (um token da Meta ou uma chave JSON do Google Ads) da entrada padrão ou de um arquivo, verifica-a com a plataforma, criptografa-a com CREDENTIALS_KEY e a guarda. Com --settings-credential, a conta usa SOCIALADS_CONVERSIONS_TOKEN ou SEARCHADS_CREDENTIALS_FILE.

O envio das conversões pendentes é retomado automaticamente. Não é preciso reiniciar os workers.`,
        flags: {
          'login-account': 'ID da conta de administrador que dá acesso à conta do Google Ads',
          action: 'Ação de conversão do Google Ads para um nome de conversão, *=ID para as outras; repetível',
          'enhanced-leads':
            'Informa os leads sem ID de clique por e-mail e telefone com hash (conversões otimizadas para leads); sem a opção, não muda',
          'initial-stage':
            'Nome do evento que informa à Meta cada novo lead de formulário instantâneo, como lead; -: não informa; sem a opção, não muda',
          'credential-file': 'Arquivo com a credencial; sem a opção, a entrada padrão',
          'settings-credential': 'Usa a credencial das configurações',
          check: 'Pergunta à plataforma se ela aceita a credencial para esta conta',
        },
        examples: ['Cole o token e tecle Ctrl-D', '', '', ''],
      },
      'client consent': {
        summary: 'Define o consentimento que as conversões de um cliente exigem',
        description:
          'Vale para as conversões enviadas a partir de agora, no lugar de CONVERSIONS_CONSENT e CONVERSIONS_CONSENT_KEYS. Não é preciso reiniciar os workers. Sem opções, só mostra a regra.',
        flags: {
          mode: 'required: envia só as conversões de quem consentiu; unless_denied: de todos, menos de quem recusou (padrão: sem mudança)',
          key: 'Consentimento que conta: uma finalidade do formulário do site ou uma caixa de seleção de uma plataforma; repetível (padrão: sem mudança)',
          reset: 'Volta a usar as configurações',
        },
      },
      'client retention': {
        summary: 'Define por quanto tempo os dados de um cliente ficam guardados',
        description:
          'O prazo do cliente vale no lugar de RETENTION_BODIES_DAYS ou RETENTION_LEADS_DAYS. O `lead-intake serve` aplica o novo prazo na noite seguinte. Sem opções, só mostra os prazos.',
        flags: {
          'bodies-days': 'Dias em que o corpo, os cabeçalhos e o IP dos eventos ficam guardados; off: até alguém apagar (padrão: não muda)',
          'leads-days': 'Dias sem atividade até um lead ficar anônimo; off: nunca (padrão: não muda)',
          default: 'Volta a usar as configurações',
        },
      },
      'client disconnect': {
        summary: 'Desconecta de um cliente uma conta da Meta ou do Google Ads',
        description:
          'A credencial guardada é apagada. As conversões do cliente ficam em espera até você conectar outra conta. Nenhuma se perde nem é enviada a outra conta. O token de uma página é mantido.',
      },
      'client list': {
        summary: 'Lista os clientes',
        description: '`client show` mostra os usuários e as campanhas de um cliente.',
      },
      'client remove': {
        summary: 'Remove um cliente sem usuários, campanhas e leads',
        description: 'Um cliente que ainda tem usuários, campanhas ou leads não é removido (sai com código 1).',
      },
      'client rename': {
        summary: 'Muda o nome de um cliente',
        description: 'O ID e tudo o que pertence ao cliente continuam iguais.',
        flags: { name: 'Novo nome, único' },
      },
      'client show': {
        summary: 'Mostra um cliente com os usuários, as campanhas e as contas',
      },
      'client test': {
        summary: 'Verifica se as conversões de um cliente podem ser enviadas',
        description:
          'Nenhuma conversão é enviada. A Meta é consultada sobre o conjunto de dados e o token; o Google Ads valida uma conversão de exemplo para cada ação de conversão. Sai com código 1 se houver um problema.',
      },
      completion: {
        summary: 'Mostra um script de shell que completa comandos com a tecla Tab',
        description: `O script contém todos os comandos, opções e valores. Gere-o novamente depois de uma atualização.

bash: execute \`lead-intake completion bash > ~/.local/share/bash-completion/completions/lead-intake\`, ou coloque a linha do exemplo em ~/.bashrc.

zsh: grave o script como \`_lead-intake\` em uma pasta de $fpath, antes da execução do compinit.

fish: execute \`lead-intake completion fish > ~/.config/fish/completions/lead-intake.fish\`.`,
        args: { shell: 'bash, zsh ou fish' },
        examples: ['Para esta sessão do bash', 'Para todas as sessões do zsh', 'Para todas as sessões do fish'],
      },
      config: {
        summary: 'Mostra todas as configurações, os valores e de onde eles vêm',
        description: `Ordem de prioridade: opções, variáveis de ambiente, arquivo .env e padrões. Segredos nunca são mostrados.

Avisa sobre variáveis com nome errado e segredos curtos. Sai com código 3 e lista todos os problemas se uma configuração for inválida.`,
        examples: ['', 'Verificar um arquivo de configurações antes de usar'],
      },
      'conversions correct': {
        summary: 'Corrige o valor ou o horário de uma etapa registrada manualmente',
        description:
          'Se a etapa ainda não foi enviada, só o novo valor e o novo horário são enviados. Se já foi, o Google Ads recebe o novo valor como ajuste e mantém o horário; na Meta, não é possível alterar nada. A saída mostra qual é o caso. O histórico guarda os valores anteriores, o motivo, quem corrigiu e quando. Uma etapa que está sendo enviada não é alterada (sai com código 1).',
        flags: { currency: 'Moeda do valor', at: 'Quando ocorreu, como "2026-11-20 09:00"' },
      },
      'conversions export': {
        summary: 'Exporta as conversões do Google Ads em CSV, para importação manual',
        description: `Grava o mesmo arquivo que /export/conversions.csv: conversões com ID de clique do Google, horários em CONVERSIONS_TIME_ZONE, nomes de CONVERSIONS_NAMES. Ficam de fora os leads de teste e as conversões de pessoas sem o consentimento exigido.

Você pode importar a mesma conversão duas vezes: o Google Ads a reconhece e conta uma só. Um arquivo nunca mistura clientes. Se houver vários, use --client ou defina ACCOUNTS_CLIENT.`,
        flags: {
          since: 'Só o que ocorreu a partir deste momento, como 12h, 7d ou 2026-11-01; sem a opção, 90 dias',
          output: 'Arquivo a gravar, substituído quando o novo está completo; sem a opção, a saída padrão',
        },
      },
      'conversions list': {
        summary: 'Lista as conversões, da mais nova à mais antiga',
        description: `\`waiting\`: pendente, ou ainda em processamento na plataforma. \`sent\`: aceita pela plataforma. \`rejected\`: rejeitada pela plataforma; \`conversions show\` mostra o motivo. \`no-platform\`: o lead não veio de uma plataforma, por isso a conversão não é informada. \`withdrawn\`: retirada por um operador.`,
        flags: { state: 'Só com este status', lead: 'Só deste lead, pelo ID' },
        examples: ['', 'O que as plataformas rejeitaram'],
      },
      'conversions retry': {
        summary: 'Reenvia conversões rejeitadas ou pendentes',
        description: `Sem --all, as conversões informadas entram na fila imediatamente. Com --all, o lead-intake mostra quantas são e pergunta antes. Um worker da fila \`conversoes\` faz o envio.

O Google Ads reconhece uma conversão repetida e a conta uma só vez. A Meta faz o mesmo por 48 horas. Conversões com o código conversion_outcome_unknown podem contar duas vezes na Meta; por isso, procure-as antes no Gerenciador de Eventos. --all não as inclui, a menos que você informe esse código com --error.`,
        args: { conversion: 'IDs de conversões, de `lead-intake conversions list`' },
        flags: {
          all: 'Todas as conversões rejeitadas; os filtros restringem',
          waiting: 'Com --all: conversões que aguardam nova tentativa, em vez das rejeitadas',
          error: 'Com --all: só conversões com este código de erro',
        },
        examples: ['', 'Depois de adicionar uma ação de conversão', 'Depois de corrigir um problema na plataforma'],
      },
      'conversions show': {
        summary: 'Mostra uma conversão, o que foi enviado e a resposta da plataforma',
      },
      'conversions try': {
        summary: 'Envia uma conversão pendente à Meta como evento de teste',
        description:
          'A conversão aparece em "Testar eventos" no Gerenciador de Eventos. A Meta também conta eventos de teste, por isso ela é uma conversão de verdade. O worker a envia novamente mais tarde e, se isso ocorrer em até 48 horas, a Meta a reconhece e conta uma só vez. Para verificar uma conta sem enviar nada, use `client test`.',
        flags: { 'test-event-code': 'Código de "Testar eventos" no Gerenciador de Eventos' },
      },
      'conversions withdraw': {
        summary: 'Retira uma etapa registrada por engano',
        description:
          'A etapa não é enviada e deixa de contar em listas e exportações. Se uma plataforma já a recebeu, ela continua lá, e a saída explica o que você pode fazer. Você pode registrar a etapa novamente com `leads stage`. O histórico guarda o motivo, quem retirou e quando. Uma etapa que está sendo enviada não é alterada (sai com código 1).',
      },
      docs: {
        summary: 'Abre a documentação no terminal',
        description:
          'Sem PÁGINA, lista as páginas. Em um terminal, a página abre no $PAGER ou no less. Fora dele, o comando mostra o Markdown. As páginas estão em inglês.',
        args: { page: 'Nome da página' },
        examples: ['', 'Ler uma página', 'Salvar uma página em um arquivo'],
      },
      doctor: {
        summary: 'Verifica tudo de que o serviço precisa',
        description: `Verifica configurações, segredos, banco de dados, disco, relógio, porta, fila, origens e plataformas, e mostra o que fazer em cada problema. Não altera nada e nunca mostra um segredo. Consulta as plataformas sobre cada conta conectada, por até 60 segundos. Com --offline, não consulta nada.

Sai com código 1 se houver um problema, por isso serve como verificação antes de um deploy. Execute-o com as configurações e o usuário do serviço.

--json mostra \`resultado\` (ok, warning ou problem) e \`achados\`, cada um com \`grupo\`, \`codigo\`, \`nivel\`, \`mensagem\`, \`acao\`, \`dados\`, \`cliente_id\` e \`cliente\`. O significado de um código nunca muda.`,
        flags: {
          full: 'Verifica também todos os índices e referências; demora mais',
          offline: 'Não consulta as plataformas',
          privacy: 'Mostra o registro das operações de tratamento em Markdown, sem verificar nada',
          strict: 'Sai com código 1 também em caso de avisos',
        },
        examples: [
          '',
          'Antes de um deploy, com as configurações dele',
          'Toda semana, o banco de dados inteiro',
          'O registro das operações de tratamento (LGPD, GDPR)',
        ],
      },
      'events list': {
        summary: 'Lista os eventos recebidos, do mais novo ao mais antigo',
        description: 'Você pode combinar filtros. `events show` mostra tudo o que aconteceu com um evento.',
        flags: {
          status: 'Só com este status',
          type: 'Só deste tipo de evento',
          error: 'Só com este código de erro',
          'external-id': 'Só com este ID externo: o ID enviado pelo formulário, o ID do lead no Google Ads ou o leadgen_id da Meta',
        },
        examples: [
          'Erros das últimas duas horas',
          'Encontrar uma pessoa para quem ninguém ligou',
          'O que aconteceu com um envio de formulário',
        ],
      },
      'events replay': {
        summary: 'Reprocessa eventos, mesmo os já processados',
        description:
          'O job de cada evento roda de novo, a partir da tentativa 1. Nenhum lead é duplicado: um evento que já tem um lead continua com o mesmo. Eventos com um job na fila ou em execução, ou cujo corpo foi apagado, são ignorados. Sai com código 1 se nenhum evento entrou na fila.',
        args: { event: 'IDs de eventos, de `lead-intake events list`' },
      },
      'events show': {
        summary: 'Mostra um evento com a requisição, as tentativas, o lead e as conversões',
        description: 'Os dados pessoais ficam mascarados. O uso de --reveal e --raw fica no registro de atividades.',
        args: { event: 'ID do evento, de `lead-intake events list`' },
        flags: { reveal: 'Mostra os dados pessoais e o corpo' },
        examples: ['', '', 'Salvar os bytes exatos do corpo'],
      },
      healthcheck: {
        summary: 'Verifica se o serviço ou um worker está saudável',
        description: `Para contêineres e monitoramento. Mostra uma linha e sai com código 0 se estiver saudável e com 1 se não estiver, também quando as configurações ou o banco de dados não podem ser usados.

Sem --worker, o comando consulta /ready em HOST e PORT.`,
        flags: {
          url: 'Outro endereço a consultar; /ready se não tiver caminho',
          worker: 'Em vez disso, procura um worker ativo no banco de dados',
          queue: 'Com --worker: fila do worker; sem a opção, webhooks',
          timeout: 'Segundos de espera pela resposta',
        },
        examples: ['', 'Em um Dockerfile', 'No contêiner de um worker', 'No contêiner de um worker de conversões'],
      },
      help: {
        summary: 'Mostra a ajuda de um comando',
        description:
          'O mesmo que --help depois de um comando. Com --json, mostra todos os comandos encontrados, com argumentos, opções e exemplos.',
        args: { command: 'Palavras de um comando ou tópico' },
      },
      init: {
        summary: 'Prepara esta pasta: configurações, segredos, banco de dados',
        description: `Em um terminal, pergunta o nome do cliente e o da campanha. Com --yes, ou sem terminal, usa os padrões. Cria o arquivo .env, que só você pode ler, com novos segredos de 256 bits. Arquivos e dados existentes são mantidos, por isso você pode executar o comando novamente.

No fim, mostra o endereço da interface web e os próximos comandos.`,
        flags: {
          client: 'Nome do primeiro cliente',
          campaign: 'Nome da primeira campanha',
          'campaign-id': 'ID da primeira campanha, que os formulários enviam como campanha_id; sem a opção, é criado a partir do nome',
          yes: 'Usa os padrões sem perguntar',
          force: 'Renomeia um arquivo de configurações existente para .env.old e cria um novo, com novos segredos',
        },
        examples: ['', 'Em um script, sem perguntas'],
      },
      'leads export': {
        summary: 'Exporta leads com os dados pessoais em CSV, do mais novo ao mais antigo',
        description:
          "Os leads de teste ficam de fora. Células que uma planilha executaria como fórmula começam com ', inclusive telefones, como '+5511987654321. Se for importar o arquivo em outro programa, remova o ' ou use `leads show --json`. Cada exportação fica no registro de atividades.",
        flags: {
          'include-tests': 'Inclui os leads de teste das plataformas',
          output: 'Arquivo a gravar; sem a opção, a saída padrão',
          delimiter: 'Separador das células',
          excel: 'Começa com um BOM, para o Excel ler como UTF-8',
        },
      },
      'leads list': {
        summary: 'Lista os leads, do mais novo ao mais antigo',
        description:
          'Os dados pessoais ficam mascarados. Para vê-los, use `leads show --reveal` para um lead ou `leads export` para vários.',
      },
      'leads consent': {
        summary: 'Mostra o que a pessoa consentiu ou registra uma mudança',
        description: `Mostra cada consentimento com o texto, o horário, o formulário e o evento, o que comprovou o remetente e se as conversões do lead são enviadas. Os dados pessoais ficam mascarados; o uso de --reveal fica no registro de atividades.

--withdraw registra que a pessoa retirou o consentimento, para uma finalidade ou para todas, em todos os leads deste cliente com o mesmo e-mail ou telefone. As conversões ainda não enviadas deixam de ser enviadas. As plataformas mantêm o que já receberam. --grant registra um consentimento dado a você, por exemplo por telefone. Nada do que está registrado é alterado ou excluído: vale a última manifestação sobre cada finalidade.

Horários sem fuso estão em CONVERSIONS_TIME_ZONE.`,
        flags: {
          withdraw: 'A pessoa retirou o consentimento',
          grant: 'A pessoa consentiu',
          purpose: 'Finalidade, como em CONVERSIONS_CONSENT_KEYS ou no formulário; sem ela, --withdraw vale para todas',
          reason: 'Como você sabe disso; fica guardado com o consentimento',
        },
        examples: ['', 'A pessoa escreveu para você', 'A pessoa concordou por telefone'],
      },
      'leads show': {
        summary: 'Mostra um lead com as conversões e os eventos',
        description: 'Os dados pessoais ficam mascarados. O uso de --reveal fica no registro de atividades.',
      },
      'leads stage': {
        summary: 'Registra uma etapa que um lead alcançou e a informa à plataforma',
        description: `Uma etapa é uma conversão: qualificado (\`lead_qualified\`), ganho (\`sale\`) ou outro nome que você escolher. Um worker da fila \`conversoes\` a informa à plataforma do lead. Um lead alcança cada etapa uma vez, a menos que você use --key para distinguir várias, como pedidos.

Com --file, as colunas são lead_id, identidade ou gclid; etapa (qualificado, ganho ou um nome); e, opcionalmente, valor, moeda, ocorrida_em e chave. Linhas com problema são ignoradas e listadas com o número da linha; todas as outras são registradas. Você pode importar o mesmo arquivo novamente: uma etapa que já está registrada com outros valores, ou que foi retirada, é listada e não muda. Nomes de etapa que ainda não existem são listados com uma sugestão do nome correto.

Horários sem fuso são de CONVERSIONS_TIME_ZONE. Sai com código 1 se uma linha foi ignorada, ou se uma chave já está registrada com outros valores.`,
        flags: {
          qualified: 'O lead está qualificado (lead_qualified)',
          won: 'O lead comprou (sale)',
          name: 'Nome de outra etapa',
          currency: 'Moeda do valor; sem a opção, BRL',
          key: 'Distingue etapas com o mesmo nome, como o ID de um pedido; sem a opção, o nome',
          file: 'Arquivo CSV com etapas de muitos leads, ou - para a entrada padrão',
        },
        examples: ['', '', 'De uma planilha da equipe de vendas'],
      },
      migrate: {
        summary: 'Atualiza o esquema do banco de dados, ou mostra o que mudaria',
        description: `O \`serve\` e os workers fazem o mesmo ao iniciar. Execute este comando para escolher o momento. Ele cria o banco de dados se não houver um.

Cada passo é uma transação. Se um passo falhar, ele não altera nada, e os anteriores são mantidos. Um banco de dados de uma versão mais nova não é alterado (sai com código 3).`,
        flags: { 'dry-run': 'Executa os passos em uma cópia do arquivo e mostra quanto cada um demora; no PostgreSQL, só os lista' },
        examples: ['', 'Antes de uma atualização: quais são os passos, quanto demoram e se funcionam'],
      },
      move: {
        summary: 'Copia o banco para o PostgreSQL, ou de volta para um arquivo',
        description: `Copia o banco de dados de DATABASE_URL para um banco vazio do outro tipo, com todos os IDs, e compara contagens e checksums de cada tabela. A origem não é alterada.

Pare antes o \`serve\` e todos os workers; o comando se recusa a rodar enquanto um dos bancos estiver em uso. Se for interrompido, execute-o de novo: ele continua de onde parou. Até o fim, os outros comandos recusam o destino. Depois informe o destino em DATABASE_URL.

Se a URL não tiver senha, vale PGPASSWORD ou ~/.pgpass, que outros usuários da máquina não podem ver.`,
        flags: { to: 'URL de um banco de dados PostgreSQL vazio, ou arquivo SQLite a criar' },
        examples: ['Para o PostgreSQL', 'De volta para um arquivo, por exemplo para consultar uma cópia local'],
      },
      'person erase': {
        summary: 'Apaga uma pessoa definitivamente',
        description: `Mostra o que está guardado sobre a pessoa e o que fica, e pergunta antes. Apaga a pessoa em todos os lugares: leads, corpos de eventos, requisições recusadas, o índice de busca, páginas livres do banco. Um reenvio, um reprocessamento, uma importação ou um backup restaurado não a traz de volta; um novo pedido da pessoa é um novo lead. Conversões ainda não enviadas deixam de ser enviadas.

Um apagamento interrompido continua quando o serviço inicia. No fim você recebe um comprovante, que \`person erasures\` lista. Backups feitos antes contêm a pessoa até serem apagados.`,
        examples: ['', 'Só os dados de um cliente'],
      },
      'person erasures': {
        summary: 'Lista os apagamentos, do mais recente ao mais antigo',
        description: 'A lista não contém nada das pessoas apagadas.',
      },
      'person export': {
        summary: 'Grava os dados de uma pessoa em um arquivo, para entregar a ela',
        description: `json contém tudo, com cada requisição exatamente como foi recebida. html é uma página que a pessoa pode ler e imprimir. Os dois contêm dados pessoais sem máscara, e só você pode ler o arquivo.`,
        flags: {
          output: 'Arquivo a gravar',
          format: 'json: completo; html: para ler e imprimir (padrão: json)',
          language: 'Idioma da página HTML (padrão: o seu)',
        },
        examples: ['', 'Uma página para imprimir, em português'],
      },
      'person find': {
        summary: 'Encontra tudo o que está guardado sobre uma pessoa',
        description: `Encontra os leads com um destes e-mails, telefones ou IDs de clique, tudo o que pertence a eles e qualquer outro lugar que mencione a pessoa. Leads que só têm outro contato em comum com um lead encontrado aparecem como talvez a mesma pessoa; inclua-os com --lead.

Os dados pessoais são mascarados. A busca fica no registro de atividades, sem o que você procurou.`,
        examples: ['', 'Vários contatos da mesma pessoa'],
      },
      'queue failed': {
        summary: 'Lista os jobs com erro e o motivo, do mais novo ao mais antigo',
        description: `Corrija a causa e execute \`queue retry\`. \`events show EVENTO\` mostra tudo sobre um evento.

Com --parked, lista os jobs em espera, que dependem de algo externo, como uma plataforma não conectada.`,
        flags: { group: 'Conta os jobs por código de erro' },
        examples: ['', 'Quantidade de jobs por motivo', 'Jobs que dependem de algo externo'],
      },
      'queue forget': {
        summary: 'Descarta definitivamente jobs com erro ou em espera',
        description: `Os jobs informados são apagados imediatamente. Com --all, o lead-intake mostra quantos são e pergunta antes.

Os eventos são mantidos, com o status "Com erro". Para colocá-los de volta na fila, use \`events replay\`. Uma conversão que a plataforma talvez já tenha passa a contar como enviada se você informar o job ou o código do erro.`,
        examples: ['', 'Contar antes', 'Desistir de leads em espera por uma plataforma'],
      },
      'queue once': {
        summary: 'Processa todos os jobs prontos e termina',
        description: `Para testes e para o cron em servidores sem gerenciador de serviços. Vários podem ser executados ao mesmo tempo.

Jobs com erro ficam registrados com o motivo e não mudam o código de saída; \`queue failed\` os lista.`,
        flags: { quiet: 'Não mostra nada, a menos que algum job termine, tenha erro ou seja adiado' },
        examples: ['', 'A cada minuto pelo cron'],
      },
      'queue pause': {
        summary: 'Pausa a fila: os workers não iniciam novos jobs',
        description:
          'Os eventos continuam sendo recebidos e gravados, e os jobs em execução terminam. Para retomar a fila, use `queue resume`.',
      },
      'retention run': {
        summary: 'Apaga os dados com prazo vencido',
        description:
          'O `lead-intake serve` faz o mesmo toda noite. Apaga em passos curtos, e os eventos continuam sendo aceitos enquanto isso. O que é apagado só pode ser recuperado de um backup.',
        flags: { 'dry-run': 'Só conta o que seria apagado, por tipo e cliente' },
      },
      'retention show': { summary: 'Mostra por quanto tempo os dados de cada cliente ficam guardados' },
      'queue prune': {
        summary: 'Apaga jobs antigos já concluídos',
        description: `Mantém os jobs na fila e com erro, os eventos e os leads. Com --failed, apaga jobs com erro e sempre pergunta antes. Em produção, execute o comando toda semana.`,
        args: { days: 'Idade em dias desde o fim do job; 0 para todos' },
        flags: { failed: 'Apaga os jobs com erro; os leads deles ainda não existem, e não será mais possível tentar novamente' },
        examples: ['', 'Contar antes', 'Desistir de erros do ano passado'],
      },
      'queue resume': {
        summary: 'Retoma a fila depois de `queue pause`',
      },
      'queue retry': {
        summary: 'Tenta novamente jobs com erro, em espera ou adiados',
        description: `Jobs com erro e em espera recomeçam da tentativa 1; jobs adiados são executados agora. Os jobs informados entram na fila imediatamente. Com --all, o lead-intake mostra quantos são e pergunta antes.

Conversões que a Meta talvez já tenha (conversion_outcome_unknown) só são reenviadas se você informar os jobs delas ou esse código com --error.`,
        examples: ['', 'Depois de adicionar uma campanha que faltava', 'Depois de conectar uma plataforma'],
      },
      'queue status': {
        summary: 'Mostra quantos jobs estão na fila, em execução e com erro',
        description: 'Com --max ou --max-age, sai com código 1 se a fila passar do limite, para monitoramento.',
        flags: {
          max: 'Sai com código 1 se houver mais do que este número de jobs na fila',
          'max-age': 'Sai com código 1 se o job mais antigo estiver pronto há mais do que este número de segundos',
        },
        examples: ['', 'Alertar quando os jobs se acumulam'],
      },
      'queue watch': {
        summary: 'Acompanha ao vivo a fila, eventos, erros, workers e leads',
        description: `Mostra o banco de dados deste servidor ou, com --url, um serviço em execução. Tecle ? para ver as teclas. Os dados pessoais ficam mascarados até você pedir para ver, o que entra no registro de atividades. Sem terminal, mostra o estado uma vez e sai com código 0.`,
        flags: {
          url: 'Acompanha o serviço neste endereço em vez do banco de dados local',
          'token-file':
            'Com --url: arquivo com o token de administração, ou - para a entrada padrão; sem a opção, usa ADMIN_TOKEN ou pergunta',
          refresh: 'Número mínimo de segundos entre atualizações; sem a opção, 1',
          readonly: 'Só leitura: não altera nada nem mostra dados pessoais',
          ascii: 'Desenha só com ASCII; sem a opção, depende do idioma e do terminal',
          'screen-reader': 'Mostra frases em vez de desenho, para leitores de tela',
        },
        examples: ['', 'Um serviço em outro servidor; ADMIN_TOKEN contém o token dele', 'Em uma TV na parede'],
      },
      'queue work': {
        summary: 'Executa um worker que processa a fila até você parar',
        description: `Para produção, com um gerenciador de serviços. Com SIGTERM ou SIGINT, o worker termina ou devolve os jobs e sai com código 0; um segundo sinal o encerra na hora.

Sai com código 12 ao atingir o limite de memória, para o gerenciador reiniciar (Restart=on-failure). Com --max-time ou --max-jobs sai com código 0, então a unidade precisa de Restart=always.`,
        flags: {
          concurrency: 'Número de lotes processados ao mesmo tempo',
          'max-jobs': 'Termina depois deste número de jobs; 0: sem limite',
          'max-time': 'Termina depois deste número de segundos; 0: sem limite',
          memory: 'Sai com código 12 quando o processo usa mais do que este número de megabytes',
          'stop-when-empty': 'Termina quando não há jobs prontos',
          sleep: 'Número máximo de segundos entre consultas quando não há jobs; 0: sem pausa',
        },
        examples: ['', 'Um processo novo a cada hora, em uma unidade com Restart=always', 'Processar o que está na fila e terminar'],
      },
      'refused forget': {
        summary: 'Descarta definitivamente requisições recusadas',
        description:
          'As requisições são apagadas com os corpos e não podem mais ser reprocessadas. Os eventos criados por um reprocessamento são mantidos. As requisições informadas são apagadas imediatamente. Com --all, o lead-intake mostra quantas são e quantas delas poderiam ser gravadas agora, e pergunta antes. O descarte fica no registro de atividades.',
        flags: { all: 'Todas as requisições ainda não reprocessadas; os filtros restringem' },
      },
      'refused list': {
        summary: 'Lista as requisições recusadas, da mais nova à mais antiga',
        description: `O lead-intake guarda as requisições respondidas com 401, 413, 415 ou 422, e com 429 se a \`google_key\` estava errada: as mil mais novas de remetentes verificados e as mil mais novas dos demais. Corrija o segredo ou o formulário e execute \`refused replay\`.`,
        flags: { open: 'Só requisições ainda não reprocessadas e que tinham assinatura' },
        examples: ['', '', 'Encontrar uma pessoa cujo formulário não foi aceito'],
      },
      'refused replay': {
        summary: 'Aceita requisições recusadas após corrigir um segredo ou formulário',
        description: `A credencial da requisição precisa ser válida agora; a idade do timestamp do formulário não importa. Se o remetente usou uma chave errada, a requisição guardada ainda a contém: --without-credential a aceita mesmo assim, e o registro de atividades mostra que você se responsabilizou.

Com --all, o lead-intake mostra o que aconteceria e pergunta antes. Cada requisição é reprocessada separadamente, e um problema em uma não afeta as outras. Sai com código 1 se alguma não foi gravada. O reprocessamento fica no registro de atividades.`,
        flags: {
          all: 'Todas as requisições que podem ser reprocessadas; os filtros restringem',
          'without-credential': 'Reprocessa também requisições sem credencial válida; você se responsabiliza pelo remetente',
        },
      },
      'refused show': {
        summary: 'Mostra uma requisição recusada, o motivo e os cabeçalhos',
        description: `O uso de --reveal e --raw fica no registro de atividades. \`signature verify\` explica por que uma assinatura não confere com o corpo.`,
        args: { refused: 'ID da requisição, de `lead-intake refused list`' },
        flags: { reveal: 'Mostra o corpo, até onde foi guardado' },
      },
      restore: {
        summary: 'Substitui o banco de dados por um backup, ou verifica um backup',
        description: `Copia o backup para a pasta do banco de dados, verifica a cópia e troca os dois. O banco anterior é mantido, com a hora no nome.

Antes, pare o \`serve\` e todos os workers; o comando não faz nada enquanto o banco estiver em uso. Se o backup estiver danificado, nada é alterado (sai com código 1). Um backup criptografado exige --identity-file ou --passphrase-file; por padrão, a senha está em BACKUP_PASSPHRASE_FILE.

No PostgreSQL, o \`pg_restore\` substitui o conteúdo do banco em uma transação, e o conteúdo anterior não é mantido.`,
        args: { file: 'Backup a restaurar' },
        flags: {
          'identity-file': 'Arquivo do `age-keygen` com a chave privada que descriptografa o backup',
          'passphrase-file': 'Arquivo com a senha que descriptografa o backup',
          check: 'Só verifica o backup',
        },
        examples: [
          'Verificar um backup toda semana, antes de precisar dele',
          'Restaurar, com o serviço parado',
          'Restaurar um backup criptografado',
        ],
      },
      'secret add': {
        summary: 'Adiciona um segredo para um remetente ou para a exportação de conversões',
        description: `Uma origem pode ter vários segredos ao mesmo tempo. Com --client, o segredo só cria leads desse cliente: um evento com campanha, formulário ou cliente_id de outro cliente termina com erro (wrong_client).

O segredo é gerado, ou lido de --secret-file, e mostrado uma vez. Ele é guardado criptografado com CREDENTIALS_KEY. Um serviço em execução passa a aceitá-lo em segundos.`,
        flags: {
          source:
            'form: assina formulários do site; google-ads: chave de um formulário de leads do Google Ads; export: senha de /export/conversions.csv, exige --client',
          client: 'Cliente ao qual o segredo é limitado, pelo ID ou nome; sem a opção, vale para todos',
          'secret-file': 'Arquivo com o segredo, ou - para a entrada padrão; sem a opção, é gerado',
        },
        examples: ['', '', 'A chave já usada nos formulários de um cliente no Google Ads'],
      },
      'secret generate': {
        summary: 'Mostra um novo segredo aleatório',
        description:
          'O segredo está em base64url e não precisa de aspas em shells, arquivos de configuração e cabeçalhos. Ele não é guardado.',
        flags: { bytes: 'Quantidade de bytes aleatórios; 32 são tão fortes quanto a assinatura' },
        examples: ['', 'Adicionar o segredo ao arquivo de configurações'],
      },
      'secret list': {
        summary: 'Lista os segredos nomeados, os remetentes e o último uso',
        description:
          'Os segredos em si nunca são mostrados. Para trocar um segredo, adicione um segundo para o mesmo cliente, atualize os remetentes e remova o antigo quando a lista mostrar que ele pode ser removido.',
      },
      'secret remove': {
        summary: 'Remove um segredo nomeado',
        description:
          'Em segundos, os serviços em execução passam a recusar requisições com ele (401). O Google Ads não reenvia um lead recusado, mas o lead-intake o guarda: adicione o segredo novamente e execute `refused replay`. Os eventos existentes são mantidos.',
      },
      'send form': {
        summary: 'Envia um evento de teste assinado, como um formulário do site',
        description:
          'Envia para /integracoes/leads, assinado com FORMULARIO_SECRET, e mostra a resposta. Para assinar com um segredo nomeado, defina FORMULARIO_SECRET com o valor dele só para este comando. Sai com código 1 se o serviço não aceitou o evento ou, com --wait, se ele terminou com erro.',
        flags: {
          campaign: 'ID da campanha (campanha_id)',
          type: 'Tipo do evento',
          fbclid: 'ID de clique da Meta',
          value: 'Valor de uma conversão, em BRL',
          field: 'Outro campo do formulário; repetível',
        },
        examples: ['Enviar um lead e ver o que acontece com ele', 'Uma venda', 'Mostrar um comando curl em vez de enviar'],
      },
      'send search-ads': {
        summary: 'Envia um evento de teste, como o Google Ads',
        description:
          'Envia para /webhooks/search_ads e mostra a resposta. A requisição é assinada; com --google-key, o segredo vai no corpo, como nos eventos do Google Ads. Antes, vincule o ID do formulário ou da campanha do Google Ads a uma campanha com `campaign link`.',
        flags: {
          'campaign-id': 'ID da campanha do Google Ads',
          test: 'Marca o lead como lead de teste do Google Ads',
          'google-key': 'Envia o segredo no corpo em vez de uma assinatura',
        },
      },
      'send social-ads': {
        summary: 'Envia um evento de teste, como a Meta',
        description:
          'Envia para /webhooks/social_ads, assinado com WEBHOOK_SOCIALADS_SECRET, e mostra a resposta. A Meta envia só IDs, e o lead-intake busca as respostas depois. --with-answers inclui as respostas no evento, para que ele vire um lead imediatamente.',
        flags: {
          'page-id': 'ID da página',
          'leadgen-id': 'ID do lead; sem a opção, um novo',
          'with-answers': 'Inclui nome, e-mail e telefone no evento',
          id: 'Com --flat: ID do evento; sem a opção, um novo',
          fbclid: 'Com --flat: ID de clique da Meta',
        },
      },
      serve: {
        summary: 'Recebe eventos e abre a interface web',
        description: `Grava cada evento antes de responder. Para processar a fila no mesmo processo, use --work; senão, execute \`queue work\`.

Com SIGTERM ou SIGINT, o serviço responde as requisições abertas e sai com código 0; um segundo sinal o encerra na hora.`,
        flags: {
          host: 'Endereço em que o serviço escuta, no lugar de HOST',
          port: 'Porta em que o serviço escuta, no lugar de PORT; 0: qualquer porta livre',
          work: 'Processa também a fila',
          dev: 'Desenvolvimento: cria em .env os segredos que faltam, adiciona cliente e campanha de exemplo e processa a fila',
        },
        examples: ['', 'Tudo em um processo', 'Experimentar localmente'],
      },
      'service install': {
        summary: 'Instala os serviços do systemd',
        description: `Cria o usuário do sistema, um arquivo de configurações com novos segredos (modo 600) e as unidades que \`service print\` mostra, e lista os passos restantes. Não inicia nem habilita nada. Um arquivo de configurações existente é mantido; unidades alteradas só são substituídas com --force. Você pode executar o comando novamente a qualquer momento.`,
        flags: {
          root: 'Grava tudo dentro desta pasta; não exige root, não cria usuário e não recarrega nada',
          force: 'Substitui unidades alteradas',
        },
        examples: ['Ver o que seria feito', 'Instalar', 'Em uma imagem que você está montando'],
      },
      'service print': {
        summary: 'Mostra as unidades do systemd',
        description: `Unidades para o \`serve\` e os workers, e timers para a limpeza semanal e o backup noturno. Elas rodam em uma sandbox e reiniciam 5 segundos depois de uma falha, exceto se o código de saída for 3. Nada é gravado. Para instalá-las, use \`service install\`.`,
        args: { unit: 'Só esta unidade, como serve, worker ou backup.timer' },
        examples: ['', 'Uma unidade', 'Um timer para `queue once` no lugar do worker'],
      },
      'service uninstall': {
        summary: 'Remove os serviços do systemd, mas mantém configurações e banco',
        description: `Mostra o que \`service install\` criou com este --prefix, pergunta, para as unidades e remove os arquivos delas. Mantém as configurações, o banco de dados com os backups e o usuário, e mostra os comandos para removê-los. Arquivos que não foram criados por ele são mantidos. Você pode executar o comando novamente a qualquer momento.`,
        flags: {
          'env-file': 'Arquivo de configurações a usar no lugar de .env',
          root: 'Remove de dentro desta pasta; não exige root e não para nada',
        },
        examples: ['Ver o que seria feito', 'Desinstalar'],
      },
      'session list': {
        summary: 'Lista as sessões abertas na interface web',
        description: `Uma sessão termina 12 horas depois do login (30 dias com ADMIN_READONLY_TOKEN), depois de 2 horas sem uso, no logout, quando ADMIN_TOKEN muda ou com \`session revoke\`. Reiniciar o \`serve\` não encerra sessões. Programas que enviam o token em cada requisição não têm sessão.`,
      },
      'session revoke': {
        summary: 'Encerra uma sessão da interface web, ou todas',
        description:
          'Tem efeito imediato; páginas ao vivo abertas são encerradas em segundos. Quem sabe o token pode entrar novamente. Se o token vazou, troque ADMIN_TOKEN e reinicie o serviço, o que também encerra as sessões dele.',
        args: { session: 'ID da sessão, de `lead-intake session list`' },
        flags: { all: 'Encerra todas as sessões' },
      },
      'signature sign': {
        summary: 'Assina um corpo, como um remetente deve fazer',
        description:
          'Mostra sha256=<hex>: o HMAC-SHA256 dos bytes exatos com o segredo atual da origem. O segredo vem das configurações ou da variável de ambiente de --secret-env, nunca da linha de comando, onde outros usuários poderiam lê-lo.',
        flags: { 'secret-env': 'Variável de ambiente com outro segredo' },
      },
      'signature verify': {
        summary: 'Verifica uma assinatura ou explica por que ela não é válida',
        description: `Sai com código 0 se a assinatura for válida e com 1 se não for. Para explicar uma assinatura inválida, o comando testa erros comuns, como outro segredo, JSON reformatado, outras quebras de linha e base64 em vez de hexadecimal. Para formulários, também compara o timestamp com o relógio; isso não muda o código de saída.

Os segredos nomeados também são testados, se CREDENTIALS_KEY estiver definida e o banco de dados puder ser lido.`,
        flags: { signature: 'Valor do cabeçalho de assinatura' },
        examples: ['', 'Descobrir por que uma requisição foi recusada'],
      },
      'source backfill social-ads': {
        summary: 'Busca leads da Meta que não foram entregues',
        description: `Compara com a Meta os formulários de todas as páginas conectadas e todos os formulários vinculados, e grava como eventos os leads que faltam. Leads sem respostas, cujo evento está com erro ou em espera, recebem as respostas e são processados novamente (recuperados). Os outros não mudam, por isso você pode executar o comando a qualquer momento.

Sem --since, cada formulário é comparado a partir da última comparação. \`serve --work\` e \`queue work\` fazem o mesmo a cada SOCIALADS_RECONCILE_HOURS. Sai com código 1 se um formulário não pôde ser comparado por completo.`,
        flags: {
          since: 'Leads criados a partir deste momento, como 30d ou 2026-11-01',
          page: 'Só formulários desta página',
          form: 'Só este formulário',
        },
        examples: ['', 'Contar antes os leads que faltam'],
      },
      'source connect': {
        summary: 'Conecta uma página da Meta para buscar as respostas dos leads dela',
        description: `Lê o token da entrada padrão ou de um arquivo, verifica-o com a Meta, inscreve a página para que a Meta envie os leads dela, criptografa o token com CREDENTIALS_KEY e o guarda. Um token anterior é substituído. Os leads em espera são processados, e os workers em execução usam o novo token automaticamente. O token nunca é mostrado; só a impressão digital dele.

Sem --page, lista as páginas a que o token dá acesso e não guarda nada. Se SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET estiverem definidas, também verifica permissões, validade e acesso a leads, e troca o token de curta duração de uma pessoa por um de longa duração.`,
        flags: {
          page: 'ID da página; sem a opção, lista as páginas do token',
          'token-file': 'Arquivo com o token; sem a opção, a entrada padrão',
          check: 'Pergunta à Meta se o token pode buscar leads da página',
          subscribe: 'Inscreve a página para que a Meta envie os leads dela; --no-check também não a inscreve',
        },
        examples: ['Cole o token e tecle Ctrl-D', 'Listar as páginas para escolher', ''],
      },
      'source disconnect': {
        summary: 'Remove o token guardado de uma página da Meta',
        description:
          'Os leads da página ficam em espera até ela ser conectada novamente. Nenhum se perde. Se houver um token da página em WEBHOOK_SOCIALADS_TOKENS, ele volta a ser usado.',
        flags: { page: 'ID da página' },
      },
      'source form list': {
        summary: 'Lista os formulários da Meta e do Google Ads e os leads sem contato',
        description:
          'A coluna CHAVES NÃO LIDAS mostra, para os leads mais novos sem e-mail nem telefone, as chaves que o lead-intake não associa a nenhum campo.',
      },
      'source form map': {
        summary: 'Mapeia as respostas de um formulário: nome, e-mail, telefone e outros',
        description: `O mapeamento tem prioridade sobre o que a plataforma ou a chave indica. Ele vale para leads novos e já gravados: os campos vazios dos leads gravados são preenchidos com as respostas deles, e as conversões que aguardavam dados de contato são enviadas. Uma resposta que não serve para o campo, como um e-mail sem @, fica só nas respostas.

Campos: \`nome\`, \`primeiro_nome\`, \`sobrenome\`, \`email\`, \`telefone\`, \`cidade\`, \`estado\`, \`cep\`, \`pais\`, \`empresa\`, \`cargo\`, \`nenhum\`. Com \`nenhum\`, ela fica só nas respostas.

Mostra o que mudaria e pergunta antes. Valores existentes não são substituídos, exceto um e-mail ou telefone que não pode ser usado. Desfazer um mapeamento não desfaz o que ele preencheu; por isso, use --dry-run antes. Não é preciso reiniciar os workers.`,
        args: { mapping: 'Uma chave do formulário e o campo dela: chave=campo' },
        flags: {
          clear: 'Chave que volta a ser lida automaticamente; repetível',
          force: 'Mapeia uma chave que o formulário ainda não tem; com --source, também aceita um formulário sem leads',
        },
        examples: ['Ver o que mudaria', '', 'Voltar a ler a chave automaticamente'],
      },
      'source form refill': {
        summary: 'Preenche os campos vazios dos leads gravados com as respostas deles',
        description:
          'Os workers fazem isso automaticamente quando as perguntas de um formulário chegam ou o mapeamento muda. Execute o comando depois de uma atualização que reconhece mais chaves. Valores existentes são mantidos. As conversões que aguardavam dados de contato são enviadas.',
      },
      'source form show': {
        summary: 'Mostra como as respostas de um formulário são lidas, e por quê',
        description: `O mapeamento de um operador tem prioridade sobre o da plataforma, e o da plataforma sobre a chave. Chaves e exemplos vêm dos 500 leads mais novos. Os exemplos ficam mascarados; O uso de --reveal fica no registro de atividades.`,
      },
      'source import search-ads': {
        summary: 'Importa leads de um arquivo CSV exportado do Google Ads',
        description: `Lê o arquivo como o Google Ads exporta: cabeçalhos em inglês, português ou espanhol em qualquer ordem, UTF-8 ou UTF-16, separado por vírgula, ponto e vírgula ou tabulação. Colunas desconhecidas ficam como respostas. Cada linha que falta vira um evento; as linhas são reconhecidas pelo ID do lead ou pelo GCLID, por isso você pode importar o mesmo arquivo novamente.

As datas podem ser ISO, numéricas ou com o mês por extenso. A ordem de dia e mês é a mesma no arquivo inteiro: o comando a descobre por um dia maior que 12 ou por um cabeçalho em português ou espanhol. Se não for possível, use --dates. Em um terminal, e com --dry-run, o comando mostra como leu o arquivo antes de gravar.

Leads com o erro wrong_client são processados novamente para o cliente do arquivo ou de --campaign (recuperados). Linhas inválidas são listadas com o número da linha (sai com código 1); as outras são gravadas.`,
        flags: {
          form: 'ID do formulário do Google Ads, para as linhas sem esse ID',
          campaign: 'Campanha de todos os leads do arquivo, pelo ID',
          dates: 'Ordem em datas como 03/04/2026: day-first, com o dia primeiro, ou month-first, com o mês primeiro',
          'dry-run': 'Mostra como o arquivo foi lido e quantos leads faltam',
        },
      },
      'source list': {
        summary: 'Lista as origens dos eventos e as contas conectadas',
        description: 'Mostra, para cada conta, se a plataforma aceita a credencial, onde ela fica guardada e a impressão digital.',
      },
      'user add': {
        summary: 'Adiciona um usuário que recebe leads de um cliente',
        description: 'O cliente precisa existir. O e-mail é único dentro do cliente. Usuários não fazem login no lead-intake.',
        flags: { client: 'ID ou nome do cliente', email: 'E-mail do usuário', name: 'Nome do usuário' },
      },
      'user list': {
        summary: 'Lista os usuários',
      },
      'user remove': {
        summary: 'Remove um usuário sem campanhas',
        description: 'Um usuário que ainda tem campanhas não é removido (sai com código 1).',
      },
      'user show': {
        summary: 'Mostra um usuário e as campanhas dele',
      },
    },
    terms: {
      USAGE: 'USO',
      ARGUMENTS: 'ARGUMENTOS',
      FLAGS: 'OPÇÕES',
      FILTERS: 'FILTROS',
      'GLOBAL FLAGS': 'OPÇÕES GERAIS',
      DESCRIPTION: 'DESCRIÇÃO',
      EXAMPLES: 'EXEMPLOS',
      COMMANDS: 'COMANDOS',
      COMMAND: 'COMANDO',
      '[FLAGS]': '[OPÇÕES]',
      default: 'padrão',
      required: 'obrigatório',
    },
    placeholders: {
      'URL|FILE': 'URL|ARQUIVO',
      ADDRESS: 'ENDEREÇO',
      AMOUNT: 'VALOR',
      BODY: 'CORPO',
      CAMPAIGN: 'CAMPANHA',
      CLIENT: 'CLIENTE',
      CODE: 'CÓDIGO',
      COMMAND: 'COMANDO',
      CONVERSION: 'CONVERSÃO',
      DAYS: 'DIAS',
      DIR: 'PASTA',
      DURATION: 'TEMPO',
      EMAIL: 'E-MAIL',
      EVENT: 'EVENTO',
      FILE: 'ARQUIVO',
      FORM: 'FORMULÁRIO',
      'ID|NAME': 'ID|NOME',
      RECIPIENT: 'DESTINATÁRIO',
      KEY: 'CHAVE',
      MAPPING: 'MAPEAMENTO',
      'KEY=VALUE': 'CHAVE=VALOR',
      NAME: 'NOME',
      'NAME=ID': 'NOME=ID',
      PAGE: 'PÁGINA',
      PATH: 'CAMINHO',
      PHONE: 'TELEFONE',
      PLATFORM: 'PLATAFORMA',
      QUEUE: 'FILA',
      REFUSED: 'RECUSA',
      SESSION: 'SESSÃO',
      SOURCE: 'ORIGEM',
      STATE: 'STATUS',
      TEXT: 'TEXTO',
      TIME: 'HORÁRIO',
      TYPE: 'TIPO',
      UNIT: 'UNIDADE',
      USER: 'USUÁRIO',
      VALUE: 'VALOR',
      WHAT: 'ITEM',
      'sqlite:PATH': 'sqlite:CAMINHO',
    },
  },

  /** A person in the data: finding, giving and erasing. */
  people: {
    places: {
      leads: 'Leads',
      lead_changes: 'Alterações de leads',
      events: 'Eventos: corpo, cabeçalhos e endereço IP',
      resends: 'Reenvios com outro conteúdo',
      fetched_answers: 'Respostas buscadas na Meta',
      batches: 'Requisições com vários eventos',
      refused_requests: 'Requisições recusadas',
      consents: 'Consentimentos',
      conversions: 'Conversões',
      errors: 'Mensagens de erro',
      operators_log: 'Registro de atividades',
      senders: 'Remetentes de cada segredo',
      saved_views: 'Visualizações salvas',
    },
    contacts: { email: 'e-mail', phone: 'telefone', click_id: 'ID de clique' },
    sharesContact: ({ leadId, other, contact }) => `O lead ${leadId} tem o mesmo ${contact} que o lead ${other}`,
    unassigned: ({ count }) =>
      `A pessoa também está em ${count === 1 ? '1 registro' : `${n(count)} registros`} sem cliente conhecido (registro de atividades, visualizações salvas, requisições recusadas ou remetentes). Para ${count === 1 ? 'incluí-lo' : 'incluí-los'}, não informe o cliente.`,
    atPlatform: ({ platform, conversions }) =>
      `${originName(platform)}: a plataforma recebeu, ou talvez tenha recebido, ${conversions === 1 ? '1 conversão' : `${n(conversions)} conversões`} da pessoa. Peça à plataforma que ${conversions === 1 ? 'a' : 'as'} apague.`,
    stays: [
      'Fica para relatórios e faturamento, sem a pessoa: IDs, horários, origem, cliente, campanha e os valores das conversões.',
      'Fica para que a pessoa não volte: uma impressão digital com chave de cada identificador, da qual não é possível lê-lo.',
      'Fora do alcance: exportações e cópias feitas à mão, arquivos de log de um proxy e dados que plataformas ou CRMs já receberam.',
    ],
    erased: 'Pessoa apagada',
    erasedNotice: 'A pessoa foi apagada. Deste registro resta só o que os relatórios precisam.',
    processing: {
      title: 'Registro das operações de tratamento de dados pessoais',
      intro: ({ at }) =>
        `Em ${at}, com as configurações em vigor. Esta é a parte do registro (LGPD, artigo 37; GDPR, artigo 30) que o lead-intake conhece. Preencha o que está entre [colchetes] e acrescente o que acontece fora do lead-intake.`,
      noClients: 'Ainda não há clientes. Cada cliente tem uma parte própria, porque cada um é um controlador.',
      client: ({ id, name }) => `Cliente ${id}: ${name}`,
      labels: {
        controller: 'Controlador',
        legalBasis: 'Base legal',
        sources: 'Origem dos dados',
        recipients: 'Destinatários',
        consent: 'Consentimento para conversões',
        keptFor: 'Prazo de guarda',
        processor: 'Operador',
        officer: 'Encarregado',
        purposes: 'Finalidades',
        people: 'Titulares',
        data: 'Dados pessoais',
        places: 'Onde ficam guardados',
        otherRecipients: 'Outros destinatários',
        transfers: 'Transferência internacional',
        measures: 'Medidas de segurança',
        rights: 'Direitos dos titulares',
      },
      controller: ({ name }) => `${name}, [endereço e contato]`,
      legalBasis: '[consentimento, contrato ou legítimo interesse, para cada finalidade]',
      noSources: 'nenhuma: nenhuma origem tem um segredo',
      users: ({ count }) => `Quem vende: ${counted(count, 'usuário')} do cliente`,
      recipient: {
        page: ({ id }) => `Meta, página ${id}`,
        dataset: ({ id }) => `Meta, conjunto de dados ${id}: conversões com IDs de clique e dados de contato em hash`,
        ads_account: ({ id }) => `Google Ads, conta ${id}: conversões com IDs de clique e dados de contato em hash`,
      },
      exported: 'Google Ads, ou quem tiver a senha da exportação de conversões: conversões em um arquivo CSV',
      noPlatform: 'Nenhuma plataforma: nenhuma conta recebe as conversões deste cliente',
      unlimited: 'sem prazo, até que alguém apague',
      bodiesKept: ({ limit }) => `Corpos, cabeçalhos e endereços IP dos eventos: ${limit}`,
      leadsKept: ({ limit }) => `Leads, a contar da última atividade: ${limit}`,
      processor: '[nome e contato da sua empresa]',
      officer: '[nome e contato, do controlador e do operador]',
      purposes: [
        'Receber leads de plataformas de anúncios e de sites e criar cada um uma só vez',
        'Entregar os leads a quem vende',
        'Informar às plataformas de anúncios quais leads viraram clientes',
      ],
      whoseData: ['Pessoas que enviaram um formulário em um site ou anúncio', 'Usuários dos clientes e pessoas que operam o lead-intake'],
      data: [
        'Nome, e-mail e telefone',
        'Mensagens e respostas às perguntas dos formulários',
        'IDs de clique, parâmetros de campanha e cookies das plataformas de anúncios',
        'Endereços IP e cabeçalhos das requisições',
        'Consentimentos',
        'Etapas e valores das vendas',
        '[dados pessoais sensíveis que os seus formulários pedem, ou nenhum]',
      ],
      otherRecipients: '[hospedagem, armazenamento dos backups, CRMs e outros suboperadores]',
      transfers:
        'O Google e a Meta tratam dados fora do Brasil e da União Europeia. [Garantias, como cláusulas-padrão contratuais, e localização do servidor e dos backups]',
      othersKept: ({ refused, jobs, log }) => [
        `Requisições recusadas: ${refused}`,
        `Jobs encerrados: ${jobs}`,
        `Registro de atividades: ${log}`,
      ],
      backupsKept: 'Backups: o lead-intake nunca os exclui',
      backupsDeleted: ({ days }) => `Backups: ${counted(days, 'dia')}, salvo se o \`backup\` for executado com outras opções`,
      measures: {
        senders: {
          on: 'Todo remetente é verificado por assinatura ou chave.',
          off: 'Não adotada: requisições do Google Ads e da Meta são aceitas sem assinatura (`WEBHOOK_ALLOW_UNSIGNED`).',
        },
        credentials: {
          on: 'Os tokens e os segredos com nome são criptografados no banco de dados.',
          off: 'Não adotada: `CREDENTIALS_KEY` não está definida, por isso os tokens ficam só nas configurações, sem criptografia.',
        },
        backups: { on: 'Os backups são criptografados.', off: 'Não adotada: os backups não são criptografados.' },
        readers: {
          on: 'Quem só precisa consultar as páginas pode ter um acesso que mostra os dados pessoais mascarados (`ADMIN_READONLY_TOKEN`).',
          off: 'Não adotada: não há um acesso só de leitura (`ADMIN_READONLY_TOKEN`).',
        },
        always: [
          'Os dados pessoais são mascarados em listas e páginas. O registro de atividades mostra quem os revelou, procurou, exportou ou apagou.',
          'Só o dono do arquivo do banco de dados pode lê-lo. O log do lead-intake não contém dados pessoais.',
          '[TLS, criptografia do disco, acesso ao servidor, treinamento]',
        ],
      },
      rights: ({ erasures }) => [
        'Confirmação e acesso: `lead-intake person find`',
        'Cópia dos dados: `lead-intake person export`',
        `Eliminação: \`lead-intake person erase\`. Apagamentos até agora: ${erasures}`,
        '[por onde os titulares fazem seus pedidos]',
      ],
    },
    document: {
      title: 'Seus dados pessoais',
      intro: ({ at, timeZone }) =>
        `Este documento reúne os dados pessoais que estão guardados sobre você, em ${at}. Todos os horários estão no fuso ${timeZone}.`,
      heldBy: ({ client }) => `Dados mantidos por ${client}`,
      request: ({ at }) => `Seu pedido de ${at}`,
      answers: 'Suas respostas',
      consent: 'Seu consentimento',
      noConsent: 'Nenhum consentimento foi enviado com este pedido.',
      origin: 'De onde vieram os dados',
      others: 'Outros dados enviados',
      received: 'O que foi recebido, e quando',
      changes: 'O que mudou depois',
      sent: 'Quem recebeu os dados',
      notSent: 'Eles não foram informados a nenhuma plataforma de anúncios.',
      what: 'O que foi informado',
      sentAt: 'Recebido em',
      address: 'Endereço IP',
      otherRequests: 'Outras requisições',
      refused: 'Requisições que não foram aceitas',
      howLong: 'Por quanto tempo ficam guardados',
      kept: 'Estes dados ficam guardados até serem apagados ou até o fim do prazo de guarda. Você pode pedir que sejam apagados.',
      more: 'Os dados completos',
      moreText:
        'Os mesmos dados existem também como arquivo JSON, com cada requisição exatamente como foi recebida. Peça o arquivo se precisar dele.',
    },
  },

  remarks: {
    conversion: {
      nobodyToTell:
        'Ela não é informada a nenhuma plataforma, porque o lead não veio de uma e não tem ID de clique. Se uma atualização trouxer o ID de clique do lead, ela será enviada. Para os próximos leads, faça o formulário enviar gclid ou fbclid.',
      neverSent: 'Ela foi retirada antes do envio, por isso não é informada a nenhuma plataforma.',
      resultUnknown:
        'O lead-intake a enviou, mas o lead foi apagado antes de a plataforma informar o resultado, e o lead-intake parou de consultar. A plataforma talvez a tenha.',
      toBeRestated:
        'O Google Ads ainda tem o valor anterior. O novo valor será enviado como ajuste, que substitui o anterior sem contar uma segunda conversão.',
      correctionNotSent:
        'O erro se refere a uma correção: a plataforma mantém a conversão com os dados anteriores. Os novos valem só nas listas e exportações do lead-intake.',
      keptBySocialAds:
        'A Meta mantém a conversão como foi enviada, porque a API de Conversões não permite retirar nem alterar nada. A alteração vale só nas listas e exportações do lead-intake. Se o valor afeta uma campanha, fale com o suporte da Meta.',
      maybeAtSocialAds:
        'A Meta talvez tenha a conversão: o lead-intake a enviou, mas a Meta não respondeu. Procure-a no Gerenciador de Eventos. Se ela estiver lá, a Meta a mantém como foi enviada, porque a API de Conversões não permite retirar nem alterar nada. Se o valor afeta uma campanha, fale com o suporte da Meta.',
      timeKeptBySearchAds:
        'O Google Ads mantém a data e a hora anteriores, porque um ajuste só altera valores. O horário corrigido vale só nas listas e exportações do lead-intake. Nenhuma ação é necessária.',
      underFormerName: ({ former, platformKey }) =>
        `O Google Ads a recebeu com o nome anterior, "${former}". Se SEARCHADS_CONVERSION_ACTIONS tem a mesma ação de conversão para os dois nomes, o valor é ajustado lá. Se não, o Google Ads conta uma nova conversão e mantém a anterior. Para retirar a anterior, abra Metas > Conversões > Uploads no Google Ads e envie um ajuste (RETRACT) com a ação de conversão anterior e o ID do pedido ${platformKey}.`,
      keptBySearchAds: ({ key }) =>
        `O Google Ads mantém a conversão como foi enviada, porque a API só altera valores e não retira nada. Para retirá-la, abra Metas > Conversões > Uploads no Google Ads e envie um ajuste (RETRACT) com o ID do pedido ${key}. Até lá, ela está retirada só nas listas e exportações do lead-intake.`,
    },
    ownerlessAccounts: ({ accounts }) =>
      `Há vários clientes, mas ACCOUNTS_CLIENT não está definida. Não é possível saber de quem são as contas das configurações (${accounts}), por isso as conversões de clientes sem ` +
      'conta própria ficam em espera. Defina ACCOUNTS_CLIENT com o ID do cliente dono delas, ou com `all`, e reinicie o serviço e os workers. Ou conecte uma conta a ' +
      'cada cliente, na página dele ou com `lead-intake client connect`.',
    rotation: {
      noneUnderWay: ({ name }) =>
        `Nenhuma em andamento. Para trocar o segredo, mova o atual para ${name}, defina o novo, reinicie o serviço e depois atualize os remetentes.`,
      settingCanGo: ({ name, unusedFor }) =>
        `${name} pode ser removida: não é usada há ${unusedFor}, e todos os remetentes que o lead-intake consegue distinguir já usam o segredo novo.`,
      namedInUse: ({ unused, moved, senderCount, quietDays }) =>
        `Mantenha o segredo: o último uso foi há ${unused}, e ${moved} de ${counted(senderCount, 'remetente')} já ${moved === 1 ? 'usa' : 'usam'} outro segredo. Ele pode ser removido depois que todos usarem outro e após ${quietDays} dias sem uso.`,
      namedLeft: ({ unused, left }) =>
        `O último uso foi há ${unused}, mas ${counted(left, 'remetente que o usava não enviou', 'remetentes que o usavam não enviaram')} com outro segredo desde então. Confira-${left === 1 ? 'o' : 'os'} antes de remover o segredo.`,
      namedCanGo: ({ unused }) =>
        `Ele pode ser removido: o último uso foi há ${unused}, e todos os remetentes que o lead-intake consegue distinguir já usam outro segredo.`,
      form: 'formulário',
      campaign: 'campanha',
      page: 'página',
      platformCampaign: 'campanha da plataforma',
      client: 'cliente',
      address: 'endereço',
      condition: ({ quietDays }) => `Ela pode ser removida depois de ${quietDays} dias sem uso, quando o segredo novo já tiver sido usado.`,
      notStarted: ({ name, condition }) => `Mantenha ${name}: nenhum \`serve\` foi iniciado com o segredo novo até agora. ${condition.pt}`,
      newUnused: ({ name, since, condition }) =>
        `Mantenha ${name}: o segredo novo é o atual há ${since}, mas nenhum remetente o usou até agora. ${condition.pt}`,
      oldUnused: ({ name, unused, condition }) =>
        `Mantenha ${name}: ela não é usada desde que o segredo novo passou a valer, há ${unused}. ${condition.pt}`,
      oldUsed: ({ name, unused, condition }) => `Mantenha ${name}: remetentes ainda a usam, a última vez há ${unused}. ${condition.pt}`,
      left: ({ name, unused, count }) =>
        `${name} não é usada há ${unused}, mas ${counted(count, 'remetente que a usava não enviou', 'remetentes que a usavam não enviaram')} com o segredo novo desde então. Confira-${count === 1 ? 'o' : 'os'} antes de remover o segredo antigo.`,
    },
  },

  timeline: {
    names: {
      refused: 'recusada',
      received: 'recebido',
      resent: 'reenviado',
      queued: 'novo job',
      gone: 'sem job',
      parked: 'em espera',
      retry: 'adiado',
      lease_expired: 'worker parou',
      failed: 'com erro',
      processed: 'concluído',
      held: 'em espera',
      waiting: 'na fila',
      running: 'em execução',
      done: 'concluído',
      ended: 'com erro',
      pessoa_apagada: 'pessoa apagada',
    },
    refused: 'primeira requisição, recusada; depois reprocessada',
    received: ({ bytes, address, credential, secret, request }) =>
      `${bytes} bytes${address === '' ? '' : ` de ${address}`}, ${credential}${secret === null ? '' : ` (segredo ${secret})`}, requisição ${request}`,
    resent: ({ resends, conflicts, type }) =>
      `${resends === 1 ? '1 vez' : `${resends} vezes, a última neste horário`}` +
      `${conflicts === 0 ? '' : `, ${conflicts} com outro conteúdo (vale o primeiro)`}${type === null ? '' : `, tipo ${type}`}`,
    queued: ({ job, queue }) => `job ${job}, fila ${queue}`,
    conversion: ({ id }) => `conversão ${id}`,
    gone: 'os jobs concluídos deste evento foram apagados na limpeza da fila',
    attempt: ({ job, attempt }) => `job ${job}, tentativa ${attempt}`,
    job: ({ job, attempts }) => `job ${job}, ${attempts === 1 ? '1 tentativa' : `${attempts} tentativas`}`,
    at: ({ worker }) => `em ${worker}`,
    because: ({ reason }) => `motivo: ${codeName(reason)}`,
    lead: ({ id }) => `lead ${id}`,
    erased: 'corpo, cabeçalhos, endereço IP e ID externo foram apagados',
  },

  terminal: {
    tabs: { queue: 'Fila', events: 'Eventos', leads: 'Leads', failures: 'Com erro', workers: 'Workers' },
    health: {
      ok: 'ok',
      empty: 'nenhum job ainda',
      lost: ({ age }) => `sem resposta há ${age}`,
      since: ({ time }) => `desde ${time}`,
      asOf: ({ time, word }) => `às ${time}: ${word}`,
    },
    readonly: 'só leitura',
    frozen: 'tela pausada; tecle p para retomar',
    oldest: ({ age }) => `mais antigo: ${age}`,
    noneDue: 'nenhum job pronto',
    workers: ({ alive, gone }) => `${counted(alive, 'worker')}${gone > 0 ? `, ${gone} sem resposta` : ''}`,
    rates: { received: 'recebidos', finished: 'concluídos', failed: 'erros' },
    perSecond: '/s',
    perMinute: '/min',
    lastMinutes: ({ minutes, finished, failed }) =>
      `últimos ${minutes} min: ${finished === '1' ? '1 concluído' : `${finished} concluídos`}, ${failed} com erro`,
    stale: ({ time, reason }) => `Números de ${time}. ${reason}`,
    queuePaused: ({ since }) => `Pausada desde ${since}. Os eventos são recebidos, mas nenhum job é executado.`,
    charts: {
      received: 'recebidos',
      finished: 'concluídos',
      failed: 'com erro',
      waiting: 'aguardando',
      per: ({ minutes }) => (minutes === 1 ? 'por minuto' : `por ${minutes} min`),
    },
    testLead: 'teste',
    olderGroups: 'erros mais antigos',
    empty: {
      events: 'Nenhum evento ainda.',
      groups: 'Nenhum job com erro ou em espera.',
      jobs: 'Nenhum job restante neste grupo.',
      workers: 'Nenhum worker está em execução. Inicie um com `lead-intake queue work`.',
      leads: 'Nenhum lead ainda.',
    },
    emptySearched: ({ rows }) => `Nenhuma das ${rows} linhas mais recentes corresponde ao filtro.`,
    loading: 'Carregando …',
    rows: ({ shown, isMore }) => (isMore ? `${shown}+ linhas` : shown === '1' ? '1 linha' : `${shown} linhas`),
    marked: ({ count }) => (count === 1 ? '1 selecionada' : `${count} selecionadas`),
    filterShown: ({ text }) => `filtro: ${text}`,
    searched: ({ rows }) => `busca nas ${rows} mais recentes`,
    filterPrompt: 'Filtro: ',
    filterHelp: 'texto  /regex/  !não  status:erro   Enter aplica, Esc limpa',
    notRegex: 'não é uma expressão regular',
    confirm: {
      retryEvents: ({ events }) => `Processar ${events} novamente?`,
      pause: 'Pausar a fila? Os eventos continuam sendo recebidos, mas nenhum job é executado.',
      resume: ({ jobs }) => `Retomar a fila? Aguardando: ${jobs}.`,
      reveal: ({ event }) => `Mostrar os dados pessoais do evento ${event}? Isso fica no registro de atividades.`,
      keys: 's sim   qualquer outra tecla não',
    },
    done: {
      retryEvents: ({ events }) => `De volta à fila: ${events}.`,
      pause: 'Fila pausada.',
      resume: 'Fila retomada.',
    },
    jobs: ({ count }) => counted(count, 'job'),
    events: ({ count }) => counted(count, 'evento'),
    refusedReadonly: 'Só leitura: aqui não é possível alterar nem revelar nada.',
    refusedStale: 'Sem conexão: não é possível alterar nada agora.',
    nothingToActOn: 'Esta tecla não tem efeito aqui.',
    working: 'Executando …',
    detail: {
      title: ({ id }) => `Evento ${id}`,
      missing: 'Este evento não existe mais.',
      bodyHidden: ({ bytes }) => `${bytes} bytes, ocultos. Tecle V para mostrar.`,
      masked: 'dados pessoais mascarados',
      shown: 'dados pessoais visíveis (registrado)',
    },
    hints: {
      tabs: ['1-5', 'abas'],
      move: ['j k', 'mover'],
      filter: ['/', 'filtrar'],
      sort: ['s', 'ordenar'],
      detail: ['Enter', 'abrir'],
      close: ['Esc', 'voltar'],
      mark: ['espaço', 'selecionar'],
      retry: ['R', 'tentar novamente'],
      forget: ['F', 'descartar'],
      pause: ['P', 'pausar fila'],
      resume: ['P', 'retomar fila'],
      reveal: ['V', 'mostrar dados'],
      freeze: ['p', 'pausar tela'],
      help: ['?', 'ajuda'],
      quit: ['q', 'sair'],
      full: ['Enter', 'tela cheia'],
      scroll: ['j k', 'rolar'],
    },
    help: {
      lines: [
        ['1 … 5, Tab, ← →', 'abre uma aba'],
        ['j k ↑ ↓', 'próxima linha e linha anterior'],
        ['PgUp PgDn, h l', 'uma página para cima e para baixo'],
        ['g Home, End', 'primeira linha, última linha carregada'],
        ['Enter', 'abre um grupo ou um evento; mais uma vez: tela cheia'],
        ['Esc', 'fecha o que está aberto ou limpa o filtro'],
        ['espaço, a', 'seleciona uma linha, seleciona todas ou nenhuma'],
        ['/', 'filtro: texto, /regex/, !não, status:erro, erro:…, origem:…, tipo:…, id:…'],
        ['s o', 'ordena pela próxima coluna, inverte a ordem'],
        ['p', 'pausa a tela ou retoma'],
        ['R', 'tenta novamente as linhas selecionadas'],
        ['F', 'descarta (apaga) jobs com erro ou em espera'],
        ['P', 'pausa ou retoma a fila'],
        ['V', 'mostra os dados pessoais do evento aberto (registrado)'],
        ['?', 'esta página'],
        ['q, Ctrl-C', 'sai'],
        ['Ctrl-Z', 'suspende; `fg` retoma'],
      ],
      upper: 'Teclas MAIÚSCULAS alteram dados. Antes, pedem confirmação e mostram a quantidade.',
    },
    source: {
      fileGone: 'O arquivo do banco de dados não existe mais.',
      otherAnswer: 'O programa neste endereço não é o lead-intake.',
      tokenRefused: 'O serviço recusou o token de administração.',
      tokenHint: 'Compare-o com ADMIN_TOKEN do serviço em execução. Para ler o token de um arquivo, use --token-file.',
      tokenReadOnly: 'Este token é só leitura: mostra dados mascarados e não altera nada. Para fazer alterações, use ADMIN_TOKEN.',
      answers: ({ status, detail }) => `O serviço respondeu ${status}.${detail}`,
      noAnswer: ({ code }) => `O serviço não responde (${code}).`,
      noAnswerHint: 'Confira o endereço e se o `lead-intake serve` está em execução nele.',
    },
    tooSmall: 'A janela é pequena demais.',
    spoken: {
      view: ({ name }) => `lead-intake, ${name}`,
      tab: ({ name }) => `Aba ${name}`,
      selected: 'atual',
      isMarked: 'selecionada',
      row: ({ index, count }) => `Linha ${index} de ${count}`,
    },
  },

  web: {
    accounts: { page: 'página', dataset: 'conjunto de dados', ads_account: 'conta do Google Ads', anyPage: 'todas as outras páginas' },

    accountsTable: {
      uses: { page: 'Recebe leads', dataset: 'Envia conversões', ads_account: 'Envia conversões' },
      states: {
        ok: 'Conectada',
        unused: 'Ainda não usada',
        paused: 'Limite de requisições',
        away: 'Inacessível',
        refused: 'Credencial não aceita',
        unconnected: 'Sem credencial',
        blocked: 'Bloqueada',
      },
      /** What a state means and what to do. */
      advice: {
        paused: 'A plataforma está limitando as requisições. O envio é retomado automaticamente; nada se perde.',
        away: 'O lead-intake tenta por 72 horas, um job por vez. Os jobs em espera são retomados automaticamente; nada se perde.',
        refused:
          'Os jobs que precisam desta conta ficam em espera; nada se perde. Troque a credencial nas configurações, na página do cliente ou, se for de uma página, com `lead-intake source connect`. Os jobs são retomados automaticamente.',
        unconnected: 'Defina uma credencial nas configurações ou conecte a conta novamente.',
        blocked:
          'Os jobs que precisam desta conta ficam em espera; nada se perde. Resolva o bloqueio na plataforma; os jobs são retomados em até duas horas.',
      },
      pageWithoutToken: (id) => `Conecte o token dela: \`lead-intake source connect social-ads --page ${id}\``,
      until: 'retoma',
      expires: 'Validade do token:',
      expired: 'Token expirado:',
      renew: 'Gere um novo token e conecte-o.',
      inSettings: 'Configurações:',
      inDatabase: 'Salva',
    },

    api: {
      title: 'API',
      intro: 'Todos os endpoints deste serviço, com parâmetros e respostas. As descrições estão em inglês.',
      document: 'Documento OpenAPI',
      credentials: 'Credenciais',
      open: 'nenhuma',
      parameters: 'Parâmetros',
      answers: 'Respostas',
      errors: 'Códigos de erro',
      objects: 'Objetos',
      required: 'Obrigatório',
    },

    activity: {
      intro:
        'O que os operadores fizeram, no navegador e na linha de comando. Ninguém pode alterar nem apagar registros; só o apagamento de uma pessoa e o limite de retenção removem algo deles.',
      table: 'Atividades, da mais recente à mais antiga',
      what: 'Ação',
      on: 'Item',
      empty: 'Nenhuma atividade ainda.',
      onlyThis: (who) => `Mostrar só ${who}`,
      /** What an entry names. */
      kinds: {
        evento: 'Evento',
        job: 'Job',
        lead: 'Lead',
        recusa: 'Requisição recusada',
        cliente: 'Cliente',
        usuario: 'Usuário',
        apagamento: 'Apagamento',
        conversao: 'Conversão',
        campanha: 'Campanha',
        formulario: 'Formulário',
      },
      queues: { webhooks: 'Fila de eventos', conversoes: 'Fila de conversões' },
      actions: {
        repetir: 'Tentou novamente jobs com erro',
        esquecer: 'Descartou jobs com erro',
        reprocessar: 'Reprocessou eventos',
        pausar: 'Pausou a fila',
        retomar: 'Retomou a fila',
        limpar: 'Apagou jobs concluídos',
        registrar_etapa: 'Registrou uma etapa',
        corrigir_etapa: 'Corrigiu uma etapa',
        retirar_etapa: 'Retirou uma etapa',
        testar_conversao: 'Enviou uma conversão de teste à Meta',
        conectar: 'Conectou uma conta',
        desconectar: 'Desconectou uma conta',
        encerrar_sessao: 'Encerrou uma sessão',
        backup: 'Criou um backup',
        restaurar: 'Restaurou um backup',
        revelar: 'Viu dados pessoais',
        reaproveitar_recusada: 'Reprocessou uma requisição recusada',
        reaproveitar_recusada_sem_credencial: 'Reprocessou uma requisição recusada sem credencial válida',
        esquecer_recusada: 'Descartou requisições recusadas',
        conferir_leads: 'Comparou os leads com a plataforma',
        buscar_leads: 'Buscou leads que faltavam',
        importar_leads: 'Importou leads de um arquivo',
        mapear_formulario: 'Mapeou as respostas de um formulário',
        incluir_segredo: 'Adicionou um segredo de remetente',
        remover_segredo: 'Removeu um segredo de remetente',
        incluir_cliente: 'Adicionou um cliente',
        renomear_cliente: 'Renomeou um cliente',
        remover_cliente: 'Removeu um cliente',
        definir_retencao: 'Alterou por quanto tempo os dados ficam guardados',
        apagar_vencidos: 'Apagou dados com prazo vencido',
        definir_consentimento: 'Alterou uma regra de consentimento',
        incluir_usuario: 'Adicionou um usuário',
        remover_usuario: 'Removeu um usuário',
        incluir_campanha: 'Adicionou uma campanha',
        alterar_campanha: 'Editou uma campanha',
        remover_campanha: 'Removeu uma campanha',
        vincular_campanha: 'Vinculou um ID de plataforma',
        desvincular_campanha: 'Desvinculou um ID de plataforma',
        salvar_visualizacao: 'Salvou uma visualização',
        excluir_visualizacao: 'Excluiu uma visualização',
        procurar_pessoa: 'Procurou uma pessoa',
        exportar_pessoa: 'Exportou os dados de uma pessoa',
        apagar_pessoa: 'Apagou uma pessoa',
        registrar_consentimento: 'Registrou um consentimento',
        retirar_consentimento: 'Registrou a retirada de um consentimento',
      },
    },

    advice: {
      foundSince: 'O que faltava já foi adicionado. Tente novamente.',
      formLink: 'O link abre o formulário com o ID preenchido. Depois volte e tente novamente.',
      steps: {
        addCampaign: 'Adicionar campanha',
        linkForm: 'Vincular formulário',
        linkCampaign: 'Vincular campanha da plataforma',
        linkPage: 'Vincular página',
        addClient: 'Adicionar cliente',
        campaign: 'Campanha',
        client: 'Cliente',
        campaigns: 'Campanhas e vínculos',
        sources: 'Origens',
        leads: 'Leads',
        body: 'Ver o corpo',
        sameError: 'Todos os eventos com este erro',
      },
    },

    answerFields: {
      nome: 'Nome',
      primeiro_nome: 'Primeiro nome',
      sobrenome: 'Sobrenome',
      email: 'E-mail',
      telefone: 'Telefone',
      cidade: 'Cidade',
      estado: 'Estado',
      cep: 'CEP',
      pais: 'País',
      empresa: 'Empresa',
      cargo: 'Cargo',
      nenhum: 'Só resposta',
    },

    bulk: {
      titles: { repetir: 'Tentar eventos novamente', esquecer: 'Descartar eventos' },
      questions: {
        repetir: (count) => (count === 1 ? 'evento voltará para a fila.' : 'eventos voltarão para a fila.'),
        esquecer: (count) => (count === 1 ? 'job será apagado definitivamente.' : 'jobs serão apagados definitivamente.'),
      },
      meanings: {
        repetir:
          'Eventos com erro recomeçam da tentativa 1. Eventos em espera e adiados são executados agora. Eventos processados, em execução ou já na fila não mudam.',
        esquecer:
          'Só os jobs com erro e em espera são apagados. Os eventos continuam na lista como “Com erro”, com tudo o que foi recebido.',
      },
      atLeast: 'Pelo menos',
      atLeastNote: 'Há mais eventos do que foi possível contar. Todos são incluídos; o total aparece depois.',
      changing: {
        repetir: 'O número pode mudar até você confirmar: valem os eventos que corresponderem ao filtro naquele momento.',
        esquecer: 'Se mais eventos corresponderem ao filtro até lá, você precisará confirmar novamente.',
      },
      grown: (before, now) =>
        `Nada foi descartado ainda. O filtro tinha ${before} ${before === '1' ? 'evento' : 'eventos'} e agora tem ${now}.`,
      chosen: (count) => (count === '1' ? '1 selecionado na lista' : `${count} selecionados na lista`),
      leftAlone: (text, count) => (count === 1 ? '1 deles não muda.' : `${text} deles não mudam.`),
      matching: 'Eventos do filtro:',
      kinds: 'Por erro',
      kindsNewest: (count) => `Dos ${count} eventos mais recentes.`,
      nones: {
        repetir: 'Nenhum destes eventos está com erro, em espera ou adiado.',
        esquecer: 'Nenhum destes eventos tem um job com erro ou em espera.',
      },
      confirm: {
        repetir: (text, count) => (count === 1 ? 'Tentar 1 evento novamente' : `Tentar ${text} eventos novamente`),
        esquecer: (text, count) => (count === 1 ? 'Descartar 1 evento' : `Descartar ${text} eventos`),
      },
    },

    charts: {
      now: 'agora',
      minutesAgo: (minutes) => `−${minutes} min`,
      between: (from, to) => `entre ${from} e ${to} min atrás`,
      table: 'Ver como tabela',
      nothing: 'Nenhum job na última hora.',
      leftOut: 'Linhas sem jobs foram omitidas.',
      newest: 'A parte tracejada ainda está em andamento.',
      throughput: {
        title: 'Jobs por minuto',
        description: (finished, failed, most) =>
          `Última hora: ${finished} ${finished === '1' ? 'concluído' : 'concluídos'}, ${failed} com erro. Máximo em um minuto: ${most}.`,
        finished: 'concluídos',
        failed: 'com erro',
        point: (when, finished, failed) => `${when}: ${finished} ${finished === '1' ? 'concluído' : 'concluídos'}, ${failed} com erro`,
        minute: 'Minuto',
      },
      times: {
        wait: 'Tempo na fila',
        run: 'Tempo de execução',
        description: (p50, p95, p99) =>
          `Última hora: metade dos jobs levou até ${p50}, 95% até ${p95}, 99% até ${p99}. Escala logarítmica.`,
        unknown: 'Nenhum tempo medido na última hora.',
        point: (when, p50, p95, p99, jobs) => `${when}: p50 ${p50}, p95 ${p95}, p99 ${p99}, ${jobs} jobs`,
        from: 'Início',
        jobs: 'Jobs',
      },
    },

    clientAccounts: {
      accounts: 'Contas conectadas',
      manage: 'Gerenciar contas',
      look: 'Detalhes das contas',
      intro: 'As conversões deste cliente vão só para as contas dele. As credenciais são guardadas com criptografia e nunca são exibidas.',
      none: 'Nenhuma conta conectada. As conversões deste cliente ficam em espera até você conectar uma.',
      ofSettings: 'Das configurações',
      through: 'Conta de administrador',
      actions: 'Ações de conversão',
      allOthers: (count) => (count === 1 ? 'todas as conversões' : 'todas as outras'),
      waiting: (count, number) => (number === 1 ? '1 conversão aguarda uma conta.' : `${count} conversões aguardam uma conta.`),
      waitingText: 'Conecte uma conta para enviá-las. Elas nunca vão para a conta de outro cliente.',
      showWaiting: 'Ver as conversões',
      disconnect: 'Desconectar',
      actionsOf: (id) => `Ações da conta ${id}`,
      disconnectNamed: (id) => `Desconectar a conta ${id}`,
      willWait:
        'As conversões deste cliente ficarão em espera até você conectar outra conta. Nenhuma se perde nem vai para a conta de outro cliente.',
      willGoTo: (id) => `As conversões deste cliente passarão a ir para a conta ${id} das configurações.`,
      waitAlready: (count, number) => (number === 1 ? '1 já está em espera.' : `${count} já estão em espera.`),
      pageLeaves:
        'Os leads desta página passarão a ir só para campanhas vinculadas. O token da página continua salvo, e os leads continuam chegando.',
      inSettings: 'Definida nas configurações',
      testNow: 'Testar contas',
      result: 'Resultado do teste',
      connectDataset: 'Conectar um conjunto de dados da Meta',
      replaceDataset: 'Trocar o conjunto de dados da Meta',
      connectAdsAccount: 'Conectar uma conta do Google Ads',
      replaceAdsAccount: 'Trocar a conta do Google Ads',
      connectPage: 'Conectar uma página do Facebook',
      replaces: 'As conversões passam a ir para a nova conta, e não mais para a atual.',
      datasetId: 'ID do conjunto de dados',
      datasetHint: 'Está no Gerenciador de Eventos da Meta. Só dígitos.',
      adsAccountId: 'ID da conta',
      adsAccountHint: 'Por exemplo, 123-456-7890.',
      loginAccount: 'ID da conta de administrador',
      loginAccountHint: 'Só se você acessa a conta por uma conta de administrador.',
      actionsHint: 'Um NOME=ID por linha, como sale=7712337565. Use *=ID para todos os outros nomes.',
      withoutClick: 'Leads sem ID de clique',
      withoutClickHint: 'Para informá-los, ative as conversões otimizadas para leads no Google Ads.',
      reportedByContact: 'Informados por e-mail e telefone com hash',
      notReported: 'Não informados',
      initialStage: 'Evento para novos leads de formulários instantâneos',
      initialStageHint: 'Nome do evento que a Meta recebe, como lead. Deixe em branco para não enviar.',
      token: 'Token',
      tokenHint: 'A Meta mostra o token uma única vez. O lead-intake o verifica, guarda com criptografia e nunca exibe.',
      key: 'Chave JSON',
      keyHint:
        'O arquivo inteiro da chave de uma conta de serviço ou de um usuário autorizado. A chave é verificada, guardada com criptografia e nunca exibida.',
      ofTheSettings: (setting) => `Usar a credencial das configurações (${setting})`,
      dontCheck: 'Conectar sem verificar na plataforma',
      connect: 'Conectar',
      replace: 'Trocar',
      noKey: 'Para guardar credenciais aqui, defina CREDENTIALS_KEY e reinicie o serviço.',
      noKeyButSettings:
        'CREDENTIALS_KEY não está definida, por isso só a credencial das configurações está disponível. Para guardar outras, defina CREDENTIALS_KEY e reinicie o serviço.',
      pageIntro:
        'Os leads da página vão para este cliente, a menos que uma campanha vinculada indique outro. Conecte o token da página no servidor: `lead-intake source connect social-ads --page ID`.',
      pageHint: 'Está nas configurações da página no Facebook. Só dígitos.',
      changeConsent: 'Alterar regra de consentimento',
      consentMode: 'Enviar conversões',
      consentModes: {
        unless_denied: 'As conversões são enviadas, a menos que a pessoa tenha recusado um destes consentimentos:',
        required: 'As conversões só são enviadas se a pessoa deu pelo menos um destes consentimentos e não recusou nenhum:',
      },
      consentOptions: {
        configuracoes: 'Conforme a regra das configurações',
        unless_denied: 'A menos que a pessoa tenha recusado',
        required: 'Só se a pessoa consentiu',
      },
      keys: 'Consentimentos a verificar',
      keysHint: (keys) => `Separados por vírgulas. Padrão: ${keys}.`,
      ownRule: '(regra própria deste cliente)',
      settingsRule: '(regra das configurações)',
      notices: {
        conta_conectada: 'Conta conectada. As conversões em espera foram retomadas.',
        pagina_conectada: 'Página conectada. Os novos leads da página vão para este cliente.',
        conta_desconectada: 'Conta desconectada.',
        consentimento_alterado: 'Regra de consentimento alterada. Ela vale para as próximas conversões.',
      },
    },

    conversions: {
      intro: 'O resultado dos leads, como vendas, e se a plataforma já foi informada.',
      states: {
        pendente: 'Aguarda o envio à plataforma. Se houver um erro, a última tentativa falhou; a próxima é automática.',
        enviada: 'A plataforma aceitou.',
        rejeitada: 'A plataforma rejeitou, ou o envio não é permitido. O erro mostra o motivo. Você pode reenviá-la.',
        sem_destino: 'Nenhuma plataforma a recebe, porque o lead não tem ID de clique e não veio de uma plataforma. Ela só conta aqui.',
        retirada: 'Um operador retirou a etapa porque ela foi registrada por engano. A conversão não é enviada nem exportada.',
      },
      statesTitle: 'O que significa cada status',
      table: 'Conversões, das mais recentes às mais antigas',
      happenedAt: 'Ocorreu',
      empty: 'Nenhuma conversão ainda. Elas vêm de eventos como `sale` e das etapas que você registra na página de um lead.',
      atPlatform: 'Entregue. A plataforma informa depois se aceitou.',
      byHand: 'manual',
      chooseOne: (id) => `Selecionar a conversão ${id}`,
      retry: 'Reenviar',
      retryHint:
        'O Google Ads conta uma conversão repetida só uma vez. A Meta faz o mesmo por 48 horas. Se o resultado for desconhecido, verifique antes no Gerenciador de Eventos.',
      stage: 'Registrar etapa',
      stageText: 'Informe em que etapa da venda o lead está. O lead-intake avisa a plataforma de onde ele veio.',
      stages: { qualificado: 'Qualificado', ganho: 'Ganho' },
      stageValueHint: 'Por exemplo, 2600,00 para um lead ganho.',
      stageAtHint: (timeZone) => `Fuso horário ${timeZone} (CONVERSIONS_TIME_ZONE). Em branco: agora.`,
      stageKey: 'Número do pedido',
      stageKeyHint: 'Só se o mesmo lead tiver mais de uma venda. Vendas com o mesmo número contam uma vez.',
      register: 'Registrar',
      change: (id, what) => `Corrigir ou retirar a etapa ${id} (${what})`,
      changeText: 'Altere só os campos errados. O histórico guarda quem alterou, quando e por quê.',
      changeAtHint: (timeZone) => `Fuso horário ${timeZone} (CONVERSIONS_TIME_ZONE).`,
      correct: 'Corrigir',
      withdraw: 'Retirar',
      notices: {
        reenviadas: (_text, count) =>
          count === 0
            ? 'Nenhuma delas precisa ser reenviada.'
            : count === 1
              ? '1 conversão será reenviada, a menos que o consentimento ou uma configuração impeça.'
              : `${count} conversões serão reenviadas, a menos que o consentimento ou uma configuração impeça.`,
        etapa: 'Etapa registrada.',
        etapa_repetida: 'Esta etapa já estava registrada com os mesmos valores. Nada mudou.',
        etapa_reaberta:
          'A etapa foi registrada novamente. A plataforma já tinha recebido essa etapa. Abra o status abaixo para ver o que será enviado agora.',
        not_sent: 'A etapa foi alterada. Ela ainda não tinha sido enviada, por isso só a nova versão vale.',
        restated: 'A etapa foi corrigida. O novo valor é enviado à plataforma como ajuste.',
        beyond_reach: 'A etapa foi alterada aqui. A plataforma mantém a versão antiga. Abra o status abaixo para ver o que fazer lá.',
      },
      corrections: { correct: 'Corrigida por', withdraw: 'Retirada por', register: 'Registrada novamente por' },
      before: (what) => `Antes: ${what}.`,
    },

    directory: {
      retention: 'Retenção',
      retentionBodies: 'Corpos de eventos',
      retentionLeads: 'Leads sem atividade',
      changeRetention: 'Alterar retenção',
      bodiesDays: 'Corpos de eventos, em dias',
      leadsDays: 'Leads sem atividade, em dias',
      daysHint: (most) => `Até ${most}. Em branco: como nas configurações. 0: guardar até apagar.`,
      ownLimit: 'limite próprio',
      settingsLimit: 'das configurações',
      notDays: (most) => `deve ser um número inteiro de dias, no máximo ${most}`,
      backToEvent: (id) => `Voltar ao evento ${id} para tentar novamente`,
      clients: 'Clientes',
      tabs: 'Campanhas e clientes',
      search: 'Nome, ID ou ID vinculado',
      campaignsIntro: 'A campanha define o cliente e o usuário que recebem o lead.',
      campaignsTable: 'Campanhas por cliente e nome',
      noCampaigns: 'Nenhuma campanha ainda. Adicione a primeira.',
      noCampaignsHere: 'Este cliente ainda não tem campanhas.',
      linkKinds: {
        'search_ads:form': 'Formulário do Google Ads',
        'search_ads:campaign': 'Campanha do Google Ads',
        'social_ads:form': 'Formulário da Meta',
        'social_ads:page': 'Página do Facebook',
      },
      linkHereTo: (campaign) => `Vincular à campanha ${campaign}`,
      linkWish: 'Escolha uma campanha para este ID',
      linkWishText:
        'Os leads com este ID vão para a campanha que você escolher. Escolha uma abaixo ou adicione uma nova campanha, já vinculada.',
      linkWishReader: 'Um operador pode vinculá-lo.',
      linkedAlready: 'Este ID já está vinculado à campanha',
      missing: 'Nenhuma campanha tem este ID',
      missingText: 'Adicione a campanha e depois tente novamente os eventos que ficaram com erro por falta dela.',
      existsAlready: 'Já existe uma campanha com este ID:',
      addCampaign: 'Adicionar campanha',
      idHint: 'O campanha_id que o formulário do site envia.',
      newClient: 'Novo cliente',
      newClientHint: 'Só se o cliente não estiver na lista.',
      userEmail: 'E-mail do usuário',
      userEmailHint: 'Recebe os leads. Se for novo, é adicionado ao cliente.',
      add: 'Adicionar',
      edit: 'Editar',
      editCampaign: 'Editar campanha',
      leadsOfCampaign: (count) => (count === 1 ? 'lead' : 'leads'),
      secrets: 'Segredos',
      moreThan: (count) => `mais de ${count}`,
      linksIntro: 'Os leads com um destes IDs de plataforma vão para esta campanha.',
      noLinks:
        'Nenhum ID vinculado ainda. Vincule um formulário, uma campanha ou uma página do Google Ads ou da Meta para receber os leads aqui.',
      linkValue: 'ID na plataforma',
      link: 'Vincular',
      unlink: 'Desvincular',
      unlinkNamed: (link) => `Desvincular ${link}`,
      linkedElsewhere: 'Antes, desvincule o ID dessa campanha.',
      removeCampaign: 'Remover campanha',
      removeCampaignText: 'Remove a campanha e os IDs vinculados a ela. Novos eventos com o ID dela ficarão com erro.',
      removeCampaignLeads:
        'Esta campanha tem leads e não pode ser removida. Para não receber novos leads das plataformas, desvincule os IDs dela.',
      removeClient: 'Remover cliente',
      removeClientText: 'Remove o cliente e as configurações dele definitivamente.',
      removeClientUsed: 'Só é possível remover um cliente sem campanhas, usuários e leads.',
      removeUserAdvice: 'Antes, passe as campanhas deste usuário para outro.',
      failures: (count, code) => `${count} ${count === '1' ? 'evento' : 'eventos'} com erro: ${code}`,
      failuresText: {
        unknown_campaign: 'A campanha não existia quando eles chegaram. Tente novamente para criar os leads.',
        not_linked: 'A campanha ou o ID de plataforma não estava vinculado quando eles chegaram. Tente novamente para criar os leads.',
        unknown_client: 'O cliente não existia quando eles chegaram. Tente novamente para criar os leads.',
      },
      retry: (count) => (count === '1' ? 'Tentar 1 evento novamente' : `Tentar ${count} eventos novamente`),
      viewEvents: 'Ver eventos',
      clientsIntro: 'As empresas para as quais você capta leads e os usuários que os recebem.',
      clientsTable: 'Clientes por nome',
      noClients: 'Nenhum cliente ainda. Adicione o primeiro aqui ou junto com a primeira campanha.',
      addClient: 'Adicionar cliente',
      clientIdHint: 'Um número inteiro. Deixe em branco para usar o próximo livre.',
      rename: 'Renomear',
      renameClient: 'Renomear cliente',
      users: 'Usuários',
      usersIntro: 'As pessoas que recebem os leads. Os usuários não fazem login aqui.',
      noUsers: 'Nenhum usuário ainda.',
      addUser: 'Adicionar usuário',
      removeUserNamed: (email) => `Remover ${email}`,
      notices: {
        retencao_alterada: 'Retenção alterada. Vale a partir da próxima noite.',
        incluida: 'Campanha adicionada.',
        alterada: 'Campanha salva.',
        outro_cliente:
          'Campanha salva. Os novos leads vão para o novo cliente. Os que ela já tem ficam com o cliente anterior, que continua responsável pelos dados deles.',
        vinculada: 'ID vinculado.',
        desvinculada: 'ID desvinculado. Se foi engano, o registro de atividades mostra qual era: vincule de novo.',
        removida: 'Campanha removida.',
        cliente_incluido: 'Cliente adicionado.',
        cliente_alterado: 'Cliente renomeado.',
        cliente_removido: 'Cliente removido.',
        usuario_incluido: 'Usuário adicionado.',
        usuario_removido: 'Usuário removido.',
        repetidos: (_text, count) =>
          count === 0 ? 'Nada mudou: nenhum destes eventos ainda está com erro.' : 'Os eventos com erro voltaram para a fila.',
      },
    },

    errorPage: {
      home: 'Ir para a visão geral',
      titles: {
        not_found: 'Não encontrado',
        conflict: 'Não é possível',
        admin_not_configured: 'A interface web não está configurada',
        login_required: 'Login necessário',
        other_origin: 'Requisição de outro site',
        csrf_token_invalid: 'A página está desatualizada',
        form_expected: 'Não é um formulário',
        read_only: 'Acesso somente leitura',
        invalid_input: 'Confira os dados',
        too_many_streams: 'Muitas páginas ao vivo abertas',
        too_many_own_streams: 'Muitas páginas ao vivo abertas',
        wrong_token: 'Token incorreto',
        too_many_logins: 'Muitas tentativas',
        method_not_allowed: 'Não é uma página',
        body_too_large: 'Dados demais',
        overloaded: 'O lead-intake está ocupado',
        metrics_forbidden: 'As métricas não são públicas',
        query_too_expensive: 'A busca demorou demais',
        store: 'Banco de dados indisponível',
        other: 'Algo deu errado',
      },
      sentences: {
        not_found: 'Não existe nada neste endereço. O item pode ter sido excluído, ou o endereço está incompleto.',
        conflict: 'A alteração não é compatível com os dados atuais. Nada foi alterado.',
        admin_not_configured:
          'O lead-intake aceita conexões de fora deste servidor, mas não tem ADMIN_TOKEN. Gere um com “lead-intake secret generate”, defina ADMIN_TOKEN e reinicie o lead-intake.',
        login_required: 'Envie o token de administração como `Authorization: Bearer …` ou entre em /admin/login.',
        other_origin: 'A requisição veio de uma página de outro site e foi recusada. Tente novamente por aqui.',
        csrf_token_invalid: 'Você abriu a página em outra sessão. Volte, recarregue a página e tente novamente.',
        form_expected: 'A requisição não é um formulário deste site. Nada foi alterado.',
        read_only:
          'Com acesso somente leitura, você vê os dados pessoais mascarados, não pode buscar por texto e não pode alterar nada. Entre com ADMIN_TOKEN para fazer mais.',
        invalid_input: 'Volte e corrija os dados. Nada foi alterado.',
        too_many_streams: 'Há muitas páginas ao vivo abertas. Feche uma e recarregue.',
        too_many_own_streams:
          'Há muitas páginas ao vivo abertas com o seu acesso ou, ao todo, com acesso somente leitura. Feche uma ou tente mais tarde.',
        wrong_token: 'O token do cabeçalho Authorization não é um token de administração válido.',
        too_many_logins: 'Este token está incorreto, assim como vários outros enviados do seu endereço. O token correto sempre funciona.',
        method_not_allowed: 'Este endereço só aceita formulários. Nada foi alterado.',
        body_too_large: 'O formulário é grande demais. Nada foi alterado. Selecione menos e tente novamente.',
        overloaded: 'Muitos formulários foram enviados ao mesmo tempo. Nada foi alterado. Tente novamente em instantes.',
        metrics_forbidden: 'Só este servidor e programas com um token de administração podem ler as métricas.',
        query_too_expensive:
          'O banco de dados não respondeu a tempo. Restrinja a busca a um período menor, uma origem, um cliente ou uma campanha. Se listas curtas também demorarem, verifique a carga e o disco do servidor.',
        store: 'O lead-intake não consegue ler ou gravar o banco de dados agora. Tente novamente em instantes. O log tem os detalhes.',
        other: 'O lead-intake teve um erro inesperado. O log tem os detalhes, com o ID da requisição.',
      },
    },

    event: {
      title: (id) => `Evento ${id}`,
      retryNow: 'Tentar agora',
      forget: 'Descartar',
      forgetSure: 'Descartar o job',
      forgetNote: 'Apaga o job, e nenhum worker processará o evento. O evento e o corpo são mantidos, e você ainda pode tentar novamente.',
      notices: {
        repetido: 'O evento voltou para a fila.',
        nada_a_repetir: 'Nada mudou: o evento já está na fila, ou um worker o está processando.',
        esquecido: 'O job foi apagado. O evento foi mantido, e você ainda pode tentar novamente.',
        nada_a_esquecer: 'Nada mudou: só um job com erro ou em espera pode ser descartado.',
      },
      technical: 'Detalhes técnicos',
      credentials: {
        hmac: 'assinatura HMAC-SHA256',
        hmac_previous: 'assinatura HMAC-SHA256',
        google_key: 'chave do Google',
        google_key_previous: 'chave do Google',
        unsigned: 'sem assinatura (WEBHOOK_ALLOW_UNSIGNED)',
        operator: 'um operador que o enviou',
        backfill: 'o lead-intake, que o importou',
      },
      withSecret: {
        current: 'com o segredo atual',
        previous: 'com o segredo anterior',
        former: 'com um segredo que não está mais configurado',
      },
      withNamedSecret: 'com o segredo',
      limitedTo: 'limitado ao',
      clientOf: (id) => `cliente ${id}`,
      secretRemoved: 'removido depois',
      bytes: (bytes) => `${bytes} bytes`,
      took: (duration) => `levou ${duration}`,
      by: 'por',
      leadMissing: 'Ainda sem lead',
      leadMade: 'criado por este evento',
      leadChanged: (fields) => (fields === 1 ? '1 campo alterado' : `${fields} campos alterados`),
      leadUnchanged: 'encontrado, sem alterações',
      changes: 'Alterações no lead',
      fetched: 'Buscado na plataforma',
      fetchedNote: 'O evento traz só o ID do lead. Estas são as respostas dele.',
      bodyText: 'Texto do corpo',
      bodyEmpty: 'O corpo está vazio.',
      bodyMasked: 'Dados pessoais ocultos.',
      bodyExact: 'Como recebido. Caracteres invisíveis aparecem como códigos.',
      layouts: 'Formato de exibição do corpo',
      formatado: 'Formatado',
      recebido: 'Como recebido',
      copy: 'Copiar original',
      copied: 'Copiado',
      copyFailed: 'Não foi possível copiar',
      download: 'Baixar original',
      downloadBatch: 'Baixar a requisição inteira',
      downloadResend: 'Baixar o reenvio',
      bodyPlace: (from, to, length) => `Caracteres ${from} a ${to} de ${length}.`,
      bodyParts: 'Partes do corpo',
      bodyFirst: 'Desde o começo',
      bodyNext: 'Próxima parte',
      notUtf8: 'O corpo não é UTF-8 válido. Caracteres ilegíveis aparecem como �. O arquivo baixado tem todos os bytes.',
      brokenAt: (line, column) => `JSON inválido a partir da linha ${line}, coluna ${column}.`,
      brokenEnd: (line, column) => `JSON incompleto: o texto termina na linha ${line}, coluna ${column}.`,
      brokenShow: 'Mostrar o erro',
      batch: 'O evento veio em um lote; esta é a parte dele.',
      conflict: 'Reenvio com outro conteúdo',
      conflictNote: 'Só o primeiro corpo vale. Diferenças em relação ao reenvio mais recente:',
      conflictType: (first, second) =>
        `Um reenvio tem o tipo “${second}” em vez de “${first}”. Só o primeiro vale. Se forem dois eventos, o remetente precisa usar IDs diferentes.`,
      conflictFields: 'Campos diferentes',
      conflictFirst: 'Primeiro corpo',
      conflictSecond: 'Reenvio',
      conflictMissing: 'ausente',
      conflictLooksEqual: 'A diferença está em uma parte que aqui aparece mascarada ou cortada.',
      conflictWhole: '(corpo inteiro)',
      conflictMore: (count) =>
        `${count === '1' ? 'Há mais 1 campo diferente' : `Há mais ${count} campos diferentes`}. Baixe os dois corpos para ver tudo.`,
      notCompared: {
        not_json: 'Um dos dois não é JSON, por isso não é possível comparar os campos. Baixe os dois corpos para comparar.',
        too_large: 'Os corpos são grandes demais para comparar aqui. Baixe os dois.',
      },
    },

    events: {
      anyTime: 'qualquer período',
      periods: { '1h': 'última hora', '24h': 'últimas 24 horas', '7d': 'últimos 7 dias', '30d': 'últimos 30 dias' },
      onlyParked: 'Só em espera',
      manyChoices: 'Há opções demais para listar. Digite o ID.',
      table: 'Eventos, dos mais recentes aos mais antigos',
      conflicts: (count) => (count === '1' ? '1 diferente' : `${count} diferentes`),
      empty: 'Nenhum evento ainda.',
      emptyHint: 'Envie um evento de teste com `lead-intake send form`.',
      emptySoFar: 'Nenhum resultado entre os eventos pesquisados até aqui. Pode haver outros mais antigos.',
      chooseEvent: (id) => `Selecionar o evento ${id}`,
      olderPage: 'Eventos mais antigos. Esta página não é atualizada automaticamente.',
      toNewest: 'Ver os mais recentes',
      shown: (count) => `${count} eventos nesta página`,
      shownOne: '1 evento nesta página',
      newOne: '1 novo evento',
      newMany: 'novos eventos',
      unsearched: (count) => `Eventos que ainda não estão no índice de busca: ${count}. Busque novamente em instantes.`,
      withoutLead: 'Só aparecem eventos com lead: os que estão com erro ou aguardando ainda não têm cliente nem campanha.',
      groups: 'Com erro e em espera',
      manyTargets: 'Mais de 50 causas diferentes',
      moreGroups: (groups, events) => `Outros erros: ${groups}, em ${events} ${events === '1' ? 'evento' : 'eventos'}`,
      forget: 'Descartar',
      moreActions: (what) => `Mais ações: ${what}`,
      ofGroup: (what) => `todos os eventos: ${what}`,
      bulk: 'Eventos selecionados',
      choosePage: 'Todos desta página',
      chosenNone: 'Nenhum selecionado',
      chosenOne: '1 selecionado',
      chosenMany: 'selecionados',
      allOfFilter: 'Todos do filtro:',
      allFailed: 'Todos com erro:',
      notices: {
        repetir: (text, count) => (count === 1 ? '1 evento voltou para a fila.' : `${text} eventos voltaram para a fila.`),
        esquecer: (text, count) => (count === 1 ? '1 job apagado.' : `${text} jobs apagados.`),
        repetirNone: 'Nada mudou: nenhum destes eventos ainda está com erro, em espera ou adiado.',
        esquecerNone: 'Nada foi descartado: nenhum destes eventos ainda tem um job com erro ou em espera.',
        expected: (count) => `Quando você abriu a confirmação, eram ${count}.`,
      },
    },

    fields: {
      optional: '(opcional)',
    },

    filter: {
      searchHint: 'Nome, e-mail, telefone, ID…',
      name: 'Filtrar',
      active: 'Filtros ativos',
      remove: 'remover',
      clear: 'Limpar tudo',
      any: 'qualquer',
      utc: '(UTC)',
    },

    forget: {
      title: 'Descartar requisições recusadas',
      requests: (count) =>
        count === 1 ? 'requisição recusada será apagada definitivamente' : 'requisições recusadas serão apagadas definitivamente',
      wouldBeStored: (text, count) =>
        count === 1
          ? '1 delas seria aceita se você a reprocessasse agora.'
          : `${text} delas seriam aceitas se você as reprocessasse agora.`,
      replay: 'Reprocessar em vez de descartar',
      meaning: 'Os corpos também são apagados. Depois disso, não será mais possível reprocessar estas requisições.',
      meaningOfReplayed: 'O que ainda está guardado da requisição é apagado. O evento que ela gerou é mantido.',
      confirm: (text, count) => (count === 1 ? 'Descartar 1 requisição' : `Descartar ${text} requisições`),
      nothing: 'Nenhuma requisição pendente de reprocessamento corresponde ao filtro.',
      all: 'Descartar todas do filtro',
      sure: 'Descartar a requisição',
      forgotten: (text, count) => (count === 1 ? '1 requisição recusada apagada.' : `${text} requisições recusadas apagadas.`),
    },

    forms: {
      title: 'Formulários de leads',
      intro: 'Formulários da Meta e do Google Ads. Se os leads vierem sem e-mail ou telefone, abra o formulário e mapeie as perguntas.',
      empty: 'Nenhum formulário ainda. Um formulário aparece com o primeiro lead.',
      unreadKeys: 'Perguntas não mapeadas',
      lastAsked: 'Perguntas atualizadas',
      unreached: (leads, all) =>
        `Leads sem e-mail nem telefone: ${leads} de ${all}. Mapeie as perguntas que pedem esses dados, e os leads gravados serão preenchidos.`,
      questionsCount: (count) => `${count} da Meta`,
      notAsked: 'Ainda não buscadas',
      toFill: 'Um worker ainda está atualizando os leads gravados.',
      reading: 'Perguntas e campos',
      readingIntro: (leads) =>
        `Sua escolha tem prioridade; depois vêm o tipo de campo da plataforma e a chave. Os exemplos são dos ${leads} leads mais recentes.`,
      noKeys: 'Nenhuma pergunta ou resposta ainda.',
      nothing: 'não usada',
      by: { operator: 'sua escolha', platform: 'da plataforma', key: 'da chave' },
      mapping: 'Sua escolha',
      mappingOf: (key) => `Sua escolha para ${key}`,
      automatic: 'Automático',
      preview: 'Ver prévia',
      previewNote: 'Nada é salvo ainda.',
      previewTitle: 'Prévia',
      wouldChange: (changed, leads) => `Serão alterados: ${changed} de ${leads}.`,
      partly: 'Não houve tempo de verificar todos os leads; os números incluem só os já verificados.',
      contactNow: 'Leads sem e-mail nem telefone',
      fromTo: (before, after) => `${before} agora, ${after} depois de salvar`,
      gain: (field) => `Leads que recebem: ${field}`,
      leadsCount: (leads, count) => (count === 1 ? '1 lead' : `${leads} leads`),
      unusable: (leads, key, field) => `Em ${leads}, a resposta a “${key}” não é um valor válido (${field}). Ela fica só nas respostas.`,
      gains: 'Novos valores',
      notUndone:
        'Só os campos vazios são preenchidos. Se você mudar o mapeamento depois, os leads mantêm esses valores. Para corrigir um único lead, envie um evento `lead_updated`.',
      save: 'Salvar e atualizar leads',
      saved: (changed) => `Mapeamento salvo. Leads alterados: ${changed}.`,
      savedPartly: (changed) => `Mapeamento salvo. Leads alterados até agora: ${changed}. Um worker atualiza os outros em alguns minutos.`,
    },

    frame: {
      product: 'lead-intake',
      skipToContent: 'Ir para o conteúdo',
      menu: 'Menu',
      find: 'Buscar evento ou lead',
      findShort: 'Buscar…',
      mainNavigation: 'Principal',
      sections: {
        home: 'Visão geral',
        queue: 'Fila',
        events: 'Eventos',
        leads: 'Leads',
        conversions: 'Conversões',
        directory: 'Campanhas',
        refused: 'Recusadas',
        sources: 'Origens',
        activity: 'Atividades',
        people: 'Pessoas',
      },
      logOut: 'Sair',
      version: 'versão',
      readOnly: 'somente leitura',
      readOnlyMeaning: 'Você vê os dados pessoais mascarados e não pode alterar nada.',
      otherLanguage: 'English',
      cut: (characters) => `… (mais ${characters} caracteres)`,
      moreRows: (rows) => `mais ${rows} campos não exibidos aqui`,
      moreActions: 'Mais ações',
      pages: 'Páginas',
      newest: 'Mais recentes',
      older: 'Mais antigos',
      firstPage: 'Primeira página',
      nextPage: 'Próxima página',
      live: {
        off: 'Sem atualização automática. Recarregue a página para atualizar.',
        on: 'Ao vivo',
        connecting: 'Conectando…',
        paused: 'Em pausa enquanto a aba está oculta',
        lost: 'Conexão perdida. Reconectando…',
        full: 'Há muitas páginas ao vivo abertas. Tentando novamente…',
        ageBefore: 'Última atualização há',
        ageAfter: '',
      },
    },

    home: {
      verdict: { ok: 'Tudo funcionando', wrong: (count) => counted(count, 'ponto precisa de atenção', 'pontos precisam de atenção') },
      checked: 'Verificado',
      severity: { ok: 'Em ordem', note: 'Nota', warning: 'Aviso', problem: 'Problema' },
      how: 'Como resolver',
      notes: (count) => `Notas (${count})`,
      days: 'Últimos 7 dias',
      failures: 'Erros',
      timeToLead: 'Tempo até o lead',
      within95: (duration) => `95% em até ${duration}`,
      changed: (change, before) => `${change} em relação à semana anterior (${before})`,
      before: (before) => `${before} na semana anterior`,
      noneBefore: 'Nenhum na semana anterior',
      chartText: (title, value, change) => `${title}, últimos 7 dias: ${value}. ${change}.`,
      day: (day, title, value) => `${day} · ${title}: ${value}`,
      nothing: 'nenhum',
      today: 'Hoje',
      daysTable: 'Mostrar os 14 dias',
      dayColumn: 'Dia',
      median: 'Tempo até o lead (mediana)',
      percentile95: 'Percentil 95',
      daysNote: (zone) =>
        `Dias no fuso ${zone}. Leads de teste não contam. O tempo até o lead vai da gravação do evento à criação do lead. A semana anterior é contada até este mesmo horário.`,
      newest: 'Leads mais recentes',
      allLeads: 'Todos os leads',
      numbers: 'Fila e origens',
      lastHour: 'Concluídos na última hora',
      failed: ({ count }) => `${count} com erro`,
      received: 'Recebidos em 24 h',
      refused: 'Recusadas em 24 h',
      places: {
        queue: 'Abrir a fila',
        failedEvents: 'Ver eventos com erro',
        parkedEvents: 'Ver eventos em espera',
        refused: 'Ver requisições recusadas',
        event: 'Ver o último evento',
        sources: 'Abrir as origens',
        forms: 'Abrir os formulários',
        database: 'Abrir o banco de dados',
        conversionQueue: 'Abrir a fila de conversões',
        rejectedConversions: 'Ver conversões rejeitadas',
        waitingConversions: 'Ver conversões pendentes',
      },
      firstSteps: 'Receba seu primeiro lead',
      firstStepsIntro: 'Siga estes passos. A lista some quando o primeiro lead chegar.',
      stepStates: { done: 'Feito', open: 'A fazer', unseen: 'Não verificado aqui' },
      steps: {
        fonte: {
          name: 'Conecte uma origem',
          text: 'Defina o segredo de assinatura e informe a URL da origem no Google Ads, na Meta ou no formulário do seu site.',
        },
        campanha: { name: 'Adicione uma campanha', text: 'Ela define qual cliente e qual usuário recebem o lead.' },
        evento: { name: 'Receba o primeiro evento', text: 'Envie um evento de teste: `lead-intake send form --campaign ID`.' },
        lead: {
          name: 'Veja o primeiro lead',
          text: 'Um worker cria o lead a partir do evento: `lead-intake serve --work` ou `lead-intake queue work`.',
        },
        backup: { name: 'Faça um backup', text: 'Execute `lead-intake backup` toda noite.' },
        alerta: {
          name: 'Configure um alerta',
          text: 'Configure o Prometheus para ler `/metrics` com docs/monitoring/alerts.yml ou agende `lead-intake doctor`.',
        },
      },
    },

    lead: {
      title: (id) => `Lead ${id}`,
      test: 'Lead de teste da plataforma. Não entra nas contagens nem é informado como conversão.',
      groups: {
        person: 'Pessoa',
        belonging: 'Cliente e campanha',
        marks: 'Da plataforma',
      },
      openLead: 'Abrir',
      history: 'Histórico',
      made: 'Criado',
      changed: 'Alterado',
      byEvent: (id) => `evento ${id}`,
      changes: 'Campos alterados',
      empty: 'vazio',
    },

    consent: {
      title: (id) => `Consentimento do lead ${id}`,
      asOf: 'Situação em',
      recorded: 'Consentimentos registrados',
      timeNotStated: 'O remetente não informa quando.',
      record: 'Registrar um consentimento ou uma retirada',
      recordText:
        'O que a pessoa disse a você. Os consentimentos registrados nunca são alterados: vale o último de cada finalidade. As plataformas mantêm as conversões já enviadas.',
      purposeHint: 'Como em CONVERSIONS_CONSENT_KEYS ou no formulário. Deixe em branco para retirar todos os consentimentos.',
      reasonHint: 'Como você sabe disso, por exemplo a data de uma ligação.',
      grant: 'Registrar consentimento',
      withdraw: 'Registrar retirada',
      notices: {
        concedido: 'Consentimento registrado.',
        retirado: 'Retirada registrada. As conversões ainda não enviadas não serão enviadas.',
      },
    },

    leads: {
      test: 'Leads de teste',
      tests: { also: 'incluídos', without: 'ocultos', only: 'somente de teste' },
      table: 'Leads, dos mais recentes aos mais antigos',
      empty: 'Nenhum lead ainda.',
      emptySoFar: 'Nenhum resultado entre os leads pesquisados até aqui. Clique em “Mais antigos” para continuar.',
      export: 'Exportar CSV',
      exportNote:
        'Exporta todos os leads do filtro, com dados pessoais. Os leads de teste entram, a menos que o filtro os oculte. A exportação fica no registro de atividades.',
      exportSheet: 'Para planilhas (;)',
      exportPlain: 'Simples (,)',
    },

    login: {
      title: 'Entrar',
      token: 'Token de administração',
      hintToken: 'O valor de ADMIN_TOKEN nas configurações do lead-intake, ou o de ADMIN_READONLY_TOKEN para acesso somente leitura.',
      hintOneTime: 'Abra o link que o lead-intake mostrou ao iniciar, ou cole aqui o token dele. O token só funciona uma vez.',
      wrongToken: 'Token incorreto. Compare com ADMIN_TOKEN nas configurações do lead-intake e tente novamente.',
      wrongOneTime:
        'Este token está incorreto ou já foi usado. Reinicie o lead-intake para receber um novo link, ou defina ADMIN_TOKEN para ter um token fixo.',
      manyFailures: 'Houve várias tentativas incorretas a partir do seu endereço. O token correto sempre funciona.',
      unsentForm: 'Sua sessão expirou, por isso o formulário não foi enviado. Depois de entrar, você pode conferir e enviar.',
      continueTitle: 'Continuar',
      continueText: 'Abrindo a página…',
    },

    namedSecrets: {
      title: 'Segredos dos remetentes',
      intro:
        'Dê a cada cliente ou landing page um segredo próprio, que só cria leads desse cliente. Os segredos das configurações continuam válidos. Com um segredo de exportação, o Google Ads busca as conversões de um cliente.',
      ofClient: 'Só os segredos de',
      empty: 'Nenhum segredo de remetente ainda.',
      origins: { formulario_proprio: 'Formulário do site', search_ads: 'Google Ads', exportacao: 'Exportação de conversões' },
      sendersCount: (count) => (count === 1 ? '1 remetente' : `${count} remetentes`),
      lastSeen: 'visto por último',
      nowUses: 'agora usa',
      actionsOf: (name) => `Ações do segredo ${name}`,
      removeNamed: (name) => `Remover o segredo ${name}`,
      removeText:
        'As requisições com este segredo passarão a ser recusadas em segundos, e o Google Ads não reenvia um lead recusado. Antes, confirme que todos os remetentes usam outro segredo.',
      removed: 'Segredo removido. As requisições com ele passam a ser recusadas em segundos.',
      addSecret: 'Adicionar segredo',
      nameHint: 'Por exemplo, a landing page ou a conta do Google Ads que o usa.',
      clientHint: 'O segredo só cria leads deste cliente. A exportação de conversões precisa de um cliente.',
      valueHint: 'Deixe em branco para gerar um. No mínimo 16 caracteres.',
      noKey: 'Para adicionar segredos aqui, defina CREDENTIALS_KEY e reinicie o serviço. Ela os criptografa no banco de dados.',
      added: (name) => `Segredo “${name}” adicionado. Copie-o agora: ele não será exibido novamente.`,
      enter: {
        formulario_proprio:
          'Coloque-o nas configurações do backend da landing page, que assina com ele. Nunca o coloque na própria página.',
        search_ads: 'No Google Ads, informe-o como chave do webhook do formulário de leads.',
        exportacao:
          'No Google Ads, programe um upload de https://SEU-HOST/export/conversions.csv com qualquer nome de usuário e este segredo como senha.',
      },
    },

    people: {
      intro:
        'Encontre tudo o que está guardado sobre uma pessoa, entregue os dados a ela ou apague-a. Cada passo fica no registro de atividades, sem o que você procurou.',
      nothingDone: 'Nada foi feito.',
      several: 'Separe vários valores com vírgulas.',
      found: 'Guardado sobre esta pessoa',
      places: 'Registros guardados por lugar',
      place: 'Onde',
      own: 'Da pessoa',
      mentions: 'Só mencionada',
      perhaps: 'Talvez a mesma pessoa',
      add: (id) => `Incluir o lead ${id}`,
      give: 'Entregar os dados',
      giveText: 'O arquivo contém dados pessoais sem máscara. Entregue-o só à pessoa.',
      language: 'Idioma da página',
      asPage: 'Baixar página para imprimir',
      asJson: 'Baixar JSON completo',
      erase: 'Apagar esta pessoa',
      eraseText: 'Apaga tudo sobre a pessoa que está nesta página e toda menção a ela. Não é possível desfazer.',
      eraseSure: 'Apagar definitivamente',
      reasonHint: 'Por exemplo, o número do chamado. Fica no registro de atividades, por isso sem dados pessoais.',
      erasure: (number) => `Apagamento ${number}`,
      erased: 'A pessoa foi apagada.',
      changed: 'O que foi alterado',
      reading: 'Lendo tudo:',
      removing: 'Tudo foi lido. O que foi encontrado está sendo removido.',
      mayLeave: 'Você pode sair desta página. A pessoa já não volta mais.',
      waits:
        'Iniciado, aguardando a vez. Se demorar, outro processo está apagando ou lendo o banco de dados. O lead-intake confere uma vez por hora.',
      searching: 'Procurando em tudo',
      searchingText:
        'O resultado aparece aqui. Sem JavaScript, recarregue a página. A busca para se ninguém olhar esta página por cinco minutos.',
      erasures: 'Apagamentos',
      noErasures: 'Ninguém foi apagado ainda.',
      receipt: 'Comprovante',
      incomplete: 'Não concluído',
      accesses: 'Quem acessou os dados desta pessoa',
    },

    platforms: {
      titles: { search_ads: 'Contas do Google Ads', social_ads: 'Contas da Meta' },
      connect: {
        social_ads:
          'Nenhuma conta conectada. Os leads que precisam ser buscados na Meta ficam em espera, e nenhuma conversão é enviada. Conecte uma página com `lead-intake source connect social-ads` ou WEBHOOK_SOCIALADS_TOKENS. Conecte um conjunto de dados na página do cliente ou defina SOCIALADS_DATASET_ID e SOCIALADS_CONVERSIONS_TOKEN.',
        search_ads:
          'Nenhuma conta conectada. Os leads chegam completos, mas nenhuma conversão é enviada. Conecte uma conta na página do cliente ou defina SEARCHADS_CREDENTIALS_FILE e SEARCHADS_ACCOUNT_ID.',
      },
      comparison: 'Leads que faltam',
      comparedEvery: (hours) =>
        hours === 1
          ? 'O lead-intake compara os leads de cada formulário com a Meta a cada hora e busca os que faltam.'
          : `O lead-intake compara os leads de cada formulário com a Meta a cada ${hours} horas e busca os que faltam.`,
      comparedNever: 'Desativado (SOCIALADS_RECONCILE_HOURS é 0). Leads cujo webhook não chegou não são detectados.',
      notCompared: 'Nenhum formulário comparado ainda.',
      comparedAt: 'Comparado em',
      found: 'Na Meta',
      result: 'Resultado',
      complete: 'Completo',
    },

    palette: {
      name: 'Buscar ou ir para',
      placeholder: 'Busque leads, eventos e páginas',
      placeholderOfReader: 'Ir para uma página',
      options: 'Sugestões',
      pages: 'Ir para',
      actions: 'Ações',
      inLeads: 'Buscar nos leads por',
      inEvents: 'Buscar nos eventos por',
      newCampaign: 'Nova campanha',
      retryFailed: 'Tentar novamente todos os eventos com erro',
      pauseOrResume: 'Pausar ou retomar a fila',
      languageWords: 'idioma inglês',
      none: 'Nada encontrado',
      one: '1 sugestão',
      many: 'sugestões',
      keys: 'Atalhos do teclado',
      keyPalette: 'Buscar ou ir para uma página',
      keySearch: 'Buscar na lista',
      keyRows: 'Próxima linha ou linha anterior',
      keyOpen: 'Abrir a linha',
      keyChoose: 'Selecionar a linha',
      keyKeys: 'Mostrar estes atalhos',
      lettersOn: 'Usar atalhos de uma tecla só',
      close: 'Fechar',
    },

    queue: {
      pause: 'Pausar fila',
      resume: 'Retomar fila',
      noWorkerTitle: 'Nenhum worker em execução.',
      pausedTitle: 'A fila está pausada.',
      queues: {
        events: {
          title: 'Fila de eventos',
          noWorkerText: 'Os eventos são gravados, mas não processados. Inicie um worker com `lead-intake queue work`.',
          pausedText: 'Os eventos continuam sendo recebidos e gravados. Nenhum job começa até você retomar a fila. Pausada desde',
          meanings: {},
        },
        conversions: {
          title: 'Fila de conversões',
          noWorkerText: 'As conversões são gravadas, mas não enviadas. Inicie um worker com `lead-intake queue work conversoes`.',
          pausedText: 'As conversões continuam sendo gravadas. Nenhuma é enviada até você retomar a fila. Pausada desde',
          meanings: {
            falhou: 'rejeitadas pela plataforma',
            concluido: 'enviadas à plataforma',
            estacionado: 'falta uma credencial ou plataforma',
          },
        },
      },
      conversionsWait: 'prontas para envio',
      conversionsDelayed: (ready, delayed) =>
        `prontas para envio: ${ready}; aguardando o resultado da plataforma ou a próxima tentativa: ${delayed}`,
      conversionsParked: (count) => `aguardando uma credencial: mais ${count}`,
      conversionsUnworked: 'inicie um com `lead-intake queue work conversoes`',
      figures: 'Jobs por status',
      meanings: {
        pendente: 'prontos para execução',
        processando: 'com um worker',
        falhou: 'resolva a causa e tente novamente',
        concluido: 'sem erros',
        adiado: 'nova tentativa automática mais tarde',
        estacionado: 'falta conectar uma plataforma',
      },
      oldest: 'Maior espera',
      oldestNone: 'nenhum job aguardando',
      oldestMeaning: 'do job mais antigo pronto para execução',
      lastHour: 'Última hora',
      asOf: 'Atualizado em',
      workers: 'Workers',
      workersEmpty: 'Nenhum worker.',
      processed: 'Processados',
      database: {
        file: 'Arquivo',
        name: 'Nome no servidor',
        wal: 'Log de transações (WAL)',
        free: 'Espaço livre em disco',
        schema: 'Versão do esquema',
        backup: 'Último backup',
        unknown: 'desconhecido',
        backupHint: 'Faça backup toda noite com `lead-intake backup`.',
      },
    },

    record: {
      reveal: 'Mostrar dados pessoais',
      hide: 'Ocultar dados pessoais',
      revealNote: 'A visualização fica no registro de atividades.',
      headersNone: 'Nenhum cabeçalho guardado.',
    },

    refused: {
      title: 'Requisições recusadas',
      intro:
        'Corrija a causa e depois reprocesse as requisições. São guardadas as últimas 1.000 de remetentes verificados e as últimas 1.000 dos demais.',
      groups: 'Por causa',
      cause: 'Causa',
      count: 'Requisições',
      newest: 'Última',
      table: 'Requisições recusadas, da mais recente à mais antiga',
      from: 'Endereço IP',
      open: 'Não reprocessadas (só assinadas)',
      empty: 'Nenhuma requisição recusada.',
      one: (id) => `Requisição recusada ${id}`,
      why: 'Por que foi recusada',
      whatToDo: 'O que fazer',
      replayText: 'A requisição é verificada novamente com os segredos e as configurações atuais. Se for aceita, vira um evento.',
      replayedAs: 'Reprocessada como',
      onlyBeginning:
        'Só o início do corpo foi guardado, por isso não é possível reprocessar a requisição. Peça ao remetente que a envie novamente.',
      wrongAtSender: 'O remetente usou uma chave ou um segredo errado que já foi corrigido?',
      withoutCredential: 'Reprocessar sem credencial válida…',
      stillRefused: 'Continua recusada:',
      notices: { sem_lead: 'A requisição é válida, mas não contém nenhum lead. Nada foi gravado.' },
      method: 'Endpoint',
      isVerified: 'Verificado: conhece o segredo',
      notVerified: 'Não verificado',
      bodyWhole: 'completo',
      bodyBeginning: 'só o início',
      bodyMasked: 'dados pessoais mascarados',
      bodyExact: 'como foi recebido',
      bodyCut: (characters) => `Mostrando os primeiros ${characters} caracteres.`,
      bodyEmpty: 'O corpo estava vazio.',
      advice: {
        signature_missing:
          'Se ela veio de um remetente seu, dê a ele o segredo e peça que assine as requisições. Caso contrário, ignore: endereços públicos sempre recebem requisições de desconhecidos.',
        signature_malformed:
          'Causas comuns: Base64 em vez de hexadecimal, falta do prefixo, outro algoritmo ou duas assinaturas em um cabeçalho. Corrija o remetente e peça que envie novamente.',
        signature_invalid:
          'Primeiro compare os segredos, inclusive espaços e quebras de linha no fim. Se forem iguais, assine exatamente os bytes enviados: um JSON lido e serializado novamente fica diferente. `lead-intake signature verify` mostra a diferença.',
        google_key_invalid:
          'Informe a mesma chave no Google Ads e em WEBHOOK_SEARCHADS_SECRET. Durante a troca, mantenha a antiga em WEBHOOK_SEARCHADS_SECRET_PREVIOUS. O Google não reenvia o lead, por isso reprocesse esta requisição. Se a chave errada era a do Google Ads, reprocesse sem credencial válida.',
        timestamp_out_of_window:
          'A requisição poderia ser a cópia de uma antiga. Confira os dois relógios, envie o horário Unix em segundos e assine cada tentativa logo antes de enviar. Você já pode reprocessar esta requisição: o horário que conta é o da chegada.',
        fields_invalid: 'Corrija o formulário e envie novamente. Se você reprocessar esta requisição, ela será recusada outra vez.',
        body_empty: 'O remetente precisa enviar o evento como objeto JSON no corpo de um POST.',
        body_not_json:
          'Causas comuns: um formulário que envia application/x-www-form-urlencoded, texto cortado ou aspas sem escape. Gere o corpo com uma biblioteca de JSON.',
        body_not_utf8: 'O remetente precisa codificar o JSON em UTF-8, não em ISO-8859-1 ou Windows-1252.',
        body_not_object: 'O remetente precisa enviar {"…": …}: um único evento, não uma lista nem um texto que contém JSON.',
        body_too_deep: 'Verifique o que o remetente envia. Isto não é um lead.',
        body_too_large: 'Verifique o que o remetente envia. Se estiver certo, aumente MAX_BODY_BYTES e peça que envie novamente.',
        content_encoding_unsupported: 'O remetente precisa enviar sem Content-Encoding: a assinatura vale para os bytes sem compressão.',
        too_many_changes: 'O remetente precisa dividi-la em várias requisições.',
        other: 'Leia a resposta ao remetente, corrija a causa e reprocesse a requisição.',
      },
    },

    refusedMatches: {
      found: (text, count) =>
        count === 1 ? '1 requisição recusada também corresponde.' : `${text} requisições recusadas também correspondem.`,
      see: (count) => (count === 1 ? 'Ver a requisição' : 'Ver as requisições'),
    },

    replay: {
      title: 'Reprocessar requisições recusadas',
      requests: (count) => (count === 1 ? 'requisição recusada' : 'requisições recusadas'),
      wouldBeStored: (text, count) => `${text} ${count === 1 ? 'seria aceita' : 'seriam aceitas'}`,
      wereStored: (text, count) => `${text} ${count === 1 ? 'foi aceita' : 'foram aceitas'}`,
      stillRefused: (text, count) => `${text} ${count === 1 ? 'continua recusada' : 'continuam recusadas'}:`,
      ignored: (text) => `${text} sem lead`,
      impossible: (text, count) =>
        `${text} não ${count === 1 ? 'pode' : 'podem'} ser ${count === 1 ? 'reprocessada' : 'reprocessadas'}: só o início foi guardado, ou já ${count === 1 ? 'foi reprocessada' : 'foram reprocessadas'}`,
      meaning:
        'O lead-intake verifica as requisições novamente com os segredos e as configurações atuais. As que continuarem recusadas permanecem na lista. Nenhum lead é criado duas vezes.',
      withoutCredential:
        'Reprocessar também requisições sem credencial válida. Conheço o remetente, e a chave ou o segredo dele estava errado. Minha decisão fica no registro de atividades.',
      vouchedFor: (text) => `${text} delas sem credencial válida`,
      confirm: (text, count) => (count === 1 ? 'Reprocessar 1 requisição' : `Reprocessar ${text} requisições`),
      all: 'Reprocessar todas do filtro',
      select: (id) => `Selecionar a requisição recusada ${id}`,
      selection: 'Seleção',
    },

    sources: {
      ready: 'Pronta',
      open: 'Aceita eventos sem assinatura',
      notConfigured: 'Não configurada',
      notConfiguredText: (setting) =>
        `As requisições recebem HTTP 503 até você definir \`${setting}\`. Gere um segredo com \`lead-intake secret generate\`, coloque-o nas configurações e reinicie o serviço.`,
      unsignedText:
        'Eventos sem assinatura são aceitos (`WEBHOOK_ALLOW_UNSIGNED`), por isso qualquer pessoa com acesso ao endereço pode criar leads. Use só em desenvolvimento.',
      setUp: 'Configuração',
      address: 'URL do webhook',
      enter: {
        search_ads: 'No Google Ads, informe-a como URL do webhook do formulário de leads e o segredo como chave.',
        social_ads:
          'No seu aplicativo da Meta, informe-a como URL de callback do webhook da página, campo leadgen. O segredo é a chave secreta do aplicativo.',
        formulario_proprio: 'Envie os leads para ela a partir do seu servidor, assinados como mostrado abaixo.',
      },
      localAddress:
        'Você abriu esta página por um endereço local. Para ver as URLs que as plataformas usam, abra a página pelo endereço https público.',
      never: 'Nenhum ainda',
      unusuallySilent: (usual) =>
        `Sem eventos há mais tempo que o normal. Nas últimas quatro semanas, o maior intervalo neste horário foi de ${usual}. Verifique se a origem continua enviando.`,
      last24h: 'Últimas 24 horas',
      events: (text, { received24h }) => `${text} ${received24h === 1 ? 'evento' : 'eventos'}`,
      secretSet: (setting) => `\`${setting}\` está definida`,
      secretMissing: (setting) => `\`${setting}\` não está definida`,
      namedSecretsCount: (count) => (count === 0 ? 'Nenhum; adicione um por cliente' : count === 1 ? '1 segredo' : `${count} segredos`),
      rotation: 'Troca do segredo',
      senders: (count) => `Remetentes que usaram o segredo anterior: ${count}`,
      lastSeen: 'último uso',
      notMoved: 'ainda não usou o segredo novo',
      moved: 'usa o segredo novo, último uso',
      movedBack: 'voltou ao segredo antigo; último uso do novo',
      verifyToken: 'Token de verificação',
      verifyTokenMissing: (setting) =>
        `\`${setting}\` não está definida, por isso a Meta não consegue verificar o webhook. Defina-a com o token de verificação informado no aplicativo.`,
      refusedOpen: (text, count) => `${text} não ${count === 1 ? 'reprocessada' : 'reprocessadas'}`,
      refusedCount: (text, _count) => `${text} no total`,
      refusedNone: 'Nenhuma',
      signing: 'Exemplo de assinatura',
      signingText:
        'Assine exatamente os bytes que você envia, com HMAC-SHA256 em hexadecimal. Mantenha o segredo no seu servidor, nunca no navegador. Troque o ID da campanha e defina o segredo.',
      signingRetry: 'Uma nova tentativa precisa de um novo timestamp. Mantenha o mesmo ID para não criar outro lead.',
    },

    unsentForm: {
      title: 'Seu formulário não foi enviado',
      text: 'Você entrou novamente depois de abrir a página. Confira os valores e envie o formulário.',
      path: 'Destino',
      secretNotKept: 'Informe de novo: segredos não são guardados.',
      send: 'Enviar',
      leave: 'Descartar e ir para a visão geral',
    },

    views: {
      name: 'Visualizações salvas',
      all: 'Tudo',
      save: 'Salvar visualização',
      viewName: 'Nome da visualização',
      shared: 'Visível para todos os usuários da interface web.',
      delete: 'Excluir visualização',
      columns: 'Colunas',
    },
  },
};
