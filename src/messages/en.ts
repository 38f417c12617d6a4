import { formatBytes } from '../base/bytes.ts';
import { formatDuration } from '../base/duration.ts';
import type { Translated } from '../base/language.ts';
import { counted } from '../base/text.ts';
import {
  allOf,
  clientConnect,
  type GoogleCredentialProblem,
  type GoogleReason,
  type GraphOddity,
  googleReasons,
  graphMarks,
  httpStatus,
  idOrName,
  labelIn,
  type NamedThings,
  namedThings,
} from './fault-parts.ts';
import {
  type AccountInWords,
  type Age,
  type FindingWords,
  fewOf,
  grantsOf,
  listOf,
  type Mark,
  MOST_NAMED,
  type RefusedCause,
  type Said,
} from './finding-words.ts';
import type { RecordKind } from './messages.ts';

const n = (value: number): string => value.toLocaleString('en-GB');

const after = (said: Said | null): string => (said === null ? '' : ` ${said}`);

const GENERATE_SECRET =
  'Create a stronger one with `lead-intake secret generate`. Keep the old one in the setting that ends in _PREVIOUS until every sender uses the new one.';
const RESTORE_BACKUP = 'Keep a copy of the file, stop every lead-intake process, and restore the latest backup with `lead-intake restore`.';
const MAKE_ROOM =
  'lead-intake cannot receive events when the disk is full. Free some space, delete old jobs with `lead-intake queue prune`, or move the database to a larger disk.';
const LOCAL_DISK = 'Move the database to a local disk.';
const SYNCHRONISE = 'Turn on time synchronization (`timedatectl set-ntp true`, or chrony).';
const NO_APP_ID = 'SOCIALADS_APP_ID or the app secret (WEBHOOK_SOCIALADS_SECRET) is not set.';
const OTHER_TOKEN = 'Replace the token in the settings, or with `lead-intake source connect` or `lead-intake client connect`.';
const RENEW_TOKEN = 'Create a new token, preferably for a system user, and put it in the settings or connect it.';
const SET_UP_WEBHOOK =
  'In the Meta app (Meta for Developers > Webhooks > Page), set the callback URL to https://YOUR-HOST/webhooks/social_ads and subscribe to leadgen.';
const CHECK_DATASET =
  "Compare the ID (in SOCIALADS_DATASET_ID or the client's account) with the one in Meta Events Manager, and create the token there for this dataset.";

/** What the reasons of Google Ads mean. */
export const GOOGLE_REASONS = {
  accountWithoutConsent: 'the advertiser has not given consent',
  alreadyThere: 'duplicate of an earlier conversion',
  beforeClick: 'the conversion is earlier than the click',
  clickIdUnknown: 'unknown click ID',
  clickNotOnAd: 'the click was not on a Google Ads ad',
  clickTooOld: 'the click is too old',
  clickTooRecent: 'the click is only a few hours old',
  consentRefused: 'the person refused consent',
  consentUnknown: "the person's consent is unknown",
  eventInvalid: 'invalid event',
  externalAttribution: 'the conversion action uses external attribution',
  failed: 'error in Google Ads',
  formatInvalid: 'invalid event format',
  onePerClick: 'the conversion action counts one conversion per click, and this click has no gclid',
  originalNotThere: 'the conversion to adjust has not arrived yet',
  otherAccount: 'the click belongs to another Google Ads account',
  personWithoutClick: 'no ad click found for this person, which is normal for people who did not come from an ad',
  sameClickAndTime: 'duplicate click and time',
  somethingElse: 'a feature that lead-intake does not use',
  unsaid: 'no reason given',
};

const OR_CONNECT_AGAIN = "the file in SEARCHADS_CREDENTIALS_FILE, or connect the client's account again with `lead-intake client connect`.";

const unusableDatabase = ({ message, hint }: { message: Said; hint: Said | null }): FindingWords => ({
  text: message,
  action: hint ?? RESTORE_BACKUP,
});

const wrongCredentials = ({ message, hint }: { message: Said; hint: Said }): FindingWords => ({ text: message, action: hint });

const noWorker = ({ waiting }: { waiting: number }): FindingWords => ({
  text: `No worker is running. Waiting jobs: ${n(waiting)}.`,
  short: 'no worker',
  action:
    'Events are stored but not turned into leads. Start `lead-intake queue work` with a service manager, or run `lead-intake serve --work`.',
});

/** What a sentence with many parts is given, where naming each part twice would take a line for each. */
type Texts<Name extends string> = { readonly [Each in Name]: string };
type Numbers<Name extends string> = { readonly [Each in Name]: number };

/** What is wrong with a line of a file. */
interface LineProblem {
  readonly line: number;
  readonly problem: Translated<string>;
}

/** Texts that belong to a list elsewhere, one for each entry: the compiler counts them in every other language. */
function inOrder<const T extends readonly string[]>(...texts: T): { readonly [K in keyof T]: string } {
  return texts as { readonly [K in keyof T]: string };
}

const LOOK_AT_BODY =
  'See it with `lead-intake events show`, then ask the sender to correct it and send it again. If the ID is the same, it is processed automatically.';

/** An empty text may be personal data that was left out. */
function shown(text: string): string {
  return text === '' ? "(not shown because it may be personal data; see the event's body)" : `"${text}"`;
}

/** The command for everything that failed for the same reason, or for this event. */
function thenAgain(command: string): string {
  return `Then run \`lead-intake ${command}\`.`;
}

const PARKED_UNTIL_THEN = 'The job then runs automatically. Until then it is parked, which uses no attempts, and nothing is lost.';
const SENT_AFTERWARDS = 'The conversion is then sent automatically.';

function originName(origin: string): string {
  return labelIn(en.labels.origins, origin);
}

function codeName(code: string): string {
  return labelIn(en.labels.codes, code);
}

function causesIn(causes: readonly RefusedCause[]): string {
  return listOf(causes, originName, codeName);
}

function accountKind(platform: string): string {
  return platform === 'social_ads' ? 'Meta dataset' : 'Google Ads account';
}

/**
 * Every sentence and label of the program in English. A message with parameters is a function of one object, so that its code and its parameters
 * can be stored and sent, and each reader sees it in their own language.
 */
export const en = {
  /** Words used in many places: states, sources, error codes, columns. */
  labels: {
    /** How numbers are written, as BCP 47 names it. */
    locale: 'en-US',
    /** Shown where there is no value. */
    none: '—',
    yes: 'yes',
    no: 'no',
    everyClient: 'All clients',
    never: 'Never',
    nothingChanged: 'Nothing was changed.',
    nothingFound: 'Nothing found.',
    nothingMatches: 'Nothing matches the filter.',
    nothingToDo: 'Nothing to do',
    /** What buttons and links of the pages do. */
    actions: {
      apply: 'Apply',
      backToList: 'Back to the list',
      cancel: 'Cancel',
      choose: 'Choose…',
      delete: 'Delete',
      remove: 'Remove',
      replay: 'Replay',
      retry: 'Retry',
      save: 'Save',
      search: 'Search',
      select: 'Select',
      showAll: 'Show all',
    },
    /** What became of an event. */
    states: {
      recebido: 'Received',
      processado: 'Processed',
      erro: 'Failed',
    },
    /** Where a job is: `parked` and `delayed` are queued jobs that cannot run yet. */
    jobStates: {
      pendente: 'Queued',
      adiado: 'Delayed',
      estacionado: 'Parked',
      processando: 'Running',
      concluido: 'Done',
      falhou: 'Failed',
    },
    /** What became of a conversion. */
    conversionStates: {
      pendente: 'Waiting',
      enviada: 'Sent',
      rejeitada: 'Rejected',
      sem_destino: 'No platform',
      retirada: 'Withdrawn',
    },
    /** Sources of events, as their users know them. */
    origins: {
      search_ads: 'Google Ads',
      social_ads: 'Meta',
      formulario_proprio: 'Website form',
    },
    /** What an event does. */
    eventKinds: {
      lead: 'Lead',
      update: 'Update',
      conversion: 'Conversion',
      withdrawal: 'Consent withdrawn',
      other: 'Other',
    },
    /** Stages of a sale with a label; any other keeps the name it was recorded with. */
    stages: {
      lead_qualified: 'Qualified',
      sale: 'Sale',
      etapa_inicial: 'New lead',
    },
    /** Short names of error codes, for lists. The code itself stays in JSON, in flags and in tooltips. */
    codes: {
      unusable_body: 'Unreadable body',
      unknown_event_type: 'Unknown event type',
      lead_not_found: 'Lead not found',
      lead_of_other_client: 'Lead of another client',
      lead_on_its_way: 'Lead not processed yet',
      earlier_events_waiting: 'Earlier events not processed yet',
      wrong_client: 'Secret of another client',
      unknown_campaign: 'Unknown campaign',
      unknown_client: 'Unknown client',
      not_linked: 'Not linked to a campaign',
      page_of_another_client: 'Page of another client',
      platform_not_connected: 'Platform not connected',
      credential_refused: 'Credential not accepted',
      account_blocked: 'Account blocked',
      contact_data_blocked: 'Contact data blocked',
      platform_busy: 'Waiting for a free slot',
      platform_throttled: 'Rate limited',
      platform_unavailable: 'Platform unreachable',
      lead_not_available: 'Lead not available',
      test_lead: 'Test lead',
      processing_failed: 'Unexpected error',
      write_rejected: 'Result not stored',
      not_stored: 'Database cannot store results',
      worker_died: 'Worker crashed',
      worker_stopped: 'Worker stopped',
      forgotten: 'Job deleted',
      conversion_no_identifier: 'No contact or click ID',
      conversion_too_old: 'Too old to report',
      conversion_refused: 'Rejected by the platform',
      conversion_not_found: 'Conversion not found',
      conversion_action_unknown: 'No conversion action',
      conversion_visit_unknown: 'Page or browser unknown',
      conversion_deferred: 'Waiting for the platform',
      conversion_outcome_unknown: 'Result unknown',
      conversion_on_hold: 'On hold',
      consent_denied: 'Consent denied',
      consent_missing: 'No consent',
      credentials_missing: 'No credential',
      credentials_unreadable: 'Credential cannot be read',
      credentials_wrong: 'Wrong credential',
      not_sent_yet: 'Not sent yet',
      client_not_connected: 'Client has no account',
      signature_missing: 'No signature',
      signature_malformed: 'Malformed signature',
      signature_invalid: 'Invalid signature',
      google_key_invalid: 'Invalid Google key',
      fields_invalid: 'Invalid fields',
      timestamp_out_of_window: 'Timestamp out of range',
      body_too_large: 'Body too large',
      content_encoding_unsupported: 'Unsupported encoding',
      body_empty: 'Empty body',
      body_not_json: 'Body is not JSON',
      body_not_utf8: 'Body is not UTF-8',
      body_not_object: 'Body is not an object',
      body_too_deep: 'Body nested too deeply',
      too_many_changes: 'Too many changes',
    },
    /** Names of fields, as lists, filters and pages show them. */
    fields: {
      access: 'Access',
      account: 'Account',
      added: 'Added',
      address: 'Address',
      after: 'After',
      answered: 'Answered',
      arrived: 'Received',
      before: 'Before',
      best: 'Best',
      bodies: 'Bodies',
      body: 'Body',
      browser: 'Browser',
      by: 'By',
      campaign: 'Campaign',
      campaignId: 'Campaign ID',
      clickId: 'Click ID',
      client: 'Client',
      code: 'Code',
      completed: 'Completed',
      conv: 'Conv',
      conversion: 'Conversion',
      conversions: 'Conversions',
      count: 'Count',
      created: 'Created',
      credential: 'Credential',
      database: 'Database',
      dayCount: '24 h',
      detail: 'Detail',
      done: 'Done',
      email: 'Email',
      ends: 'Ends',
      erasure: 'Number',
      error: 'Error',
      errorCode: 'Error code',
      errorNames: 'ID in error',
      event: 'Event',
      events: 'Events',
      examples: 'Examples',
      failed: 'Failed',
      failedAt: 'Failed',
      field: 'Field',
      file: 'File',
      form: 'Form',
      found: 'Found',
      from: 'From',
      happened: 'Happened',
      headers: 'Headers',
      host: 'Host',
      id: 'ID',
      identity: 'External ID',
      job: 'Job',
      jobs: 'Jobs',
      keptIn: 'Kept in',
      key: 'Key',
      lastAsked: 'Last asked',
      lastEvent: 'Last event',
      lastSeen: 'Last seen',
      lastUsed: 'Last used',
      lead: 'Lead',
      leadId: 'Lead ID',
      leads: 'Leads',
      links: 'Linked IDs',
      meaning: 'Meaning',
      measure: 'Measure',
      measured: 'Measured',
      mentions: 'Only mentioned',
      message: 'Message',
      met: 'Met',
      missing: 'Missing',
      must: 'Required',
      name: 'Name',
      newest: 'Newest',
      newSecret: 'New secret',
      noContact: 'No contact',
      nowUses: 'Now uses',
      ofPerson: 'About the person',
      oldSecret: 'Old secret',
      operator: 'Operator',
      page: 'Page',
      period: 'Time',
      phone: 'Phone',
      pid: 'PID',
      place: 'Where',
      platform: 'Platform',
      question: 'Question',
      queued: 'Queued',
      readAs: 'Read as',
      received: 'Received',
      recovered: 'Recovered',
      refused: 'Refused',
      replayed: 'Replayed',
      request: 'Request',
      requestId: 'Request ID',
      resends: 'Resends',
      search: 'Search',
      secret: 'Secret',
      seen: 'Seen',
      sender: 'Sender',
      session: 'Session',
      setting: 'Setting',
      silent: 'Silent for',
      since: 'Since',
      size: 'Size',
      source: 'Source',
      stage: 'Stage',
      started: 'Started',
      state: 'State',
      step: 'Step',
      stored: 'Stored',
      submitted: 'Submitted',
      test: 'Test',
      timeline: 'Timeline',
      tries: 'Attempts',
      type: 'Type',
      unreadKeys: 'Unread keys',
      until: 'Before',
      user: 'User',
      value: 'Value',
      verifiedBy: 'Verified by',
      version: 'Version',
      when: 'When',
      worker: 'Worker',
    },
    /** Fields of records by their names in JSON. */
    jsonFields: {
      a_preencher: 'To fill',
      apagado_em: 'Erased',
      atualizado_em: 'Updated',
      caminho: 'Path',
      corpo_apagado_em: 'Body deleted',
      campanha: 'Campaign',
      campanha_id: 'Campaign ID',
      chave: 'Key',
      click_id: 'Click ID',
      cliente: 'Client',
      cliente_id: 'Client ID',
      codigo: 'Reason',
      completa: 'Complete',
      conflitos: 'Conflicts',
      consentimento_id: 'Consent',
      consentimentos: 'Consent',
      conversao_id: 'Conversion',
      conversoes: 'Conversions',
      corpo_bytes: 'Body size in bytes',
      correcoes: 'Corrections',
      credencial: 'Verified by',
      criado_em: 'Created',
      decisao: 'Decision',
      detalhe: 'Detail',
      email: 'Email',
      email_normalizado: 'Email, normalized',
      enviada_em: 'Sent',
      enviado_em: 'Submitted',
      erro_codigo: 'Error',
      erro_mensagem: 'What happened',
      estado: 'State',
      event_type: 'Type',
      evento_id: 'Event',
      extras: 'Other fields',
      finalidade: 'Purpose',
      formulario_id: 'Form ID',
      http_status: 'HTTP status',
      identidade: 'External ID',
      ip: 'Sent from',
      ip_pessoa: 'IP address of the person',
      lead_id: 'Lead',
      leads: 'Leads',
      leads_examinados: 'Leads examined',
      mapeado_em: 'Mapped',
      mensagem: 'Message',
      metodo: 'Method',
      moeda: 'Currency',
      motivo: 'Reason',
      nome: 'Name',
      observacao: 'Note',
      ocorrida_em: 'Happened',
      origem: 'Source',
      pagina_id: 'Page ID',
      pedido_em: 'Requested',
      pedido_id: 'Request ID',
      perguntas: 'Questions',
      perguntas_em: 'Questions fetched',
      plataforma: 'Platform',
      processado_em: 'Processed',
      recebida_em: 'Received',
      recebido_em: 'Received',
      recusa_id: 'Refused request',
      recusado_em: 'First refused',
      reenvios: 'Resends',
      registrada_por: 'Recorded by',
      registrado_em: 'Recorded',
      registrado_por: 'Recorded by',
      repetida_em: 'Replayed',
      repetida_evento_id: 'Event',
      requisicao_id: 'Request ID',
      respostas: 'Answers',
      search_click_id: 'Google click ID (gclid)',
      segredo: 'Secret (fingerprint)',
      sem_contato: 'Without contact',
      social_click_id: 'Meta click ID (fbclid)',
      status: 'State',
      telefone: 'Phone',
      telefone_e164: 'Phone, E.164',
      telefone_tipo: 'Phone type',
      teste: 'Test lead',
      texto: 'Text or version',
      tipo_conflito: 'Type of the conflict',
      usuario: 'User',
      usuario_id: 'User ID',
      vale_desde: 'Applies from',
      valor: 'Value',
    },
    /** Whether a worker still reports. */
    workerStates: { alive: 'Running', gone: 'Not responding' },
    consent: {
      everyPurpose: 'every purpose',
      none: 'No consent is recorded for this lead.',
      allows: 'Consent does not prevent conversions of this lead from being sent.',
    },
    consentActs: { concedido: 'Granted', negado: 'Denied', retirado: 'Withdrawn' },
    phoneKinds: { movel: 'mobile', fixo: 'landline', ambiguo: 'mobile or landline', outro: 'other', invalido: 'invalid' },
    /** Records in a sentence; in Portuguese with their articles. */
    records: {
      campaign: 'campaign',
      client: 'client',
      conversion: 'conversion',
      erasure: 'erasure',
      event: 'event',
      form: 'form',
      job: 'job',
      lead: 'lead',
      refused: 'refused request',
      secret: 'secret',
      session: 'session',
      user: 'user',
    },
  },

  /** What is wrong with a value that a person gave. */
  settings: {
    /** What each setting is for; tables of settings show it. */
    meanings: {
      WEBHOOK_ALLOW_UNSIGNED: 'accepts Google Ads and Meta events without a signature; for development only',
      WEBHOOK_SEARCHADS_SECRET: 'signing secret of the Google Ads route, and its google_key',
      WEBHOOK_SEARCHADS_SECRET_PREVIOUS: 'previous Google Ads secret, still valid during a rotation',
      WEBHOOK_SOCIALADS_SECRET: 'signing secret of the Meta route (the app secret)',
      WEBHOOK_SOCIALADS_SECRET_PREVIOUS: 'previous Meta secret, still valid during a rotation',
      WEBHOOK_SOCIALADS_VERIFY_TOKEN: 'must match hub.verify_token when Meta verifies the subscription',
      FORMULARIO_SECRET: 'secret shared with the backend of the landing page; never in a browser',
      FORMULARIO_SECRET_PREVIOUS: 'previous website form secret, still valid during a rotation',
      FORMULARIO_TIMESTAMP_TOLERANCE: 'maximum difference between the timestamp of a form and the clock, in seconds',
      DATABASE_URL:
        'database: sqlite:PATH (relative to the working directory; its folder is created) or postgres://USER:PASSWORD@HOST/DATABASE',
      HOST: 'address `serve` listens on',
      PORT: 'port `serve` listens on; 0 for any free port',
      ADMIN_TOKEN: 'token for the web interface and its API, at least 16 characters',
      ADMIN_READONLY_TOKEN: 'second token for the web interface: read-only, personal data masked',
      MAX_BODY_BYTES: 'maximum request body, in bytes',
      QUEUE_MAX_ATTEMPTS: 'attempts before a temporary error becomes final; platform errors are retried for up to 72 hours',
      QUEUE_LEASE_SECONDS: 'seconds that a worker can hold a job without renewing it',
      EVENT_TYPES: 'additional event types: NAME=lead, NAME=update, NAME=conversion or NAME=withdrawal, separated by commas',
      SOCIALADS_API_URL: 'address of the Graph API of Meta',
      SOCIALADS_API_VERSION: 'version of the Graph API',
      SOCIALADS_APP_ID: 'ID of the Meta app; with the app secret (WEBHOOK_SOCIALADS_SECRET) it inspects tokens and subscriptions',
      WEBHOOK_SOCIALADS_TOKENS: 'tokens that fetch leads: PAGE=TOKEN, separated by commas, or one token for all pages',
      SOCIALADS_RECONCILE_HOURS: 'hours between comparisons with the leads at Meta; 0 turns them off',
      SOCIALADS_DATASET_ID: 'dataset (pixel) that receives Meta conversions',
      SOCIALADS_INITIAL_STAGE:
        'event name that reports each new instant form lead to the dataset, such as lead; Meta expects it if you report stages',
      SOCIALADS_CONVERSIONS_TOKEN: 'token that sends Meta conversions',
      SEARCHADS_API_URL: 'address of the Data Manager API of Google Ads',
      SEARCHADS_TOKEN_URL: 'address that issues its access tokens',
      SEARCHADS_CREDENTIALS_FILE:
        'JSON key of a service account, or of an authorized user with a refresh token, that sends Google Ads conversions',
      SEARCHADS_ACCOUNT_ID: 'Google Ads account that receives conversions',
      SEARCHADS_LOGIN_ACCOUNT_ID: 'manager account used to access it, if any',
      SEARCHADS_CONVERSION_ACTIONS: 'conversion actions: NAME=ID for each name of conversion, *=ID for all others',
      ACCOUNTS_CLIENT: 'owner of SOCIALADS_DATASET_ID and SEARCHADS_ACCOUNT_ID: the ID of a client, or `all`; not needed with one client',
      SEARCHADS_ENHANCED_LEADS:
        'reports form leads without a click ID to Google Ads by hashed email and phone: true, false, or IDs of clients; for clients without their own account',
      CONVERSIONS_NAMES: 'what the platforms call a conversion: NAME=PLATFORM NAME, separated by commas',
      CONVERSIONS_ATTRIBUTION:
        'for leads with click IDs of both platforms: report to `every` platform, or only to that of the `last` click',
      CONVERSIONS_CONSENT:
        '`required`: send conversions only of people who consented; `unless_denied`: of everyone except people who refused',
      CONVERSIONS_CONSENT_KEYS: 'consents that count: purposes of the website form, checkboxes of the platforms, separated by commas',
      CONVERSIONS_EXPORT_CREDENTIAL: 'USER:PASSWORD for /export/conversions.csv, for the platform’s scheduled import',
      CONVERSIONS_TIME_ZONE: 'time zone of exported conversions, and of times without an offset',
      CREDENTIALS_KEY: 'key that encrypts stored tokens and secrets, at least 32 characters',
      BACKUP_RECIPIENTS: '`backup` encrypts to these age recipients (age1…), separated by commas',
      BACKUP_PASSPHRASE_FILE:
        'file with the passphrase that `backup` encrypts with, instead of BACKUP_RECIPIENTS, and `restore` decrypts with',
      BACKUP_KEEP_DAYS: 'days after which `backup` deletes older backups in its folder; 30 unless set; 0 keeps all',
      HEALTH_QUEUE: '/health includes the queue',
      TRUST_PROXY: 'number of proxies in front of the service, whose X-Forwarded-For and X-Request-Id are trusted',
      RETENTION_BODIES_DAYS:
        'days after which the body, headers and IP address of an event are deleted; 0 keeps them; a client can have its own limit',
      RETENTION_LEADS_DAYS: 'days without activity after which a lead becomes anonymous; 0 keeps it; a client can have its own limit',
      RETENTION_REFUSED_DAYS: 'days after which refused requests are deleted; 0 keeps them',
      RETENTION_JOBS_DAYS: 'days after which finished jobs and their attempts are deleted; 0 keeps them',
      RETENTION_LOG_DAYS: 'days after which lines of the operators’ log are deleted; 0 keeps them',
      LOG_LEVEL: 'lowest level that is logged',
      LOG_FORMAT: 'json or pretty; pretty on a terminal unless set',
      NODE_ENV: '`production` refuses settings that are only for development, and secrets under 16 characters',
    },
    /** Why a value cannot be used: follows the name of the setting. */
    problems: {
      empty: 'must not be empty',
      apiVersion: 'must be a version such as v26.0',
      conversionAction: 'NAME=ID with the numeric ID of a conversion action',
      platformName: 'NAME=PLATFORM NAME',
      attribution: 'must be `every` or `last`',
      consent: 'must be unless_denied or required',
      recipients: 'must be age recipients (age1…) separated by commas',
      logLevel: 'must be fatal, error, warn, info, debug, trace or silent',
      logFormat: 'must be json or pretty',
      flag: 'must be true or false',
      enhancedLeads: 'must be true, false or IDs of clients separated by commas',
      wholeNumber: ({ min, max }: { min: number; max: number }) => `must be a whole number from ${min} to ${max}`,
      blanks: 'must not begin or end with a space',
      shortSecret: ({ shortestSecret }: { shortestSecret: number }) =>
        `must have at least ${shortestSecret} characters; \`lead-intake secret generate\` creates one`,
      databaseUrl: 'must be sqlite:PATH or postgres://USER@HOST/DATABASE, for example sqlite:data/lead-intake.db',
      eventType: ({ pair }: { pair: string }) => `"${pair}" is not NAME=lead, NAME=update, NAME=conversion or NAME=withdrawal`,
      platformUrl: 'must be an https URL without user, query or fragment (http only for this machine)',
      platformId: 'must be a numeric ID; hyphens are ignored',
      accountsClient: 'must be the ID of a client, or all',
      entry: ({ index, what }: { index: number; what: Translated<string> }) => `entry ${index + 1} is not ${what.en}`,
      pageToken: 'PAGE=TOKEN',
      timeZone: 'must be a time zone such as America/Sao_Paulo',
      credentialsKey: 'must have at least 32 characters; `lead-intake secret generate` creates one',
      exportCredential: 'must be USER:PASSWORD, with a password of at least 16 characters; `lead-intake secret generate` creates one',
    },
  },

  errors: {
    notFound: ({ kind, id }: { kind: RecordKind; id: string }) => `There is no ${en.labels.records[kind]} ${idOrName(id)}.`,
    listed: ({ list }: { list: string }) => `To list all, run \`lead-intake ${list}\`.`,
    olderDatabase: {
      message: 'The database has the schema of an earlier version.',
      hint: 'Start the service with this version, or run `lead-intake migrate`. Then try again.',
    },
    sealedBox: {
      cannotBeOpened: ({ label }: { label: string }) => ({
        message: `The credential of ${label} cannot be decrypted: CREDENTIALS_KEY has changed since the credential was stored, or the database is damaged.`,
        hint: 'Set CREDENTIALS_KEY back to its earlier value, or connect the account again with `lead-intake source connect`.',
      }),
    },
    people: {
      nobodyNamed: {
        message: 'To find a person, an email address, a phone number, a click ID or a lead ID is needed.',
        hint: 'Name the person by --email, --phone, --click-id or --lead. To find a lead by name: `lead-intake leads list --search NAME`.',
      },
      noEmail: {
        message: 'The e-mail address is not valid.',
        hint: 'Give the whole address, such as ana@example.com.',
      },
      noPhone: {
        message: 'The phone number is not valid.',
        hint: 'Give the number with its area code, or with + and its country code.',
      },
      noLead: ({ lead }: { lead: string }) => ({
        message: `There is no lead ${lead}, or it belongs to another client.`,
        hint: 'List leads with `lead-intake leads list`.',
      }),
      tooManyLeads: ({ count, most }: { count: number; most: number }) => ({
        message: `${count} leads have this contact, too many to be one person (${most} at most).`,
        hint: 'It is probably a placeholder or the contact of a company. Name the leads of the person by --lead instead.',
      }),
      searchGone: 'This search has ended and its result is no longer kept. Search again.',
      searchOutdated: 'Somebody was erased during this search, so its result may be out of date. Search again.',
      nothingStored: {
        message: 'Nothing is stored about this person.',
        hint: 'Check the spelling, or search by another contact. Nothing was changed.',
      },
    },
    move: {
      oneOfEach: {
        message: 'A move is from a SQLite file to a PostgreSQL database, or back.',
        hint: 'DATABASE_URL names the database that is copied, and --to an empty one of the other kind.',
      },
      notEmpty: {
        message: 'The target already has data. Nothing was changed.',
        hint: 'Create an empty database, or choose a file that does not exist.',
      },
      alreadyComplete: {
        message: 'A move to this database is already complete. Nothing was changed.',
        hint: 'To use it, set DATABASE_URL to it for every process.',
      },
      ofAnother: ({ source }: { source: string }) => ({
        message: `The target has part of another database, ${source}. Nothing was changed.`,
        hint: 'Create an empty database, or choose a file that does not exist.',
      }),
      inUse: {
        message: 'Other lead-intake processes use the PostgreSQL database. Nothing was changed.',
        hint: 'Stop `serve`, every `queue work`, and any scheduled lead-intake command on every host. If you use PgBouncer, also run `RECONNECT` in its admin console. Then try again.',
      },
      differs: ({ table }: { table: string }) => ({
        message: `The copy of table ${table} differs from the source: the source was changed while a move was interrupted.`,
        hint: 'Delete the target and move again, with all processes stopped until the move is complete.',
      }),
      incomplete: {
        message: 'The move to this database is not complete.',
        hint: 'Run the same `lead-intake move` again; it resumes. Or set DATABASE_URL back to the database that is being moved.',
      },
    },
    backups: {
      exists: ({ path }: { path: string }) => ({
        message: `${path} already exists. Nothing was written.`,
        hint: 'Choose another file, or overwrite this one with --force.',
      }),
      programMissing: ({ program }: { program: string }) => ({
        message: `${program} is not installed, or not on the PATH.`,
        hint: 'Install the client programs of PostgreSQL in the version of the server, for example `apt install postgresql-client`. Or use the backups of your provider.',
      }),
      programFailed: ({ program, reason }: { program: string; reason: string }) => `${program} failed. ${reason}`.trim(),
      noJournal:
        'There is no file `…-erasures` of this database next to the backup. People who were erased after the backup come back unless the replaced database knows their erasure: copy the file there first.',
      notADump: 'It is not a dump that `lead-intake backup` or `pg_dump --format=custom` wrote.',
      restoreIncomplete: {
        message: 'The restore of this database is not complete: people who were erased since the backup may be in it.',
        hint: 'Run `lead-intake restore` with the same backup again.',
      },
      liveDatabase: 'The backup file cannot be the live database.',
      keepNeedsFolder: '--keep and --keep-days need a folder, but FILE is a file. Omit FILE or pass a folder.',
      notWritten: ({ folder, code }: { folder: string; code: string }) => ({
        message: `Cannot write the backup to ${folder} (${code}).`,
        hint: 'Check the permissions of the folder, or choose another file.',
      }),
      fileFailed: ({ path, code }: { path: string; code: string }) => ({
        message: `Cannot read or write ${path} (${code}).`,
        hint: 'Check the permissions of the file and its folder, and the free space.',
      }),
      copyDamaged: ({ database, problem }: { database: string; problem: Translated<string> | undefined }) => ({
        message: `The copy of ${database} is damaged, so the database probably is too. No backup was written. ${problem?.en ?? ''}`,
        hint: 'Keep your earlier backups. Check the database with `lead-intake doctor --full`, or replace it with a backup: `lead-intake restore`.',
      }),
      noRoom: ({ folder, needed, left }: { folder: string; needed: string; left: string }) => ({
        message: `Not enough space in ${folder} for a copy of the database: it needs ${needed}, but only ${left} is free.`,
        hint: 'Free some space, or choose a file on another disk.',
      }),
      unknownUser: 'another process',
      byProcesses: ({ userCount, names }: { userCount: number; names: string }) => `${userCount === 1 ? 'process' : 'processes'} ${names}`,
      databaseInUse: ({ live, who }: { live: string; who: Translated<string> }) => ({
        message: `The database ${live} is in use by ${who.en}. Nothing was changed.`,
        hint: 'Stop `serve`, every `queue work`, and any scheduled lead-intake command. Then try again.',
      }),
      restoredButOpen: ({ names, kept }: { names: string; kept: string }) => ({
        message: `The backup is restored, but a process (${names}) opened the old database at the same moment and still writes to ${kept}.`,
        hint: 'Restart that process now.',
      }),
      damagedAfterSteps: ({ sign }: { sign: string }) => `The copy is damaged after the migration: ${sign}. The database was not changed.`,
      counterWrong: ({ queue, group, counted, rows }: { queue: string; group: string; counted: number; rows: number }) =>
        `The counter of ${queue}/${labelIn(en.labels.jobStates, group)} is ${counted}, but there are ${rows} rows.`,
      notADatabase: 'It is not a SQLite database.',
      empty: 'It is an empty database.',
      damaged: ({ sign, more }: { sign: undefined | string; more: string }) => `It is damaged: ${sign}${more}.`,
      danglingReferences: ({ count }: { count: number }) => `References to missing rows: ${count}.`,
      eventsWithoutJob: ({ count }: { count: number }) => `Queued events without a job: ${count}.`,
      olderSchema: ({ version, schemaVersion }: { version: number; schemaVersion: number }) =>
        `Its schema version is ${version}. The next start migrates it to ${schemaVersion}.`,
      oldNotSetAside: ({ name, code, file }: { name: string; code: undefined | string; file: string }) => ({
        message: `Cannot keep the old database as ${name} (${code}). Nothing was changed.`,
        hint: `Move ${file} elsewhere and try again.`,
      }),
      missing: ({ path }: { path: string }) => ({
        message: `The backup ${path} does not exist.`,
        hint: '`lead-intake backup` writes backups to the folder `backups` next to the database.',
      }),
      notAFile: ({ path }: { path: string }) => ({
        message: `${path} is not a backup file.`,
        hint: 'If it is a folder of backups, pass one of its files.',
      }),
      folderMissing: ({ folder }: { folder: string }) => ({
        message: `The folder ${folder} does not exist.`,
        hint: 'Create it, or check DATABASE_URL.',
      }),
      sameFile: 'This file is the live database.',
      copyRemoved: {
        message:
          'Another command removed the copy of the backup, because the question was open for more than an hour. Nothing was changed.',
        hint: 'Restore again, and answer sooner.',
      },
      checksumDiffers: 'The file has changed since it was written: its SHA-256 does not match the checksum next to it.',
      wrongRecipient: ({ beginning }: { beginning: string }) => ({
        message: `"${beginning}…" is not an age recipient. Nothing was written.`,
        hint: 'Pass the public key, which begins with age1: `age-keygen -y FILE` prints it.',
      }),
      keyUnreadable: ({ file, code }: { file: string; code: string | undefined }) => ({
        message: `Cannot read the key file ${file} (${code}).`,
        hint: 'Check its path and permissions.',
      }),
      emptyPassphrase: ({ file }: { file: string }) => ({
        message: `The passphrase file ${file} is empty.`,
        hint: 'Create one with `lead-intake secret generate > FILE`.',
      }),
      wrongIdentity: ({ file }: { file: string }) => ({
        message: `${file} is not an age identity file.`,
        hint: 'Pass the file from `age-keygen`, which contains AGE-SECRET-KEY-1…; if it is encrypted, decrypt it first.',
      }),
      keyMissing: ({ path }: { path: string }) => ({
        message: `${path} is encrypted. Nothing was changed.`,
        hint: 'Pass --identity-file with the private key of a recipient, or --passphrase-file.',
      }),
      wrongKey: ({ path }: { path: string }) => ({
        message: `This key does not decrypt ${path}. Nothing was changed.`,
        hint: 'Pass the private key of one of its recipients with --identity-file, or its passphrase with --passphrase-file. If the key is right, the beginning of the file is damaged: use another copy.',
      }),
      notEncrypted: ({ path }: { path: string }) => ({
        message: `${path} is not an age file. Nothing was changed.`,
        hint: 'If it is a backup without encryption, omit the key. Otherwise its beginning is damaged: use another copy.',
      }),
      undecryptable: 'It cannot be decrypted completely: bytes have changed or are missing. Use another copy.',
    },
    clientAccounts: {
      /** An account in a sentence: its name, `of` it, its token, and `at` the platform as the beginning of a sentence. */
      named: ({ kind, id }: { kind: 'any_page' | 'page' | 'dataset' | 'ads_account'; id: string }) => {
        const name = {
          any_page: 'all other pages',
          page: `page ${id}`,
          dataset: `dataset ${id}`,
          ads_account: `Google Ads account ${id}`,
        }[kind];
        const token = kind === 'any_page' ? 'the token for all pages' : `the token of ${name}`;
        return { name, of: `of ${name}`, token, at: kind === 'ads_account' ? 'Google Ads' : 'Meta' };
      },
      taken: ({ account, ownerId, owner }: { account: string; ownerId: string; owner: string }) =>
        `An account can belong to only one client, and ${account} already belongs to client ${ownerId} (${owner}).`,
      noSuchAccount: ({ client, id }: { client: string; id: string }) => ({
        message: `Client ${client} has no account ${id}.`,
        hint: '`lead-intake client show` lists the accounts of a client.',
      }),
      belongsToSettings: ({ id, named }: { id: string; named: string }) => ({
        message: `Account ${id} is configured in the settings and belongs to client ${named}.`,
        hint: 'Use another account, or set ACCOUNTS_CLIENT to the client that owns this one.',
      }),
      noConversionActions: 'The account has no conversion action. Enter NAME=ID for each conversion name, or *=ID for all others.',
      noSettingsCredential: ({ setting }: { setting: string }) => ({
        message: `The account cannot use the credential in the settings: ${setting} is not set.`,
        hint: `Set ${setting}, or connect the account with its own credential.`,
      }),
      nothingKeptHint:
        'Nothing was saved. To connect it anyway, skip the check: use `--no-check` on the command line, the checkbox on the page, or `sem_conferir` in the API.',
      accountIdShape: 'must contain only digits and hyphens.',
      conversionActionShape: 'must be NAME=ID with the numeric ID of a conversion action, or *=ID for all other names.',
      actionTwice: ({ repeated }: { repeated: string }) => `has two actions for "${repeated}". Enter one action for each name.`,
      stageNameShape: 'must be a single-line name of 1 to 100 characters.',
      noToken: 'This is not a token. A token is a single line of at least 8 characters without spaces.',
      disconnectFirst: ({ id, flag, accountId }: { id: string; flag: string; accountId: string }) =>
        `First disconnect it with \`lead-intake client disconnect ${id} --${flag} ${accountId}\` or on that client's page.`,
    },
    forms: {
      formsHint: '`lead-intake source form list` lists the forms. A form appears after its first lead.',
      noSuchField: ({ text, meant, fields }: { text: string; meant: undefined | string; fields: string }) => ({
        message: `There is no field "${text}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
        hint: `The fields are ${fields}.`,
      }),
      noKey: ({ key, meant }: { key: string; meant: undefined | string }) => ({
        message: `The form has no question or answer with the key "${key}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
        hint: '`lead-intake source form show` lists the keys. To map a key that the form does not have yet, add --force.',
      }),
      keyTwice: ({ key }: { key: string }) => `The key "${key}" appears twice.`,
    },
    namedSecrets: {
      theSecret: ({ problem }: { problem: Translated<string> }) => `The secret ${problem.en}.`,
      nameClient: 'Choose the client. On the command line, use --client.',
      credentialsKeyNotSet: {
        message: 'CREDENTIALS_KEY is not set, so the secret cannot be encrypted. It was not added.',
        hint: 'Create a key with `lead-intake secret generate`, add it to the settings of the service and of this command, restart the service, and add the secret again.',
      },
      secretCharacters: 'must be a single line of letters, digits, and symbols without spaces or accents',
      secretLength: ({ shortest, longest }: { shortest: number; longest: number }) => `must have ${shortest} to ${longest} characters`,
      exportNeedsClient: "Choose a client for the export secret. It opens only that client's conversions.",
    },
    pages: {
      credentialsKeyNotSet: {
        message: 'CREDENTIALS_KEY is not set, so the token cannot be encrypted. It was not saved.',
        hint: 'Create a key with `lead-intake secret generate`, add it to the settings of the service and of this command, restart the service, and connect again.',
      },
    },
    refused: {
      alreadyReplayed: ({ id, eventId }: { id: string; eventId: string }) => ({
        message: `Refused request ${id} was already replayed as event ${eventId}.`,
        hint: `See the result with \`lead-intake events show ${eventId}\`. To process it again, run \`lead-intake events replay ${eventId}\`.`,
      }),
      bodyCutOff: ({ id }: { id: string }) => ({
        message: `Refused request ${id} cannot be replayed because only the beginning of its body was kept.`,
        hint: 'Ask the sender to send it again. If the body was too large, first raise MAX_BODY_BYTES.',
      }),
    },
    settingsFile: {
      developmentInProduction: {
        message: '--dev cannot be used when NODE_ENV is production.',
        hint: 'Run `lead-intake serve` without --dev and set the secrets in the environment.',
      },
      aboutFormSecret: 'The backend of your landing page signs requests with it. Never put it in HTML or in a browser.',
      aboutSearchAdsSecret: 'Google Ads: enter it as the webhook key of a lead form.',
      aboutSocialAdsSecret:
        'Meta lead ads: copy the app secret of your Meta app into the first line. Enter the second line at Meta as the verify token.',
      aboutAdminToken: 'The password for the admin pages at /admin.',
      title:
        '# Settings of lead-intake. This file contains secrets: only you can read it. Keep it out of Git.\n# `lead-intake config` shows every setting. Flags and environment variables override this file.',
      credentialsKey:
        '# Encrypts the tokens and secrets that you store for pages and clients. Create one with `lead-intake secret generate`, and keep a copy of it.',
      readers: '# A second password: shows personal data masked and cannot change anything. Create one with `lead-intake secret generate`.',
      retention:
        '# How long personal data is kept, in days. Remove the # after you have checked that the limits fit your contracts. Without them, data is kept until somebody erases it.',
      rest: '# Where data is stored and where the service listens. These are the defaults.',
      production: '# In production: rejects development-only settings and secrets with fewer than 16 characters.',
      oldIsInTheWay: ({ old, path }: { old: string; path: string }) => ({
        message: `${old} already exists, so ${path} was not changed.`,
        hint: 'Move or delete it first. It may contain secrets that are in use.',
      }),
      notWritten: ({ path }: { path: string }) => ({
        message: `Cannot write the settings file ${path}.`,
        hint: 'Check the permissions of the folder, or set the secrets in the environment.',
      }),
    },
    values: {
      longNumber: 'must be a whole number of at most 15 digits',
      nothingVisible: 'must have at least one visible character',
      email: ({ email }: { email: string }) => `must be an email address, not "${email}"`,
      tooLong: ({ longest }: { longest: number }) => `must have at most ${longest} characters`,
      controlCharacters: 'must not contain control characters',
    },
    schema: {
      newer: ({ version, newest }: { version: number; newest: number }) => ({
        message: `The database has schema version ${version}, but this version of lead-intake supports only up to ${newest}.`,
        hint: 'A newer lead-intake has used this database. Run that version, or restore a backup made before the upgrade.',
      }),
      before02: {
        message: 'The database was created by a lead-intake older than 0.2, which this version cannot read.',
        hint: 'Keep the older version for this file, or move the file away to start with a new database.',
      },
      foreign: {
        message: 'The database contains tables of another program.',
        hint: 'Check DATABASE_URL. lead-intake needs its own file.',
      },
      stepFailed: ({ version, name, reason }: { version: number; name: string; reason: string }) =>
        `Migration ${version} (${name}) failed and was rolled back: ${reason}`,
      unexpectedData: 'Another program may have changed the database. Go back to the previous version and report this message.',
    },

    /** Of the database and what is kept in it: what happened, and what to do. */
    store: {
      noBody: ({ id }: { id: number }) => ({
        message: `Event ${id} cannot be processed again because its body was deleted.`,
        hint: 'Bodies are deleted when they are older than the limit of the client or RETENTION_BODIES_DAYS.',
      }),
      busy: {
        message: 'Another process has locked the database.',
        hint: 'This usually clears automatically. If it does not, look for a program that keeps the file open, such as a backup or a database browser.',
      },
      full: {
        message: 'The database disk is full.',
        hint: 'Free some space, move the database, or delete old jobs with `lead-intake queue prune`. No acknowledged event is lost.',
      },
      serverAway: ({ reason }: { reason: string }) => ({
        message: `Cannot reach the PostgreSQL server: ${reason}.`,
        hint: 'Check that the server runs, and the host and port in its URL (DATABASE_URL or --to). A running service reconnects automatically.',
      }),
      statementEnded: ({ reason }: { reason: string }) => ({
        message: `The PostgreSQL server ended a statement that took or waited too long: ${reason}.`,
        hint: 'This usually clears automatically. If it does not, look for what locks tables or slows the server: `select * from pg_stat_activity`.',
      }),
      untrustedServer: ({ reason }: { reason: string }) => ({
        message: `Cannot verify the PostgreSQL server: ${reason}.`,
        hint: 'Add `sslrootcert=FILE` to DATABASE_URL, with the certificate authority of the server. Its host must be one that the certificate names.',
      }),
      noServerTls: {
        message: 'The PostgreSQL server does not offer TLS, and DATABASE_URL asks for it.',
        hint: 'Turn on ssl on the server, or remove sslmode from DATABASE_URL.',
      },
      unreadableCertificate: ({ reason }: { reason: string }) => ({
        message: `Cannot read a file that DATABASE_URL names: ${reason}.`,
        hint: 'Check sslrootcert, sslcert and sslkey in DATABASE_URL, and the permissions of the files.',
      }),
      loginRefused: {
        message: 'The PostgreSQL server refused the user or the password in its URL (DATABASE_URL or --to).',
        hint: 'Check both, and the rules of pg_hba.conf on the server.',
      },
      noSuchDatabase: {
        message: 'The PostgreSQL server has no database with the name in its URL (DATABASE_URL or --to).',
        hint: 'Create it with `createdb --owner USER NAME`, or correct the name.',
      },
      noRights: {
        message: 'The PostgreSQL user may not do this in the database.',
        hint: 'The user of DATABASE_URL must own the database. A role with fewer rights needs the grants in `lead-intake docs postgresql`.',
      },
      missingGrants: ({ lacking }: { lacking: string }) => ({
        message: `The PostgreSQL user lacks privileges to store an event: ${lacking}.`,
        hint: '`lead-intake doctor` shows the grants to run.',
      }),
      standby: {
        message: 'The PostgreSQL server is read-only: it is a standby, or default_transaction_read_only is on.',
        hint: 'DATABASE_URL must name the primary server. On the primary, find out why it was made read-only, for example because its disk is full.',
      },
      tooManyConnections: {
        message: 'The PostgreSQL server accepts no more connections.',
        hint: 'Raise max_connections on the server, or run fewer processes: each uses at most 11 connections.',
      },
      serverMemory: {
        message: 'The PostgreSQL server has no memory left for this, or for its table of locks.',
        hint: 'Senders try again. If it happens again, double max_locks_per_transaction on the server.',
      },
      oldServer: ({ version }: { version: string }) => ({
        message: `The PostgreSQL server is version ${version}. lead-intake needs version 14 or later.`,
        hint: 'Upgrade the server.',
      }),
      notUnicode: ({ encoding }: { encoding: string }) => ({
        message: `The PostgreSQL database has the encoding ${encoding}, which cannot store every character.`,
        hint: 'Create a database with `create database … encoding UTF8 template template0`, and name that one in DATABASE_URL.',
      }),
      readOnly: {
        message: 'Cannot write to the database: the file, its folder, or the file system is read-only.',
        hint: 'Give the user that runs lead-intake write permission to the database file and its folder.',
      },
      cannotOpen: {
        message: 'Cannot open the database file.',
        hint: 'Check that DATABASE_URL is the path of a file and that the user that runs lead-intake can write to its folder.',
      },
      notADatabase: {
        message: 'The file is not a SQLite database, or it is damaged.',
        hint: 'Check DATABASE_URL. If the file used to be a database, keep a copy of it and restore the latest backup.',
      },
      inputOutput: {
        message: 'Reading or writing the database file failed.',
        hint: 'Check the disk and the system log.',
      },
      file: ({ path }: { path: string }) => `File: ${path}`,
      operationRefused: 'The database rejected an operation.',
      closed: {
        message: 'The database is closed.',
        hint: 'The program is stopping. Try again.',
      },
      overloaded: {
        message: 'Too many writes are waiting for the database.',
        hint: 'Try again in a few seconds.',
      },
      tooManyReads: {
        message: 'Too many requests for the same figures are waiting for the database.',
        hint: 'Try again in a few seconds.',
      },
      readerNotStarted: {
        message: 'Cannot start the thread that reads the database for pages and lists.',
        hint: 'Try again. Intake is not affected. If this continues, raise the thread and memory limits of the service or the machine.',
      },
      readerDied: {
        message: 'The thread that reads the database for pages and lists ended unexpectedly.',
        hint: 'Try again. The next request starts a new thread. Intake is not affected.',
      },
      writerDied: {
        message: 'The thread that writes to the database ended unexpectedly. Nothing can be stored until lead-intake restarts.',
        hint: 'Restart lead-intake. Senders send unacknowledged events again, and nothing is processed twice. If this happens repeatedly, check memory and disk.',
      },
      noRoomToDelete: {
        message: 'The database disk is full. Deleting jobs needs some free space first.',
        hint: 'Free about 20 MB on that disk, for example by deleting an old log file. Then run the command again.',
      },
      notMade: ({ path }: { path: string }) => ({
        message: `Cannot create the database ${path}.`,
        hint: 'Check DATABASE_URL and the permissions of the folder.',
      }),
      loneLog: ({ path, log }: { path: string; log: string }) => ({
        message: `The database ${path} is missing, but its log ${log} exists: the database was moved or deleted.`,
        hint: 'Put the database back next to its log, which may contain events that are not in the database yet. To start with a new database, move the log away too.',
      }),
      missing: ({ path }: { path: string }) => ({
        message: `The database ${path} does not exist.`,
        hint: 'Create it with `lead-intake init`. If it exists elsewhere, check DATABASE_URL, --env-file, and the working directory.',
      }),
      isDirectory: ({ path }: { path: string }) => ({
        message: `The database path ${path} is a directory.`,
        hint: 'Set DATABASE_URL to a file, for example sqlite:data/lead-intake.db.',
      }),
      unreachable: ({ path, code }: { path: string; code: string }) => ({
        message: `You do not have permission to access the database ${path} (${code}).`,
        hint: 'Run the command as the user of the service (`sudo -u lead-intake …`), or give your user access to the folder. Check DATABASE_URL too.',
      }),
      wrongPath: ({ path }: { path: string }) => ({
        message: `Cannot access the database path ${path}.`,
        hint: 'Check DATABASE_URL and the permissions of its parent folders.',
      }),
      leadsNowhere: ({ path, target }: { path: string; target: string }) => ({
        message: `The database path ${path} is a symbolic link to ${target}, which does not exist.`,
        hint: 'Mount or restore the target. To start with a new database here, remove the link.',
      }),
      moved: ({ path }: { path: string }) => ({
        message: `The database ${path} was moved, deleted, or replaced while lead-intake was using it. Nothing more is stored in the old file.`,
        hint: 'Put the file back together with its -wal and -shm files, or restart every lead-intake process to use the new file.',
      }),
      logNotKept: ({ log }: { log: string }) => ({
        message: `The log ${log} is damaged and contains acknowledged events that cannot be read. It could not be copied.`,
        hint: 'Free some disk space, or copy the database with its -wal file to another disk. Then start again.',
      }),
      logInUse: ({ log }: { log: string }) => ({
        message: `The log ${log} is damaged and contains acknowledged events that cannot be read. A copy was kept. The database cannot be recovered while other connections have it open, and nothing is stored until then.`,
        hint: 'Stop every lead-intake process and start again. lead-intake recovers the database when it starts. Then run `lead-intake doctor` to see what to do about the events.',
      }),
      clientExists: ({ id }: { id: string }) => ({
        message: `A client with ID ${id} already exists.`,
        hint: '`lead-intake client list` lists all clients.',
      }),
      clientNameTaken: ({ id, name }: { id: string; name: string }) => ({
        message: `A client named "${name}" already exists (ID ${id}).`,
        hint: '`lead-intake client list` lists all clients.',
      }),
      notAClientId: ({ id }: { id: string }) => ({
        message: `"${id}" is not a valid client ID.`,
        hint: 'Use a whole number of at most 15 digits.',
      }),
      clientInUse: ({ name }: { name: string }) => ({
        message: `Client "${name}" still has campaigns, users, leads, or connected accounts.`,
        hint: 'Remove its campaigns, users, and accounts first. A client with leads cannot be removed.',
      }),
      userExists: ({ client }: { client: string }) => ({
        message: `Client "${client}" already has a user with this email address.`,
        hint: '`lead-intake user list` lists all users.',
      }),
      userInUse: {
        message: 'The user still has campaigns.',
        hint: 'Assign the campaigns to another user with `lead-intake campaign import --replace`, or remove them.',
      },
      campaignExists: ({ id }: { id: string }) => ({
        message: `A campaign with ID ${id} already exists.`,
        hint: `See it with \`lead-intake campaign show ${id}\`. To update existing campaigns, use \`lead-intake campaign import --replace\`.`,
      }),
      campaignInUse: ({ name }: { name: string }) => ({
        message: `Campaign "${name}" has leads, so it cannot be removed.`,
        hint: 'To stop new leads, remove its links with `lead-intake campaign link --remove`.',
      }),
      linkTaken: ({ link, campaign }: { link: string; campaign: string }) => ({
        message: `The ${link} is already linked to campaign ${campaign}.`,
        hint: `Unlink it there first: \`lead-intake campaign link ${campaign} --remove …\``,
      }),
      foreignPage: ({ page, owner, campaign, other }: { page: string; owner: string; campaign: string; other: string }) => ({
        message: `Page ${page} is connected for client ${owner}, but it is linked to campaign ${campaign} of another client (${other}).`,
        hint: `Unlink it with \`lead-intake campaign link ${campaign} --remove --social-ads-page ${page}\`, or connect it for the campaign's client.`,
      }),
      viewNameTaken: ({ name }: { name: string }) => ({
        message: `A view named "${name}" already exists.`,
        hint: 'Choose another name, or delete that view first.',
      }),
      tooManyViews: ({ most }: { most: number }) => ({
        message: `This list already has ${most} saved views.`,
        hint: 'Delete one that you no longer need.',
      }),
      noView: ({ id }: { id: string }) => `There is no saved view ${id}.`,
      secretNameTaken: ({ name }: { name: string }) => ({
        message: `A secret named "${name}" already exists.`,
        hint: '`lead-intake secret list` lists all secrets.',
      }),
      secretOfClient: ({ name, client }: { name: string; client: string }) => ({
        message: `The secret "${name}" is limited to client ${client}.`,
        hint: 'Remove it first with `lead-intake secret remove`.',
      }),
      secretTaken: ({ name }: { name: string }) => ({
        message: `The secret "${name}" has the same value, so lead-intake could not tell the senders apart.`,
        hint: 'Use a different secret for each client. If you enter none, lead-intake generates one.',
      }),
      testLead: ({ id }: { id: string }) => ({
        message: `Lead ${id} is a test lead, so it is never reported to a platform.`,
        hint: 'Choose a real lead.',
      }),
      erasedLead: ({ id }: { id: string }) => `The person of lead ${id} was erased, so nothing more can be recorded about them.`,
      stageOfEvent: {
        message: 'This conversion came from an event. It can be changed here only after a platform has refused it.',
        hint: 'Correct it in the system that sent the event. `lead-intake conversions show` shows which event that is.',
      },
      stageWithdrawn: {
        message: 'This stage was already withdrawn.',
        hint: 'To count it again, record it again with `lead-intake leads stage`.',
      },
      stageBeingSent: {
        message: 'The conversion is being sent, or the platform is still processing it. Nothing was changed.',
        hint: '`lead-intake conversions show` shows when the platform is asked again. Try again after that.',
      },
    },
    settings: {
      inFile: ({ file }: { file: string }): string => file,
      unsignedInProduction: 'WEBHOOK_ALLOW_UNSIGNED cannot be true when NODE_ENV is production, because anyone could post leads',
      weakInProduction: ({ name, shortestSecret }: { name: string; shortestSecret: number }) =>
        `${name} must have at least ${shortestSecret} characters when NODE_ENV is production; create one with \`lead-intake secret generate\``,
      previousAlone: ({ previous, current }: { previous: string; current: string }) =>
        `${previous} is set but ${current} is not; set ${current} to the new secret`,
      readonlyTokenAlone: 'ADMIN_READONLY_TOKEN is set but ADMIN_TOKEN is not; without ADMIN_TOKEN nobody could change anything',
      twoEncryptions: 'BACKUP_RECIPIENTS and BACKUP_PASSPHRASE_FILE are both set; remove one of them',
      sameAdminTokens: 'ADMIN_READONLY_TOKEN must differ from ADMIN_TOKEN; otherwise read-only users could change everything',
      unknownVariable: ({ name, where, meant }: { name: string; where: Translated<string>; meant: undefined | string }) =>
        `${name} in ${where.en} is not a setting and has no effect.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      weakSecret: ({ name, shortestSecret }: { name: string; shortestSecret: number }) =>
        `${name} has fewer than ${shortestSecret} characters and is easy to guess. Create a stronger one with \`lead-intake secret generate\`.`,
      repeatedVariable: ({ name }: { name: string }) => `The settings file sets ${name} more than once. Only the last line counts.`,
      strayLine: ({ line }: { line: number }) => `Line ${line} of the settings file has no effect: it is not NAME=value.`,
      commentedVariable: ({ name }: { name: string }) =>
        `${name} in the environment has a # after a space. systemd and Docker read a comment after a value as part of the value.`,
      cutVariable: ({ name }: { name: string }) =>
        `The settings file has a # in the value of ${name}. The value ends there, because it is not in quotes.`,
      environment: 'the environment',
      unreadableFile: ({ path, code }: { path: string; code: undefined | string }) =>
        `Cannot read the settings file ${path} (${code ?? 'unreadable'}).`,
      unreadableFileHint: 'Check the path in --env-file and the permissions of the file.',
      notUsable: ({ isOne, problemCount }: { isOne: boolean; problemCount: number }): string =>
        isOne ? 'One setting is invalid' : `${problemCount} settings are invalid`,
      notUsableHint: ({ isOne, file }: { isOne: boolean; file: undefined | string }) =>
        `Fix ${isOne ? 'it' : 'them'} in the environment or in ${file ?? 'the .env file'}. \`lead-intake docs configure\` describes every setting.`,
      secretSet: ({ characters }: { characters: number }) => `(set, ${characters} characters)`,
    },
    http: {
      listeningFailed: ({ host, port, message }: { host: string; port: number; message: string }) =>
        `Cannot listen on ${host}, port ${port}: ${message}`,
      portInUse: ({ port, host }: { port: number; host: string }) => `Port ${port} on ${host} is already in use.`,
      portInUseHint: 'Stop the program that uses it, or choose another port with PORT or --port. Port 0 picks a free one.',
      portForbidden: ({ port, host }: { port: number; host: string }) => `You do not have permission to listen on port ${port} of ${host}.`,
      choosePortAbove: 'Choose a port above 1023 with PORT or --port, and put a reverse proxy in front for ports 80 and 443.',
      foreignAddress: ({ host }: { host: string }) => `${host} is not an address of this machine.`,
      setHost: 'Set HOST or --host to 127.0.0.1 (this machine only), 0.0.0.0 (all interfaces), or an address of this machine.',
      answersOnly: ({ allow }: { allow: string }) => `This address accepts only ${allow}.`,
    },
    admin: {
      nothingHere: 'Page not found.',
      noConversionNamed: 'No conversion is selected.',
      noConversionNamedHint: 'Select conversions in the list, or send conversao=ID for each one.',
      noEventNamed: 'No event is selected.',
      noEventNamedHint: 'Select events in the list, send evento=ID for each one, or send todos=1 with a filter.',
      eventsAndFilter: 'The request contains both event IDs and a filter.',
      idsOrAll: 'Send either evento=ID or todos=1 with a filter.',
      noFilter: 'There is no filter, so this would change every event.',
      allNeedsFilter: 'Add a filter, for example status=erro for failed events or estacionado=1 for parked ones.',
      unknownField: 'The request contains an unknown field.',
      knownFields: ({ names }: { names: string }) => `The fields are ${names}.`,
      noFields: 'This request has no fields.',
      repeatedField: ({ repeated }: { repeated: string }) => `The field ${repeated} can have only one value.`,
      emptyField: ({ empty }: { empty: string }) => `The field ${empty} is empty.`,
      emptyFilterHint: 'Enter a value, or leave the field out.',
      mustBeOneOf: ({ words }: { words: string }) => `must be one of: ${words}`,
      tooLong: ({ longestValue }: { longestValue: number }) => `is longer than ${longestValue} characters`,
      notAnId: 'is not an ID (IDs are whole numbers)',
      canOnlyBe: ({ word }: { word: string }) => `must be ${word} or left out`,
      notATime: 'is not a valid date or time such as 2026-11-20 or 2026-11-20T15:00:00Z',
      notAWholeNumber: 'must be a whole number of 0 or more',
      mustBeWithin: ({ mostRows }: { mostRows: number }) => `must be a whole number from 1 to ${mostRows}`,
      notALeadCursor: 'is not the `proximo` value of a page of leads',
      notAJobId: 'is not the ID of a job, such as 17 or c17',
      correctOrOmit: 'Correct the value or leave it out.',
      valuesInAddress: 'The URL of a change request cannot contain values.',
      valuesInAddressHint: 'Send them in the body as form fields. Nothing was changed.',
      mayBeForgotten: 'It may have been deleted or pruned.',
      tooManyAsked: 'Too many account checks are running. Nothing was changed. Try again in a moment.',
      noLink: ({ linkKindWords }: { linkKindWords: string }) => `must be origem:tipo:valor and begin with one of: ${linkKindWords}`,
      changedMeanwhile:
        'These values have been changed since you opened the page. The form now shows the current ones: check them, then make your change again.',
      taken: 'is already the ID of a campaign',
      notLinked: ({ value }: { value: string }) => `The ID ${value} is not linked to this campaign.`,
      listAddress: ({ path }: { path: string }) => `See the list at ${path}.`,
      clientMissing: 'is missing: choose a client or enter a new one',
      unknownClient: 'is not an existing client',
      userOfOldClient: 'is a user of the previous client: enter another, clear the field, or first add this user to the new client',
      twoClients: 'cannot be combined with a client from the list',
      notNew: ({ id, name }: { id: string; name: string }) => `is the name or ID of client ${id}, "${name}": choose it from the list`,
      notOfPage: 'must be empty for a page. Connect its token with `lead-intake source connect`',
      ofGoogleAds: 'is only for Google Ads accounts',
      ofDataset: 'is only for Meta datasets',
      secretNotKept: 'must be entered again, because secrets are not kept on the page',
      needed: 'is missing. Enter it, or use the credential in the settings.',
      oneOfThem: 'must be empty if you use the credential in the settings.',
      noUser: 'The client does not have this user.',
      moreThanForeseen: 'More events match now than `previsto` allows.',
      countAgain: 'Count them again, or leave `previsto` out.',
      noSuchBody:
        'This event has no such body: it was not resent with different content, it arrived in a request of its own, or no answers were fetched for it.',
      noJobNamed: 'No job is selected.',
      noJobNamedHint: 'Send job=ID for each job, or todos=1 for all jobs that match the filter.',
      mappingEntry: 'A mapping entry does not have the form key=field.',
      noSource: 'This source does not exist.',
      inTheFuture: 'is in the future',
      notAnAmount: 'is not an amount such as 2600.00',
      notACurrency: 'is not a currency code such as BRL',
      notALocalTime: 'is not a valid time such as 2026-11-20T15:00',
      notAStageKey: ({ longestStageKey }: { longestStageKey: number }) => `must be printable text of at most ${longestStageKey} characters`,
      stageWithOtherValues: ({ registered }: { registered: string }) =>
        `The lead already has this stage with different values: ${registered}. Nothing was changed.`,
      registeredByEvent: ({ id }: { id: string }) =>
        `It came from an event (conversion ${id}). Correct it in the system that sent the event.`,
      correctInForm: ({ id, leadId }: { id: string; leadId: string }) =>
        `To correct or withdraw it, use the form of stage ${id} on the page of lead ${leadId}. To record the same stage a second time, enter another order number.`,
      postCorrects: ({ id }: { id: string }) => `To correct it, use POST /admin/conversoes/${id}/etapa.`,
      noRefusedRequestNamed: 'No refused request is selected.',
      noRefusedRequestNamedHint: 'Select requests in the list, send recusa=ID for each one, or send todos=1 with or without a filter.',
      noRefusedRequestHint: ({ refusedPath }: { refusedPath: string }) =>
        `It may have been deleted to make room for newer ones. See the list at ${refusedPath}.`,
    },
    stages: {
      nothingWouldChange: { message: 'The stage already has these values. Nothing was changed.', hint: 'Enter the values to correct.' },
    },
    remote: {
      unknownForm: 'This version of lead-intake does not understand the answer of the service.',
      connectionEnded: 'The service closed the connection.',
    },
  },

  /**
   * The sentences of faults: what keeps an event, a conversion or an account from going on. A fault is stored as the keys of its sentences with what
   * they are about, and read in the language of whoever looks at it. What may be personal is left out before: an empty text stands for it.
   */
  faults: {
    /** In its own words, which are shown as they are. */
    platformMessage: ({ words }: { words: string }) => `Message from the platform: "${words}".`,
    gaveUp: ({ attempts }: { attempts: number }) => `Stopped after ${counted(attempts, 'attempt')}.`,
    workerDied: ({ attempts }: { attempts: number }) =>
      `The worker crashed ${counted(attempts, 'time')} while it ran this job. The event may be the cause. Before you retry the job, check the size of the body and the memory of the worker.`,
    processingFailed: ({ kind }: { kind: string }) =>
      `Processing ended unexpectedly (${kind}). This is a bug in lead-intake. Search the log for the ID of this job, and retry the job after an update.`,
    writeRejected:
      'The database rejected the result, for example because the campaign or client was removed in the meantime. Retry the job.',
    notStored: ({ reason }: { reason: Translated<string> }) =>
      `The database cannot store the result. ${reason.en} The job runs again automatically.`,
    sentNotStored: ({ reason }: { reason: Translated<string> }) =>
      `The platform accepted the conversion, but the database could not store that. ${reason.en} Solve this, then delete the job with \`lead-intake queue forget\`, which marks the conversion as sent.`,
    eventForgotten: 'An operator deleted the waiting job. To process the event after all, run `lead-intake events replay`.',
    conversionForgotten: 'An operator deleted the waiting job. To send the conversion after all, run `lead-intake conversions retry`.',

    bodyEmpty: `The body of the event is empty. ${LOOK_AT_BODY}`,
    bodyNotUtf8: `The body of the event is not valid UTF-8. ${LOOK_AT_BODY}`,
    bodyNotJson: `The body of the event is not valid JSON. ${LOOK_AT_BODY}`,
    bodyTooDeep: `The body of the event is nested too deeply. ${LOOK_AT_BODY}`,
    bodyNotObject: `The body of the event is not a JSON object. ${LOOK_AT_BODY}`,
    bodyWithoutChange: `The body of the event has no leadgen change with a \`value\` object, so it does not name a lead. ${LOOK_AT_BODY}`,
    unknownEventType: ({ type, again }: { type: string; again: string }) =>
      `The event type ${shown(type)} is unknown. Add it to the setting EVENT_TYPES as NAME=lead, NAME=update, NAME=conversion, or NAME=withdrawal, and restart the workers. ${thenAgain(again)}`,
    leadNotFound: ({ hasClickId, again }: { hasClickId: number; again: string }) =>
      'No lead of this client matches the ID, click ID, email, or phone in the event, and the event has no ' +
      `${hasClickId === 1 ? 'name, email, phone, or click ID' : 'name, email, or phone'} to create a lead from. Ask the sender to send the lead itself first. ${thenAgain(again)}`,
    noLeadOfConsent: ({ again }: { again: string }) =>
      'The event withdraws consent, but no lead of this client matches its ID, click ID, email, or phone. A lead that is created later does not get it automatically, ' +
      `so its conversions would be reported. Check who it is about, and whether the event of the lead itself has failed: retry that one first. ${thenAgain(again)}`,
    leadOfOtherClient: ({ again }: { again: string }) =>
      'The event is about a lead of another client. Its campaign, form, or page is linked to the wrong campaign, or was moved to another client. ' +
      `Correct the link with \`lead-intake campaign link\`. ${thenAgain(again)}`,
    leadOnItsWay:
      'The lead has arrived, but the event that creates it is not processed yet. lead-intake tries again automatically every few minutes. No action needed. If it takes long, check why that event is waiting.',
    earlierEventsWait:
      'Events that arrived earlier are not processed yet, and one of them may create the lead of this event. lead-intake tries again automatically within seconds. No action needed. If it takes long, check that workers are running.',
    wrongClient: ({ limitedTo, client, campaign, again }: { limitedTo: string; client: string; campaign?: string; again: string }) =>
      `The sender used a secret that is limited to client ${limitedTo}, but ` +
      `${campaign === undefined ? `the event names client ${client}` : `campaign ${shown(campaign)} belongs to client ${client}`}, so no lead was created. ` +
      `If the sender works for client ${client}, create a secret for that client with \`lead-intake secret add\` and ask the sender to use it and send the event again. ` +
      `If the campaign or its link is wrong, correct it. ${thenAgain(again)} If you do not know the sender, remove the secret: somebody may be forging leads.`,
    noCampaignId:
      'The event has no `campanha_id`, or it is neither text nor a number. Ask the sender to correct it and send the event again.',
    unknownCampaign: ({ id, flag, again }: { id: string; flag: string; again: string }) =>
      `No campaign has the \`campanha_id\` ${shown(id)}. Add it with \`lead-intake campaign add ${flag} --name NAME --client CLIENT\`. ${thenAgain(again)}`,
    noClientId: ({ id }: { id: string }) =>
      `The \`cliente_id\` ${shown(id)} is not a client ID, which is a whole number of at most 15 digits. ` +
      'Ask the sender to correct it and send the event again. `lead-intake client list` shows the IDs.',
    unknownClient: ({ id, flag, again }: { id: string; flag: string; again: string }) =>
      `No client has the \`cliente_id\` ${shown(id)}. Add the client with \`lead-intake client add ${flag} --name NAME\`. ${thenAgain(again)}`,
    notLinked: ({ again, links, ...named }: { again: string; links: string } & NamedThings) =>
      `The event is not linked to a campaign: ${namedThings(named, shown)}. Link it with ` +
      `${links
        .split('\n')
        .map((link) => `\`lead-intake campaign link CAMPAIGN ${link}\``)
        .join(' or ')}. ${thenAgain(again)}`,
    pageOfAnotherClient: ({ client, page, owner, again }: { client: string; page: string; owner: string; again: string }) =>
      `The event names \`cliente_id\` ${shown(client)}, but page ${shown(page)} is connected for client ${owner}. Connect the page for the right client with ` +
      `\`lead-intake client connect CLIENT --page ${page === '' ? 'ID' : page}\`, or ask the sender to correct the event. ${thenAgain(again)}`,
    namesNobody:
      'The event does not name a form, campaign, page, or client, so lead-intake does not know which client its lead belongs to. Ask the sender to add `cliente_id` or `campanha_id` and send the event again.',

    pageNotConnected: ({ page }: { page?: string }) =>
      `The event contains only the ID of the lead, and no token is set to fetch the answers from Meta${page === undefined ? '' : ` for page ${page}`}. ` +
      `Connect the page with \`lead-intake source connect social-ads --page ${page ?? 'ID'}\` or set WEBHOOK_SOCIALADS_TOKENS. ${PARKED_UNTIL_THEN} ` +
      'To retry these jobs now, run `lead-intake queue retry --all --parked`.',
    pageTokenRefused: ({ page }: { page: string }) => `Meta rejects the token of page ${page}.`,
    replacePageToken: ({ page }: { page: string }) =>
      `Create a new token and replace the old one with \`lead-intake source connect social-ads --page ${page}\`. ${PARKED_UNTIL_THEN} If you only restored a permission at Meta, retry the job.`,
    pageBlocked: ({ page }: { page: string }) => `Meta has blocked the account that reads page ${page}.`,
    liftPageBlock: ({ page }: { page: string }) =>
      `Resolve the block at Meta, then retry the job or connect the page again with \`lead-intake source connect social-ads --page ${page}\`. ${PARKED_UNTIL_THEN}`,
    pageNotListed: ({ page }: { page: string }) => `Meta does not show the forms of page ${page}.`,
    checkPageAccess:
      'Check at Meta that the owner of the token (the system user) has full control of the page and that the token has the permissions `pages_show_list`, `pages_read_engagement`, `pages_manage_metadata`, `pages_manage_ads`, and `leads_retrieval`.',
    comparedAgain:
      'lead-intake still fetches the leads that Meta reports, but cannot detect missing ones. It tries again at the next comparison.',
    pageThrottled: ({ page }: { page: string }) => `Meta limits the requests for page ${page}.`,
    pageBusy: ({ page }: { page: string }) => `Many leads of page ${page} are being fetched. This one follows in a moment.`,
    leadNotAvailable: 'Meta does not return this lead: it was deleted, or the token cannot read it.',
    leadAskedAgain: 'lead-intake tries again automatically a few times.',
    leadAskedInVain: ({ tries }: { tries: number }) =>
      `After ${counted(tries, 'attempt')}, the job is parked. Check at Meta that the lead exists, that the token has the permission \`leads_retrieval\`, and that the app has access in the Leads Access Manager. Then run \`lead-intake queue retry --all --parked --error lead_not_available\`.`,
    leadNotNamed:
      'The event has no answers and no numeric `leadgen_id` to fetch them from Meta. See it with `lead-intake events show`. To fetch leads that Meta did not report correctly, run `lead-intake source backfill social-ads`.',
    testButtonPressed:
      "This is the test event from the Meta dashboard, which has no lead behind it. The subscription works. No action needed. To test with a complete lead, use Meta's Lead Ads Testing Tool.",

    conversionNotThere: 'The conversion of this job no longer exists.',
    conversionOfTestLead: 'This is a test lead. Test leads are never reported as conversions.',
    workerStopping: 'The worker stopped before it sent this conversion.',
    conversionNotYet: 'Conversions are sent one at a time. This one follows soon.',
    conversionNeverDecided:
      'The platform accepted the conversion a week ago but has not reported a result, so lead-intake stopped asking. Look for it on the platform. To send it again, run `lead-intake conversions retry`; the platform recognizes it by its ID.',
    conversionWithoutPlatform:
      'The lead has no click ID, and its source is not an ad platform, so there is no platform to report the conversion to.',
    platformNotConnected: ({ platform }: { platform: string }) =>
      `${originName(platform)} is not connected, so its conversions cannot be sent. Connect it, and they are sent automatically.`,
    clientWithoutAccount: ({ client, platform }: { client: string; platform: string }) =>
      `Client ${client} has no ${accountKind(platform)} to send its conversions to. Connect one with ${clientConnect(client, platform, 'ID')}, ` +
      'or set ACCOUNTS_CLIENT to use the account in the settings. The conversion is then sent automatically, and only to the account of this client.',
    accountWithoutCredential: ({ client, platform, account, setting }: Texts<'client' | 'platform' | 'account' | 'setting'>) =>
      `The ${accountKind(platform)} ${account} of client ${client} uses the credential in the settings, but ${setting} is not set. Set it and restart the workers, ` +
      `or connect the account with its own credential: ${clientConnect(client, platform, account)}. ${SENT_AFTERWARDS}`,
    accountSealed: ({ client, platform, account }: { client: string; platform: string; account: string }) =>
      `The credential of the ${accountKind(platform)} ${account} of client ${client} cannot be decrypted: CREDENTIALS_KEY is not set or has changed. ` +
      `Set it and restart the workers, or connect the account again with ${clientConnect(client, platform, account)}. ${SENT_AFTERWARDS}`,
    consentDenied: ({ keys }: { keys: string }) =>
      `The person refused or withdrew consent to share data with ad platforms (${keys}). The conversion is not sent.`,
    consentMissing: ({ keys, isOfClient }: { keys: string; isOfClient: number }) =>
      `The lead has no consent to share data with ad platforms (${keys}), which ${isOfClient === 1 ? "the client's consent rule" : 'CONVERSIONS_CONSENT'} requires. ` +
      'Send it from the form in `consentimentos`, then run `lead-intake conversions retry`.',

    pageNotShown: ({ page }: { page: string }) => `Meta does not show page ${page}.`,
    formNotShown: ({ form }: { form: string }) => `Meta does not show form ${form}.`,
    formGone: ({ form }: { form: string }) =>
      `Form ${form} no longer exists at Meta, or this token cannot read it. lead-intake tries again with every comparison.`,
    formNotConnected: ({ form, page }: { form: string; page?: string }) =>
      `No token can read form ${form}${page === undefined ? '' : ` of page ${page}`}. Connect its page with ` +
      `\`lead-intake source connect social-ads --page ${page ?? 'ID'}\` or set WEBHOOK_SOCIALADS_TOKENS.`,
    accountUnanswered:
      'Several requests in a row for this account got no answer. lead-intake tries one job at a time while the others wait. Nothing is lost.',
    stoppedTrying: ({ hours }: { hours: number }) => `lead-intake stopped after ${counted(hours, 'hour')}.`,
    bringAnswersLater:
      'When the platform answers again, fetch the leads with `lead-intake source backfill social-ads`, or run `lead-intake queue retry --all --error platform_unavailable`.',
    sendConversionsLater: 'When the platform answers again, run `lead-intake conversions retry --all --error platform_unavailable`.',
    answerNotObject: 'The answer is not a JSON object.',

    callForbidden: ({ host }: { host: string }) =>
      `lead-intake did not call ${host} because it is not one of the configured platform addresses.`,
    callRedirected: ({ host, status }: { host: string; status: number }) =>
      `${host} answered with a redirect (HTTP ${status}), which lead-intake does not follow. Check the configured address.`,
    callGivenUp: ({ host }: { host: string }) => `The request to ${host} was canceled because lead-intake is stopping.`,
    callTooLate: ({ host, code }: { host: string; code: string }) => `${host} did not answer in time (${code}).`,
    callUntrusted: ({ host, code }: { host: string; code: string }) =>
      `The TLS certificate or encryption of ${host} cannot be trusted (${code}), so nothing was sent. Check the clock of this machine. If a proxy decrypts TLS, add its certificate to NODE_EXTRA_CA_CERTS.`,
    answerTooLarge: ({ host }: { host: string }) => `The answer of ${host} is too large to come from the platform, so it was not read.`,
    callUnreachable: ({ host, code }: { host: string; code: string }) => `${host} is unreachable or closed the connection (${code}).`,
    callRepeated: 'lead-intake tries again automatically.',

    socialAnswerUnknown: ({ status, found, events = 0 }: { status: number; found: GraphOddity; events?: number }) =>
      `Meta sent an unexpected answer (HTTP ${status}): ${
        {
          no_object: 'it is not a JSON object',
          no_error: 'it has no error object with a code',
          other_lead: 'it is not the requested lead',
          no_questions: 'it has no list of questions',
          no_list: 'it is not a list',
          no_token: 'it has no token details',
          endless: 'the list does not end',
          unconfirmed: `it does not confirm ${counted(events, 'event')}`,
        }[found]
      }. lead-intake tries again automatically. If this continues, check for a proxy or firewall between this machine and Meta.`,
    socialOutOfOrder: ({ status }: { status: number }) => `Meta is not working right now (HTTP ${status}).`,
    tooManyCalls: ({ minutes }: { minutes: number }) =>
      `This account made too many requests. lead-intake pauses for ${minutes} min and then resumes automatically. If this happens often, check what else uses the same token.`,
    graphMessage: ({ words, ...marks }: { words: string; code: number; subcode: number; trace: string }) =>
      `${words === '' ? 'Meta gives no reason' : `Message from Meta: "${words}"`} (${graphMarks(marks, { code: 'code', subcode: 'subcode', trace: 'trace' })}).`,
    idWithoutDigits: 'The ID is not a number, so it cannot be an ID of Meta. No request was sent.',
    tokenUnusable: 'The token contains invalid characters, perhaps a line break. No request was sent.',
    tokenInvalid: 'The token is no longer valid.',
    tokenAppRemoved: 'The person who gave the token removed the app. They have to log in to it again.',
    tokenLoginNeeded: 'The person who gave the token has to log in to Meta and confirm their identity.',
    tokenPasswordChanged: 'The person who gave the token changed their password, which revokes their tokens.',
    tokenExpired: 'The token has expired. Tokens of a system user and page tokens created with a long-lived user token do not expire.',
    tokenUnconfirmed: 'The person who gave the token has to confirm their Meta account.',
    tokenRevoked: 'The token was revoked, for example because the person logged out.',
    tokenMayNotRead:
      "The token cannot read leads. It lacks a permission (`leads_retrieval`, `pages_show_list`, `pages_read_engagement`, or `ads_management`), or the business's Leads Access Manager does not list the app.",
    tokenMayNotSend:
      "The token cannot send conversions to this dataset. It lacks `ads_management`, or the dataset is not assigned to the token's user.",
    appSecretProofNeeded:
      'The token\'s Meta app requires proof of the app secret ("Require App Secret"), but WEBHOOK_SOCIALADS_SECRET is the secret of another app. Set WEBHOOK_SOCIALADS_SECRET to the secret of that app and restart, or connect a token of the webhook\'s app.',
    pageTokenNeeded: 'This request needs a token of the page, but this token belongs to a user or a system user.',
    accountPolicyBreach: 'Meta has blocked this account for a policy violation. Resolve it at Meta (Account Quality).',
    objectNotShown:
      'It was deleted, never existed, or this token cannot read it, for example because it belongs to another page. Meta does not report which.',
    datasetNotShown:
      "No dataset has this ID, or this token cannot read it. Compare the ID (in SOCIALADS_DATASET_ID or the client's account) and the token with those at Meta.",
    replaceDatasetToken:
      "Set SOCIALADS_CONVERSIONS_TOKEN to a valid token and restart, or connect the client's account again with `lead-intake client connect`. Waiting conversions are then sent automatically.",
    socialRefusesConversion: 'Meta rejected the conversion.',
    socialErrorUnknown: 'Meta refused the request with an error that lead-intake does not know.',
    fixSocialError: 'Fix its cause, for example SOCIALADS_API_VERSION, and restart the worker.',
    conversionWithoutPerson:
      'The lead has no lead ID, click ID, email, or phone, so Meta cannot match the person. Add one with an update event, then run `lead-intake conversions retry`.',
    conversionWithoutVisit: ({ missing }: { missing: string }) =>
      `The lead came from a landing page, but its form did not send ${missing.split(' ').join(' or ')}. Meta accepts conversions of such leads only as website events, ` +
      'which need the page and the browser. Send `page_url` and `user_agent` from the form (docs/conversions.md). For this lead, send them ' +
      'in an update event, then run `lead-intake conversions retry`.',
    metaMayHaveIt: ({ id, ago }: { id: string; ago: string }) =>
      `lead-intake sent the conversion ${ago} ago, but Meta did not answer. Meta recognizes duplicates for only 48 hours, so sending it again now could count it twice. ` +
      `Look for it in Events Manager. If it is not there, run \`lead-intake conversions retry ${id}\`. If it is there, delete its job with ` +
      `\`lead-intake queue forget\`, which marks it as sent; \`lead-intake conversions show ${id}\` shows the job ID.`,
    stageTooOld: ({ ago }: { ago: string }) =>
      `The lead was submitted ${ago} ago. Meta accepts the initial stage of a lead for only 7 days, so it is not sent. Later stages are still sent. No action needed.`,
    conversionTooOld: ({ ago }: { ago: string }) =>
      `The conversion happened ${ago} ago, and Meta accepts only conversions of the last 7 days, so it cannot be sent. Record conversions sooner, and check why this one waited.`,

    googleFileMissing: ({ path }: { path: string }) => `The Google Ads credentials file ${path} does not exist.`,
    googleFileUnreadable: ({ path, code }: { path: string; code: string }) =>
      `Cannot read the Google Ads credentials file ${path} (${code}).`,
    googleCredentialWrong: ({ path, problem }: { path?: string; problem: GoogleCredentialProblem }) =>
      `${path === undefined ? 'The Google Ads credential' : `The Google Ads credentials file ${path}`} ${
        {
          not_json: 'is not a JSON object',
          other_type: 'has a "type" other than service_account or authorized_user',
          client_only: 'contains only an OAuth client, without a refresh token',
          service_account_incomplete: 'belongs to a service account but has no "client_email" or "private_key"',
          bad_key: 'has a "private_key" that is not an RSA key in PEM format',
          authorized_user_incomplete: 'belongs to an authorized user but has no "client_id", "client_secret", or "refresh_token"',
        }[problem]
      }.`,
    googleFileFrom:
      'Download a JSON key of a service account from the Google Cloud console, or create a file for an authorized user, and set SEARCHADS_CREDENTIALS_FILE to its path.',
    googleTextFrom:
      'Download a JSON key of a service account from the Google Cloud console, or create a file for an authorized user, and enter the full content of the file.',
    googleFilePermission: 'Give read permission only to the user that runs lead-intake.',
    googleGaveNoToken: ({ status, code }: { status: number; code: string }) =>
      `Google did not issue an access token (${httpStatus(status, code)}).`,
    googleCallStopped: 'The request to Google Ads was canceled because lead-intake is stopping.',
    googleRefusesCredential: ({ reason }: { reason: string }) => `Google Ads rejects the credential${reason === '' ? '' : ` (${reason})`}.`,
    googleKeyGone: `The key or its account was deleted, or the clock of this machine is wrong. Check the clock, or put a new key into ${OR_CONNECT_AGAIN}`,
    googleTokenRevoked: `The refresh token has expired or was revoked. Ask the person to authorize again, and put the new token into ${OR_CONNECT_AGAIN}`,
    googleCheckCredential: ({ scope }: { scope?: string }) =>
      "Check the file in SEARCHADS_CREDENTIALS_FILE, or the key of the client's account" +
      `${scope === undefined ? '' : `, and that the credential has the scope ${scope}`}.`,
    googleScopeMissing: ({ scope }: { scope: string }) => `It lacks the scope ${scope}. Create it again with that scope.`,
    googlePermissionMissing: ({ permission }: { permission: string }) =>
      `It lacks the permission ${permission}. Grant it in the Google Cloud project.`,
    googleAccessMissing: ({ account }: { account: string }) =>
      `Give it standard access to Google Ads account ${account}, or to the manager account above it (in SEARCHADS_LOGIN_ACCOUNT_ID or the client's account).`,
    googleFailed: ({ status, code }: { status: number; code: string }) => `Google Ads failed (${httpStatus(status, code)}).`,
    googleAnswerUnknown:
      'Google Ads sent an unexpected answer (HTTP 200 without a request ID). Check for a proxy or firewall between this machine and Google.',
    googleThrottles: 'Google Ads limits the requests of this account.',
    googleQuotaUsed: 'The requests that Google Ads allows per minute or per day are used up.',
    callsGoOn: 'lead-intake resumes automatically. Nothing is lost.',
    googleBlocksAccount: ({ account, reason }: { account: string; reason: string }) =>
      `Google Ads rejects every request of account ${account} (${reason}).`,
    googleTakesNoContactData: ({ account, reason }: { account: string; reason: string }) =>
      `Google Ads account ${account} does not accept conversions with contact data (${reason}).`,
    googleAcceptTerms: 'Accept the customer data terms in Google Ads (Goals > Settings).',
    googleEnableApi: 'Enable the Data Manager API in the Google Cloud project of the credential.',
    googleFixCloudProject: 'Correct the Google Cloud project of the credential.',
    googleAskForImports: 'Ask Google to allow this account to import conversions with the Data Manager API.',
    googleDeclareAdvertising: 'Declare for each campaign in Google Ads whether it contains political advertising.',
    googleCheckAccountIds: "Check SEARCHADS_ACCOUNT_ID and SEARCHADS_LOGIN_ACCOUNT_ID, or the IDs of the client's account.",
    googleTurnOnContactData: 'Turn on enhanced conversions for leads in Google Ads (Goals > Settings) and accept the customer data terms.',
    googleContactDataForbidden: 'Google does not allow enhanced conversions for this account. Ask your Google representative.',
    googleRefusesConversion: ({ reason }: { reason: string }) => `Google Ads rejected the conversion (${reason}).`,
    googleRejectsConversion: ({ reasons }: { reasons: readonly GoogleReason[] }) =>
      `Google Ads rejected the conversion: ${googleReasons(reasons, GOOGLE_REASONS)}.`,
    googleRejectsSome: ({ reasons }: { reasons: readonly GoogleReason[] }) =>
      `Google Ads rejected ${allOf(reasons) === 0 ? 'some conversions' : counted(allOf(reasons), 'conversion')} of the request: ${googleReasons(reasons, GOOGLE_REASONS)}.`,
    googleForgotRequest: 'Google Ads no longer has the request that contained the conversion.',
    googleTakesLater: 'Google Ads may accept it later. lead-intake tries again automatically.',
    googleTriedInVain: ({ hours }: { hours: number }) => `lead-intake tried for ${counted(hours, 'hour')} without success.`,
    googleLookUpReason: 'Look up the reason in docs/google-ads-reasons.md.',
    sendHeldAgain: 'Then run `lead-intake conversions retry --all --waiting --error conversion_on_hold`.',
    googleCheckActions:
      "Check SEARCHADS_CONVERSION_ACTIONS, or the conversion actions of the client's account. The ID must be that of an action of this account that imports conversions from clicks.",
    googleCheckAction: 'Check that the conversion action belongs to this Google Ads account and imports conversions from clicks.',
    googleSetOwnAccount: "Use the account that owns the click's conversions. If a manager account tracks them, use the manager account.",
    googleSetConsent: 'Set the consent of this account in Google Ads (Goals > Settings), or send it with the lead.',
    googleLookForConversion: 'Look for the conversion in Google Ads.',
    googleCorrectCurrency: 'Correct the currency of the stage with `lead-intake conversions correct`.',
    googleCorrectTime: 'Correct the time of the stage with `lead-intake conversions correct`.',
    googleCountEvery: 'Set the conversion action to count every conversion (Google Ads, Goals > Conversions).',
    googleChangeAttribution: 'Choose another attribution model for the conversion action (Google Ads, Goals > Conversions).',
    clickTooOld: 'The click is more than 90 days old, so Google Ads no longer accepts its conversions.',
    conversionWithoutClick: 'The lead has no click ID and no usable email or phone, so Google Ads cannot match it to a click.',
    actionUnknown: ({ client, name }: { client?: string; name: string }) => {
      const action = `No conversion action is set for ${name === '' ? 'this conversion' : `the conversion "${name}"`}`;
      return client === undefined
        ? `${action}. Add NAME=ID, or *=ID for all others, to SEARCHADS_CONVERSION_ACTIONS and restart the workers. Then run \`lead-intake conversions retry\`.`
        : `${action} in the Google Ads account of client ${client}. Connect the account again with --action NAME=ID, or --action "*=ID" for all others. Then run \`lead-intake conversions retry\`.`;
    },

    requestUnsigned: ({ header, mayCarryKey }: { header: string; mayCarryKey: number }) =>
      'The request has no signature. Send ' +
      `${mayCarryKey === 1 ? 'google_key in the JSON body, or ' : ''}${header}: sha256=<hex HMAC-SHA256 of the raw body>.`,
    signatureMalformed: ({ header }: { header: string }) =>
      `${header} must contain one signature: sha256= followed by 64 hexadecimal digits.`,
    signatureWrong: ({ header }: { header: string }) =>
      `${header} does not match the body. Sign the exact bytes that you send, with the same secret on both sides.`,
    keyWrong: 'The google_key in the body does not match the configured secret. Enter the same key at Google Ads and in lead-intake.',
    keyGuessed:
      'There were several wrong keys from this address. Before you try again, wait for the time in Retry-After. The right key is always accepted.',
    sourceWithoutSecret: ({ setting }: { setting: string }) =>
      `This source has no secret to verify requests with. Ask the operator to set ${setting}.`,
    /** `seconds` past or before the clock of the server, or more than that. */
    timestampOff: ({ seconds, isMore, isAhead, allowed }: { seconds: number; isMore: number; isAhead: number; allowed: number }) =>
      `The timestamp is ${isMore === 1 ? 'more than ' : ''}${counted(seconds, 'second')} ${isAhead === 1 ? 'ahead of' : 'behind'} the server clock. The limit is ${counted(allowed, 'second')}.`,
    timestampInMs: 'It looks like milliseconds. Send Unix time in seconds.',
    checkBothClocks: 'Sign the request right before you send it, and check both clocks.',
    requestEmpty: 'The body is empty. Send one JSON object.',
    requestNotUtf8: 'The body is not valid UTF-8. Send JSON encoded as UTF-8.',
    requestNotJson: 'The body is not valid JSON. Send one JSON object.',
    requestTooDeep: 'The JSON in the body is nested too deeply.',
    requestNotObject: 'The body is valid JSON but not an object. Send one JSON object: {"…":…}.',
    requestFieldsInvalid: ({ fields }: { fields: string }) => `These fields are missing or invalid: ${fields}.`,
    requestTooManyChanges: ({ most }: { most: number }) =>
      `The request contains more than ${counted(most, 'change')}. Send them in several requests.`,
    requestTooLarge: ({ most }: { most: number }) => `The body is larger than the limit of ${most} bytes.`,
    requestCompressed: 'The body is compressed. Send it without Content-Encoding.',
    verifyTokenWrong: 'hub.verify_token does not match the configured token. Enter the same token at Meta and in lead-intake.',
    verifyModeWrong: 'hub.mode must be subscribe.',
    verifyChallengeWrong: 'hub.challenge must be 1 to 256 printable ASCII characters.',
    refusedAgain: ({ code }: { code: string }) => `The request was refused again: ${codeName(code)}.`,
  },

  /** What `doctor`, the home page, the terminal, `/health` and the metrics find; by code, each with what to do. Codes never change their meaning. */
  findings: {
    'settings.usable': ({ set }: { set: number }) => `All settings are valid (${set} set).`,
    'settings.invalid': ({ problem }: { problem: Said }): FindingWords => ({
      text: `${problem}.`,
      action: 'Fix it in the environment or in the settings file.',
    }),
    'settings.unknown': ({ name, where, meant }: { name: string; where: Said; meant: string | null }): FindingWords => ({
      text: `${name} in ${where} is not a setting and has no effect.`,
      action: meant === null ? 'Remove it or correct its name.' : `Did you mean ${meant}?`,
    }),
    'settings.repeated': ({ problem }: { problem: Said }): FindingWords => ({
      text: problem,
      action: 'Remove the extra lines. To rotate a secret, keep the old one in the setting that ends in _PREVIOUS.',
    }),
    'settings.stray_line': ({ problem }: { problem: Said }): FindingWords => ({
      text: problem,
      action: 'Correct the line, or start it with # to make it a comment.',
    }),
    'settings.comment': ({ problem }: { problem: Said }): FindingWords => ({
      text: problem,
      action: 'Put a comment on a line of its own. If the # belongs to the value, nothing is wrong.',
    }),
    'settings.cut': ({ problem }: { problem: Said }): FindingWords => ({
      text: problem,
      action: 'If the # belongs to the value, put the value in quotes. Otherwise, put the comment on a line of its own.',
    }),
    'settings.file': ({ path }: { path: string | null }) =>
      path === null ? 'There is no settings file.' : `${path} is not world-readable.`,
    'settings.file_writable': ({ path }: { path: string }): FindingWords => ({
      text: `Every user of this machine can change ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'settings.file_readable': ({ path }: { path: string }): FindingWords => ({
      text: `Every user of this machine can read the secrets in ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'settings.unsigned': (): FindingWords => ({
      text: 'WEBHOOK_ALLOW_UNSIGNED is true, so anyone can post leads.',
      short: 'unsigned requests',
      action: 'Remove it, except in development. NODE_ENV=production rejects it.',
    }),
    'settings.retention_off': (): FindingWords => ({
      text: 'Personal data is kept until somebody erases it: no limit is set.',
      action: 'Set RETENTION_BODIES_DAYS and RETENTION_LEADS_DAYS. `lead-intake retention run --dry-run` shows what would be deleted.',
    }),
    'settings.plain_http': ({ host, hasToken }: { host: string; hasToken: boolean }): FindingWords => ({
      text: `Leads${hasToken ? ' and ADMIN_TOKEN' : ''} may be sent unencrypted: HOST is ${host} and TRUST_PROXY is 0.`,
      action: 'Put a reverse proxy with TLS in front of lead-intake and set TRUST_PROXY to the number of proxies.',
    }),
    'settings.admin': ({ state }: { state: 'link' | 'closed' | 'token' | 'both_tokens' }) =>
      ({
        link: 'ADMIN_TOKEN is not set. `lead-intake serve` prints a link to the admin pages each time it starts.',
        closed: 'ADMIN_TOKEN is not set, so the admin pages return 503 on this address.',
        token: 'ADMIN_TOKEN protects the admin pages.',
        both_tokens: 'ADMIN_TOKEN protects the admin pages. ADMIN_READONLY_TOKEN opens them read-only, with personal data masked.',
      })[state],

    'secrets.none': ({ settings }: { settings: string }): FindingWords => ({
      text: 'No source has a secret, so every event gets a 503 response.',
      action: `Set ${settings} for the sources that you use.`,
    }),
    'secrets.sources': ({ sources }: { sources: string }) => `Sources with a secret: ${sources.split(', ').map(originName).join(', ')}.`,
    'secrets.closed': ({ settings }: { settings: string }) => `Not set, so the source returns 503: ${settings}.`,
    'secrets.verify_token': (): FindingWords => ({
      text: 'WEBHOOK_SOCIALADS_VERIFY_TOKEN is not set, so Meta cannot verify the subscription.',
      action: 'Set it to the verify token that you enter at Meta.',
    }),
    'secrets.short': ({ name, shortest }: { name: string; shortest: number }): FindingWords => ({
      text: `${name} has fewer than ${shortest} characters and is easy to guess.`,
      action: GENERATE_SECRET,
    }),
    'secrets.simple': ({ name }: { name: string }): FindingWords => ({
      text: `${name} repeats a few characters and is easy to guess.`,
      action: GENERATE_SECRET,
    }),
    'secrets.repeated': ({ names }: { names: string }): FindingWords => ({
      text: `The same secret is used more than once: ${names}.`,
      action: 'Use a different secret for each.',
    }),
    'secrets.rotation': ({ setting, verdict }: { setting: string; verdict: Said | null }): FindingWords => ({
      text: verdict ?? `${setting} is still accepted.`,
      action: '`lead-intake source list` shows who still uses the old secret. When nobody does, remove it and restart the service.',
    }),
    'secrets.strength': () => 'No secret is short, simple, or used twice.',
    'secrets.named': ({ count }: { count: number }) => `Named secrets: ${count}.`,
    'secrets.unreadable': ({ names, hasKey }: { names: string; hasKey: boolean }): FindingWords => ({
      text: `CREDENTIALS_KEY ${hasKey ? 'has changed' : 'is not set'}, so requests signed with these secrets are refused: ${names}.`,
      action:
        'Set the earlier key and restart the service, or remove the secrets and add them again. Then replay the refused requests with `lead-intake refused replay --all`.',
    }),
    'secrets.limited_setting': ({
      setting,
      name,
      clientId,
      isRemoved,
    }: Texts<'setting' | 'name' | 'clientId'> & { isRemoved: boolean }): FindingWords => ({
      text: isRemoved
        ? `The secret "${name}" was removed, but ${setting} has the same value. Requests signed with it are still accepted, for client ${clientId} only.`
        : `${setting} has the same value as the secret "${name}" of client ${clientId}, so requests signed with it create leads only for that client.`,
      action: `Set ${setting} to another value, or unset it. To lift the limit instead, remove the named secret and add the same value without --client.`,
    }),
    'secrets.limited_export': ({ name, clientId }: { name: string; clientId: string }): FindingWords => ({
      text: `The password in CONVERSIONS_EXPORT_CREDENTIAL is or was the secret "${name}", so it opens only the conversions of client ${clientId}.`,
      action: 'Set another password in CONVERSIONS_EXPORT_CREDENTIAL, or unset it.',
    }),
    'secrets.named_rotation': ({ name, verdict, word }: { name: string; verdict: Said; word: string }): FindingWords => ({
      text: `Secret "${name}": ${verdict}`,
      action: `\`lead-intake secret list\` shows who uses it. When nobody does, remove it with \`lead-intake secret remove ${word}\`.`,
    }),

    'database.found': ({ path, bytes }: { path: string; bytes: number | null }) =>
      bytes === null ? path : `${path}, ${formatBytes(bytes)}`,
    'database.missing': ({ path }: { path: string }): FindingWords => ({
      text: `The database ${path} does not exist.`,
      action: 'Create it with `lead-intake init`. If it exists elsewhere, check DATABASE_URL, --env-file, and the working directory.',
    }),
    'database.newer': unusableDatabase,
    'database.forbidden': unusableDatabase,
    'database.unusable': unusableDatabase,
    'database.damaged': ({ sign, more }: { sign: string; more: number }): FindingWords => ({
      text: `The database is damaged: ${sign}${more === 0 ? '' : ` (+${more})`}.`,
      action: RESTORE_BACKUP,
    }),
    'database.whole': ({ full, ms }: { full: boolean; ms: number }) =>
      full
        ? `The database is intact (integrity_check, ${formatDuration(ms)}).`
        : `The database is intact (quick_check, ${formatDuration(ms)}; --full checks more).`,
    'database.schema': ({ version }: { version: number }) => `Schema version ${version} is up to date.`,
    'database.older': ({ version, newest }: { version: number; newest: number }): FindingWords => ({
      text: `The database has schema version ${version}. This program uses version ${newest}.`,
      action: 'Make a backup. The next start migrates the database. `lead-intake migrate --dry-run` shows how long that takes.',
    }),
    'database.journal': () => 'The journal mode is wal.',
    'database.journal_mode': ({ mode }: { mode: string }): FindingWords => ({
      text: `The journal mode is ${mode}: the database was restored and not used since, or another program changed it.`,
      action: 'No action needed. The service or a worker sets it to wal when it starts.',
    }),
    'database.locked': ({ path, ms }: { path: string; ms: number }): FindingWords => ({
      text: `Another program has kept the database locked for writing for more than ${formatDuration(ms)}. Meanwhile, no event can be stored: senders get 503.`,
      action: `\`fuser -v ${path}\` lists the programs that use it. Stop the one that is not lead-intake, often a database browser or a script with an open transaction.`,
    }),
    'database.wal': ({ bytes }: { bytes: number }) => `The write-ahead log (WAL) is ${formatBytes(bytes)}.`,
    'database.wal_large': ({ bytes }: { bytes: number }): FindingWords => ({
      text: `The write-ahead log (WAL) has grown to ${formatBytes(bytes)}.`,
      short: 'large WAL',
      action: 'Find the program that keeps a long transaction open, such as a backup or a database browser, and stop it.',
    }),
    'database.log_damaged': ({ written, path }: { written: Age; path: string | null }): FindingWords => ({
      text: `The disk damaged the write-ahead log${path === null ? '' : ` (${path})`}. Events acknowledged shortly before its last write, ${written} ago, are lost.`,
      short: 'events lost',
      action: `Check the disk. Fetch the leads again (\`lead-intake source backfill social-ads\`, \`lead-intake source import search-ads\`) and ask the owners of your forms to send theirs again. Then move the damaged log away${path === null ? '; `lead-intake doctor` shows its path' : ''}.`,
    }),
    'database.not_durable': ({ settings }: { settings: readonly string[] }): FindingWords => ({
      text: `The PostgreSQL server can lose acknowledged events in a crash: ${settings.join(', ')}.`,
      short: 'not durable',
      action: 'Turn these settings on in postgresql.conf, and restart the server.',
    }),
    'database.standby': (): FindingWords => ({
      text: 'The PostgreSQL server is a standby and accepts no writes, so events are answered with HTTP 503.',
      short: 'read-only server',
      action:
        'Name the primary in DATABASE_URL, or all servers: lead-intake uses the one that is not a standby. If the primary is lost, promote the standby.',
    }),
    'database.read_only': (): FindingWords => ({
      text: 'The PostgreSQL server is read-only (default_transaction_read_only is on), so events are answered with HTTP 503.',
      short: 'read-only server',
      action:
        'Find out why, for example because its disk is full. Then turn the setting off where it is set: in postgresql.conf, or with `alter database` or `alter role`.',
    }),
    'database.missing_grants': ({ lacking, role, schema }: { lacking: readonly string[] } & Texts<'role' | 'schema'>): FindingWords => ({
      text: `The PostgreSQL user ${role} lacks privileges that lead-intake needs: ${fewOf(lacking)}. Whatever needs them fails; events may be answered with HTTP 503.`,
      short: 'missing grants',
      action: `As the owner of the tables, run \`${grantsOf(schema, role)}\` in this database. \`lead-intake docs postgresql\` also has the grants for tables of later versions.`,
    }),
    'database.sync_standby': () => 'Each commit waits for a synchronous standby.',
    'database.sync_standby_away': (): FindingWords => ({
      text: 'Commits wait for a synchronous standby that is not there (synchronous_standby_names), so events are answered with HTTP 503.',
      short: 'standby away',
      action:
        'Start the standby, or connect another one that synchronous_standby_names allows. Until then, you can empty that setting on the primary and reload it: events are accepted, but a fail-over can lose them.',
    }),
    'database.no_sync_standby': (): FindingWords => ({
      text: 'No commit waits for a standby (synchronous_standby_names is empty). If the primary is lost, a fail-over loses the events that it had not sent to the standby yet.',
      action: 'If you have a standby, set synchronous_standby_names on the primary and reload it.',
    }),
    'database.connections': ({ used, most, processes }: { used: number; most: number; processes: number }) =>
      `${used} of ${most} connections of the server are in use; the others are enough for ${processes} more ${processes === 1 ? 'process' : 'processes'}.`,
    'database.connections_few': ({ used, most, needed }: { used: number; most: number; needed: number }): FindingWords => ({
      text: `${used} of ${most} connections of the server are in use. A process of lead-intake uses up to ${needed}, so another one may get none.`,
      short: 'few connections',
      action: 'Increase max_connections and restart the server, or use PgBouncer in transaction mode.',
    }),
    'database.tls': () => 'The connection to the server is encrypted.',
    'database.no_tls': (): FindingWords => ({
      text: "The connection to the server is not encrypted: whoever is on the network between can read people's data and the password.",
      short: 'no TLS',
      action: 'Turn on ssl on the server, and add `?sslmode=verify-full` to DATABASE_URL.',
    }),
    'database.retention': ({ ran }: { ran: Age }) => `Data that is too old to be kept was last deleted ${ran} ago.`,
    'database.retention_late': ({ ran }: { ran: Age | null }): FindingWords => ({
      text:
        ran === null
          ? 'Data that is too old to be kept has never been deleted yet. `lead-intake serve` does so every night.'
          : `Data that is too old to be kept was last deleted ${ran} ago.`,
      short: 'retention late',
      action: 'lead-intake retention run',
    }),
    'database.erasure_open': ({ began }: { began: Age }): FindingWords => ({
      text: `The erasure of a person that began ${began} ago is not complete.`,
      short: 'erasure not complete',
      action: 'lead-intake serve',
    }),
    'database.erasure_journal_missing': (): FindingWords => ({
      text: 'The journal of erasures is missing. A restored backup would bring erased people back.',
      action: 'Copy the file ending in -erasures back next to the database. `lead-intake serve` writes what the database still knows.',
    }),
    'database.readable': ({ path }: { path: string }): FindingWords => ({
      text: 'Every user of this machine can read the database and its personal data.',
      action: `chmod 600 ${path}`,
    }),
    'database.counters': () => 'The queue counters are correct.',
    'database.counters_wrong': ({ queue, group, counted, rows }: Texts<'queue' | 'group'> & Numbers<'counted' | 'rows'>): FindingWords => ({
      text: `The counter of ${queue}/${labelIn(en.labels.jobStates, group)} is ${counted}, but there are ${rows} rows.`,
      action: 'Only the figures are wrong; no lead is affected. This is a bug in lead-intake. Please report it.',
    }),
    'database.search': () => 'The search index is complete.',
    'database.search_behind': ({ events, leads }: { events: number; leads: number }): FindingWords => ({
      text: `A search doesn't find everything yet. Not in its index: ${counted(events, 'event')}, ${counted(leads, 'lead')}.`,
      action: '`lead-intake serve` completes the index while it runs.',
    }),
    'database.relations': () => 'All references are valid, and every queued event has a job.',
    'database.relations_broken': ({ references, orphans }: { references: number; orphans: number }): FindingWords => ({
      text: `Another program changed the database. References to missing rows: ${references}. Queued events without a job: ${orphans}.`,
      action: '`lead-intake events replay` creates a job for an event. Restore missing rows from a backup.',
    }),
    'database.backup': ({ made }: { made: Age | null }) =>
      made === null ? 'There is no backup yet, and no event to back up.' : `The last backup was made ${made} ago.`,
    'database.no_backup': (): FindingWords => ({
      text: 'There is no backup yet.',
      short: 'no backup',
      action: 'Run `lead-intake backup` every night.',
    }),
    'database.backup_old': ({ made }: { made: Age }): FindingWords => ({
      text: `The last backup was made ${made} ago.`,
      short: 'old backup',
      action: 'Run `lead-intake backup` every night.',
    }),
    'database.results_not_stored': ({ reason }: { reason: Said }): FindingWords => ({
      text: `Leads are missing, because the results of jobs are not stored. ${reason}`,
      short: 'results not stored',
      action: 'Fix the cause. The events are stored, and their jobs run again automatically.',
    }),
    'database.refused_delivery': ({ last, code }: { last: Age; code: string }): FindingWords => ({
      text: `Events are refused because the database or its disk cannot store them. Last refusal: ${last} ago (${codeName(code)}).`,
      short: 'events refused',
      action: 'Run `lead-intake doctor` on the server to find the cause. Senders get a 503 response and have to send again.',
    }),

    'disk.writable': ({ folder }: { folder: string }) => `The folder ${folder} is writable.`,
    'disk.not_writable': ({ folder, error }: { folder: string; error: string }): FindingWords => ({
      text: `Cannot write to the database or its folder ${folder} (${error}).`,
      action: 'Give the user that runs lead-intake write permission to the database file and its folder.',
    }),
    'disk.space': ({ free }: { free: number }) => `The database disk has ${formatBytes(free)} free.`,
    'disk.full': ({ free }: { free: number }): FindingWords => ({
      text: `The database disk is almost full: ${formatBytes(free)} free.`,
      short: 'disk full',
      action: MAKE_ROOM,
    }),
    'disk.little_space': ({ free, size }: { free: number; size: number }): FindingWords => ({
      text: `The database disk has ${formatBytes(free)} free${free < size ? `, too little for a backup (${formatBytes(size)})` : ''}.`,
      short: 'low disk space',
      action: MAKE_ROOM,
    }),
    'disk.file_system': ({ name }: { name: string | null }) =>
      name === null ? 'The type of the file system is unknown.' : `The file system is ${name}.`,
    'disk.network': ({ name }: { name: string }): FindingWords => ({
      text: `The database is on ${name}, a network file system. SQLite can lose data there because it needs shared memory and reliable locks.`,
      action: LOCAL_DISK,
    }),
    'disk.memory': ({ name }: { name: string }): FindingWords => ({
      text: `The database is in memory (${name}) and is lost when the machine restarts.`,
      action: LOCAL_DISK,
    }),
    'disk.layer': ({ name }: { name: string }): FindingWords => ({
      text: `The database is on ${name}, probably inside a container, and is lost with the container.`,
      action: 'Mount a volume for the database folder.',
    }),
    'disk.bridge': ({ name }: { name: string }): FindingWords => ({
      text: `The database is on ${name}, which may not sync and lock files as SQLite needs.`,
      action: LOCAL_DISK,
    }),

    'clock.time': ({ time }: { time: string }) => `The time is ${time}, and no stored time is later.`,
    'clock.behind': ({ time, ahead, limit }: { time: string; ahead: number; limit: number }): FindingWords => ({
      text: `The time is ${time}, but the database contains times up to ${formatDuration(ahead)} later, so the clock is or was wrong.${
        ahead <= limit ? '' : ` Events of website forms are refused when the clocks differ by more than ${formatDuration(limit)}.`
      }`,
      action: SYNCHRONISE,
    }),
    'clock.sync': ({ isKnown }: { isKnown: boolean }): string =>
      isKnown ? 'The clock is synchronized.' : 'The system does not report whether the clock is synchronized.',
    'clock.not_synchronised': (): FindingWords => ({ text: 'The clock is not synchronized.', action: SYNCHRONISE }),

    'port.any': () => 'PORT is 0, so the service picks a free port each time it starts.',
    'port.serving': ({ origin }: { origin: string }) => `lead-intake is running at ${origin} and is healthy.`,
    'port.unhealthy': ({ status, url }: { status: number; url: string }): FindingWords => ({
      text: `lead-intake at ${url} returns ${status} because it cannot write to its database.`,
      action: 'Check its log and the disk and database problems in this list.',
    }),
    'port.taken': ({ port, host }: { port: number; host: string }): FindingWords => ({
      text: `Another program uses port ${port} on ${host}.`,
      action: 'Stop it, or choose another port with PORT.',
    }),
    'port.foreign_host': ({ host }: { host: string }): FindingWords => ({
      text: `HOST is ${host}, which is not an address of this machine.`,
      action: 'Set HOST to 127.0.0.1 (this machine only), 0.0.0.0 (all interfaces), or an address of this machine.',
    }),
    'port.free': ({ origin }: { origin: string }) =>
      `Nothing answers at ${origin}, and the port is free. If the service uses another --host or --port, set HOST and PORT to match.`,
    'port.unusable': ({ port, host, error }: { port: number; host: string; error: string }): FindingWords => ({
      text: `The service cannot listen on port ${port} of ${host} (${error}).`,
      action: 'Unless it runs as root, set PORT to a number above 1023.',
    }),

    'queue.workers': ({ count }: { count: number }) => `Running workers: ${count}.`,
    'queue.no_worker': noWorker,
    'queue.no_worker_yet': noWorker,
    'queue.open': () => 'The queue is not paused.',
    'queue.paused': ({ since, waiting }: { since: Age; waiting: number }): FindingWords => ({
      text: `The queue has been paused for ${since}. Waiting jobs: ${n(waiting)}.`,
      short: 'paused',
      action: 'Events are stored but not processed. Resume the queue on its page or with `lead-intake queue resume`.',
    }),
    'queue.waiting': ({ waiting }: { waiting: number }) => `Waiting jobs: ${n(waiting)}.`,
    'queue.late': ({ since, waiting }: { since: Age; waiting: number }): FindingWords => ({
      text: `The oldest waiting job has been due for ${since}. Waiting jobs: ${n(waiting)}.`,
      short: 'late',
      action:
        "The workers cannot keep up, or jobs fail and wait for the next attempt. Check the workers' log. If the workers are busy, raise `queue work --concurrency` or start more workers.",
    }),
    'queue.failed': () => 'No failed jobs.',
    'queue.failed_jobs': ({ failed, code, last }: { failed: number; code: string | null; last: Age | null }): FindingWords => ({
      text: `Failed jobs, each an event without a lead: ${n(failed)}.${code === null ? '' : ` The newest${last === null ? '' : `, ${last} ago`}: ${codeName(code)}.`}`,
      short: `${n(failed)} failed`,
      action:
        'See why with `lead-intake queue failed --group`. Fix the cause, then retry the jobs with `lead-intake queue retry` or in the list of failed events.',
    }),
    'queue.parked': ({ parked }: { parked: number }): FindingWords => ({
      text: `Parked jobs: ${n(parked)}. They are waiting for an external cause, such as a platform that is not connected.`,
      short: `${n(parked)} parked`,
      action: 'See what each one needs with `lead-intake queue failed --parked`.',
    }),
    'queue.other_version': ({ worker, version, own }: { worker: string; version: string; own: string }): FindingWords => ({
      text: `Worker ${worker} runs version ${version}, but this program is version ${own}.`,
      short: 'other version',
      action: 'Restart the worker.',
    }),

    'sources.never': ({ origin }: { origin: string }) => `${originName(origin)}: no event yet.`,
    'sources.event': ({ origin, last }: { origin: string; last: Age }) => `${originName(origin)}: last event ${last} ago.`,
    'sources.closed': ({ origin, last }: { origin: string; last: Age | null }): FindingWords => ({
      text: `${originName(origin)}: no secret is set${last === null ? '' : `, and the last event came ${last} ago`}.`,
      short: `${originName(origin)}: no secret`,
      action: 'Set the secret of this source. Until then its address returns 503.',
    }),
    'sources.silent': ({ origin, last, longest }: { origin: string; last: Age; longest: number | null }): FindingWords => ({
      text: `${originName(origin)}: no event for ${last}${longest === null ? '' : `. In the last four weeks, the longest gap at this time of day was ${formatDuration(longest)}`}.`,
      short: `${originName(origin)}: no events`,
      action: 'If you expect leads, check the form or the webhook on the platform. To send a test event, run `lead-intake send`.',
    }),
    'sources.refused': ({ count, causes }: { count: number; causes: readonly RefusedCause[] }) =>
      count === 0 ? 'No request was refused in the last 24 h.' : `Requests refused in the last 24 h: ${n(count)}. ${causesIn(causes)}.`,
    'sources.credential_refused': ({
      origin,
      code,
      count,
      oldest,
    }: Texts<'origin' | 'code'> & Numbers<'count'> & { oldest: Age }): FindingWords => ({
      text: `${originName(origin)}: ${count === 1 ? '1 request that looks genuine was refused' : `${n(count)} requests that look genuine were refused`} (${codeName(code)}), the oldest ${oldest} ago. Earlier requests were accepted.`,
      short: 'credential not accepted',
      action: `Set the same key or secret at the sender and in lead-intake. Nobody sends these requests again, so replay them with \`lead-intake refused replay --all --code ${code} --source ${origin}\`. If the sender's key or secret was wrong, add --without-credential.`,
    }),
    'sources.refused_requests': ({
      count,
      oldest,
      causes,
    }: Numbers<'count'> & { oldest: Age; causes: readonly RefusedCause[] }): FindingWords => ({
      text: `${count === 1 ? '1 refused request may be a lost lead. It' : `${n(count)} refused requests may be lost leads. The oldest`} came ${oldest} ago. ${causesIn(causes)}.`,
      short: `${n(count)} refused`,
      action:
        'See them with `lead-intake refused list --open`. Fix the secret or the form, then run `lead-intake refused replay --all`. To delete those that are not leads, run `lead-intake refused forget`.',
    }),
    'sources.form_without_contact': ({ forms, origin, formId }: { forms: number; origin: string; formId: string }): FindingWords => ({
      text:
        forms === 1
          ? `The newest lead of form ${formId} (${originName(origin)}) has no email or phone.`
          : `The newest leads of ${forms} forms, such as form ${formId} (${originName(origin)}), have no email or phone.`,
      short: 'leads without contact',
      action: `See how each answer is read with \`lead-intake source form show ${formId}\`. If an answer is an email or phone, map it with \`lead-intake source form map\`.`,
    }),
    'sources.resend_type': ({
      count,
      isMore,
      id,
      eventType,
      conflictType,
      last,
    }: Texts<'id'> & Numbers<'count'> & { isMore: boolean; eventType: Mark; conflictType: Mark; last: Age }): FindingWords => ({
      text: `Events resent with another type in the last 7 days: ${n(count)}${isMore ? '+' : ''}. The newest, ${last} ago, is event ${id} (${eventType} → ${conflictType}). The first type counts.`,
      short: 'resent with another type',
      action: `If they are two different events, ask the sender to give each its own ID. See both with \`lead-intake events show ${id}\`.`,
    }),
    'sources.resend_person': ({ count, isMore, id, last }: { count: number; isMore: boolean; id: string; last: Age }): FindingWords => ({
      text: `Events resent with the contact data of another person in the last 7 days: ${n(count)}${isMore ? '+' : ''}. The newest, ${last} ago, is event ${id}. The first person counts; there is no lead for the other one.`,
      short: 'another person with the same ID',
      action: `Two forms probably use the same IDs. Have each form send IDs that no other form uses, such as UUIDs. Compare both people on the event's page (/admin/webhooks/${id}), and send the second one again with a new ID.`,
    }),

    'platforms.pages': ({ count }: { count: number }) => `Meta: accounts that fetch leads: ${count}.`,
    'platforms.no_pages': () =>
      'Meta: no page is connected, so events without answers are parked. Connect a page with `lead-intake source connect` or WEBHOOK_SOCIALADS_TOKENS.',
    'platforms.no_export': () => 'Google Ads: the conversion export is off (no CONVERSIONS_EXPORT_CREDENTIAL and no export secret is set).',
    'platforms.export': ({ hasSetting, secrets }: { hasSetting: boolean; secrets: number }) =>
      `Google Ads: the conversion export is on (${[...(hasSetting ? ['CONVERSIONS_EXPORT_CREDENTIAL'] : []), ...(secrets === 0 ? [] : [`client secrets: ${secrets}`])].join('; ')}).`,
    'platforms.client_datasets': ({ count }: { count: number }) => `Meta: clients with their own dataset: ${count}.`,
    'platforms.no_social_conversions': () => 'Meta: no conversions are sent.',
    'platforms.social_conversions': ({ id }: { id: string }) => `Meta: conversions go to dataset ${id}.`,
    'platforms.client_ads_accounts': ({ count }: { count: number }) => `Google Ads: clients with their own account: ${count}.`,
    'platforms.no_search_conversions': () => 'Google Ads: no conversions are sent.',
    'platforms.search_conversions': ({ id, actions }: { id: string; actions: number }) =>
      `Google Ads: conversions go to account ${id} (conversion actions: ${actions}).`,
    'platforms.half_set': ({ set, missing }: { set: string; missing: string }): FindingWords => ({
      text: `${set} is set but ${missing} is not, so no conversion is sent.`,
      action: `Set ${missing}, or remove ${set}.`,
    }),
    'platforms.credentials_missing': wrongCredentials,
    'platforms.credentials_unreadable': wrongCredentials,
    'platforms.credentials_wrong': wrongCredentials,
    'platforms.credentials_readable': ({ path }: { path: string }): FindingWords => ({
      text: `Every user of this machine can read ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'platforms.credentials': ({ path, who }: { path: string; who: string }) => `Google Ads: ${path} belongs to ${who}.`,
    'platforms.enhanced_leads': ({ id }: { id: string }) =>
      `Google Ads account ${id}: leads without a click ID are reported by hashed email and phone.`,
    'platforms.enhanced_leads_ignored': ({ clientId, id }: { clientId: string; id: string }): FindingWords => ({
      text: `SEARCHADS_ENHANCED_LEADS has no effect for client ${clientId}, which has its own Google Ads account (${id}).`,
      action: `To use enhanced conversions, connect the account again on the client's page or with \`lead-intake client connect ${clientId} --account ${id} --enhanced-leads\` and the account's other flags. Otherwise remove the ID from the setting.`,
    }),
    'platforms.initial_stage': ({ id, stage }: { id: string; stage: string }) =>
      `Meta dataset ${id}: each new lead of an instant form is reported as "${stage}".`,
    'platforms.key_missing': ({ count }: { count: number }): FindingWords => ({
      text: `CREDENTIALS_KEY is not set, so ${count === 1 ? '1 stored credential' : `${n(count)} stored credentials`} cannot be decrypted.`,
      action: 'Set CREDENTIALS_KEY to its earlier value, or connect the accounts again.',
    }),
    'platforms.key_wrong': ({ account }: { account: AccountInWords }): FindingWords => ({
      text: `The stored credential ${account.of} cannot be decrypted because CREDENTIALS_KEY has changed.`,
      action: `Set CREDENTIALS_KEY back to its earlier value, or connect the account again with \`lead-intake ${account.command}\`.`,
    }),
    'platforms.no_credential': ({ account, setting }: { account: AccountInWords; setting: string }): FindingWords => ({
      text: `The conversions ${account.of} wait because the account uses the credential in the settings and ${setting} is not set.`,
      action: `Set ${setting}, or connect the account with its own credential: \`lead-intake client connect\`.`,
    }),

    'platforms.refused': ({ account, since, fault }: { account: AccountInWords; since: Age; fault: Said | null }): FindingWords => ({
      text: `${account.at} has rejected the credential ${account.of} for ${since}.${after(fault)}`,
      short: 'credential not accepted',
      action: `Replace the credential in the settings or with \`lead-intake ${account.command}\`. Waiting jobs then run automatically. Nothing is lost.`,
    }),
    'platforms.blocked': ({ account, since, fault }: { account: AccountInWords; since: Age; fault: Said | null }): FindingWords => ({
      text: `${account.at} has blocked ${account.name} for ${since}.${after(fault)}`,
      short: 'account blocked',
      action: 'Resolve the block at the platform. Waiting jobs then run automatically within two hours.',
    }),
    'platforms.away': ({ account, since, fault }: { account: AccountInWords; since: Age; fault: Said | null }): FindingWords => ({
      text: `${account.at} has been unreachable for ${account.name} for ${since}.${after(fault)}`,
      short: 'platform unreachable',
      action:
        'Check the network of this machine and the status page of the platform. lead-intake keeps trying for 72 hours. Nothing is lost.',
    }),
    'platforms.paused': ({ account, until, fault }: { account: AccountInWords; until: Age; fault: Said | null }): FindingWords => ({
      text: `${account.at} limits the requests for ${account.name}. lead-intake resumes in ${until}.${after(fault)}`,
      short: 'rate limited',
      action: 'No action needed. Nothing is lost.',
    }),
    'platforms.token_expires': ({ account, until }: { account: AccountInWords; until: Age }): FindingWords => ({
      text: `The token ${account.of} expires in ${until}.`,
      short: 'token expires soon',
      action: `Create a new token, preferably for a system user, and put it in the settings or connect it with \`lead-intake ${account.command}\`.`,
    }),
    'platforms.compared': ({ compared, forms }: { compared: Age; forms: number }) =>
      `Leads were compared with Meta ${compared} ago (forms: ${forms}).`,
    'platforms.missing_leads': ({ missing, forms }: { missing: number; forms: number }): FindingWords => ({
      text: `The last comparison with Meta found and stored ${counted(missing, 'missing lead')} (forms: ${forms}).`,
      short: 'missing leads found',
      action:
        'Their webhook did not arrive. Check with `lead-intake doctor` that the page is still subscribed; `lead-intake source connect` subscribes it again.',
    }),
    'platforms.comparison_failed': ({ forms, code }: { forms: number; code: string }): FindingWords => ({
      text: `The last comparison with Meta failed: ${codeName(code)} (forms: ${forms}).`,
      short: 'comparison failed',
      action: "lead-intake tries again automatically. Until then it does not detect leads without a webhook. See the worker's log.",
    }),
    'platforms.comparison_late': ({ compared, everyHours }: { compared: Age; everyHours: number }): FindingWords => ({
      text: `The last comparison with Meta was ${compared} ago. It should run every ${everyHours} h.`,
      short: 'comparison late',
      action:
        'Check that a worker of the queue webhooks is running, and see its log. Until then lead-intake does not detect leads without a webhook.',
    }),
    'platforms.worker': ({ count }: { count: number }) => `Running workers that send conversions: ${count}.`,
    'platforms.no_worker': ({ since, waiting }: { since: Age | null; waiting: number }): FindingWords => ({
      text: `No worker sends conversions${since === null ? '' : `, and the oldest job has waited for ${since}`}.${waiting === 0 ? '' : ` Waiting jobs: ${n(waiting)}.`}`,
      short: 'conversions not sent',
      action: 'Start `lead-intake queue work conversoes` with a service manager, or run `lead-intake serve --work`.',
    }),
    'platforms.no_worker_yet': ({ isPaused }: { isPaused: boolean }): FindingWords => ({
      text: isPaused ? 'The conversions queue is paused.' : 'No worker sends conversions. No conversion is due.',
      short: isPaused ? 'conversions paused' : 'no worker for conversions',
      action: isPaused
        ? 'Resume it with `lead-intake queue resume conversoes`.'
        : 'Start `lead-intake queue work conversoes` with a service manager, or run `lead-intake serve --work`.',
    }),
    'platforms.waiting_for_account': ({
      clients,
    }: {
      clients: readonly { readonly clientId: string; readonly count: number }[];
    }): FindingWords => ({
      text: `Conversions waiting because their client has no account on the platform: ${[
        ...clients.slice(0, MOST_NAMED).map(({ clientId, count }) => `client ${clientId}: ${n(count)}`),
        ...(clients.length > MOST_NAMED ? [`and ${counted(clients.length - MOST_NAMED, 'more client')}`] : []),
      ].join(', ')}.`,
      short: 'conversions without account',
      action:
        "Connect the accounts on each client's page or with `lead-intake client connect`, or set ACCOUNTS_CLIENT to use the accounts in the settings. The conversions are then sent automatically.",
    }),
    'platforms.on_hold': ({ count, isMore, codes }: { count: number; isMore: boolean; codes: readonly string[] }): FindingWords => ({
      text: `Conversions on hold: ${n(count)}${isMore ? '+' : ''} (${codes.map(codeName).join(', ')}).`,
      short: 'conversions on hold',
      action:
        'See what to do about each one with `lead-intake queue failed conversoes --parked`. Then run `lead-intake conversions retry`.',
    }),
    'platforms.rejected': ({ count, isMore }: { count: number; isMore: boolean }): FindingWords => ({
      text: `Conversions rejected in the last 24 h: ${n(count)}${isMore ? '+' : ''}.`,
      short: 'conversions rejected',
      action: 'See why in the list of conversions. Fix the cause, then retry them.',
    }),
    'platforms.old_conversion': ({ platform, since }: { platform: string; since: Age }): FindingWords => ({
      text: `${originName(platform)}: a conversion has been waiting for ${since}.`,
      short: 'conversion late',
      action: 'Send it soon: a conversion loses value every day, and Meta accepts only those of the last 7 days.',
    }),

    'platforms.offline': () => 'The platforms were not checked (--offline).',
    'platforms.not_asked': ({
      about,
      account,
      action,
      fault,
    }: {
      about: 'token' | 'dataset' | 'webhook' | 'subscription' | 'action' | 'no_time';
      account: AccountInWords | null;
      action: string | null;
      fault: Said | null;
    }): FindingWords => ({
      text: `${
        {
          token: `Could not check ${account?.token} at Meta`,
          dataset: `Could not check ${account?.name} at Meta`,
          webhook: 'Could not check the webhook of the app at Meta',
          subscription: `Could not check at Meta whether ${account?.name} is subscribed`,
          action: `Could not check ${account?.name}, action ${action}`,
          no_time: `No time was left to check ${account?.name}`,
        }[about]
      }${fault === null ? '.' : `: ${fault}`}`,
      action: 'Try again later.',
    }),
    'platforms.token': ({ account }: { account: AccountInWords }) => `Meta accepts ${account.token}.`,
    'platforms.token_not_inspected': ({ account, hasApp }: { account: AccountInWords; hasApp: boolean }) =>
      `Cannot check the permissions and expiry of ${account.token}: ${
        hasApp ? "Meta shows them only to the token's app, which is not the one in SOCIALADS_APP_ID." : NO_APP_ID
      }`,
    'platforms.token_refused': ({ account, fault }: { account: AccountInWords; fault: Said }): FindingWords => ({
      text: `Meta rejects ${account.token}: ${fault}`,
      action: OTHER_TOKEN,
    }),
    'platforms.token_invalid': ({ account }: { account: AccountInWords }): FindingWords => ({
      text: `Meta reports that ${account.token} is invalid.`,
      action: RENEW_TOKEN,
    }),
    'platforms.token_page': ({ account, profileId }: { account: AccountInWords; profileId: string }): FindingWords => ({
      text: `The token ${account.of} belongs to ${profileId}.`,
      action: 'Set a token of this page.',
    }),
    'platforms.token_scope': ({
      account,
      scope,
      isElsewhere,
    }: Texts<'scope'> & { account: AccountInWords; isElsewhere: boolean }): FindingWords => ({
      text: `The token ${account.of} lacks the permission ${scope}${isElsewhere ? ' for this page (but has it for others)' : ''}, so Meta does not return leads.`,
      action: 'Create a token with the permissions listed in docs/meta-lead-ads.md.',
    }),
    'platforms.token_scopes': ({ account, scopes }: { account: AccountInWords; scopes: string }): FindingWords => ({
      text: `The token ${account.of} lacks these permissions: ${scopes}.`,
      action: 'Create a token with the permissions listed in docs/meta-lead-ads.md.',
    }),
    'platforms.token_data_access': ({ account, until }: { account: AccountInWords; until: Age }): FindingWords => ({
      text: `The data access of the token ${account.of} expires in ${until}, unless its owner logs in again.`,
      action: RENEW_TOKEN,
    }),
    'platforms.app_refused': ({ fault }: { fault: Said }): FindingWords => ({
      text: `Meta rejects the app ID with the app secret, so tokens and subscriptions cannot be checked. ${fault}`,
      action: 'Set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET to the ID and the secret of the same app (Meta: App settings > Basic).',
    }),
    'platforms.app_unknown': () => `Cannot check whether the page's app is yours and its webhook is set up: ${NO_APP_ID}`,
    'platforms.app_webhook_refused': ({ fault }: { fault: Said }): FindingWords => ({
      text: `Meta does not show the webhook of the app: ${fault}`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_not_subscribed': ({ app, why }: { app: string; why: 'none' | 'fields' | 'inactive' }): FindingWords => ({
      text: `App ${app} ${
        {
          none: 'has no webhook for pages',
          fields: 'has a webhook for pages without the field leadgen',
          inactive: 'has an inactive webhook for pages',
        }[why]
      }, so Meta reports no leads.`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_webhook_elsewhere': ({ app, url }: { app: string; url: string }): FindingWords => ({
      text: `App ${app} sends leads to ${url}, which is not /webhooks/social_ads.`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_webhook': ({ app, url }: { app: string; url: string }) => `App ${app} sends leads to ${url}.`,
    'platforms.no_lead_access': ({ account, reason }: { account: AccountInWords; reason: string }): FindingWords => ({
      text: `Meta's Leads Access Manager does not allow the token to read the leads ${account.of}.${reason === '' ? '' : ` Message from Meta: "${reason}".`}`,
      action:
        "In the business settings (Integrations > Leads access), give access to the page's leads to the app, as a CRM, and to the owner of the token.",
    }),
    'platforms.page_refused': ({
      account,
      fault,
      isOfToken,
    }: {
      account: AccountInWords;
      fault: Said;
      isOfToken: boolean;
    }): FindingWords => ({
      text: `Meta does not show whether ${account.name} is subscribed${isOfToken ? ':' : '.'} ${fault}`,
      action: isOfToken
        ? OTHER_TOKEN
        : 'Give the system user control of the page, and the token its permissions. docs/meta-lead-ads.md shows where.',
    }),
    'platforms.subscribed': ({ account, app }: { account: AccountInWords; app: string | null }) =>
      `Meta sends the leads ${account.of} to ${app === null ? 'an app' : `app ${app}`}.`,
    'platforms.not_subscribed': ({
      account,
      pageId,
      app,
      why,
    }: Texts<'pageId'> & {
      account: AccountInWords;
      app: string | null;
      why: 'unknown_fields' | 'only_others' | 'none';
    }): FindingWords => ({
      text: {
        unknown_fields: `App ${app} is subscribed to changes ${account.of}, but Meta does not show whether that includes leads.`,
        only_others: `Other apps are subscribed to the leads ${account.of}, but app ${app} is not, so Meta does not send them to lead-intake.`,
        none: `No app is subscribed to the leads ${account.of}, so Meta does not send them.`,
      }[why],
      action: `Connect the page again with \`lead-intake source connect social-ads --page ${pageId}\`, or POST /${pageId}/subscribed_apps?subscribed_fields=leadgen with the page's token.`,
    }),
    'platforms.dataset': ({ id }: { id: string }) => `Meta accepts dataset ${id}.`,
    'platforms.dataset_refused': ({ id, fault }: { id: string; fault: Said }): FindingWords => ({
      text: `Meta does not show dataset ${id} to its token: ${fault}`,
      action: CHECK_DATASET,
    }),
    'platforms.dataset_unchecked': ({ id }: { id: string }): FindingWords => ({
      text: `The token cannot read dataset ${id}, so its ID was not checked.`,
      action: CHECK_DATASET,
    }),
    'platforms.search_validated': ({ id, actions }: { id: string; actions: string }) =>
      `Google Ads account ${id} accepts conversions (actions: ${actions}). Nothing was sent.`,
    'platforms.search_refused': ({ id, action, fault }: { id: string; action: string; fault: Said }): FindingWords => ({
      text: `Google Ads account ${id} does not accept conversions for action ${action}: ${fault}`,
      action: 'See docs/google-ads.md for what the advertiser has to allow and which actions accept conversions.',
    }),
    'platforms.client_not_connected': ({ fault }: { fault: Said }): FindingWords => ({
      text: fault,
      action: "You can also connect accounts on the client's page.",
    }),
  },

  /** What the command line says, by command. */
  cli: {
    clients: {
      nameAnAccount: 'Pass the account with --dataset, --account or --page.',
      actionProblem: ({ problem }: { problem: Translated<string> }) => `--action ${problem.en}`,
      clientAdded: ({ id, name }: { id: string; name: string }) => `Client ${id} added: ${name}`,
      accountConnected: ({ id, name, resumed }: { id: string; name: string; resumed: number }) =>
        `Account ${id} is connected for client ${name}. ${counted(resumed, 'conversion')} resumed.`,
      ownConsentRule: ({ name, mode, keys }: { name: string; mode: string; keys: string }) =>
        `Client ${name} has its own consent rule: ${mode} (${keys}).`,
      settingsConsentRule: ({ name, mode, keys }: { name: string; mode: string; keys: string }) =>
        `Client ${name} uses the consent rule of the settings: ${mode} (${keys}).`,
      retention: ({ name, bodies, leads }: { name: string; bodies: string; leads: string }) =>
        `Client ${name}: bodies of events ${bodies}, leads ${leads}.`,
      accountDisconnectedClient: ({ id, name }: { id: string; name: string }) => `Account ${id} is disconnected from client ${name}.`,
      client: ({ id, name }: { id: string; name: string }) => `client ${id} (${name})`,
      clientRemoved: ({ id, name }: { id: string; name: string }) => `Client ${id} removed: ${name}`,
      renamed: ({ id, name }: { id: string; name: string }) => `Client ${id} renamed: ${name}`,
      noClient: 'There are no clients yet. Add one with `lead-intake client add`.',
      enhancedLeads: ({ id, isReported }: { id: string; isReported: boolean }) =>
        `Google Ads account ${id}, leads without a click ID: ${isReported ? 'reported by hashed email and phone' : 'not reported'}`,
      instantFormLeads: ({ id, stage }: { id: string; stage: null | string }) =>
        `Meta dataset ${id}, new leads of instant forms: ${stage === null ? 'not reported' : `reported as "${stage}"`}`,
      conversionsWait: ({ count }: { count: number }) => `Conversions that are waiting for an account: ${count}`,
      consentRule: ({ named }: { named: string }) => `Consent rule: ${named}`,
    },
    retention: {
      kept: 'kept until erased',
      days: ({ days }: { days: number }) => counted(days, 'day'),
      ownLimit: ({ limit }: { limit: string }) => `${limit} (own limit)`,
      ofClient: ({ bodies, leads }: { bodies: string; leads: string }) => `Retention: bodies of events ${bodies}, leads ${leads}`,
      kinds: {
        corpos: 'bodies of events',
        leads: 'leads made anonymous',
        conversoes: 'unsent conversions withdrawn',
        recusas: 'refused requests',
        jobs: 'finished jobs',
        registro: 'lines of the operators’ log',
      },
      deleted: ({ count }: { count: number }) => (count === 0 ? 'Nothing was too old.' : `${counted(count, 'row')} deleted or blanked.`),
      wouldDelete: ({ count }: { count: number }) =>
        count === 0 ? 'Nothing is too old.' : `${counted(count, 'row')} would be deleted or blanked. Nothing was changed.`,
      runsElsewhere: {
        message: 'Another process is deleting what is too old.',
        hint: 'Wait until it is done, at most an hour.',
      },
    },
    conversions: {
      putBack: ({ idCount }: { idCount: number }) => `${counted(idCount, 'conversion')} queued.`,
      nothingSelected: 'No conversions match. Nothing was changed.',
      dryRun: ({ count }: { count: number }) => `${counted(count, 'conversion')} selected; nothing was changed.`,
      sendNow: ({ count }: { count: number }) => `Send ${counted(count, 'waiting conversion')} now?`,
      sendAgain: ({ count }: { count: number }) => `Send ${counted(count, 'rejected conversion')} again?`,
      cannotRetry: ({ isOne, names, others }: { isOne: boolean; names: string; others: number }) => ({
        message:
          `${isOne ? `Conversion ${names} does` : `Conversions ${names} do`} not exist or ${isOne ? 'is' : 'are'} not rejected or waiting.` +
          (others === 0 ? '' : ` ${counted(others, 'other conversion was', 'other conversions were')} queued.`),
        hint: '`lead-intake conversions list --state rejected` lists the rejected ones.',
      }),
      notForMeta: 'Only Meta has test event codes, and this conversion is not for Meta.',
      alreadySent: 'Meta already has this conversion. If it is sent again, it may count twice.',
      choose:
        'To choose another one, run `lead-intake conversions list --platform meta --state waiting`. To check the account without sending, run `lead-intake client test`.',
      waitsStill: 'The conversion is still waiting. To check the account without sending, run `lead-intake client test`.',
      testEventTaken: ({ dataset }: { dataset: string }) =>
        `Meta accepted it. The Events Manager of dataset ${dataset} shows it under "Test events" within a minute. It is a real conversion: the worker sends it again, and within 48 hours Meta recognizes it and counts it once.`,
      nothingNamed: 'Pass what to correct: --value, --currency or --at.',
      exportingConversions: 'Exporting conversions',
      severalClients: 'There are several clients, and a file must not mix their conversions. Pass --client, or set ACCOUNTS_CLIENT.',
      leftOut: ({ leftOut }: { leftOut: number }) =>
        ` ${counted(leftOut, 'was', 'were')} skipped because consent or a usable click ID is missing.`,
      exported: ({
        written,
        file,
        leftOut,
        omitted,
      }: Numbers<'written' | 'leftOut'> & { file: undefined | string; omitted: Translated<string> }) =>
        `${counted(written, 'conversion')} exported${file === undefined ? '' : ` to ${file}`}.${leftOut === 0 ? '' : omitted.en}`,
      nameOrSelect: {
        message: 'Pass either IDs of conversions, or --all with filters.',
        hint: '--all selects all rejected conversions; --error, --platform, --client and --since narrow them down.',
      },
      noCode: {
        message: 'This is not a test event code.',
        hint: 'Copy it from "Test events" in the Events Manager: TEST followed by digits.',
      },
    },
    csv: {
      hasCellsHeader: ({ cells, expected }: { cells: number; expected: number }) =>
        `has ${counted(cells, 'cell')}, but the header has ${expected}`,
      notUtf8: 'the file is not UTF-8; save it as "CSV UTF-8"',
      unknownColumn: ({ name, known }: { name: string; known: string }) => `the column "${name}" is unknown; known columns are ${known}`,
      repeatedColumn: ({ name }: { name: string }) => `the column "${name}" appears twice`,
      emptyFile: ({ headerExample }: { headerExample: string }) =>
        `the file is empty; it must begin with a header such as ${headerExample}`,
      unreadableLine: ({ code }: { code: string }) => `the line cannot be read as CSV (${code}); look for an unclosed quotation mark`,
    },
    directory: {
      removeQuestion: ({ what }: { what: string }) => `Remove ${what}?`,
      nothingImported: ({ problems }: { problems: readonly LineProblem[] }) => ({
        message: [
          `Nothing was imported. The file has ${counted(problems.length, 'problem')}:`,
          ...problems.map(({ line, problem }) => `  line ${line}: ${problem.en}`),
        ].join('\n'),
        hint: 'Correct these lines and import the file again; --dry-run only checks it.',
      }),
      notLinked: ({ campaignId, links }: { campaignId: string; links: string }) => ({
        message: `Not linked to campaign ${campaignId}: ${links}. Nothing was changed.`,
        hint: `\`lead-intake campaign show ${campaignId}\` shows its links.`,
      }),
      sentence: ({ problem }: { problem: Translated<string> }) => `${problem.en}.`,
      addYes: 'Add --yes to remove it.',
      checking: 'Checking',
      storing: 'Storing',
      campaignsCounted: ({ verb, campaigns }: { verb: string; campaigns: number }) => `${verb} ${counted(campaigns, 'campaign')}`,
      addedUpdatedMade: ({ addedCount, updatedCount, linkCount }: { addedCount: number; updatedCount: number; linkCount: number }) =>
        `${counted(addedCount, 'campaign')} added, ${updatedCount} updated, ${counted(linkCount, 'link')} created.`,
      wouldNothingChanged: ({ done }: { done: Translated<string> }) => `Dry run: ${done.en} Nothing was changed.`,
      campaignExists: ({ id }: { id: string }) => `campaign ${id} already exists; --replace updates it`,
      linkedElsewhere: ({ name, holder }: { name: string; holder: string }) => `${name} is linked to campaign ${holder}`,
      noCampaigns: 'there are no campaigns below the header',
      columnMissing: ({ names }: { names: string }) =>
        `the header has no column ${names}; it needs \`id\`, \`nome\` and \`cliente\`, in any order`,
      idRepeated: ({ id, first }: { id: string; first: number }) => `ID ${id} is already on line ${first}`,
      linkedTo: 'linked to',
      campaignAdded: ({
        id,
        name,
        clientId,
        clientName,
        userEmail,
      }: Texts<'id' | 'name' | 'clientId' | 'clientName'> & { userEmail: null | string }) =>
        `Campaign ${id} added: ${name}, client ${clientId} (${clientName})${userEmail === null ? '' : `, user ${userEmail}`}`,
      readingTheFile: 'Reading the file',
      noId: { message: 'No ID was given.', hint: 'Pass at least one, for example --search-ads-form 40000000000.' },
      campaignAnd: ({ id, name, linkCount }: { id: string; name: string; linkCount: number }) =>
        `campaign ${id} (${name}) and ${counted(linkCount, 'link')}`,
      campaignRemoved: ({ id, name }: { id: string; name: string }) => `Campaign ${id} removed: ${name}`,
      userAdded: ({ id, email }: { id: string; email: string }) => `User ${id} added: ${email}`,
      noUser: 'There are no users. Add one with `lead-intake user add`.',
      userLine: ({ id, email }: { id: string; email: string }) => `user ${id} (${email})`,
      userRemoved: ({ id, email }: { id: string; email: string }) => `User ${id} removed: ${email}`,
      noCampaign: 'There are no campaigns. Add one with `lead-intake campaign add`.',
    },
    doctor: {
      groups: {
        settings: 'Settings',
        secrets: 'Secrets',
        database: 'Database',
        disk: 'Disk',
        clock: 'Clock',
        port: 'Port',
        queue: 'Queue',
        sources: 'Sources',
        platforms: 'Platforms',
      },
      severity: { ok: 'ok', note: 'note', warning: 'warning', problem: 'PROBLEM' },
      ofClient: ({ id, name }: { id: string; name: string }) => `${name} (client ${id}): `,
      inOrder: 'No problems found.',
      nothingYet: 'No problems found. No event has arrived yet; to send a test, run `lead-intake send form --campaign ID`.',
      count: ({ problems, warnings }: { problems: number; warnings: number }) =>
        `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`,
    },
    forms: {
      missing: ({ formId, meant }: { formId: string; meant: undefined | string }) =>
        `There is no form "${formId}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      bothPlatformsForm: ({ formId }: { formId: string }) => ({
        message: `Both platforms have a form ${formId}.`,
        hint: 'Add --source google-ads or --source meta.',
      }),
      wouldChange: ({ changed, leads }: { changed: number; leads: number }) => `${changed} of ${counted(leads, 'lead')} would change.`,
      withoutContact: ({ before, after }: { before: number; after: number }) =>
        `Leads without email and phone: ${before} before, ${after} after.`,
      fieldCount: ({ field, count }: { field: string; count: number }) => `  ${field}: ${count}`,
      answerUnusable: ({ count, key, field }: { count: number; key: string; field: string }) =>
        `In ${counted(count, 'lead')}, the answer to "${key}" is not a valid value for ${field}, so it stays an answer.`,
      leadLine: ({ leadId, text }: { leadId: string; text: string }) => `  lead ${leadId}: ${text}`,
      notUndone: 'Only missing fields are filled in. Changing the mapping later does not undo this.',
      ofChanged: ({ changed, leads }: { changed: number; leads: number }) => `${changed} of ${counted(leads, 'stored lead')} changed.`,
      nothingMapGiven: 'No mapping was given.',
      notAMapping: ({ text }: { text: string }) => `"${text}" is not a mapping.`,
      formOfPair: 'Write key=field, such as "qual_seu_contato?=telefone". To remove the mapping of a key, pass --clear KEY.',
      saveMappingForm: ({ formId }: { formId: string }) => `Save the mapping of form ${formId}?`,
      saved: 'The mapping is saved.',
      alreadyMapped: 'The mapping has not changed.',
      noForm: 'There are no lead forms yet. A form appears with its first lead.',
      unreached:
        'Some leads have neither email nor phone. `lead-intake source form show FORM` shows how each answer is read; `source form map` maps it.',
      noKey: 'This form has no known questions or answers yet.',
    },
    leads: {
      exportingLeads: 'Exporting leads',
      exported: ({ leads, file }: { leads: number; file: undefined | string }) =>
        `${counted(leads, 'lead')} exported${file === undefined ? '' : ` to ${file}`}.`,
      grantOrWithdraw: '--purpose, --at and --reason need --grant or --withdraw.',
      purposeLength: ({ longest }: { longest: number }) => `--purpose takes a text of 1 to ${longest} characters.`,
    },
    backfill: {
      leadsMissing: ({ missing }: { missing: number }) => counted(missing, 'lead'),
      comparedSum: ({
        dryRun,
        leads,
        stored,
        recovered,
      }: Numbers<'stored' | 'recovered'> & { dryRun: boolean; leads: Translated<string> }): string =>
        dryRun ? `${leads.en} missing. Nothing was stored.` : `${leads.en} missing, ${stored} stored, ${recovered} recovered.`,
      interrupted: 'Stopped before the end. Run it again.',
      noForm: 'There are no forms to compare: no connected page has one, and no campaign is linked to one.',
      page: ({ pageId }: { pageId: string }) => `page ${pageId}`,
      form: ({ formId }: { formId: string }) => `form ${formId}`,
      sayOrder: 'Add --dates day-first (22/11/2026) or --dates month-first (11/22/2026), and check the result with --dry-run.',
      splitFile: 'Correct the dates of those lines, or split the file by date format and import each part.',
      dayOrderUndecided: ({ example }: { example: string }) =>
        `The file does not show whether its dates begin with the day or the month: each can be read both ways, such as "${example}"`,
      yearUnclear: ({ example }: { example: string }) =>
        `The file does not show whether the year comes first or last in dates such as "${example}"`,
      yearUnclearHint: 'Write those dates with a year of four digits, such as 2026-11-22, or add --dates if the year comes last.',
      mixedDates: ({ days, months }: { days: string; months: string }) =>
        `Some dates of the file begin with the day (${days}), others with the month (${months}); nothing was imported.`,
      headerContradicts: ({ header, example }: { header: string; example: string }) =>
        `The column "${header}" suggests dates that begin with the day, but some begin with the month, such as "${example}"`,
      impossibleDates: ({ given, example }: { given: string; example: string }) =>
        `With --dates ${given}, some dates do not exist, such as "${example}"`,
      refusedFile: ({ what, lines }: { what: string; lines: string }) => `${what} (${lines}); nothing was imported.`,
      unknownEncoding: {
        message: 'The file is neither UTF-8 nor UTF-16, so letters with accents would be lost; nothing was imported.',
        hint: 'Use the file as the platform exports it, or save it as "CSV UTF-8".',
      },
      answer: 'answer',
      columns: 'Columns:',
      datesIs: ({ form, text, spelt }: { form: string; text: string; spelt: string }) => `Dates: ${form}. "${text}" is ${spelt}.`,
      dateRange: ({ spelt, until, timeZone }: { spelt: string; until: string; timeZone: string }) =>
        `From ${spelt} to ${until}, in the time zone ${timeZone} (CONVERSIONS_TIME_ZONE).`,
      checkDatesFuture: ({ futureCount, futureLines }: { futureCount: number; futureLines: string }) =>
        `Check the dates: ${counted(futureCount, 'row')} in the future (${futureLines}).`,
      oldLeads: ({ oldCount, oldestDays, oldLines }: { oldCount: number; oldestDays: number; oldLines: string }) =>
        `Check the dates: ${counted(oldCount, 'row')} older than ${oldestDays} days (${oldLines}); Google Ads does not export leads that old.`,
      noDates: 'Dates: none that can be read. The leads are stored without a submit time.',
      yearFirst: 'year first, or the month in words',
      dayFirst: 'day first',
      monthFirst: 'month first',
      asShows: ({ order, line }: { order: string; line: string }) => `${order}, as ${line} shows`,
      asDatesSays: ({ order }: { order: string }) => `${order}, as set with --dates`,
      byLanguageHeader: ({ order }: { order: string }) => `${order}, from the language of the header`,
      dayEqualsMonth: 'day and month are the same in every date',
      repeated: ({ repeatedCount }: { repeatedCount: number }) => `${repeatedCount} repeated in the file`,
      importedSum: ({
        rows,
        isPreview,
        missing,
        stored,
        known,
        ofKnown,
        again,
      }: Texts<'ofKnown' | 'again'> & Numbers<'rows' | 'missing' | 'stored' | 'known'> & { isPreview: boolean }) =>
        `${counted(rows, 'row')}: ${isPreview ? `${missing} missing` : `${stored} stored`}, ${known} already known${ofKnown}, ${again}.`,
      toRecover: ({ recovered }: { recovered: number }) => ` (${recovered} to recover)`,
      recovered: ({ recovered }: { recovered: number }) => ` (${recovered} recovered)`,
      withoutSubmitTime: ({ untimedCount, lines }: { untimedCount: number; lines: string }) =>
        `${counted(untimedCount, 'row')} without a readable submit time (line ${lines}). Correct it, for example 2026-11-20 09:00, before you import the file: a second import does not change stored leads.`,
      lineProblem: ({ line, problem }: { line: number; problem: Translated<string> }) => `line ${line}: ${problem.en}`,
      importQuestion: ({ missing }: { missing: number }) => `Import ${counted(missing, 'lead')}?`,
      oneLine: ({ list }: { list: string }) => `line ${list}`,
      severalLines: ({ list }: { list: string }) => `lines ${list}`,
      notCsv: 'cannot be read as CSV; look for an unclosed quotation mark',
      noLeadId: 'has no usable lead ID',
      holdsNothingLead: 'contains no lead data',
      roundedId: ({ name }: { name: string }) =>
        `"${name}" was rounded by a spreadsheet, and digits are lost; export the file again, and do not open it in a spreadsheet before you import it`,
      noHeader: {
        message: 'The file does not have the header of a lead export. Nothing was imported.',
        hint: 'In Google Ads, download the leads of the lead form as CSV. Known columns are Lead ID, GCLID, Full name, Email, Phone number, Submit time and others, in English, Portuguese or Spanish.',
      },
      comparingLeadsPlatform: 'Comparing leads with the platform',
      noPageConnected: {
        message: 'No Meta page is connected, so there is nothing to compare.',
        hint: 'Connect one with `lead-intake source connect social-ads --page ID`, or set WEBHOOK_SOCIALADS_TOKENS.',
      },
      nothingWasStored: 'Nothing was stored.',
      nothingImported: 'Nothing was imported.',
      importingLeads: 'Importing leads',
    },
    people: {
      erasing: 'Erasing',
      counts: 'Stored rows',
      addLead: ({ shares, leadId }: { shares: string; leadId: string }) =>
        `${shares}. Perhaps it is the same person: add --lead ${leadId}.`,
      whatNext:
        'To give the person their data: `lead-intake person export` with the same flags. To erase the person: `lead-intake person erase`.',
      exported: ({ leads, events, file }: { leads: number; events: number; file: string }) =>
        `${counted(leads, 'lead')} and ${counted(events, 'event')} written to ${file}. Give the file only to the person, then delete it.`,
      eraseQuestion: ({ leads, events }: { leads: number; events: number }) =>
        `Erase this person for good, with ${counted(leads, 'lead')} and ${counted(events, 'event')}?`,
      addYes: 'Add --yes to erase the person.',
      receipt: ({ id, at }: { id: string; at: string }) => `Erased. Receipt ${id}, completed ${at}.`,
      notComplete: ({ id }: { id: string }) =>
        `Receipt ${id}. Not complete yet: \`lead-intake serve\` completes it when it starts, and checks once an hour.`,
    },
    refused: {
      forgetQuestion: ({ preview, requests }: { preview: string; requests: string }) => `${preview} Delete ${requests} for good?`,
      selected: ({ requests }: { requests: string; total: number }) => `${requests} selected.`,
      selectedAndStorable: ({ selected, stored, total }: { selected: string; stored: number; total: number }) =>
        `${selected} ${stored} of ${total} would be stored now if replayed: \`lead-intake refused replay\`.`,
      deleted: ({ requests }: { requests: string; count: number }) => `${requests} deleted.`,
      noneOfThem: ({ missingCount, ids }: { missingCount: number; ids: string }): string =>
        missingCount === 1 ? `There is no refused request ${ids}.` : `There are no refused requests ${ids}.`,
      listShowsKept: '`lead-intake refused list` lists them.',
      requests: ({ count }: { count: number }) => counted(count, 'refused request'),
      nameThem: 'Pass IDs of requests, or --all; --code, --source, --campaign, --since, --until and --search narrow them down.',
      idsAndFilters: 'IDs cannot be combined with --all or filters.',
      noneNamed: 'No refused request was given.',
      throughEvent: ({ replayedEventId }: { replayedEventId: string }) => `event ${replayedEventId}`,
      storedAsEvent: ({ id, eventIds }: { id: string; eventIds: string }) => `Refused request ${id}: stored as event ${eventIds}.`,
      genuineWithoutLead: ({ id }: { id: string }) => `Refused request ${id}: verified, but it contains no lead.`,
      refusedAgain: ({ id, code, detail }: { id: string; code: string; detail: string }) =>
        `Refused request ${id}: refused again (${codeName(code)}). ${detail}`,
      vouch: 'If you know the sender and its key was wrong, replay the request with --without-credential.',
      storedWithoutCredential: ({ id, events }: { id: string; events: string }) =>
        `Refused request ${id}: stored as event ${events}, without a valid credential.`,
      replayQuestion: ({ preview, requests }: { preview: string; requests: string }) => `${preview} Replay ${requests}?`,
      replayPreview: ({
        stored,
        total,
        withoutCredential,
        again,
        ignored,
        impossible,
      }: Texts<'again'> & Numbers<'stored' | 'total' | 'withoutCredential' | 'ignored' | 'impossible'>) =>
        `${stored} of ${total} would be stored.` +
        (withoutCredential === 0 ? '' : ` Without a valid credential, because you vouch for the sender: ${withoutCredential}.`) +
        (again === '' ? '' : ` Still refused: ${again}.`) +
        (ignored === 0 ? '' : ` Without a lead: ${ignored}.`) +
        (impossible === 0 ? '' : ` Cannot be replayed: ${impossible}.`),
    },
    secrets: {
      everyClient: 'all',
      ofEveryClient: 'for every client',
      limitedToClient: ({ id, name }: { id: string; name: string }) => `limited to client ${id} (${name})`,
      addedOnce: ({ name, limit, whereToEnter }: { name: string; limit: Translated<string>; whereToEnter: Translated<string> }) =>
        `Secret "${name}" added, ${limit.en}. It is not shown again. ${whereToEnter.en} A running service accepts it within seconds.`,
      neverUsed: 'never used',
      lastUsedAt: ({ time }: { time: string }) => `last used ${time}`,
      oneSecret: ({ name, used }: { name: string; used: Translated<string> }) => `the secret "${name}" (${used.en})`,
      removed: ({ name }: { name: string }) => `Secret "${name}" removed. Requests with it are refused within seconds.`,
      noSecret:
        'There are no named secrets. Add one with `lead-intake secret add`. `lead-intake source list` shows the secrets of the settings.',
    },
    sources: {
      saveAnyway: 'The token was not stored. Create another one, or store this one anyway with --no-check.',
      tokenDoesNotOpenPage: ({ pageId }: { pageId: string }) => `This token does not give access to page ${pageId}.`,
      openedNotInspected:
        'The token gives access to the page. Its permissions, its expiry and the Leads Access Manager were not checked. To check them, set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET (the ID and the secret of the Meta app).',
      otherApp: ({ appId }: { appId: string }) =>
        `The token gives access to the page. Its permissions and its expiry were not checked, because it does not belong to app ${appId}. Create a token for that app, because Meta sends the leads to it.`,
      notExchanged: `This is the token of a person, and Meta did not exchange it for a long-lived one, so it expires within hours. Use the token of a system user instead: it does not depend on a person.`,
      exchanged: `This is the token of a person. It was exchanged for a long-lived one, which expires in 60 days. Use the token of a system user instead: it does not depend on a person.`,
      pageTokenKept: `This is the token of a person, so lead-intake stored the page's own token instead. It does not expire, but becomes invalid when the person changes their password or loses access to the page. Use the token of a system user instead: it does not depend on a person.`,
      appSecretRefused: ({ said }: { said: Translated<string> }) => ({
        message: `Meta does not accept the app ID with the app secret, so the token cannot be inspected. ${said.en}`,
        hint: 'The token was not stored. Set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET to the ID and secret of the same app, or store the token unchecked with --no-check.',
      }),
      leadsAccessManager: ({ pageId, quote }: { pageId: string; quote: string }) => ({
        message: `The Leads Access Manager does not let this token read leads of page ${pageId}.${quote}`,
        hint: 'The token was not stored. In the business settings (Integrations > Leads access), give the app, as a CRM, and the owner of the token access to the leads of the page, or store the token anyway with --no-check.',
      }),
      tokenRefused: ({ said }: { said: Translated<string> }) => `Meta does not accept this token. ${said.en}`,
      platformSilent: ({ said }: { said: Translated<string> }) => ({
        message: `Meta could not check the token. ${said.en}`,
        hint: 'The token was not stored. Try again, or store it unchecked with --no-check.',
      }),
      tokenInvalid: 'Meta reports that this token is not valid.',
      tokenOfOtherPage: ({ profileId, pageId }: { profileId: string; pageId: string }) =>
        `This token belongs to ${profileId}, not to page ${pageId}.`,
      permissionForOtherPages: ({ neededScope, pageId }: { neededScope: string; pageId: string }) =>
        `This token has the permission ${neededScope} for other pages but not for page ${pageId}, so Meta would return no leads.`,
      permissionMissing: ({ neededScope }: { neededScope: string }) =>
        `This token lacks the permission ${neededScope}, so Meta would return no leads.`,
      optionalPermissionMissing: ({ missing }: { missing: string }) =>
        `The token lacks ${missing}, so lead-intake may not see the names of ads or the subscription of the page.`,
      tokenExpires: ({ duration }: { duration: string }) =>
        `The token loses access to leads in ${duration}. A token of a system user does not expire.`,
      pagesNotListed: ({ said }: { said: Translated<string> }) => `Meta does not list the pages of this token. ${said.en}`,
      noPage: {
        message: 'This token does not give access to any page.',
        hint: 'In the business settings of Meta, give the system user full control of its pages, and give the token the permission pages_show_list.',
      },
      noPagesListed: 'This token lists no pages, so it is probably the token of a single page.',
      nameIt: 'Pass the page with --page ID.',
      pageIdShape: 'must be the ID of a page: digits only, as in the address of its settings.',
      noToken: 'No token was given.',
      noTokenHint: ({ flag }: { flag: string }) =>
        `Pass it on standard input or with ${flag}. Other users of this machine could read it in a flag.`,
      notYet: 'not yet',
      isSet: 'set',
      isNotSet: 'missing',
      inDatabase: 'database',
      subscribed: ({ pageId, appId }: { pageId: string; appId: null | string }) =>
        `Meta reports the leads of page ${pageId} to app ${appId}.`,
      appOfToken: 'the app of the token',
      app: ({ appId }: { appId: string }) => `app ${appId}`,
      nowSubscribed: ({ pageId, app }: { pageId: string; app: string }) =>
        `Page ${pageId} is subscribed: Meta now reports its leads to ${app}.`,
      subscriptionUnknown: ({ pageId }: { pageId: string }) =>
        `Apps are subscribed to page ${pageId}, but lead-intake can't see whether yours is one of them. Set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET, then connect the page again.`,
      subscriptionFieldsUnknown: ({ appId, pageId }: { appId: string; pageId: string }) =>
        `App ${appId} is subscribed to page ${pageId}, but Meta does not show to which fields. Check at Meta that leadgen is one of them.`,
      subscribingFailed: ({ pageId, said }: { pageId: string; said: Translated<string> }) =>
        `Page ${pageId} could not be subscribed, so Meta may not report its leads. ${said.en}`,
      nothingKept: 'Nothing was stored. Connect a page with --page ID.',
      pageConnected: ({ pageId, credential, resumed }: { pageId: string; credential: string; resumed: number }) =>
        `Page ${pageId} is connected; the fingerprint of its token is ${credential}. ${counted(resumed, 'job')} resumed.`,
      pageIsDisconnected: ({ pageId }: { pageId: string }) => `Page ${pageId} is disconnected.`,
      settingStillHasToken: 'WEBHOOK_SOCIALADS_TOKENS still has a token for it, which is used from now on.',
      noStoredToken: ({ pageId }: { pageId: string }) => ({
        message: `The database has no token of page ${pageId}.`,
        hint: '`lead-intake source list` shows what is connected, and where each token is kept.',
      }),
      noAccount: 'No platform account is connected. Connect a page with `lead-intake source connect social-ads`.',
      kinds: {
        page: 'Meta page',
        dataset: 'Meta dataset',
        ads_account: 'Google Ads',
      },
      states: {
        ok: 'ok',
        unused: 'not used yet',
        paused: 'paused until',
        away: 'no answer since',
        refused: 'refused since',
        unreadable: 'cannot be decrypted: CREDENTIALS_KEY has changed',
        unconnected: 'not connected',
      },
    },
    stages: {
      imported: ({ added, known, different, problems }: { added: number; known: number; different: number; problems: number }): string =>
        [
          `${counted(added, 'stage')} recorded`,
          `${known} already recorded`,
          ...(different === 0 ? [] : [`${different} already recorded with different values (not changed)`]),
          `${counted(problems, 'line')} skipped.`,
        ].join(', '),
      dryRun: ({ what, leadId }: { what: string; leadId: string }) =>
        `Dry run: ${what} would be recorded for lead ${leadId}. Nothing was changed.`,
      hasThisKey: ({ id, leadId }: { id: string; leadId: string }) =>
        `Conversion ${id} of lead ${leadId} already has this key. Nothing was changed. To record another stage, pass a different --key.`,
      registeredAgain: ({ id, leadId, what }: { id: string; leadId: string; what: string }) =>
        `Conversion ${id} of lead ${leadId}, which was withdrawn, is recorded again: ${what}.`,
      registered: ({ id, leadId, what }: { id: string; leadId: string; what: string }) =>
        `Conversion ${id} recorded for lead ${leadId}: ${what}.`,
      reportedTo: ({ platform }: { platform: string }) =>
        `It is reported to ${platform} if the client has an account there and consent allows it.`,
      conversionWasWithdrawn: ({ conversionId }: { conversionId: string }) => `Conversion ${conversionId} was withdrawn.`,
      conversionWasCorrected: ({ conversionId }: { conversionId: string }) => `Conversion ${conversionId} was corrected.`,
      notSentYet: 'It had not been sent to any platform yet.',
      adjustmentSent: 'The new value is sent as an adjustment.',
      sameStageTwice: ({ line, leadId, what }: { line: number; leadId: string; what: string }) =>
        `Line ${line} has the same stage of lead ${leadId} with different values: ${what}. Give one of them a different key, or remove it.`,
      staysWithdrawn: ({ id, leadId }: { id: string; leadId: string }) =>
        `conversion ${id} of lead ${leadId} stays withdrawn; to record it again, use \`lead-intake leads stage ${leadId}\` for this lead`,
      unusableFile: ({ lines }: { lines: Translated<string> }) => ({
        message: `No stage was recorded, because the file cannot be used:\n${lines.en}`,
        hint: 'Correct the header and import the file again; --dry-run only checks it.',
      }),
      newStageName: ({ name, stages, meant }: { name: string; stages: number; meant: undefined | string }) =>
        `New stage name "${name}" (${counted(stages, 'stage')}): no conversion has this name yet.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      newStageNameHint:
        'If a name is wrong, withdraw its stages with `lead-intake conversions withdraw ID --reason …` before they are sent; `lead-intake conversions list` shows the IDs.',
      noLeadColumn: 'the header needs a column lead_id, identidade or gclid',
      noNameColumn: 'the header needs a column etapa (or stage)',
      namesNoLead: 'names no lead',
      reasonLength: ({ longestReason }: { longestReason: number }) => `takes a text of 1 to ${longestReason} characters.`,
      hasOtherValues: ({ id, leadId, registered }: { id: string; leadId: string; registered: string }) =>
        `Conversion ${id} of lead ${leadId} already has this key, with different values: ${registered}. Nothing was changed.`,
      registeredByEvent: ({ id }: { id: string }) =>
        `It came with an event, so correct it at the sender. \`lead-intake conversions show ${id}\` shows the event.`,
      howToRename: ({ id, kept }: { id: string; kept: undefined | string }) =>
        `To change its name: \`lead-intake conversions withdraw ${id} --reason …\`, then record it again with \`lead-intake leads stage\`.${kept ? ` ${kept}` : ''}`,
      howToCorrect: ({ command }: { command: string }) =>
        `To correct it: ${command}. To record the same stage a second time, pass a different key.`,
      noName: ({ longestStageName }: { longestStageName: number }) =>
        `the stage needs a name of at most ${longestStageName} characters, such as qualified or won`,
      badKey: ({ longestStageKey }: { longestStageKey: number }) =>
        `the key must be printable text of at most ${longestStageKey} characters`,
      notAnAmount: ({ text }: { text: string }) => `"${text}" is not a clear amount; write 2600.50 or 2.600,50`,
      notACurrency: ({ text }: { text: string }) => `"${text}" is not a currency such as BRL`,
      notATime: ({ text }: { text: string | undefined }) =>
        `"${text}" is not a valid time such as 2026-11-20 09:00 or 2026-11-20T09:00:00-03:00`,
      inTheFuture: ({ text }: { text: undefined | string }) => `"${text}" is in the future`,
      noSuchLead: ({ shown, unsearched }: { shown: Translated<string>; unsearched: number }) =>
        `there is no lead ${shown.en}` +
        (unsearched === 0
          ? ''
          : `, but ${counted(unsearched, 'lead')} could not be searched yet: start \`lead-intake serve\`, then try again`),
      severalLeads: ({ ids }: { ids: string }) => `several leads match: ${ids}; use lead_id`,
      testLead: ({ id }: { id: string }) => `lead ${id} is a test lead; test leads have no conversions`,
      erasedLead: ({ id }: { id: string }) => `the person of lead ${id} was erased, so nothing more can be recorded about them`,
      withTheIdentity: ({ text }: { text: string }) => `with the external ID ${text}`,
      withClickId: ({ text }: { text: string }) => `with the click ID ${text}`,
      leadOrFile: 'Pass either a lead or --file.',
      noStage: 'No stage was given.',
      seeHelp: 'For one lead: `lead-intake leads stage 17 --qualified`, `--won --value 2600` or `--name NAME`; for many: `--file FILE`.',
      namesSent: {
        search_ads:
          'Google Ads already has it: a name that belongs to another conversion action counts as a new conversion, and the previous one stays until you retract it.',
        social_ads: 'Meta already has it and keeps its name. The new name appears only in lead-intake.',
      },
    },
    bench: {
      verdicts: { best: 'best', met: 'required', missed: 'no' },
      processor: 'Processor',
      cores: ({ cores }: { cores: number }) => counted(cores, 'core'),
      memory: 'Memory',
      load: 'Load',
      beforeTheRun: 'before the run',
      system: 'System',
      folder: 'Folder',
      syncedWrite: 'for a write of 4 KiB',
      duration: 'Duration',
      busyMachine: ({ load }: { load: string }) =>
        `The machine was busy before the run (load ${load}). On an idle machine, the figures are better.`,
      folderInMemory: ({ fileSystem }: { fileSystem: string }) =>
        `The folder is in memory (${fileSystem}), where syncing takes no time. To measure on a disk, pass --folder.`,
      withoutMemory: 'Memory is not measured: only Linux reports the memory of another process.',
      acknowledgedStoredLeads: ({ acknowledged, stored, leads }: { acknowledged: string; stored: string; leads: string }) =>
        `${acknowledged} acknowledged, ${stored} stored, ${leads} leads`,
      notExact: ({ counts, found }: { counts: string; found: string }) => `Delivery is NOT exact (${counts}): ${found}.`,
      afterKills: ({ kills }: { kills: number }): string =>
        kills === 0 ? '' : `, server and worker killed ${counted(kills, 'time')} under load`,
      exact: ({ counts, kills }: { counts: string; kills: Translated<string> }) =>
        `Delivery is exact: ${counts}, each with one conversion${kills.en}.`,
      comparing: 'exact delivery: processing the remaining jobs, then comparing everything',
      noRoom: ({ needed, folder, free }: { needed: string; folder: string; free: string }) =>
        `The benchmark needs about ${needed} MB in ${folder}, but only ${free} MB is free.`,
      noRoomHint: 'Pass a folder on a disk with more space with --folder, or reduce the load with --seconds, --turns and --jobs.',
      noFolder: ({ folder, code }: { folder: string; code: string }) => `Cannot create a temporary folder in ${folder} (${code}).`,
      noFolderHint: 'With --folder, pass an existing folder that you can write to.',
      programFailed: ({ name, log }: { name: string; log: string }) =>
        `\`lead-intake ${name}\` failed.${log === '' ? '' : ` Its output:\n${log}`}`,
      killing: ({ kill, kills }: { kill: number; kills: number }) => `kill -9 under load, ${kill} of ${kills}`,
      draining: ({ jobs }: { jobs: number }) => `queue work with ${jobs} jobs`,
      jobsStayed: 'Jobs are still in the queue although a worker ran several times.',
      intakeWarmingUp: 'intake: warming up',
      intakeRound: ({ turn, turns, seconds }: { turn: number; turns: number; seconds: number }) =>
        `intake: round ${turn} of ${turns}, ${seconds} s each for lead-intake and for a bare server`,
      startAndMemory: ({ seconds, ratePerSecond }: { seconds: number; ratePerSecond: number }) =>
        `start times and memory, ${seconds} s at ${ratePerSecond} per second`,
      steadyWork: ({ seconds }: { seconds: number }) => `500 per second for ${seconds} s, worker in its own process`,
      steadyServe: ({ seconds }: { seconds: number }) => `500 per second for ${seconds} s, worker inside the server`,
      beginning: 'Starting',
      measures: {
        entrada_por_segundo: 'Intake: signed forms accepted',
        entrada_regua_por_segundo: 'Intake: bare node:http server',
        entrada_razao: 'Intake: ratio of the two',
        entrada_p50_ms: 'Intake: response time, median',
        entrada_p99_ms: 'Intake: response time, p99',
        fora_resposta_p50_ms: '500/s, queue work: response time, median',
        fora_resposta_p99_ms: '500/s, queue work: response time, p99',
        fora_resposta_max_ms: '500/s, queue work: response time, slowest',
        fora_lead_p99_ms: '500/s, queue work: lead stored, p99',
        dentro_resposta_p50_ms: '500/s, serve --work: response time, median',
        dentro_resposta_p99_ms: '500/s, serve --work: response time, p99',
        dentro_resposta_max_ms: '500/s, serve --work: response time, slowest',
        dentro_lead_p99_ms: '500/s, serve --work: lead stored, p99',
        fila_por_segundo: 'queue work: leads with conversion per second',
        pronto_ms: 'serve: ready after',
        versao_ms: '--version',
        memoria_parado_mb: 'serve: memory, idle',
        memoria_carga_mb: 'serve: memory, peak at 1,000/s',
        volta_ms: 'After kill -9: ready again, slowest',
      },
      violations: {
        missingEvents: 'acknowledged but not stored',
        doubledEvents: 'stored more than once',
        unknownEvents: 'stored, although nobody sent them',
        unprocessedEvents: 'not processed',
        missingLeads: 'without a lead',
        doubledLeads: 'duplicate leads: their events already have one',
        unknownLeads: 'leads without an event',
        wrongConversions: 'leads without exactly one conversion',
      },
    },
    queue: {
      /** What is done to jobs: the question before, the sentence after, and to which jobs it can be done. */
      changes: {
        retry: {
          question: (jobs: string) => `Retry ${jobs}?`,
          done: (jobs: string) => `${jobs} queued.`,
          eligible: 'failed, parked or delayed',
        },
        forget: {
          question: (jobs: string) => `Delete ${jobs} for good?`,
          done: (jobs: string) => `${jobs} deleted.`,
          eligible: 'failed or parked',
        },
      },
      jobs: ({ count, isParked }: { count: number; isParked: boolean }) => counted(count, isParked ? 'parked job' : 'failed job'),
      dryRun: ({ count }: { count: number }) => `${counted(count, 'job')} selected; nothing was changed.`,
      noneEligible: ({ eligible }: { eligible: string }) => `None of these jobs is ${eligible}. Nothing was changed.`,
      noneSelected: ({ isParked }: { isParked: boolean }) => `No ${isParked ? 'parked' : 'failed'} jobs match. Nothing was changed.`,
      parkedParkedSelects: ({ parked }: { parked: number }) =>
        `${counted(parked, 'job is', 'jobs are')} parked: --parked selects ${parked === 1 ? 'it' : 'them'}.`,
      jobsNotEligible: ({ isOne, names, eligible }: { isOne: boolean; names: string; eligible: string }): string =>
        isOne ? `Job ${names} does not exist or is not ${eligible}.` : `Jobs ${names} do not exist or are not ${eligible}.`,
      otherJobs: ({ jobCount }: { jobCount: number }) => counted(jobCount, 'other job'),
      failedListsJobs: '`lead-intake queue failed` lists the failed jobs with their IDs, `queue failed --parked` the parked ones.',
      others: '(others)',
      notAJobId: ({ input }: { input: string }) => `A job ID is a number such as 17, or c17 for a conversion, not "${input}".`,
      failedListsIds: '`lead-intake queue failed` lists the jobs with their IDs.',
      idsAndFilters: 'Job IDs cannot be combined with --all or filters.',
      nameThem: 'Pass job IDs, or --all.',
      noneNamed: 'No job was given.',
      noneNamedHint:
        'Pass job IDs, or select all failed jobs with --all; --parked, --error, --named, --source and --since narrow them down.',
      deleteJobs: ({ jobs }: { jobs: string }) => `Delete ${jobs}?`,
      confirmDelete: ({ jobs }: { jobs: string }) =>
        `Delete ${jobs}? Their leads or conversions are still missing, and can no longer be retried.`,
      pruned: ({ jobs, isDone }: { jobs: string; isDone: boolean }) => `${jobs} ${isDone ? 'deleted' : 'would be deleted'}.`,
      days: ({ days }: { days: number }) => counted(days, 'day'),
      finishedJobs: ({ count }: { count: number }) => counted(count, 'finished job'),
      failedJobs: ({ count }: { count: number }) => counted(count, 'failed job'),
      jobsOlderThan: ({ jobs, age }: { jobs: string; age: string }) => `${jobs} older than ${age}`,
      tooManyWaiting: ({ waiting, maxWaiting }: { waiting: number; maxWaiting: number }) =>
        `--max exceeded: ${counted(waiting, 'job')} waiting, ${maxWaiting} allowed.`,
      waitingTooLong: ({ waited, allowed }: { waited: string; allowed: string }) =>
        `--max-age exceeded: the oldest job has been due for ${waited}, ${allowed} allowed.`,
      queue: 'Queue',
      oldest: 'Oldest',
      lastMin: ({ minutes }: { minutes: number }) => `Last ${minutes} min`,
      doneFailed: ({ finished, failed }: { finished: number; failed: number }) => `${finished} done, ${failed} failed`,
      open: 'open',
      pausedSince: ({ since, queueWord }: { since: string; queueWord: string }) =>
        `paused since ${since}; to resume, run \`lead-intake queue resume${queueWord}\``,
      dueFor: ({ duration }: { duration: string }) => `due for ${duration}`,
      parked: ({ command }: { command: string }) => `waiting for an external cause: \`${command}\``,
      listsThem: ({ command }: { command: string }) => `list them: \`${command}\``,
      delayed: ({ delayed }: { delayed: number }) => `${delayed} of them delayed`,
      noWorker: ({ queueWord }: { queueWord: string }) => `No worker is running. Start one with \`lead-intake queue work${queueWord}\`.`,
      ago: ({ duration }: { duration: string }) => `${duration} ago`,
      conversionsDone: ({ processed, failed, waiting, duration }: Texts<'duration'> & Numbers<'processed' | 'failed' | 'waiting'>) =>
        `sent ${processed}, rejected ${failed}, waiting ${waiting} in ${duration}`,
      eventsDone: ({ processed, failed, waiting, duration }: { processed: number; failed: number; waiting: number; duration: string }) =>
        `processed ${processed}, failed ${failed}, waiting ${waiting} in ${duration}`,
      noAdminToken: 'There is no admin token for --url.',
      adminTokenCharacters: 'The admin token contains invalid characters.',
      noAdminTokenHint: 'Set ADMIN_TOKEN to the token of the running service, or pass a file with --token-file (queue watch).',
      tokenUnencrypted: ({ hostname }: { hostname: string }) => `The admin token would be sent to ${hostname} unencrypted.`,
      tokenUnencryptedHint: ({ hostname }: { hostname: string }) =>
        `Use https, or a tunnel: \`ssh -L 8080:127.0.0.1:8080 ${hostname}\`, then --url http://127.0.0.1:8080.`,
      adminToken: 'Admin token: ',
      urlShape: ({ text }: { text: string }) => `must be an address such as https://leads.example.com, not "${text}".`,
      refreshShape: ({
        shortestRefreshSeconds,
        longestRefreshSeconds,
        text,
      }: Texts<'text'> & Numbers<'shortestRefreshSeconds' | 'longestRefreshSeconds'>) =>
        `must be a number of seconds from ${shortestRefreshSeconds} to ${longestRefreshSeconds}, not "${text}".`,
      olderCodes: ({ newestLookedAt }: { newestLookedAt: number }) =>
        `Only the newest ${newestLookedAt} jobs are grouped. To count the jobs of one code, use --error.`,
      pausedWarning: ({ since, queueWord }: { since: string; queueWord: string }) =>
        `The queue has been paused since ${since}. Nothing is processed until \`lead-intake queue resume${queueWord}\`.`,
      notConnected:
        'No platform is connected, so no conversion was sent. Connect an account of a client with `lead-intake client connect`, or set SEARCHADS_ACCOUNT_ID and SEARCHADS_CREDENTIALS_FILE, or SOCIALADS_DATASET_ID and SOCIALADS_CONVERSIONS_TOKEN.',
      deletingJobs: 'Deleting jobs',
      pause: {
        done: ({ queue }: { queue: string }) => `Queue ${queue} is paused. Events are still received; no jobs start.`,
        already: ({ queue }: { queue: string }) => `Queue ${queue} is already paused.`,
      },
      resume: {
        done: ({ queue }: { queue: string }) => `Queue ${queue} is running again.`,
        already: ({ queue }: { queue: string }) => `Queue ${queue} was not paused.`,
      },
    },
    docs: {
      noSuchPage: ({ wanted, meant }: { wanted: string; meant: undefined | string }) =>
        `There is no page "${wanted}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      listShowsThem: '`lead-intake docs` lists the pages.',
    },
    usage: {
      choiceShape: ({ input, known, meant }: { input: string; known: readonly string[]; meant: undefined | string }) =>
        `must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(known)}, not "${input}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      noSuchCode: ({ input, meant }: { input: string; meant: string }) => `must be an error code, not "${input}". Did you mean "${meant}"?`,
      missingArgument: ({ argument }: { argument: string }) => `Missing argument ${argument}`,
      seeHelp: ({ command }: { command: string }) => `See \`${command} --help\`.`,
      somethingUnexpectedHappened: ({ message }: { message: string }) => `Unexpected error: ${message}`,
      ownFault: 'This is a bug in lead-intake. Please report it with the command and this message.',
      tooManyArguments: ({ words }: { words: string }) => `Too many arguments: ${words}.`,
      unknownFlags: ({ flagCount, names, meant }: { flagCount: number; names: string; meant: undefined | string }) =>
        `${flagCount === 1 ? 'Unknown flag' : 'Unknown flags'}: ${names}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      yesOrDryRun: 'Add --yes to proceed, or --dry-run to only show the count.',
      noTerminal: ({ question }: { question: string }) => `${question} There is no terminal to confirm on, so nothing was changed.`,
      yN: '[y/N]',
      aNumber: 'a number',
      suchAs: 'such as 1763800000000-17',
      aJobId: 'such as 17 or c17',
      cursorShape: ({ looks, input }: { looks: Translated<string>; input: string }) =>
        `must be the cursor from the previous page, ${looks.en}, not "${input}".`,
      noSuchQueue: ({ name, meant }: { name: string; meant: undefined | string }) =>
        `There is no queue "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      queueOptional: ({ queues }: { queues: readonly string[] }) =>
        `The queues are ${queues.join(' and ')}; without a name, webhooks is used.`,
      numberShape: ({ isOpen, min, max, text }: { isOpen: boolean; min: number; max: number; text: string }) =>
        `must be a whole number ${isOpen ? `from ${min} up` : `from ${min} to ${max}`}, not "${text}".`,
      timeShape: ({ text }: { text: string }) =>
        `must be a duration such as 90s, 15m, 2h or 7d, or a day or time in the past such as 2026-11-01 or 2026-11-01T09:00:00-03:00, not "${text}".`,
      choice: '$1 must be one of $3, not "$2"',
      notAChoice: '"$1" is not one of $2',
      missingRequiredFlag: 'Missing required flag --$1',
      needsAValue: '$1 needs a value',
      onlyOnce: '$1 can be used only once',
      valueMissing: '$1 needs one of these values: $2',
      cannotGivenTogether: '$1 cannot be combined with $2',
      needsToo: '$1 needs all of these: $2',
      exactlyOne: 'Pass exactly one of $1',
      atLeastOne: 'Pass at least one of $1',
      readingTerminal: 'Reading from the terminal. Press Ctrl-D to finish.',
      unreadableFile: ({ path, code }: { path: string; code: string }) => `The file ${path} cannot be read (${code}).`,
      unreadableFileHint: 'Check the path and its permissions, or pass - to read from standard input.',
      flagBeforeCommand: ({ first }: { first: string }) => `The flag ${first} is before the command.`,
      flagBeforeCommandHint: ({ bin, first }: { bin: string; first: string }) =>
        `Flags come after the command: \`${bin} COMMAND ${first}\`.`,
      unknownCommand: ({ typed, meant }: { typed: string; meant: undefined | string }) =>
        `Unknown command \`${typed}\`.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
      takesNoArguments: ({ prefix, extra }: { prefix: string; extra: string }) => `\`${prefix}\` takes no arguments: ${extra}.`,
      outputFailed: ({ why }: { why: string }) => `Error: The output could not be written (${why}).`,
    },
    output: {
      of: 'of',
      listening: 'Listening',
      adminClosed: 'off: set ADMIN_TOKEN to turn it on',
      health: 'Health',
      secretsOfEnvironment: 'The secrets come from the environment. If FORMULARIO_SECRET is set, send a signed lead with:',
      developmentSecrets: ({ secretsFile }: { secretsFile: string }) =>
        `Secrets for development are in ${secretsFile}. From another terminal in this folder, send a signed lead with:`,
    },
    init: {
      tryDemo: 'or try it with sample data',
      nothingHere: 'This folder is not set up yet. Start with:',
      runInit: 'create the settings, the database, and the first client and campaign',
      settingsOnly: 'This folder has settings but no database yet. Continue with:',
      runInitKeepingSettings: 'create the database, and the first client and campaign; keeps your settings',
      runConfig: 'show every setting and where it comes from',
      everyDay: 'Everyday commands:',
      runQueueStatus: 'how many jobs are waiting, running and failed',
      runFailures: 'what failed, and why',
      runRetry: 'retry after you have fixed the cause',
      runEvents: 'received events, newest first',
      runEventShow: 'leads, newest first',
      runClients: 'campaigns with their clients and users',
      runServe: 'receive leads and process them',
      allCommands: ({ bin }: { bin: string }) => `All commands: \`${bin} --help\`. One of them: \`${bin} COMMAND --help\`.`,
      it: 'It',
      client: 'Name of the first client',
      campaign: 'Name of its first campaign',
      campaignId: 'ID of the campaign, which forms send as campanha_id',
      user: 'Email of the user who receives its leads (optional)',
      settings: 'Settings',
      settingsKept: ({ file }: { file: string }) => `${file} already exists, not changed`,
      settingsMade: ({ file }: { file: string }) => `${file}, created with new secrets that only you can read`,
      oldSetAside: ({ setAside }: { setAside: string }) => `the old file is now ${setAside}`,
      notMadeYet: 'none yet; run this command again',
      ofClient: ({ id, name, clientName, made }: { id: string; name: string; clientName: string; made: string }) =>
        `${id} (${name}) of client ${clientName}, ${made}`,
      made: (_given: { ending: string }): string => 'created',
      wasThere: 'already exists',
      missingSecrets: ({ names, file }: { names: string; file: string }) =>
        `Not set, so their sources or pages are off: ${names}.\nCreate a value with \`lead-intake secret generate\` and add it to ${file}.`,
      startServe: 'Start the service with a worker:',
      sendTestLead: 'Then send a signed test lead, from another terminal in this folder:',
      openAdmin: ({ file }: { file: string }) => `See it in the web interface. Log in with the ADMIN_TOKEN in ${file}:`,
    },
    operations: {
      addressSilent: ({ address, code }: { address: string; code: string }) => `unhealthy: ${address} does not answer (${code})`,
      addressHealthy: ({ address }: { address: string }) => `healthy: ${address} answers 200`,
      addressUnhealthy: ({ address, status }: { address: string; status: number }) => `unhealthy: ${address} answers ${status}`,
      origins: { flag: 'flag', environment: 'environment', file: 'file', default: 'default', unset: 'unset' },
      copied: ({
        path,
        isEncrypted,
        bytes,
        contents,
        took,
      }: Readonly<Record<'path' | 'bytes' | 'contents' | 'took', string>> & { isEncrypted: boolean }) =>
        `${path}: ${bytes}, ${contents}; ${isEncrypted ? 'copied, verified and encrypted' : 'copied and verified'} in ${took}.`,
      olderDeleted: ({ removedCount }: { removedCount: number }) => `Older backups deleted: ${removedCount}.`,
      backupNotNoted: 'Cannot write to the database right now, so `lead-intake doctor` will not know about this backup.',
      backup: 'Backup',
      checksum: 'Checksum',
      schema: 'Schema',
      whole: 'The backup is intact and can be restored.',
      damaged: 'The backup is damaged. Do not restore it:',
      restored: ({ database, path }: { database: string; path: string }) => `${database} was replaced with the backup ${path}.`,
      erasedAgain: ({ erasedAgain }: { erasedAgain: number }) =>
        `${erasedAgain === 1 ? 'One person was erased' : `${erasedAgain} people were erased`} again: the backup is older than their erasure.`,
      oldKept: ({ kept }: { kept: string }) => `The previous database is kept as ${kept}.`,
      startAgain: 'Start `lead-intake serve` and the workers again, then check everything with `lead-intake doctor`.',
      confirmEmptyRestore: ({ database }: { database: string }) => `Replace ${database} with this backup? It contains no events.`,
      confirmRestore: ({ database, newest }: { database: string; newest: string }) =>
        `Replace ${database} with this backup? Its newest event is from ${newest}; it does not contain anything later.`,
      erasingAgain: 'Erasing people again',
      restoreHint: 'Add --yes to restore it, or --check to only verify it.',
      contents: 'Contents',
      newestEvent: 'Newest event',
      text: ({ events, leads, jobs }: { events: number; leads: number; jobs: number }) =>
        `${counted(events, 'event')}, ${counted(leads, 'lead')}, ${counted(jobs, 'job')}`,
      unhealthy: ({ en }: { en: undefined | string; pt: undefined | string }) => `unhealthy: ${en}`,
      noWorker: ({ queue }: { queue: string }) => `unhealthy: no worker of ${queue} is running`,
      workerGone: ({ queue, age }: { queue: string; age: string }) => `unhealthy: the last worker of ${queue} was seen ${age} ago`,
      workerSeen: ({ queue, age }: { queue: string; age: string }) => `healthy: a worker of ${queue} was seen ${age} ago`,
      schemaCurrent: ({ current }: { current: number }) => `The database already has the newest schema version, ${current}. Nothing to do.`,
      noDatabaseYet: 'There is no database yet',
      schemaWord: 'schema',
      step: ({ version, name, duration }: { version: number; name: string; duration: string }) => `Step ${version} ${name}: ${duration}`,
      migrated: ({ target, took }: { target: number; took: string }) => `The database now has schema version ${target} (${took}).`,
      nothingWasMade: 'Nothing was created.',
      dryRun: ({ took }: { took: string }) =>
        `The migration succeeded on a copy (${took}, including the copying). The database was not changed.`,
      interrupted: 'Stopped before the end. No files are left behind.',
      moveStages: { copy: 'Copying the database', complete: 'Building the indexes', verify: 'Verifying the copy' },
      moveInterrupted: 'Stopped before the end. Run the same command again to resume.',
      moved: ({ rows, tables, database, took }: { rows: number; tables: number; database: string; took: string }) =>
        `${counted(rows, 'row')} of ${counted(tables, 'table')} copied to ${database} and verified in ${took}.`,
      nulReplaced: ({ rows }: { rows: number }) =>
        `${counted(rows, 'row')} had the character U+0000 in text, which PostgreSQL cannot store. It was replaced with U+FFFD.`,
      useMoved: ({ database }: { database: string }) =>
        `Set DATABASE_URL to ${database} for every process and start them. Keep the old database until you have checked the new one, and do not start a process with it.`,
      checking: 'Checking the copy',
      noSettingsFile: 'No settings file was read.',
      settingsFile: ({ envFile }: { envFile: string }) => `Settings file: ${envFile}`,
      warning: ({ warning }: { warning: Translated<string> }) => `Warning: ${warning.en}`,
      firstMigration: 'creates the tables',
      checksums: {
        matches: 'matches the .sha256 file',
        differs: 'DIFFERS from the .sha256 file',
        none: 'not compared: there is no .sha256 file next to it',
      },
    },
    send: {
      waiting: ({ eventId }: { eventId: string }) => `Event ${eventId} is stored. Waiting until a worker has processed it.`,
      processed: ({ leadId, client, campaign, show }: { leadId: string; client: string; campaign: string | null; show: string }) =>
        `Processed: lead ${leadId} of client ${client}${campaign === null ? '' : `, campaign ${campaign}`}. \`${show}\` shows it.`,
      processedWithoutLead: ({ show }: { show: string }) => `Processed, but no lead was created. \`${show}\` shows why.`,
      failed: ({ code, text, show }: { code: string; text: string; show: string }) => `Failed: ${code}. ${text}\n\`${show}\` shows more.`,
      parked: ({ code, text, show }: { code: string; text: string; show: string }) => `Parked: ${code}. ${text}\n\`${show}\` shows more.`,
      delayed: ({ code, text, show }: { code: string; text: string; show: string }) =>
        `Not processed yet: ${code}. ${text}\nlead-intake tries again automatically. \`${show}\` shows when.`,
      notProcessed: ({ seconds, show }: { seconds: number; show: string }) =>
        `Not processed after ${seconds} s. Is a worker running? \`lead-intake queue status\` shows the workers, \`${show}\` the event.`,
      otherDatabase: ({ id, name }: { id: string; name: string }) =>
        `The service uses another database: event ${id} is not in this one (${name}).`,
      otherDatabaseHint: 'Run the command with the DATABASE_URL of the service. Or pass its address with --url, and set ADMIN_TOKEN.',
      otherSecret: ({ secretSetting }: { secretSetting: string }) =>
        `The service and this command use different values of ${secretSetting}. Set the same value for both, and restart the service.`,
      noCredential:
        'The service received no credential. With --unsigned, it must run with WEBHOOK_ALLOW_UNSIGNED=true. Otherwise, a proxy removes the signature header.',
      clocksDiffer: 'The clocks of the two machines differ by more than FORMULARIO_TIMESTAMP_TOLERANCE. Synchronize both with NTP.',
      secretNotSet: ({ secretSetting }: { secretSetting: string }) =>
        `The service runs without ${secretSetting}. Set it there and restart the service.`,
      proxyRefused:
        'A proxy or firewall in front of the service refused the request. The service itself never answers 403 to a test event.',
      wrongPath: ({ path }: { path: string }) => `There is no ${path} at this address. Check the host, port and path in --url.`,
      otherProgram: 'Another program may be listening at this address: lead-intake accepts POST here. Check the host and port in --url.',
      tooLarge: 'The body is larger than MAX_BODY_BYTES of the service, or larger than its proxy allows.',
      unsupportedType: 'The service does not accept this content type or encoding. A proxy may have changed it.',
      unusableContent: 'The credential is valid, but the content is not. The answer names every field to fix.',
      rateLimited: 'A proxy limits the rate of requests. Wait a little and send again.',
      proxyWithoutService: 'The proxy answers, but the service behind it does not. Is `lead-intake serve` running?',
      notStored:
        'The service could not store the event now (busy, full or stopping). Nothing is lost: send it again, and check `lead-intake queue status`.',
      proxyTimeout: 'The service behind the proxy did not answer in time. Is `lead-intake serve` running?',
      knownEvent: ({ show }: { show: string }) =>
        `The service already has this event and creates no second lead. ${show} shows what happened to it.`,
      queued: ({ show }: { show: string }) =>
        `The event is stored and queued; a worker creates the lead. ${show} shows what happened to it.`,
      notOurAnswer: 'The request succeeded, but the answer is not from lead-intake. Check the host and port in --url.',
      redirected: ({ location }: { location: null | string }) =>
        `The address redirects ${location === null ? 'somewhere else' : `to ${location}`}. Platforms do not follow redirects for posted events, so give them (and --url) the final address.`,
      serverFault: ({ status }: { status: number }) =>
        `The service, or a proxy in front of it, failed (HTTP ${status}). Check its log, then send the event again.`,
      unexpectedStatus: ({ status }: { status: number }) =>
        `lead-intake never answers a test event with HTTP ${status}. Check the host, port and path in --url.`,
      connectionClosed: ({ host, protocolName }: { host: string; protocolName: string }) =>
        `${host} closed the connection without an answer. Is it the service, and does it speak ${protocolName}?`,
      unreachable: ({ hostname }: { hostname: string }) => `${hostname} cannot be reached from here. Check the network.`,
      nothingListens: ({ host }: { host: string }) =>
        `Nothing is listening at ${host}. Start the service with \`lead-intake serve\`, or pass the address where it runs with --url.`,
      unknownHost: ({ hostname }: { hostname: string }) => `The host name ${hostname} does not exist. Check the spelling in --url.`,
      lookupFailed: ({ hostname }: { hostname: string }) =>
        `The host name ${hostname} could not be looked up. Check the network and its name server.`,
      notHttp: ({ host }: { host: string }) =>
        `The program at ${host} does not speak HTTP. In --url, check the port, and whether it must be http or https.`,
      requestFailed: ({ code }: { code: string }) => `The request could not be sent (${code}). Check the address in --url.`,
      timedOut: ({ duration }: { duration: string }) =>
        `No answer within ${duration}. A firewall may be dropping the request, or the service is stuck: check its log.`,
      tlsFailed: ({ code, hostname }: { code: string; hostname: string }) =>
        `The encrypted connection failed (${code}): the certificate of ${hostname} is not valid for it, or the port does not use TLS.`,
      https: 'HTTPS',
      httpWithoutTls: 'HTTP without TLS',
      urlShape: ({ text }: { text: string }) =>
        `must be an address such as http://127.0.0.1:8080 or https://leads.example.com, not "${text}".`,
      portUnknown: 'PORT is 0, so the service uses a free port at each start, which this command does not know.',
      portUnknownHint: 'Pass the address that `serve` printed with --url.',
      hostUnusable: ({ host }: { host: string }) => `HOST is "${host}", which cannot be used in a URL.`,
      hostUnusableHint: 'Correct HOST, or pass the address of the service with --url.',
      holdsSecret: 'The command contains the secret as google_key. Keep it out of tickets and chats.',
      answered: ({ status, durationMs, url }: { status: number; durationMs: number; url: string }) =>
        `HTTP ${status} in ${durationMs} ms from ${url}`,
      amountShape: ({ input }: { input: string }) => `must be an amount such as 2600.50, not "${input}".`,
      fieldShape: ({ pair }: { pair: string }) => `--field needs KEY=VALUE, not "${pair}".`,
    },
    signature: {
      emptyBody:
        'An empty body was signed: it was signed before the body was available, or the body was read twice. Sign the bytes that you send.',
      signExactBytes: ({ what }: { what: string }) => `${what} Sign exactly the bytes that you send.`,
      withoutLineBreak: 'The signature matches the body without the line break at its end, but this body has one.',
      withLineBreak: 'The signature matches the body with a line break at its end, which `echo` without -n and many editors add.',
      withWindowsLineBreak: 'The signature matches the body with a Windows line break (CRLF) at its end.',
      withoutBlanks: 'The signature matches the body without the whitespace around it.',
      unixLineBreaks: 'The signature matches the body with Unix line breaks (LF), but this body has Windows ones (CRLF).',
      windowsLineBreaks: 'The signature matches the body with Windows line breaks (CRLF), but this body has Unix ones (LF).',
      withoutByteOrderMark: 'The signature matches the body without the byte order mark at its beginning.',
      withByteOrderMark: 'The signature matches the body with a byte order mark at its beginning.',
      jsonRewritten: ({ name }: { name: string }) =>
        `The signature matches the same JSON in a different form (${name}). ` +
        'The body was serialized twice, once to sign it and once to send it. Serialize it once, sign those bytes, and send those bytes.',
      timestampBefore: ({ separator }: { separator: string }) =>
        `The timestamp${separator === '' ? ' was' : ` and "${separator}" were`} put before the body when it was signed. Sign only the body, which contains its timestamp.`,
      bodyAsJsonString: 'The signature matches the body encoded again as a JSON string. Sign the body itself.',
      bodyInBase64: 'The signature matches the body in base64. Sign the body itself.',
      bodyInCharset: ({ name }: { name: string }) => `The signature matches the body in ${name}. Sign the UTF-8 bytes that you send.`,
      ispastPastFuture: ({ isPast }: { isPast: boolean }): string => (isPast ? 'in the past' : 'in the future'),
      timestampFits: ({ distance, place, toleranceSeconds }: { distance: string; place: string; toleranceSeconds: number }) =>
        `The timestamp is ${distance} ${place}, within the allowed ${toleranceSeconds} s.`,
      timestampOff: ({ distance, place, toleranceSeconds, advice }: Texts<'distance' | 'place' | 'advice'> & Numbers<'toleranceSeconds'>) =>
        `The timestamp is ${distance} ${place}, but only ${toleranceSeconds} s are allowed. If you send the request now, the service answers 401. ${advice}`,
      unreadable: 'The body has no numeric timestamp, so the service answers 422. Send Unix time in seconds.',
      milliseconds:
        'The timestamp is in milliseconds. The service reads it as seconds and answers 401. Divide it by 1000 and drop the fraction.',
      wholeHours: 'The difference is a whole number of hours, so the sender probably uses local time instead of UTC.',
      oldRequest: 'This is normal for an old request. For a new one, synchronize the clocks on both sides with NTP.',
      useHmac: ({ what }: { what: string }) => `${what} Use HMAC-SHA256 with the secret as the key and the body as the message.`,
      swapped: 'The key and the message were swapped: the secret was signed with the body as the key.',
      hashSecretBody: 'It is a plain hash of the secret followed by the body, not an HMAC.',
      hashBodySecret: 'It is a plain hash of the body followed by the secret, not an HMAC.',
      hashBodyOnly: 'It is a plain hash of the body, without any secret.',
      cutOff: ({ truncatedCount }: { truncatedCount: number }) =>
        `The signature is correct but cut off after ${truncatedCount} of 64 digits. Look for a column, log or variable that is too short.`,
      noMatch: ({ byteLength }: { byteLength: number }) =>
        'The signature matches none of the configured secrets and none of the common mistakes. Either the sender uses a different secret, or it signed a different body. ' +
        `Compare the secrets on both sides, and compare the sender's byte count with the ${byteLength} bytes of this body.`,
      asJavaScript: "without spaces, as JavaScript's JSON.stringify does",
      asPython: "with spaces and \\u escapes, as Python's json.dumps does",
      asPhp: "with \\u escapes and \\/, as PHP's json_encode does",
      asPhpUnescapedSlashes: 'without spaces, with \\u escapes, as json_encode with JSON_UNESCAPED_SLASHES does',
      asPhpUnescapedUnicode: 'with \\/, as json_encode with JSON_UNESCAPED_UNICODE does',
      asPythonUnescaped: 'with spaces, as json.dumps with ensure_ascii=False does',
      withUCGos: "with \\u003c for <, as Go's and Java's libraries do",
      asGoMap: "with sorted keys, as Go's json.Marshal does for a map",
      withSortedKeys: 'with sorted keys',
      asPythonSorted: 'with sorted keys, as json.dumps with sort_keys=True does',
      indentedByTwo: 'indented by two',
      indentedByFour: 'indented by four',
      indentedTwo: 'indented by two, with \\u escapes',
      indentedFour: 'indented by four, with \\u escapes',
      asPhpPretty: 'indented, as json_encode with JSON_PRETTY_PRINT does',
      secretIsVariableName: ({ name }: { name: string }) => `The name of the variable (${name}) was used as the secret, not its value.`,
      secretEmpty: ({ setting }: { setting: string }) => `The secret was empty: ${setting} is not set where the sender runs.`,
      secretOfOtherSource: ({ label, secretSetting }: { label: string; secretSetting: string }) =>
        `The signature was made with the secret of ${label}. Use ${secretSetting}.`,
      secretLineBreak: 'a line break at its end (it was read from a file; trim it)',
      secretWindowsLineBreak: 'a Windows line break at its end (it was read from a file; trim it)',
      secretCarriageReturn: 'a carriage return at its end (the settings file has Windows line breaks)',
      secretBlankAfter: 'a space at its end',
      secretBlankBefore: 'a space before it',
      secretQuoted: 'quotation marks around it (they belong to the settings file, not to the secret)',
      secretFromHex: 'its text decoded from hexadecimal (the text itself is the key)',
      secretFromBase64: 'its text decoded from base64 (the text itself is the key)',
      secretToBase64: 'its text encoded in base64 (the text itself is the key)',
      secretAltered: ({ how }: { how: string }) => `The right secret was used with ${how}.`,
      sendHex: ({ what }: { what: string }) => `${what} Send sha256= and 64 hexadecimal digits.`,
      digestInBase64: 'The digest is in base64 instead of hexadecimal.',
      hexInBase64: 'The hexadecimal digest was encoded again in base64.',
      empty: 'The signature is empty.',
      wrongLength: ({ valueCount }: { valueCount: number }) =>
        `The signature has ${counted(valueCount, 'hexadecimal digit')} but needs 64. It was cut off or not copied completely.`,
      notADigest: 'The signature is not a digest in hexadecimal or base64.',
      headerName: 'The value begins with the name of the header; only what comes after the colon is the signature.',
      quoted: 'The value is in quotation marks. Send it without them.',
      otherHash: ({ name }: { name: string }) => `The signature was made with ${name}; use HMAC-SHA256.`,
      prefixMissing: 'The prefix sha256= is missing. Put it before the digest.',
      prefixWrong: ({ prefix }: { prefix: string }) => `The prefix is ${prefix}, but must be sha256=.`,
      variableNotSet: ({ name }: { name: string }) => `The environment variable ${name} is not set.`,
      variableNotSetHint: ({ name }: { name: string }) =>
        `Set it for this command only, for example with \`read -rs ${name} && export ${name}\`.`,
      ownForm: 'the website form',
      searchAds: 'Google Ads',
      socialAds: 'Meta',
      noSecret: ({ label, secretSetting }: { label: string; secretSetting: string }) =>
        `Nothing can be signed for ${label}: ${secretSetting} is not set.`,
      noSecretHint: ({ secretSetting }: { secretSetting: string }) =>
        `Run this in the folder of the service, or set ${secretSetting} in the environment. To use a named secret, set ${secretSetting} to it for this command only. ` +
        'In a new folder, `lead-intake init` creates a secret.',
      noAppSecretHint: ({ secretSetting }: { secretSetting: string }) =>
        `Run this in the folder of the service, or set ${secretSetting} to the app secret of your Meta app.`,
      valid: { current: 'Valid: signed with the current secret.', previous: 'Valid: signed with the previous secret.' },
      validNamed: ({ name }: { name: string }) => `Valid: signed with the named secret "${name}".`,
      notValid: 'Not valid.',
      namedUnreadable: ({ name }: { name: string }) => `The named secret "${name}" was not tried: CREDENTIALS_KEY does not decrypt it.`,
      namedNotTried: ({ reason }: { reason: Translated<string> }) => `The named secrets were not tried. ${reason.en}`,
    },
    service: {
      states: {
        new: 'new',
        same: 'unchanged',
        changed: 'differs',
        kept: 'kept',
        'left over': 'left over',
        goes: 'to remove',
        foreign: 'kept: not created by `service install`',
      },
      noSuchUnit: ({ name }: { name: string }) => `There is no unit "${name}" with these flags.`,
      thereAre: ({ names }: { names: string }) => `There are: ${names}.`,
      failed: ({ line, why }: { line: string; why: string }) => `\`${line}\` failed: ${why}`,
      runAgain: 'Fix that and run the same command again. It continues where it stopped.',
      secretsReadable: ({ path }: { path: string }) =>
        `Other users of this machine may read the secrets in ${path}. Run \`chmod 600 ${path}\`.`,
      userByImage: ({ user, envFile }: { user: string; envFile: string }) =>
        `The image creates the user ${user} when it first starts (systemd-sysusers). Then make that user the owner of ${envFile}.`,
      noSystemd: 'systemd does not manage this machine, so the units were not loaded.',
      leftOver: ({ path }: { path: string }) =>
        `${path} is left over from an installation with other flags. The first of the commands above remove it.`,
      installNeedsRoot: 'Only root can install a service. Nothing was changed.',
      installNeedsRootHint:
        'Run it with sudo. `lead-intake service print` shows the units without it, and --root DIR writes them below a folder of yours.',
      copyProgram: 'Copy it to /usr/local/bin or below /opt and run it from there, or name the copy with --program.',
      noProgram: ({ file }: { file: string }) => `There is no executable program at ${file}. Nothing was changed.`,
      filesDiffer: ({ list }: { list: string }) => `These files already exist with different content:${list}\nNothing was changed.`,
      filesDifferHint:
        'Compare one with `lead-intake service print UNIT | diff FILE -`. Keep your own changes with `systemctl edit UNIT`, then replace the files with --force.',
      write: ({ count }: { count: number }) => `Write ${counted(count, 'file')}?`,
      installHint: 'Add --yes to write them, or --dry-run to only see the list.',
      written: ({ writtenCount }: { writtenCount: number }): string =>
        writtenCount === 0 ? 'Everything is up to date. Nothing was written.' : `Written: ${counted(writtenCount, 'file')}.`,
      run: ({ ran }: { ran: string }) => `Run: ${ran}.`,
      freshSecrets: ({ envFile }: { envFile: string }) =>
        `${envFile} has new secrets. Add the app secret of Meta (WEBHOOK_SOCIALADS_SECRET), and give the others to the senders.`,
      nextAsRoot: 'Next, as root:',
      nextAsRootOfImage: 'Next, as root of the system that runs the image:',
      cannotBeRead: ({ path, code }: { path: string; code: undefined | string }) => `${path} cannot be read (${code}).`,
      inTheWay: 'lead-intake needs this path for a file of the service. Check what is there and its permissions.',
      confirmRemoval: ({ unitCount, removedCount }: { unitCount: number; removedCount: number }) =>
        `Stop ${counted(unitCount, 'unit')} and remove ${counted(removedCount, 'file')}? Settings and database are kept.`,
      removed: ({ files }: { files: number }): string =>
        files === 0 ? 'There are no units created by `service install`. Nothing was removed.' : `Removed: ${counted(files, 'file')}.`,
      kept: ({ user }: { user: string }) => `The settings, the database and the user ${user} are kept. To remove them, run as root:`,
      nameRule: 'must be 1 to 31 lowercase letters, digits and hyphens, starting with a letter',
      userRule: 'must not be root: the service needs no privileges',
      pathRule: 'must be an absolute path of letters, digits and ._@+,:~- without spaces, so that systemd reads it correctly',
      programHidden: ({ folder }: { folder: string }) => `The program is in ${folder}, which the units hide, so it would not start.`,
      given: ({ flag, rule, value }: { flag: string; rule: string; value: string }) => `${flag} ${rule} (given: "${value}").`,
      removalNeedsRoot: 'Only root can remove a service. Nothing was changed.',
      withSudo: 'Run it with sudo.',
      cannotReadRemoved: ({ path, code }: { path: string; code: string }) => `${path} cannot be read or removed (${code}).`,
      checkAndRepeat: 'Check what it is and its permissions. Then run the same command again. It continues where it stopped.',
      cannotBeWritten: ({ path, why, others }: { path: string; why: string; others: undefined | string }) =>
        `${path} cannot be written (${why}). ${others === undefined ? 'No other file was written.' : `Already written: ${others}.`}`,
      checkFolderAndRepeat:
        'Check the permissions and the free space of the folder. Then run the same command again. It continues where it stopped.',
      nothingWasWritten: 'Nothing was written.',
      nothingWasRemoved: 'Nothing was removed.',
    },
    sessions: {
      nobody: 'Nobody is logged in.',
      ended: ({ count }: { count: number }): string => `${counted(count, 'session')} ended.`,
      missingHint: 'It may have ended already. `lead-intake session list` lists the open sessions.',
      nameOne: 'Pass a session, or --all.',
      roles: {
        operator: 'operator',
        reader: 'read-only',
      },
    },
    listing: {
      notUtf8: ({ size }: { size: string }) => `(${size} that are not UTF-8, in base64)`,
      changes: 'Changes',
      notSearched: ({ missing }: { missing: number }) =>
        `${counted(missing, 'entry was', 'entries were')} not searched: the search index is not complete yet. \`lead-intake serve\` completes it.`,
      refusedMatchToo: ({ count, command }: { count: number; command: string }) =>
        `${count === 1 ? '1 refused request matches too' : `${count} refused requests match too`}: ${command}`,
      filtersNeedAll: 'Filters need --all.',
      more: ({ nextCursor }: { nextCursor: string }) => `More rows: add --before ${nextCursor}`,
      queuedAgain: ({ eventId }: { eventId: string }) => `Event ${eventId}: queued.`,
      skipped: ({ eventId }: { eventId: string }) =>
        `Event ${eventId}: skipped, because a job for it is already waiting or running. To run a waiting job now, use \`lead-intake queue retry\`.`,
      bodyDeleted: ({ eventId }: { eventId: string }) =>
        `Event ${eventId}: skipped, because its body was deleted, for its age or because its person was erased. It cannot be processed again.`,
      noSuchEvent: ({ eventId }: { eventId: string }) => `Event ${eventId}: not found. \`lead-intake events list\` lists the events.`,
      fileExists: ({ file }: { file: string }) => `The file ${file} already exists.`,
      fileExistsHint: 'Choose another file, or add --force to replace it.',
      fileNotWritten: ({ file, code }: { file: string; code: string }) => `The file ${file} cannot be written (${code}).`,
      fileNotWrittenHint: 'Check the path, its permissions and the free space.',
      bothToStdout: '--json and CSV cannot both go to standard output.',
      nameAFile: 'Pass a file for the CSV with --output.',
    },
  },

  /**
   * `--help`. What an argument or flag is comes from its command, else from the nearest topic around it, else from the whole program; the
   * descriptions of a command's examples are in their order, empty where the example needs none.
   */
  help: {
    program:
      'Receives leads from Google Ads, Meta lead ads and website forms, stores each one before it answers, and creates exactly one lead from it.',
    more: (command: string): string => `Run \`${command} COMMAND --help\` for the flags and examples of a command.`,
    groups: { firstSteps: 'Get started', run: 'Run', look: 'Monitor', fix: 'Fix problems', connect: 'Set up', data: 'Maintain' },
    flags: {
      before: 'Show the next page; pass the cursor that the previous page printed',
      campaign: 'Only this campaign, by ID',
      client: 'Only this client, by ID or name',
      database: 'Database to use instead of DATABASE_URL',
      'dry-run': 'Show what would change, and change nothing',
      'env-file': 'Settings file to use instead of .env',
      force: 'Replace an existing file once the new one is complete',
      json: 'Print JSON, errors included',
      limit: 'Maximum rows to show',
      quiet: 'Print nothing unless something is wrong',
      raw: 'Write the exact bytes of the body to standard output',
      reveal: 'Show personal data',
      search: 'Only rows with this ID, name, email, phone number or click ID; whole words, except the last',
      since: 'Only from this time on, such as 15m, 2h, 7d or 2026-11-01',
      source: 'Only from this source',
      until: 'Only before this time, such as 1h or 2026-11-01',
      user: 'Email address of the user who receives its leads',
      value: 'What the stage is worth, such as 2600 or 2.600,50',
      yes: "Don't ask for confirmation",
    },
    args: { file: 'Path of the file, or - for standard input' },
    topics: {
      campaign: {
        summary: 'Manage campaigns, which decide the client and user of a lead',
        args: { campaign: 'ID of the campaign' },
      },
      client: {
        summary: 'Manage clients and their accounts at Meta and Google Ads',
        args: { client: 'ID or name of the client' },
        flags: {
          dataset: 'ID of a Meta dataset (pixel)',
          account: 'ID of a Google Ads account, such as 123-456-7890',
          page: 'ID of a Meta page',
        },
      },
      conversions: {
        summary: 'Show, retry and correct reported conversions',
        args: { conversion: 'ID of the conversion, from `lead-intake conversions list`' },
        flags: { reason: 'Reason for the change, kept with the conversion', platform: 'Only this platform' },
      },
      events: { summary: 'List received events, show what happened, and replay them' },
      leads: {
        summary: 'List, show and export leads, and record the stages they reach',
        args: { lead: 'ID of the lead, from `lead-intake leads list`' },
        flags: { at: 'When it happened, such as "2026-11-20 09:00" (default: now)' },
      },
      person: {
        summary: 'Find a person, give them their data, and erase them',
        flags: {
          email: 'Email address of the person; repeatable',
          phone: 'Phone number of the person, however it is written; repeatable',
          'click-id': 'Click ID of the person: gclid, gbraid, wbraid or fbclid; repeatable',
          lead: 'ID of a lead of the person; repeatable',
          client: 'Only data of this client, by ID or name (default: all clients)',
          reason: 'Why, such as a ticket; kept in the activity log, so without personal data',
        },
      },
      queue: {
        summary: 'Process the queue, watch it, and fix failed jobs',
        args: {
          queue: 'webhooks (leads) or conversoes (conversions)',
          job: 'IDs of jobs, from `lead-intake queue failed`',
        },
        flags: {
          since: 'Only jobs that failed or were parked from this time on, such as 2h, 7d or 2026-11-01',
          all: 'All failed jobs, or all parked ones with --parked; filters narrow them down',
          error: 'Only jobs with this error code',
          parked: 'Parked jobs instead of failed ones',
          named: 'Only jobs with this value under ID IN ERROR in `queue failed --group`; - for none',
          queue: 'With --all: the queue (default: webhooks)',
          batch: 'Maximum jobs to take at a time',
        },
      },
      refused: {
        summary: 'List refused requests and replay them once the cause is fixed',
        args: { refused: 'IDs of refused requests, from `lead-intake refused list`' },
        flags: { campaign: 'Only this campaign, by its ID or a linked ID', code: 'Only requests refused for this reason' },
      },
      retention: { summary: 'Show how long personal data is kept, and delete what is too old' },
      secret: {
        summary: 'Create secrets for senders, one for each client or landing page',
        args: { name: 'Name of the secret, such as the landing page that uses it' },
      },
      send: {
        summary: 'Send a signed test event to a running service',
        flags: {
          name: 'Name of the person',
          'dry-run': 'Print the request as a curl command instead of sending it',
          type: 'With --flat: event type (default: conversion)',
          url: 'Address of the service (default: HOST and PORT of the settings)',
          email: 'Email address of the person',
          phone: 'Phone number of the person',
          gclid: 'Google click ID',
          'form-id': 'ID of the lead form',
          id: 'ID of the lead or event (default: a new one); the same ID again is a resend',
          unsigned: 'Send no credential (WEBHOOK_ALLOW_UNSIGNED)',
          flat: 'Send the flat format (event_type, click ID, cliente_id, full_name)',
          'client-id': 'With --flat: ID of the client',
          wait: 'Wait until the event has been processed, and show the result',
          timeout: 'With --wait: seconds to wait (default: 30)',
        },
      },
      service: {
        summary: 'Install lead-intake as systemd services',
        flags: {
          'env-file': 'Settings file of the units (default: /etc/PREFIX.env)',
          user: 'System user that runs the services (default: the same as --prefix)',
          prefix: 'Prefix of the unit names, and folder name in /var/lib and /var/cache',
          program: 'Executable that the units start (default: this program)',
          workers: 'Worker processes; more than one creates a template unit',
          once: 'Process the queue from a timer every minute instead of with workers',
          directory: 'Folder for the units',
        },
      },
      session: { summary: 'List and end logins to the web interface' },
      signature: {
        summary: "Sign a body, or find out why a signature doesn't match",
        args: { body: 'File with the exact bytes of the body, or - for standard input' },
        flags: { source: 'Source whose secret is used' },
      },
      source: {
        summary: 'Connect Meta pages, import leads, and map form answers',
        args: { platform: 'The platform: social-ads (Meta)' },
      },
      'source backfill': { summary: 'Fetch leads that were never delivered' },
      'source form': {
        summary: 'Show and map the answers of Meta and Google Ads lead forms',
        args: { form: 'ID of the form, from `lead-intake source form list`' },
        flags: { source: 'Source of the form, if both platforms have a form with this ID' },
      },
      'source import': { summary: 'Import leads from a file' },
      user: {
        summary: 'Manage the users of a client, who receive its leads',
        args: { user: 'ID of the user, from `lead-intake user list`' },
      },
    },
    commands: {
      backup: {
        summary: 'Back up the database while it is in use, and verify the copy',
        description: `The copy holds every event that was answered before the backup started. The service and its workers keep running.

lead-intake checks every page of the copy before giving it its final name, and writes its SHA-256 next to it for \`sha256sum -c\`. Only you can read the copy. With --encrypt-to, which can be repeated, or --passphrase-file, it is encrypted in the format of \`age\`, and its name ends in .age; to encrypt every backup, set BACKUP_RECIPIENTS or BACKUP_PASSPHRASE_FILE.

Afterwards, backups of this database in the same folder that are older than 30 days are deleted. To keep them for longer, use --keep-days or BACKUP_KEEP_DAYS. If FILE is not a folder, nothing is deleted.

With PostgreSQL, \`pg_dump\` makes the copy, by default in \`backups\` in the current folder.`,
        args: { file: 'File or folder to write to (default: `backups` next to the database)' },
        flags: {
          'encrypt-to': 'age recipient (age1…) that can decrypt the backup',
          'passphrase-file': 'File with the passphrase to encrypt the backup with',
          keep: 'Number of backups to keep in the folder, instead of 30 days; older ones are deleted',
          'keep-days':
            'Number of days to keep backups in the folder, besides the newest three; 0 keeps all (default: BACKUP_KEEP_DAYS, or 30)',
        },
        examples: inOrder('', 'Every night from cron', 'To another disk, encrypted'),
      },
      bench: {
        summary: 'Measure speed on this machine, and check that nothing is lost',
        description: `Takes about two minutes. It never touches your database: it starts its own servers and workers with a temporary one and removes everything afterwards. The result depends on how fast the disk syncs, so the temporary database is next to yours unless you pass --folder.

Exits 1 if an acknowledged submission was lost, stored twice or didn't become exactly one lead. Figures below the goal are not a failure.

The bare server reads, verifies and parses the same requests but stores nothing. At 500 requests per second, an answer is timed from the moment its request was due. "Lead stored" is the time from the answer until another process, which checks every 2 ms, sees the lead.

--json prints \`maquina\`, \`pasta\`, \`sqlite\`, \`opcoes\`, \`medidas\` (each with \`medida\`, \`valor\`, \`unidade\`, \`exigido\`, \`melhor\`, and \`resultado\`: best, met, missed or null), \`entrega\` (\`exata\`, \`confirmados\`, \`eventos\`, \`leads\`, \`violacoes\`) and \`duracao_ms\`.`,
        flags: {
          seconds: 'Length of each round and each load, in seconds',
          turns: 'Rounds of the intake measurement; the median counts',
          connections: 'Connections that send requests',
          jobs: 'Jobs for the worker measurement',
          kill: 'Number of times that server and worker are killed under load',
          folder: 'Existing folder on the disk to measure',
        },
        examples: inOrder('', 'On another disk, with longer rounds'),
      },
      'campaign add': {
        summary: 'Add a campaign, with its client and user if they are new',
        description: `Website forms send the ID as \`campanha_id\`. Events of Google Ads and Meta find the campaign through the IDs that you link with \`campaign link\`.

If events failed because the campaign was missing, run \`queue retry\` afterwards.`,
        flags: {
          id: 'ID of the campaign: any unique text',
          name: 'Name of the campaign',
          client: 'ID or name of the client',
        },
      },
      'campaign import': {
        summary: 'Import campaigns with their clients, users and links from a CSV file',
        description: `The header is \`id,nome,cliente,usuario\` in any order. Without \`usuario\`, existing campaigns keep their user.

The optional columns \`search_ads_campaign\`, \`search_ads_form\`, \`social_ads_form\` and \`social_ads_page\` hold platform IDs to link; separate several IDs in a cell with |. The file is UTF-8, separated by commas or semicolons. If any line has a problem, all problems are listed and nothing is imported.`,
        flags: {
          replace: 'Update existing campaigns; without it, they are reported as problems',
        },
        examples: inOrder('', '', 'From another program'),
      },
      'campaign link': {
        summary: 'Link IDs of Google Ads or Meta to a campaign',
        description:
          'Events with a linked ID belong to the campaign. The ID of a form takes precedence over that of a campaign or page. You can repeat every flag. An ID can be linked to one campaign only.',
        flags: {
          'search-ads-campaign': 'ID of a Google Ads campaign',
          'search-ads-form': 'ID of a Google Ads lead form',
          'social-ads-form': 'ID of a Meta lead form',
          'social-ads-page': 'ID of a Meta page',
          remove: 'Remove the links instead',
        },
      },
      'campaign list': {
        summary: 'List campaigns',
        description: 'To see the platform IDs that are linked to a campaign, use `campaign show`.',
      },
      'campaign remove': {
        summary: 'Remove a campaign that has no leads, with its links',
        description:
          'A campaign that has leads is not removed (exit 1), because the leads would lose their origin. To stop new leads from the platforms, remove its links with `campaign link --remove`. After a campaign is removed, events that name it fail.',
      },
      'campaign show': {
        summary: 'Show a campaign and its linked platform IDs',
      },
      'client add': {
        summary: 'Add a client',
        description:
          'Events of Google Ads and Meta can name a client by its ID (`cliente_id`). Pass --id to use an ID that exists in another system.',
        flags: { name: 'Unique name of the client', id: 'ID as a whole number (default: the next free one)' },
      },
      'client connect': {
        summary: 'Connect an account at Meta or Google Ads for a client',
        description: `Conversions of the client's leads are sent to its own Meta dataset and Google Ads account, and to no other account. Leads of a page that is connected for a client belong to that client unless a campaign decides otherwise. Connect the token of a page with \`source connect\`.

The command reads the credential (a Meta token, or a JSON key for Google Ads) from standard input or a file, checks it with the platform, encrypts it with CREDENTIALS_KEY and stores it. With --settings-credential, the account uses SOCIALADS_CONVERSIONS_TOKEN or SEARCHADS_CREDENTIALS_FILE.

Waiting conversions resume automatically. You don't need to restart workers.`,
        flags: {
          'login-account': 'ID of the manager account used to access the Google Ads account',
          action: 'Google Ads conversion action for a conversion name, *=ID for all others; repeatable',
          'enhanced-leads':
            'Report leads without a click ID by hashed email and phone (enhanced conversions for leads) (default: unchanged)',
          'initial-stage': 'Event name that reports each new instant form lead to Meta, such as lead; - for none (default: unchanged)',
          'credential-file': 'File with the credential, or - for standard input',
          'settings-credential': 'Use the credential in the settings',
          check: 'Ask the platform whether it accepts the credential for this account',
        },
        examples: inOrder('Paste the token, then press Ctrl-D', '', '', ''),
      },
      'client consent': {
        summary: 'Set the consent that conversions of a client need',
        description:
          "Applies to conversions that are sent from now on, instead of CONVERSIONS_CONSENT and CONVERSIONS_CONSENT_KEYS. You don't need to restart workers. Without a flag, only shows the rule.",
        flags: {
          mode: 'required: only people who consented; unless_denied: all except people who refused (default: unchanged)',
          key: 'Consent that counts: a purpose of the website form, or a checkbox of a platform; repeatable (default: unchanged)',
          reset: 'Use the settings again',
        },
      },
      'client retention': {
        summary: 'Set how long data of a client is kept',
        description:
          'A limit of the client is used instead of RETENTION_BODIES_DAYS or RETENTION_LEADS_DAYS. The next run of `lead-intake serve`, at night, applies it. Without a flag, only shows the limits.',
        flags: {
          'bodies-days': 'Days that bodies, headers and IP addresses of events are kept; off: until erased (default: unchanged)',
          'leads-days': 'Days without activity after which a lead becomes anonymous; off: never (default: unchanged)',
          default: 'Use the settings again',
        },
      },
      'client disconnect': {
        summary: 'Disconnect an account at Meta or Google Ads from a client',
        description:
          'The stored credential is deleted. Conversions of the client wait until it has an account again; none is lost, and none is sent to another account. The token of a page is kept.',
      },
      'client list': {
        summary: 'List clients',
        description: "To see a client's users and campaigns, use `client show`.",
      },
      'client remove': {
        summary: 'Remove a client without users, campaigns and leads',
        description: 'A client that still has any of them is not removed (exit 1).',
      },
      'client rename': {
        summary: 'Rename a client',
        description: 'The ID and everything that belongs to the client stay the same.',
        flags: { name: 'New unique name' },
      },
      'client show': {
        summary: 'Show a client with its users, campaigns and accounts',
      },
      'client test': {
        summary: 'Check whether conversions of a client can be sent',
        description:
          'No conversion is sent. lead-intake checks the dataset and its token with Meta, and has Google Ads validate a sample conversion for each conversion action. Exits 1 if there is a problem.',
      },
      completion: {
        summary: 'Print a completion script for bash, zsh or fish',
        description: `The script contains all commands, flags and values. Create it again after an upgrade.

bash: run \`lead-intake completion bash > ~/.local/share/bash-completion/completions/lead-intake\`, or put the line of the example into ~/.bashrc.

zsh: save the script as \`_lead-intake\` in a folder of $fpath, before compinit runs.

fish: run \`lead-intake completion fish > ~/.config/fish/completions/lead-intake.fish\`.`,
        args: { shell: 'bash, zsh or fish' },
        examples: inOrder('For this bash session', 'For all zsh sessions', 'For all fish sessions'),
      },
      config: {
        summary: 'Show all settings, their values and where they come from',
        description: `Flags override environment variables, which override the .env file, which overrides the defaults. Secrets are never shown.

Warns about misspelled variables and short secrets. Exits 3 and lists all problems if a setting cannot be used.`,
        examples: inOrder('', 'Check a settings file before you use it'),
      },
      'conversions correct': {
        summary: 'Correct the value or time of a stage that was recorded by hand',
        description:
          'If the stage has not been sent, it is sent with the new value and time. If it has, Google Ads receives the new value as an adjustment and keeps the time; Meta cannot change it. The output says which case applies. lead-intake keeps the previous values, the reason, and who made the change and when. A stage that is being sent right now is not changed (exit 1).',
        flags: { currency: 'Currency of the value', at: 'When it happened, such as "2026-11-20 09:00"' },
      },
      'conversions export': {
        summary: 'Export Google Ads conversions as CSV for a manual import',
        description: `Writes the same file as /export/conversions.csv: conversions with a Google click ID, times in CONVERSIONS_TIME_ZONE, names from CONVERSIONS_NAMES. It leaves out test leads, and conversions of people who did not give the required consent.

You can import the same conversion twice; Google Ads recognizes it. A file never mixes clients: if you have several, pass --client or set ACCOUNTS_CLIENT.`,
        flags: {
          since: 'Only conversions from this time on, such as 12h, 7d or 2026-11-01 (default: 90d)',
          output: 'File to write, replaced once the new one is complete (default: standard output)',
        },
      },
      'conversions list': {
        summary: 'List conversions, newest first',
        description: `waiting: not sent yet, or sent and being checked by the platform. sent: the platform accepted it. rejected: the platform didn't accept it; \`conversions show\` shows why. no-platform: the lead did not come from a platform, so it is not reported. withdrawn: somebody withdrew it.`,
        flags: { state: 'Only this state', lead: 'Only this lead, by ID' },
        examples: inOrder('', 'What the platforms rejected'),
      },
      'conversions retry': {
        summary: 'Send rejected or waiting conversions again',
        description: `Without --all, the conversions that you name are queued at once. With --all, lead-intake shows how many conversions match and asks first. A worker of the queue \`conversoes\` sends them.

Google Ads recognizes a conversion that it already has, and so does Meta for 48 hours; it counts once. Conversions with the code conversion_outcome_unknown may count twice at Meta: check the Events Manager first. --all leaves them out unless you pass that code with --error.`,
        args: { conversion: 'IDs of conversions, from `lead-intake conversions list`' },
        flags: {
          all: 'All rejected conversions; filters narrow them down',
          waiting: 'With --all: conversions that wait for another attempt, instead of rejected ones',
          error: 'With --all: only conversions with this error code',
        },
        examples: inOrder('', 'After you added a conversion action', 'After you fixed a problem at the platform'),
      },
      'conversions show': {
        summary: "Show a conversion, what was sent, and the platform's answer",
      },
      'conversions try': {
        summary: 'Send a waiting conversion to Meta as a test event',
        description:
          'The conversion appears under "Test events" in the Events Manager. Meta counts test events too, so it is a real conversion. The worker sends it again later; within 48 hours Meta recognizes it and counts it once. To check an account without sending anything, run `client test`.',
        flags: { 'test-event-code': 'Code from "Test events" in the Events Manager' },
      },
      'conversions withdraw': {
        summary: 'Withdraw a stage that was recorded by mistake',
        description:
          'The stage is not sent and no longer counts in lists and exports. If a platform already has it, the platform keeps it; the output explains what you can do there. You can record the stage again with `leads stage`. lead-intake keeps the reason, and who withdrew it and when. A stage that is being sent right now is not changed (exit 1).',
      },
      docs: {
        summary: 'Read the documentation in the terminal',
        description:
          'Without PAGE, lists the pages. On a terminal, a page opens in $PAGER, or less. Elsewhere, the command prints its Markdown.',
        args: { page: 'Name of the page' },
        examples: inOrder('', 'Read one page', 'Save a page as a file'),
      },
      doctor: {
        summary: 'Check everything the service needs',
        description: `Checks settings, secrets, database, disk, clock, port, queue, sources and platforms, and shows what to do about each problem. Changes nothing and never shows a secret. Checks every account with its platform, for up to 60 seconds; with --offline, sends nothing.

Exits 1 if there is a problem, so you can run it before a deployment. Run it with the settings of the service, and as its user.

--json prints \`resultado\` (ok, warning or problem) and \`achados\`, each with \`grupo\`, \`codigo\`, \`nivel\`, \`mensagem\`, \`acao\`, \`dados\`, \`cliente_id\` and \`cliente\`. The meaning of a code never changes.`,
        flags: {
          full: 'Also check all indexes and references; takes longer',
          offline: "Don't contact the platforms",
          privacy: 'Print the record of processing activities as Markdown, and check nothing',
          strict: 'Exit 1 for warnings too',
        },
        examples: inOrder(
          '',
          'Before a deployment, with its settings',
          'Every week, the whole database',
          'The record of processing activities (LGPD, GDPR)',
        ),
      },
      'events list': {
        summary: 'List received events, newest first',
        description: 'You can combine filters. To see everything that happened to an event, use `events show`.',
        flags: {
          status: 'Only this status',
          type: 'Only this event type',
          error: 'Only this error code',
          'external-id': "Only this external ID: the submission's ID, a lead ID or a leadgen ID",
        },
        examples: inOrder('Failures of the last two hours', 'Find a person who was never called', 'What happened to one form submission'),
      },
      'events replay': {
        summary: 'Process events again, even processed ones',
        description:
          'The job of each event runs again, from attempt 1. No duplicate lead is created: an event that already has a lead keeps it. Events with a waiting or running job, or whose body was deleted, are skipped. Exits 1 if no event was queued.',
        args: { event: 'IDs of events, from `lead-intake events list`' },
      },
      'events show': {
        summary: 'Show an event with its request, attempts, lead and conversions',
        description: 'Personal data is masked. --reveal and --raw are recorded in the activity log.',
        args: { event: 'ID of the event, from `lead-intake events list`' },
        flags: { reveal: 'Show personal data and the body' },
        examples: inOrder('', '', 'Save the exact bytes of the body'),
      },
      healthcheck: {
        summary: 'Check whether the service, or a worker, is healthy',
        description: `For containers and monitoring. Prints one line, and exits 0 if healthy and 1 otherwise, including when the settings or the database cannot be used.

Without --worker, the command requests /ready at HOST and PORT.`,
        flags: {
          url: 'Address to check instead; /ready if it has no path',
          worker: 'Check the database for a running worker instead',
          queue: 'With --worker: the queue of the worker (default: webhooks)',
          timeout: 'Seconds to wait for the answer',
        },
        examples: inOrder('', 'In a Dockerfile', 'In the container of a worker', 'In the container of a worker for conversions'),
      },
      help: {
        summary: 'Show the help of a command',
        description:
          'The same as --help after a command. With --json, prints all matching commands with their arguments, flags and examples.',
        args: { command: 'Words of a command or topic' },
      },
      init: {
        summary: 'Set up this folder: settings, secrets, database, first campaign',
        description: `Asks for the client and campaign on a terminal. With --yes, or without a terminal, uses the defaults. Creates .env with new 256-bit secrets that only you can read. Existing files and data are kept, so you can run it again.

At the end it shows the address of the web interface and the commands to run next.`,
        flags: {
          client: 'Name of the first client',
          campaign: 'Name of the first campaign',
          'campaign-id': 'ID of the first campaign, which forms send as campanha_id (default: derived from its name)',
          yes: 'Use the defaults without asking',
          force: 'Rename an existing settings file to .env.old and create a new one with new secrets',
        },
        examples: inOrder('', 'In a script, without questions'),
      },
      'leads export': {
        summary: 'Export leads with personal data as CSV, newest first',
        description:
          "Test leads are left out. Cells that a spreadsheet would run as a formula start with ', including phone numbers such as '+5511987654321: remove the ' if you import the file elsewhere, or use `leads show --json`. Each export is recorded in the activity log.",
        flags: {
          'include-tests': 'Include test leads of the platforms',
          output: 'File to write (default: standard output)',
          delimiter: 'Separator between cells',
          excel: 'Start with a byte order mark, so that Excel reads UTF-8',
        },
      },
      'leads list': {
        summary: 'List leads, newest first',
        description: 'Personal data is masked. To see it, use `leads show --reveal` for one lead or `leads export` for many.',
      },
      'leads consent': {
        summary: 'Show what a person consented to, or record a change',
        description: `Shows each consent with its text, time, form and event, what verified the sender, and whether conversions of the lead are sent. Personal data is masked; --reveal is recorded in the activity log.

--withdraw records that the person withdrew consent, for one purpose or for all, on every lead of this client with the same email or phone number. Conversions that were not sent are not sent any more. Platforms keep what was sent. --grant records a consent that was given to you, for example on the phone. Nothing that is recorded is changed or deleted: the newest statement for a purpose counts.

Times without an offset are in CONVERSIONS_TIME_ZONE.`,
        flags: {
          withdraw: 'The person withdrew consent',
          grant: 'The person consented',
          purpose: 'Purpose, as in CONVERSIONS_CONSENT_KEYS or on the form; without it, --withdraw applies to all',
          reason: 'How you know, kept with the consent',
        },
        examples: inOrder('', 'The person wrote to you', 'The person agreed on the phone'),
      },
      'leads show': {
        summary: 'Show a lead with its conversions and events',
        description: 'Personal data is masked. --reveal is recorded in the activity log.',
      },
      'leads stage': {
        summary: 'Record a stage that a lead has reached, and report it',
        description: `A stage is a conversion: qualified (\`lead_qualified\`), won (\`sale\`) or a name of your own. A worker of the queue \`conversoes\` reports it to the lead's platform. A lead reaches each stage once unless --key separates several, such as orders.

With --file, the columns are lead_id, identidade or gclid; etapa (qualificado, ganho or a name); and optionally valor, moeda, ocorrida_em and chave. Lines with a problem are listed with their number and skipped; all others are recorded. You can import the same file again: a stage that is already recorded with different values, or was withdrawn, is listed and not changed. Stage names that are new are listed with the name you probably meant.

Times without an offset are in CONVERSIONS_TIME_ZONE. Exits 1 if a line was skipped, or if a key is already recorded with different values.`,
        flags: {
          qualified: 'The lead is qualified (lead_qualified)',
          won: 'The lead bought (sale)',
          name: 'Another stage, by name',
          currency: 'Currency of the value (default: BRL)',
          key: 'Tells stages with the same name apart, such as an order ID (default: the name)',
          file: 'CSV file with stages of many leads, or - for standard input',
        },
        examples: inOrder('', '', 'From a spreadsheet of the sales team'),
      },
      migrate: {
        summary: 'Update the database schema, or show what an update would do',
        description: `\`serve\` and workers do the same when they start. Run it yourself to choose the time. Creates the database if there is none.

Each step is one transaction. If a step fails, it changes nothing and the steps before it stay. A database of a newer version is not changed (exit 3).`,
        flags: { 'dry-run': 'Run the steps on a copy of the file and show how long each one takes; with PostgreSQL, only list them' },
        examples: inOrder('', 'Before an upgrade: which steps, how long, and whether they succeed'),
      },
      move: {
        summary: 'Copy the database to PostgreSQL, or back to a SQLite file',
        description: `Copies the database of DATABASE_URL to an empty one of the other kind, with all IDs, and compares counts and checksums of every table. The source is not changed.

Stop \`serve\` and all workers first; the command refuses to run while one of the databases is in use. If it is interrupted, run it again: it resumes. Until it is complete, other commands refuse the target. Then set DATABASE_URL to it.

If the URL has no password, PGPASSWORD or ~/.pgpass is used, which other users of this machine cannot see.`,
        flags: { to: 'URL of an empty PostgreSQL database, or SQLite file that is created' },
        examples: inOrder('To PostgreSQL', 'Back to a file, for example for a look at a local copy'),
      },
      'person erase': {
        summary: 'Erase a person for good',
        description: `Shows what is stored about the person and what is kept, and asks first. Erases the person everywhere: leads, bodies of events, refused requests, the search index, free pages of the database. A resend, replay, import or restored backup does not bring them back; a new request of the person is a new lead. Conversions that were not sent are not sent any more.

An interrupted erasure resumes when the service starts. At the end you get a receipt, which \`person erasures\` lists. Backups made before hold the person until they are deleted.`,
        examples: inOrder('', 'Only the data of one client'),
      },
      'person erasures': {
        summary: 'List erasures, newest first',
        description: 'The list contains nothing of the people who were erased.',
      },
      'person export': {
        summary: "Write a person's data to a file, to give it to them",
        description: `json contains everything, with each request exactly as it was received. html is a page that the person can read and print. Both contain unmasked personal data, and only you can read the file.`,
        flags: {
          output: 'File to write',
          format: 'json: complete; html: to read and print (default: json)',
          language: 'Language of the HTML page (default: yours)',
        },
        examples: inOrder('', 'A page to print, in Portuguese'),
      },
      'person find': {
        summary: 'Find everything that is stored about a person',
        description: `Finds leads with one of these email addresses, phone numbers or click IDs, everything that belongs to them, and every other place that mentions the person. Leads that share only another contact with a found lead are listed as perhaps the same person; add them with --lead.

Personal data is masked. The search is recorded in the activity log, without what you searched for.`,
        examples: inOrder('', 'Several contacts of the same person'),
      },
      'queue failed': {
        summary: 'List failed jobs with the reason, newest first',
        description: `Fix the cause, then run \`queue retry\`. \`events show EVENT\` shows everything about one event.

With --parked, lists jobs that are waiting for an external cause, such as a platform that is not connected.`,
        flags: { group: 'Count jobs by error code' },
        examples: inOrder('', 'Number of jobs for each reason', 'Jobs that are waiting for an external cause'),
      },
      'queue forget': {
        summary: 'Delete failed or parked jobs for good',
        description: `Jobs that you name are deleted at once. With --all, lead-intake shows how many jobs match and asks first.

The events stay, with the status failed. \`events replay\` can queue them again. A conversion that the platform may already have counts as sent if you name its job or its error.`,
        examples: inOrder('', 'Count them first', 'Give up on leads that are waiting for a platform'),
      },
      'queue once': {
        summary: 'Process all jobs that are due, then exit',
        description: `For tests, and for cron on hosts without a service manager. Several can run at the same time.

Failed jobs are recorded with their reason and don't change the exit code; \`queue failed\` lists them.`,
        flags: { quiet: 'Print nothing unless a job was processed, failed or has to wait' },
        examples: inOrder('', 'Every minute from cron'),
      },
      'queue pause': {
        summary: 'Stop workers from taking new jobs',
        description: 'Events are still received and stored, and running jobs finish. `queue resume` starts the queue again.',
      },
      'retention run': {
        summary: 'Delete what is too old to be kept',
        description:
          '`lead-intake serve` does the same every night. Deletes in short steps, so that events are accepted meanwhile. What is deleted cannot be restored, except from a backup.',
        flags: { 'dry-run': 'Only count what would be deleted, by type and client' },
      },
      'retention show': { summary: 'Show how long data is kept, for each client' },
      'queue prune': {
        summary: 'Delete old finished jobs',
        description: `Waiting and failed jobs, events and leads are kept. With --failed, deletes failed jobs instead and always asks first. Run it every week in production.`,
        args: { days: 'Age in days since the job ended; 0 for all' },
        flags: { failed: 'Delete failed jobs instead; their leads are missing and can no longer be retried' },
        examples: inOrder('', 'Count them first', "Give up on last year's failures"),
      },
      'queue resume': {
        summary: 'Let workers take jobs again after `queue pause`',
      },
      'queue retry': {
        summary: 'Retry failed, parked or delayed jobs',
        description: `Failed and parked jobs start again from attempt 1; delayed jobs run now. Jobs that you name are queued at once. With --all, lead-intake shows how many jobs match and asks first.

Conversions that Meta may already have (conversion_outcome_unknown) are sent again only if you name their jobs or pass that code with --error.`,
        examples: inOrder('', 'After you added a missing campaign', 'After you connected a platform'),
      },
      'queue status': {
        summary: 'Show how many jobs are waiting, running and failed',
        description: 'With --max or --max-age, exits 1 if the queue exceeds the limit, for monitoring.',
        flags: {
          max: 'Exit 1 if more jobs than this are waiting',
          'max-age': 'Exit 1 if the oldest job has been due for more seconds than this',
        },
        examples: inOrder('', 'Alert when jobs pile up'),
      },
      'queue watch': {
        summary: 'Watch the queue, events, failures, workers and leads live',
        description: `Shows the database of this machine or, with --url, a running service. Press ? for the keys. Personal data is masked until you reveal it, which is recorded in the activity log. Without a terminal, prints the state once and exits 0.`,
        flags: {
          url: 'Watch the service at this address instead of the local database',
          'token-file': 'With --url: file with the admin token, or - for standard input (default: ADMIN_TOKEN, or a prompt)',
          refresh: 'Minimum seconds between updates (default: 1)',
          readonly: "Don't allow changes or revealing personal data",
          ascii: 'Draw with ASCII only (default: depends on the locale and the terminal)',
          'screen-reader': 'Print sentences instead of drawing, for screen readers',
        },
        examples: inOrder('', 'A service on another machine; ADMIN_TOKEN holds its token', 'On a wall screen'),
      },
      'queue work': {
        summary: 'Run a worker that processes the queue until you stop it',
        description: `For production, under a service manager. On SIGTERM or SIGINT, the worker finishes its jobs or returns them to the queue, and exits 0; a second signal ends it at once.

Exits 12 when it reaches its memory limit, so that the service manager restarts it (Restart=on-failure). With --max-time or --max-jobs it exits 0, so the unit needs Restart=always.`,
        flags: {
          concurrency: 'Batches to process at the same time',
          'max-jobs': 'Exit after this many jobs; 0 for no limit',
          'max-time': 'Exit after this many seconds; 0 for no limit',
          memory: 'Exit 12 when the process uses this many megabytes',
          'stop-when-empty': 'Exit when no jobs are due',
          sleep: 'Maximum seconds between checks while there is no work; 0 for no pause',
        },
        examples: inOrder('', 'A new process every hour, in a unit with Restart=always', 'Process what is there, then exit'),
      },
      'refused forget': {
        summary: 'Delete refused requests for good',
        description:
          'Their bodies are deleted and they can no longer be replayed. Events that were created by a replay stay. Requests that you name are deleted at once. With --all, lead-intake shows how many match, and how many of them could be stored now, and asks first. The deletion is recorded in the activity log.',
        flags: { all: 'All requests that were not replayed; filters narrow them down' },
      },
      'refused list': {
        summary: 'List refused requests, newest first',
        description: `lead-intake keeps requests that were answered 401, 413, 415 or 422, and 429 if the \`google_key\` was wrong: the newest thousand of verified senders and the newest thousand of all others. Fix the secret or the form, then run \`refused replay\`.`,
        flags: { open: 'Only requests that were not replayed and carried a signature' },
        examples: inOrder('', '', "Find a person whose form wasn't accepted"),
      },
      'refused replay': {
        summary: 'Accept refused requests after you fixed a secret or a form',
        description: `The credential of a request must be valid now; the age of the form's timestamp doesn't matter. If the sender used a wrong key, the stored request still has it: --without-credential accepts it anyway, and the activity log records that you vouched for it.

With --all, lead-intake shows what would happen and asks first. Each request is reported separately, and a problem with one doesn't affect the others. Exits 1 unless all were stored. The replay is recorded in the activity log.`,
        flags: {
          all: 'All requests that can be replayed; filters narrow them down',
          'without-credential': 'Also replay requests without a valid credential; you vouch for the sender',
        },
      },
      'refused show': {
        summary: 'Show a refused request, the reason and its headers',
        description: `--reveal and --raw are recorded in the activity log. \`signature verify\` explains why a signature doesn't match the raw body.`,
        args: { refused: 'ID of the request, from `lead-intake refused list`' },
        flags: { reveal: 'Show the stored part of the body' },
      },
      restore: {
        summary: 'Replace the database with a backup, or verify a backup',
        description: `Copies the backup next to the database, verifies the copy and swaps the two. The previous database is kept, with the time in its name.

Stop \`serve\` and all workers first; the command refuses to run while the database is in use. If the backup is damaged, nothing is changed, and the command exits 1. An encrypted backup needs --identity-file or --passphrase-file; by default, the passphrase is in BACKUP_PASSPHRASE_FILE.

With PostgreSQL, \`pg_restore\` replaces the contents of the database in one transaction, and the previous contents are not kept.`,
        args: { file: 'Backup to restore' },
        flags: {
          'identity-file': 'File with the private key from `age-keygen` that decrypts the backup',
          'passphrase-file': 'File with the passphrase that decrypts the backup',
          check: 'Verify the backup only',
        },
        examples: inOrder(
          'Verify a backup every week, before you need it',
          'Restore it, with the service stopped',
          'Restore an encrypted backup',
        ),
      },
      'secret add': {
        summary: 'Add a secret for one sender, or for the export of conversions',
        description: `Several secrets of a source can be valid at once. With --client, the secret creates leads of that client only: a campaign, form or cliente_id of another client is an error (wrong_client).

The secret is generated, or read from --secret-file, and printed once. It is stored encrypted with CREDENTIALS_KEY. A running service accepts it within seconds.`,
        flags: {
          source:
            'form: signs website forms; google-ads: key of a Google Ads lead form; export: password for /export/conversions.csv, needs --client',
          client: 'Only client it is valid for, by ID or name (default: all)',
          'secret-file': 'File with the secret, or - for standard input (default: generate one)',
        },
        examples: inOrder('', '', "The key that a client's Google Ads lead forms already use"),
      },
      'secret generate': {
        summary: 'Print a new random secret',
        description: 'The secret is base64url, so it needs no quotes in shells, settings files and headers. It is not stored.',
        flags: { bytes: 'Number of random bytes; 32 are as strong as the signature' },
        examples: inOrder('', 'Add the secret to the settings file'),
      },
      'secret list': {
        summary: 'List the named secrets, their senders and last use',
        description:
          'The secrets themselves are never shown. To replace a secret, add a second one for the same client, change the senders, and remove the old one when the list shows that it can be removed.',
      },
      'secret remove': {
        summary: 'Remove a named secret',
        description:
          'Within seconds, running services refuse requests that use it (401). Google Ads does not send a refused lead again, but lead-intake keeps it: add the secret again, then run `refused replay`. Existing events stay.',
      },
      'send form': {
        summary: 'Send a signed test submission of a website form',
        description:
          "Posts to /integracoes/leads, signed with FORMULARIO_SECRET, and shows the answer. To sign with a named secret, set FORMULARIO_SECRET to it for this command only. Exits 1 if the service didn't accept the event or, with --wait, if it failed.",
        flags: {
          campaign: 'ID of the campaign (campanha_id)',
          type: 'Event type',
          fbclid: 'Meta click ID',
          value: 'Value of a conversion, in BRL',
          field: 'Another key of the form; repeatable',
        },
        examples: inOrder('Send a lead and see what happens to it', 'A sale', 'Print a curl command instead'),
      },
      'send search-ads': {
        summary: 'Send a test event as Google Ads does',
        description:
          'Posts to /webhooks/search_ads and shows the answer. The request is signed; with --google-key the secret is in the body, as Google Ads sends it. First link the ID of the form or campaign to a campaign with `campaign link`.',
        flags: {
          'campaign-id': 'ID of the Google Ads campaign',
          test: 'Mark the lead as a test lead of Google Ads',
          'google-key': 'Send the secret in the body instead of a signature',
        },
      },
      'send social-ads': {
        summary: 'Send a test event as Meta does',
        description:
          'Posts to /webhooks/social_ads, signed with WEBHOOK_SOCIALADS_SECRET, and shows the answer. Meta sends IDs only, and lead-intake fetches the answers later. --with-answers puts them into the event, so that it becomes a lead at once.',
        flags: {
          'page-id': 'ID of the page',
          'leadgen-id': 'ID of the lead (default: a new one)',
          'with-answers': 'Include name, email and phone in the event',
          id: 'With --flat: ID of the event (default: a new one)',
          fbclid: 'With --flat: Meta click ID',
        },
      },
      serve: {
        summary: 'Receive events and serve the web interface',
        description: `Stores every event before it answers. To process the queue in the same process, add --work; otherwise run \`queue work\`.

On SIGTERM or SIGINT, the service answers open requests and exits 0; a second signal ends it at once.`,
        flags: {
          host: 'Address to listen on instead of HOST',
          port: 'Port to listen on instead of PORT; 0 for any free port',
          work: 'Process the queue too',
          dev: 'Development: create missing secrets in .env, add a sample client and campaign, and process the queue',
        },
        examples: inOrder('', 'Everything in one process', 'Try it on this machine'),
      },
      'service install': {
        summary: 'Install the systemd services',
        description: `Creates the system user, a settings file with new secrets (mode 600) and the units that \`service print\` shows, and prints the remaining steps. Starts and enables nothing. An existing settings file is kept; changed units are replaced only with --force. You can run it again at any time.`,
        flags: {
          root: 'Write everything below this folder; needs no root, creates no user and reloads nothing',
          force: 'Replace units that were changed',
        },
        examples: inOrder('Show what would be done', 'Install', 'Into an image that you build'),
      },
      'service print': {
        summary: 'Print the systemd units',
        description: `Units for \`serve\` and the workers, and timers for the weekly prune and the nightly backup. They run in a sandbox and restart 5 seconds after a failure, except after exit 3. Nothing is written; \`service install\` does that.`,
        args: { unit: 'Only this unit, such as serve, worker or backup.timer' },
        examples: inOrder('', 'One unit', 'A timer for `queue once` instead of the worker'),
      },
      'service uninstall': {
        summary: 'Remove the systemd services, but keep settings and database',
        description: `Shows what \`service install\` created with this --prefix, asks, stops the units and removes their files. It keeps the settings, the database with its backups and the user, and prints the commands that remove them. Other files are kept. You can run it again at any time.`,
        flags: {
          'env-file': 'Settings file to use instead of .env',
          root: 'Remove from below this folder; needs no root and stops nothing',
        },
        examples: inOrder('Show what would be done', 'Uninstall'),
      },
      'session list': {
        summary: 'List who is logged in to the web interface',
        description: `A session ends 12 hours after the login (30 days with ADMIN_READONLY_TOKEN), after 2 hours without use, at logout, when ADMIN_TOKEN changes, or with \`session revoke\`. A restart of \`serve\` ends no session. Programs that send the token with each request have no session.`,
      },
      'session revoke': {
        summary: 'End one login to the web interface, or all of them',
        description:
          'Takes effect at once; open live pages end within seconds. Anyone who knows the token can log in again. If the token has leaked, change ADMIN_TOKEN and restart the service, which ends its sessions too.',
        args: { session: 'ID of the session, from `lead-intake session list`' },
        flags: { all: 'End all sessions' },
      },
      'signature sign': {
        summary: 'Sign a body the way a sender must',
        description:
          'Prints sha256=<hex>: the HMAC-SHA256 of the exact bytes with the current secret of the source. The secret comes from the settings, or from the environment variable in --secret-env; never from the command line, where others could read it.',
        flags: { 'secret-env': 'Environment variable with another secret' },
      },
      'signature verify': {
        summary: 'Verify a signature, or explain why it is not valid',
        description: `Exits 0 if the signature is valid and 1 if not. To explain a wrong one, the command tries common mistakes: another secret, reformatted JSON, other line endings, base64 instead of hex and more. For forms it also compares the timestamp with the clock; this doesn't change the exit code.

Named secrets are tried too, if CREDENTIALS_KEY is set and the database can be read.`,
        flags: { signature: 'Value of the signature header' },
        examples: inOrder('', 'Find out why a request was refused'),
      },
      'source backfill social-ads': {
        summary: 'Fetch Meta leads that were never delivered',
        description: `Compares the forms of all connected pages, and all linked forms, with Meta and stores the missing leads as events. If an event failed or is waiting because it has no answers, it gets them and is processed again (recovered). Other leads are not changed, so you can run this command at any time.

Without --since, each form is compared starting from its last comparison. \`serve --work\` and \`queue work\` do the same every SOCIALADS_RECONCILE_HOURS. Exits 1 if a form could not be compared completely.`,
        flags: {
          since: 'Leads created from this time on, such as 30d or 2026-11-01',
          page: 'Only forms of this page',
          form: 'Only this form',
        },
        examples: inOrder('', 'Count the missing leads first'),
      },
      'source connect': {
        summary: 'Connect a Meta page, so that lead-intake can fetch its leads',
        description: `Reads the token from standard input or a file, checks it with Meta, subscribes the page so that Meta sends its leads, encrypts the token with CREDENTIALS_KEY and stores it. A previous token is replaced. Parked leads run again, and running workers use the new token automatically. The token is never printed; its fingerprint identifies it.

Without --page, lists the pages that the token has access to, and stores nothing. If SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET are set, the command also checks permissions, expiry and leads access, and exchanges a person's short-lived token.`,
        flags: {
          page: 'ID of the page; if omitted, the pages of the token are listed',
          'token-file': 'File with the token, or - for standard input',
          check: 'Ask Meta whether the token can fetch leads of the page',
          subscribe: 'Subscribe the page, so that Meta sends its leads; --no-check skips this too',
        },
        examples: inOrder('Paste the token, then press Ctrl-D', 'List the pages to choose from', ''),
      },
      'source disconnect': {
        summary: 'Remove the stored token of a Meta page',
        description:
          'Leads of the page wait until it is connected again; none is lost. A token in WEBHOOK_SOCIALADS_TOKENS is not changed, and is used again.',
        flags: { page: 'ID of the page' },
      },
      'source form list': {
        summary: 'List Meta and Google Ads lead forms, and count leads without contact data',
        description: 'UNREAD KEYS shows the keys that lead-intake cannot read, from the newest leads that have no email or phone.',
      },
      'source form map': {
        summary: 'Map the answers of a lead form to name, email, phone and more',
        description: `Overrides what the platform or the key says, for new leads and stored ones: missing fields of stored leads are filled in from their answers, and conversions that waited for contact data are sent. An answer that doesn't fit the field, such as an email without @, stays an answer.

Fields: \`nome\`, \`primeiro_nome\`, \`sobrenome\`, \`email\`, \`telefone\`, \`cidade\`, \`estado\`, \`cep\`, \`pais\`, \`empresa\`, \`cargo\`, \`nenhum\`. \`nenhum\` keeps it only as an answer.

Shows what would change and asks first. Existing values are not overwritten, except an email or phone that cannot be used. Removing a mapping doesn't clear what it filled in, so try --dry-run first. You don't need to restart workers.`,
        args: { mapping: 'A key of the form and its field: key=field' },
        flags: {
          clear: 'Key to read automatically again; repeatable',
          force: 'Map a key that the form does not have yet; with --source, also a form without leads',
        },
        examples: inOrder('Show what would change', '', 'Read the key automatically again'),
      },
      'source form refill': {
        summary: 'Fill in missing fields of stored leads from their answers',
        description:
          'Workers do this automatically when the questions of a form arrive or its mapping changes. Run it after an upgrade that recognizes more keys. Existing values are kept. Conversions that waited for contact data are sent.',
      },
      'source form show': {
        summary: 'Show how the answers of a lead form are read, and why',
        description: `The mapping of an operator takes precedence over the platform's, and the platform's over the key. Keys and examples come from the 500 newest leads. Examples are masked; --reveal is recorded in the activity log.`,
      },
      'source import search-ads': {
        summary: 'Import leads from a CSV file that Google Ads exported',
        description: `Reads the file as Google Ads exports it: headers in English, Portuguese or Spanish in any order, UTF-8 or UTF-16, separated by commas, semicolons or tabs. Unknown columns are kept as answers. Every missing row becomes an event; rows are recognized by lead ID or GCLID, so you can import the same file again.

Dates can be ISO, numeric, or with the month as a word. Whether the day or the month comes first is decided for the whole file, from a day above 12 or a Portuguese or Spanish header. If neither decides it, pass --dates. On a terminal, and with --dry-run, the command shows how it read the file before it stores anything.

Leads that failed with wrong_client are processed again for the client of the file or of --campaign (recovered). Lines that cannot be used are listed with their number (exit 1); the others are stored.`,
        flags: {
          form: 'ID of the Google Ads form, for rows without one',
          campaign: 'Campaign of all leads in the file, by ID',
          dates: 'Order in dates such as 03/04/2026',
          'dry-run': 'Show how the file was read and how many leads are missing',
        },
      },
      'source list': {
        summary: 'List the sources of events and the connected accounts',
        description:
          'Shows for each account whether the platform accepts its credential, where the credential is stored, and its fingerprint.',
      },
      'user add': {
        summary: 'Add a user who receives leads of a client',
        description: 'The client must exist. The email address is unique within the client. Users do not log in to lead-intake.',
        flags: { client: 'ID or name of the client', email: 'Email address of the user', name: 'Name of the user' },
      },
      'user list': {
        summary: 'List users',
      },
      'user remove': {
        summary: 'Remove a user without campaigns',
        description: 'A user who still has campaigns is not removed (exit 1).',
      },
      'user show': {
        summary: 'Show a user and their campaigns',
      },
    },
    /** Headings and marks. */
    terms: {
      USAGE: 'USAGE',
      ARGUMENTS: 'ARGUMENTS',
      FLAGS: 'FLAGS',
      FILTERS: 'FILTERS',
      'GLOBAL FLAGS': 'GLOBAL FLAGS',
      DESCRIPTION: 'DESCRIPTION',
      EXAMPLES: 'EXAMPLES',
      COMMANDS: 'COMMANDS',
      COMMAND: 'COMMAND',
      '[FLAGS]': '[FLAGS]',
      default: 'default',
      required: 'required',
    },
    /** What arguments and values of flags are called, where it is not as in the commands. */
    placeholders: {} as Readonly<Record<string, string>>,
  },

  /** A person in the data: finding, giving and erasing. */
  people: {
    /** Where personal data is. */
    places: {
      leads: 'Leads',
      lead_changes: 'Changes of leads',
      events: 'Events: body, headers and IP address',
      resends: 'Resends with different content',
      fetched_answers: 'Answers fetched from Meta',
      batches: 'Requests with several events',
      refused_requests: 'Refused requests',
      consents: 'Consents',
      conversions: 'Conversions',
      errors: 'Error messages',
      operators_log: 'Activity log',
      senders: 'Senders of each secret',
      saved_views: 'Saved views',
    },
    contacts: { email: 'email', phone: 'phone number', click_id: 'click ID' },
    sharesContact: ({ leadId, other, contact }: { leadId: string; other: string; contact: string }) =>
      `Lead ${leadId} has the same ${contact} as lead ${other}`,
    /** In a search for one client. */
    unassigned: ({ count }: { count: number }) =>
      `The person is also in ${counted(count, 'row')} of no known client (activity log, saved views, refused requests or senders). To include ${count === 1 ? 'it' : 'them'}, leave out the client.`,
    /** In the receipt of an erasure. */
    atPlatform: ({ platform, conversions }: { platform: string; conversions: number }) =>
      `${originName(platform)} has received ${counted(conversions, 'conversion')} of the person, or may have. Ask ${originName(platform)} to erase ${conversions === 1 ? 'it' : 'them'}.`,
    /** What an erasure keeps, and why. */
    stays: [
      'Kept for reports and billing, without the person: IDs, times, source, client, campaign and the values of conversions.',
      'Kept so that the person does not come back: a keyed fingerprint of each identifier, from which it cannot be read.',
      'Not reached: exports and copies made by hand, log files of a proxy, and data that platforms or CRM systems have already received.',
    ],
    erased: 'Person erased',
    erasedNotice: 'The person was erased. Only what reports need is left of this record.',
    /** The record of processing, as Markdown. */
    processing: {
      title: 'Record of processing activities',
      intro: ({ at }: { at: string }) =>
        `As of ${at}, with the settings in force. This is the part of a record (LGPD article 37, GDPR article 30) that lead-intake knows. Fill in what is in [brackets], and add what happens outside lead-intake.`,
      noClients: 'There are no clients yet. Each client gets a part of its own, because each is a controller of its own.',
      client: ({ id, name }: { id: string; name: string }) => `Client ${id}: ${name}`,
      labels: {
        controller: 'Controller',
        legalBasis: 'Legal basis',
        sources: 'Sources of the data',
        recipients: 'Recipients',
        consent: 'Consent to conversions',
        keptFor: 'How long it is kept',
        processor: 'Processor',
        officer: 'Data protection officer',
        purposes: 'Purposes',
        people: 'People',
        data: 'Personal data',
        places: 'Where it is stored',
        otherRecipients: 'Other recipients',
        transfers: 'International transfers',
        measures: 'Security measures',
        rights: 'Rights of the people',
      },
      controller: ({ name }: { name: string }) => `${name}, [address and contact]`,
      legalBasis: '[consent, contract or legitimate interest, for each purpose]',
      noSources: 'none: no source has a secret',
      users: ({ count }: { count: number }) => `The people who sell: ${counted(count, 'user')} of the client`,
      recipient: {
        page: ({ id }: { id: string }) => `Meta, page ${id}`,
        dataset: ({ id }: { id: string }) => `Meta, dataset ${id}: conversions with click IDs and hashed contact data`,
        ads_account: ({ id }: { id: string }) => `Google Ads account ${id}: conversions with click IDs and hashed contact data`,
      },
      exported: 'Google Ads, or whoever has the password of the conversion export: conversions as a CSV file',
      noPlatform: 'No platform: no account receives the conversions of this client',
      unlimited: 'no limit, until somebody deletes it',
      bodiesKept: ({ limit }: { limit: string }) => `Bodies, headers and IP addresses of events: ${limit}`,
      leadsKept: ({ limit }: { limit: string }) => `Leads, counted from their last activity: ${limit}`,
      processor: '[name and contact of your company]',
      officer: '[name and contact, of the controller and of the processor]',
      purposes: [
        'Receive leads from advertising platforms and websites, and create each one once',
        'Hand the leads to the people who sell',
        'Report to the advertising platforms which leads became customers',
      ],
      whoseData: ['People who sent a form on a website or in an ad', 'Users of the clients, and operators of lead-intake'],
      data: [
        'Name, email address and phone number',
        'Messages and answers to the questions of forms',
        'Click IDs, campaign parameters and cookies of the advertising platforms',
        'IP addresses and headers of requests',
        'Consents',
        'Stages and values of sales',
        '[special categories of data that your forms ask for, or none]',
      ],
      otherRecipients: '[hosting provider, backup storage, CRM systems and other processors]',
      transfers:
        'Google and Meta process data outside Brazil and the European Union. [Safeguards, such as standard contractual clauses, and the location of the server and the backups]',
      othersKept: ({ refused, jobs, log }: { refused: string; jobs: string; log: string }): readonly string[] => [
        `Refused requests: ${refused}`,
        `Finished jobs: ${jobs}`,
        `Activity log: ${log}`,
      ],
      backupsKept: 'Backups: never deleted by lead-intake',
      backupsDeleted: ({ days }: { days: number }) => `Backups: ${counted(days, 'day')}, unless \`backup\` is run with other flags`,
      measures: {
        senders: {
          on: 'Every sender is verified by a signature or a key.',
          off: 'Not in force: requests of Google Ads and Meta are accepted without a signature (`WEBHOOK_ALLOW_UNSIGNED`).',
        },
        credentials: {
          on: 'Tokens and named secrets in the database are encrypted.',
          off: 'Not in force: `CREDENTIALS_KEY` is not set, so tokens are only in the settings, unencrypted.',
        },
        backups: { on: 'Backups are encrypted.', off: 'Not in force: backups are not encrypted.' },
        readers: {
          on: 'People who only need to view the pages have read-only access with masked personal data (`ADMIN_READONLY_TOKEN`).',
          off: 'Not in force: read-only access (`ADMIN_READONLY_TOKEN` is not set).',
        },
        always: [
          'Personal data is masked in lists and pages. The activity log shows who revealed, searched for, exported or erased it.',
          'Only the owner of the database file can read it. lead-intake’s own log contains no personal data.',
          '[TLS, disk encryption, access to the server, training]',
        ],
      },
      rights: ({ erasures }: { erasures: number }): readonly string[] => [
        'Access and confirmation: `lead-intake person find`',
        'Copy of the data: `lead-intake person export`',
        `Erasure: \`lead-intake person erase\`. Erasures so far: ${erasures}`,
        '[where people send their requests]',
      ],
    },
    /** The data of a person, as that person reads it. */
    document: {
      title: 'Your personal data',
      intro: ({ at, timeZone }: { at: string; timeZone: string }) =>
        `This document lists the personal data that is stored about you, as of ${at}. All times are in the time zone ${timeZone}.`,
      heldBy: ({ client }: { client: string }) => `Data held by ${client}`,
      request: ({ at }: { at: string }) => `Your request of ${at}`,
      answers: 'Your answers',
      consent: 'Your consent',
      noConsent: 'No consent was sent with this request.',
      origin: 'Where it came from',
      others: 'Other data that was sent',
      received: 'What was received, and when',
      changes: 'What was changed later',
      sent: 'Who received it',
      notSent: 'It was not reported to any advertising platform.',
      what: 'What was reported',
      sentAt: 'Received on',
      address: 'IP address',
      otherRequests: 'Other requests',
      refused: 'Requests that were not accepted',
      howLong: 'How long it is kept',
      kept: 'This data is kept until it is erased, or until the time for which it may be kept has passed. You can ask for it to be erased.',
      more: 'The complete data',
      moreText: 'The same data also exists as a JSON file, with each request exactly as it was received. Ask for it if you need it.',
    },
  },

  /** What is said beside a record or a secret, in every face. */
  remarks: {
    conversion: {
      nobodyToTell:
        'It is not reported to any platform: the lead did not come from one and has no click ID. If an update adds a click ID to the lead, it is reported. For future leads, have the form send gclid or fbclid.',
      neverSent: 'It was withdrawn before it was sent, so it is not reported to any platform.',
      resultUnknown:
        'lead-intake sent it, but its lead was erased before the platform reported a result, so lead-intake stopped asking. The platform may have it.',
      toBeRestated:
        'Google Ads still has the previous value. The new one is waiting to be sent as an adjustment, which replaces the value and does not count as a second conversion.',
      correctionNotSent:
        'The error is about a correction: the platform keeps the conversion with its previous values. The new ones apply only to these lists and exports.',
      keptBySocialAds:
        'Meta keeps it as it was sent: a conversion cannot be changed or withdrawn with its Conversions API. The change applies only to these lists and exports. If the amount matters for a campaign, ask Meta’s support.',
      maybeAtSocialAds:
        'Meta may have it: lead-intake sent it, but Meta did not answer. Look for it in Events Manager. If it is there, Meta keeps it as it was sent: a conversion cannot be changed or withdrawn with its Conversions API. If the amount matters for a campaign, ask Meta’s support.',
      timeKeptBySearchAds:
        'Google Ads keeps the time that was sent: an adjustment changes only the value. The corrected time applies only to these lists and exports. No action needed.',
      underFormerName: ({ former, platformKey }: { former: string; platformKey: null | string }) =>
        `Google Ads has it under its previous name, "${former}". If SEARCHADS_CONVERSION_ACTIONS maps both names to the same conversion action, its value is adjusted. If not, Google Ads counts a new conversion and keeps the previous one. To remove that one, open Goals, Conversions, Uploads in Google Ads and upload an adjustment (RETRACT) with the previous conversion action and the order ID ${platformKey}.`,
      keptBySearchAds: ({ key }: { key: string }) =>
        `Google Ads keeps it as it was sent: the API can change a value but not withdraw a conversion. To withdraw it there too, open Goals, Conversions, Uploads in Google Ads and upload an adjustment (RETRACT) with the order ID ${key}. Until then, it is withdrawn only in these lists and exports.`,
    },
    ownerlessAccounts: ({ accounts }: { accounts: string }) =>
      `There are several clients, and ACCOUNTS_CLIENT is not set, so lead-intake does not know which client owns the accounts in the settings (${accounts}). Conversions of clients without ` +
      'their own account wait. Set ACCOUNTS_CLIENT to the ID of the client that owns them, or to `all`, and restart the service and its workers. Or connect an ' +
      'account for each client, on its page or with `lead-intake client connect`.',
    rotation: {
      noneUnderWay: ({ name }: { name: string }) =>
        `None in progress. To rotate the secret, move it to ${name}, set the new one, restart, then change the senders.`,
      settingCanGo: ({ name, unusedFor }: { name: string; unusedFor: string }) =>
        `${name} can be removed: it has not been used for ${unusedFor}, and every sender that lead-intake can tell apart now uses the new secret.`,
      namedInUse: ({ unused, moved, senderCount, quietDays }: { unused: string; moved: number; senderCount: number; quietDays: number }) =>
        `Keep it: it was last used ${unused} ago, and ${moved} of ${senderCount} senders ${moved === 1 ? 'uses' : 'use'} another secret now. It can be removed once every sender uses another one and it has not been used for ${quietDays} days.`,
      namedLeft: ({ unused, left }: { unused: string; left: number }) =>
        `It was last used ${unused} ago, but ${counted(left, 'sender')} that used it ${left === 1 ? 'has' : 'have'} not switched to another secret yet. Check ${left === 1 ? 'it' : 'them'} before you remove the secret.`,
      namedCanGo: ({ unused }: { unused: string }) =>
        `It can be removed: it was last used ${unused} ago, and every sender that lead-intake can tell apart uses another secret now.`,
      form: 'form',
      campaign: 'campaign',
      page: 'page',
      platformCampaign: 'platform campaign',
      client: 'client',
      address: 'address',
      condition: ({ quietDays }: { quietDays: number }) =>
        `It can be removed once it has not been used for ${quietDays} days and the new secret has been used.`,
      notStarted: ({ name, condition }: { name: string; condition: Translated<string> }) =>
        `Keep ${name}: no \`serve\` has started with the new secret yet. ${condition.en}`,
      newUnused: ({ name, since, condition }: { name: string; since: string; condition: Translated<string> }) =>
        `Keep ${name}: no sender has used the new secret yet, which has been the current one for ${since}. ${condition.en}`,
      oldUnused: ({ name, unused, condition }: { name: string; unused: string; condition: Translated<string> }) =>
        `Keep ${name}: it has not been used since the new secret became current ${unused} ago. ${condition.en}`,
      oldUsed: ({ name, unused, condition }: { name: string; unused: string; condition: Translated<string> }) =>
        `Keep ${name}: senders still use it, the last time ${unused} ago. ${condition.en}`,
      left: ({ name, unused, count }: { name: string; unused: string; count: number }) =>
        `${name} has not been used for ${unused}, but ${counted(count, 'sender')} that used it ${count === 1 ? 'has' : 'have'} not switched to the new secret yet. Check ${count === 1 ? 'it' : 'them'} before you remove the old secret.`,
    },
  },

  /** The way of an event: what its steps are called, and what is told of them. */
  timeline: {
    names: {
      refused: 'refused',
      received: 'received',
      resent: 'resent',
      queued: 'new job',
      gone: 'no job',
      parked: 'parked',
      retry: 'delayed',
      lease_expired: 'worker lost',
      failed: 'failed',
      processed: 'done',
      held: 'parked',
      waiting: 'queued',
      running: 'running',
      done: 'done',
      ended: 'failed',
      pessoa_apagada: 'person erased',
    },
    refused: 'first request, refused; later replayed',
    received: (params: { bytes: number; address: string; credential: string; secret: string | null; request: string }) =>
      `${params.bytes} bytes${params.address === '' ? '' : ` from ${params.address}`}, ${params.credential}` +
      `${params.secret === null ? '' : ` (secret ${params.secret})`}, request ${params.request}`,
    resent: ({ resends, conflicts, type }: { resends: number; conflicts: number; type: string | null }) =>
      `${resends === 1 ? 'once' : `${resends} times, the last one here`}` +
      `${conflicts === 0 ? '' : `, ${conflicts} with different content (the first version counts)`}${type === null ? '' : `, type ${type}`}`,
    queued: ({ job, queue }: { job: string; queue: string }) => `job ${job}, queue ${queue}`,
    conversion: ({ id }: { id: string }) => `conversion ${id}`,
    gone: 'finished jobs of this event were deleted by the cleanup',
    attempt: ({ job, attempt }: { job: string; attempt: number }) => `job ${job}, attempt ${attempt}`,
    job: ({ job, attempts }: { job: string; attempts: number }) => `job ${job}, ${counted(attempts, 'attempt')}`,
    at: ({ worker }: { worker: string }) => `on ${worker}`,
    because: ({ reason }: { reason: string }) => `reason: ${codeName(reason)}`,
    lead: ({ id }: { id: string }) => `lead ${id}`,
    erased: 'body, headers, IP address and external ID were erased',
  },

  /** The view of `queue watch`. */
  terminal: {
    tabs: { queue: 'Queue', events: 'Events', leads: 'Leads', failures: 'Failed', workers: 'Workers' },
    health: {
      ok: 'ok',
      empty: 'no jobs yet',
      lost: ({ age }: { age: string }) => `no answer for ${age}`,
      since: ({ time }: { time: string }) => `since ${time}`,
      asOf: ({ time, word }: { time: string; word: string }) => `as of ${time}: ${word}`,
    },
    readonly: 'read-only',
    frozen: 'view paused, press p to resume',
    oldest: ({ age }: { age: string }) => `oldest ${age}`,
    noneDue: 'no jobs due',
    workers: ({ alive, gone }: { alive: number; gone: number }) =>
      `${counted(alive, 'worker')}${gone > 0 ? `, ${gone} not responding` : ''}`,
    rates: { received: 'received', finished: 'done', failed: 'failed' },
    perSecond: '/s',
    perMinute: '/min',
    lastMinutes: ({ minutes, finished, failed }: { minutes: number; finished: string; failed: string }) =>
      `last ${minutes} min: ${finished} done, ${failed} failed`,
    stale: ({ time, reason }: { time: string; reason: string }) => `Figures as of ${time}. ${reason}`,
    queuePaused: ({ since }: { since: string }) => `Paused since ${since}. Events are received, but no jobs run.`,
    charts: {
      received: 'received',
      finished: 'done',
      failed: 'failed',
      waiting: 'waiting',
      per: ({ minutes }: { minutes: number }): string => (minutes === 1 ? 'per minute' : `per ${minutes} min`),
    },
    testLead: 'test',
    olderGroups: 'older errors',
    empty: {
      events: 'No events yet.',
      groups: 'No failed or parked jobs.',
      jobs: 'No jobs left in this group.',
      workers: 'No worker is running. Start one with `lead-intake queue work`.',
      leads: 'No leads yet.',
    },
    emptySearched: ({ rows }: { rows: string }) => `None of the newest ${rows} rows match the filter.`,
    loading: 'Loading …',
    rows: ({ shown, isMore }: { shown: string; isMore: boolean }): string =>
      isMore ? `${shown}+ rows` : shown === '1' ? '1 row' : `${shown} rows`,
    marked: ({ count }: { count: number }) => `${count} selected`,
    filterShown: ({ text }: { text: string }) => `filter: ${text}`,
    searched: ({ rows }: { rows: string }) => `searched the newest ${rows}`,
    filterPrompt: 'Filter: ',
    filterHelp: 'text  /regex/  !not  state:failed   Enter applies, Esc clears',
    notRegex: 'not a regular expression',
    confirm: {
      retryEvents: ({ events }: { events: string }) => `Process ${events} again?`,
      pause: 'Pause the queue? Events are still received, but no jobs run.',
      resume: ({ jobs }: { jobs: string }) => `Resume the queue? Waiting: ${jobs}.`,
      reveal: ({ event }: { event: string }) => `Show the personal data of event ${event}? This is recorded.`,
      keys: 'y yes   any other key no',
    },
    done: {
      retryEvents: ({ events }: { events: string }) => `${events} queued.`,
      pause: 'Queue paused.',
      resume: 'Queue resumed.',
    },
    jobs: ({ count }: { count: string }) => counted(count, 'job'),
    events: ({ count }: { count: string }) => counted(count, 'event'),
    refusedReadonly: 'Read-only: you cannot change or reveal anything here.',
    refusedStale: 'No connection: nothing can be changed right now.',
    nothingToActOn: 'This key has no effect here.',
    working: 'Working …',
    detail: {
      title: ({ id }: { id: string }) => `Event ${id}`,
      missing: 'This event no longer exists.',
      bodyHidden: ({ bytes }: { bytes: string }) => `${counted(bytes, 'byte')}, hidden. Press V to show them.`,
      masked: 'personal data masked',
      shown: 'personal data shown (recorded)',
    },
    hints: {
      tabs: ['1-5', 'tabs'],
      move: ['j k', 'move'],
      filter: ['/', 'filter'],
      sort: ['s', 'sort'],
      detail: ['Enter', 'open'],
      close: ['Esc', 'back'],
      mark: ['space', 'select'],
      retry: ['R', 'retry'],
      forget: ['F', 'delete'],
      pause: ['P', 'pause queue'],
      resume: ['P', 'resume queue'],
      reveal: ['V', 'show data'],
      freeze: ['p', 'pause view'],
      help: ['?', 'help'],
      quit: ['q', 'quit'],
      full: ['Enter', 'full screen'],
      scroll: ['j k', 'scroll'],
    } satisfies Readonly<Record<string, readonly [keys: string, meaning: string]>>,
    help: {
      lines: [
        ['1 … 5, Tab, ← →', 'open a tab'],
        ['j k ↑ ↓', 'next and previous row'],
        ['PgUp PgDn, h l', 'one page up and down'],
        ['g Home, End', 'first row, last loaded row'],
        ['Enter', 'open a group or an event; again: full screen'],
        ['Esc', 'close what is open, or clear the filter'],
        ['space, a', 'select a row, select all or none'],
        ['/', 'filter: text, /regex/, !not, state:failed, error:…, source:…, type:…, identity:…'],
        ['s o', 'sort by the next column, reverse the order'],
        ['p', 'pause the view; p again resumes it'],
        ['R', 'retry the selected rows'],
        ['F', 'delete failed or parked jobs for good'],
        ['P', 'pause or resume the queue'],
        ['V', 'show the personal data of the open event; this is recorded'],
        ['?', 'this page'],
        ['q, Ctrl-C', 'quit'],
        ['Ctrl-Z', 'suspend; `fg` returns'],
      ] as readonly (readonly [string, string])[],
      upper: 'UPPERCASE keys change something. They ask first and show the count.',
    },
    /** Why a source has nothing to show. */
    source: {
      fileGone: 'The database file no longer exists.',
      otherAnswer: 'The program at this address is not lead-intake.',
      tokenRefused: 'The service rejected the admin token.',
      tokenHint: 'Compare it with ADMIN_TOKEN of the running service. To read the token from a file, use --token-file.',
      tokenReadOnly: 'This token is read-only: it shows masked data and cannot change anything. To make changes, use ADMIN_TOKEN.',
      answers: ({ status, detail }: { status: number; detail: string }) => `The service returned ${status}.${detail}`,
      noAnswer: ({ code }: { code: string }) => `The service does not answer (${code}).`,
      noAnswerHint: 'Check the address, and that `lead-intake serve` is running there.',
    },
    tooSmall: 'The window is too small.',
    spoken: {
      view: ({ name }: { name: string }) => `lead-intake, ${name}`,
      tab: ({ name }: { name: string }) => `Tab ${name}`,
      selected: 'current',
      isMarked: 'selected',
      row: ({ index, count }: { index: number; count: number }) => `Row ${index} of ${count}`,
    },
  },

  /** The pages, by page. */
  web: {
    /** Names of the kinds of accounts. */
    accounts: { page: 'page', dataset: 'dataset', ads_account: 'Google Ads account', anyPage: 'all other pages' },

    accountsTable: {
      uses: { page: 'Receives leads', dataset: 'Sends conversions', ads_account: 'Sends conversions' },
      states: {
        ok: 'Connected',
        unused: 'Not used yet',
        paused: 'Rate limited',
        away: 'Unreachable',
        refused: 'Credential not accepted',
        unconnected: 'No credential',
        blocked: 'Blocked',
      },
      /** What a state means and what to do. */
      advice: {
        paused: 'The platform is limiting requests. Work resumes automatically; nothing is lost.',
        away: 'lead-intake keeps trying for 72 hours, one job at a time. Waiting jobs resume automatically; nothing is lost.',
        refused:
          'Jobs that need this account wait; nothing is lost. Replace the credential in the settings, on the client’s page or, for a page, with `lead-intake source connect`. Waiting jobs then resume automatically.',
        unconnected: 'Add a credential to the settings, or connect the account again.',
        blocked: 'Jobs that need this account wait; nothing is lost. Resolve the block at the platform; the jobs resume within two hours.',
      },
      pageWithoutToken: (id: string) => `Connect a token: \`lead-intake source connect social-ads --page ${id}\``,
      until: 'resumes',
      expires: 'Token expires',
      expired: 'Token expired',
      renew: 'Create a new token and connect it.',
      inSettings: 'Settings:',
      inDatabase: 'Stored',
    },

    api: {
      title: 'API',
      intro: 'Every endpoint of this service, with its parameters and responses.',
      document: 'OpenAPI document',
      credentials: 'Credentials',
      open: 'none',
      parameters: 'Parameters',
      answers: 'Responses',
      errors: 'Error codes',
      objects: 'Objects',
      required: 'Required',
    },

    activity: {
      intro:
        'What operators did, in the browser and on the command line. Nobody can change or delete entries; only erasing a person and the retention limit remove something from them.',
      table: 'Activity, newest first',
      what: 'Action',
      on: 'Item',
      empty: 'No activity yet.',
      onlyThis: (who: string) => `Show only ${who}`,
      /** What an entry names. */
      kinds: {
        evento: 'Event',
        job: 'Job',
        lead: 'Lead',
        recusa: 'Refused request',
        cliente: 'Client',
        usuario: 'User',
        apagamento: 'Erasure',
        conversao: 'Conversion',
        campanha: 'Campaign',
        formulario: 'Form',
      },
      queues: { webhooks: 'Event queue', conversoes: 'Conversion queue' },
      actions: {
        repetir: 'Retried failed jobs',
        esquecer: 'Deleted failed jobs',
        reprocessar: 'Replayed events',
        pausar: 'Paused the queue',
        retomar: 'Resumed the queue',
        limpar: 'Deleted finished jobs',
        registrar_etapa: 'Recorded a stage',
        corrigir_etapa: 'Corrected a stage',
        retirar_etapa: 'Withdrew a stage',
        testar_conversao: 'Sent a test conversion to Meta',
        conectar: 'Connected an account',
        desconectar: 'Disconnected an account',
        encerrar_sessao: 'Ended a session',
        backup: 'Created a backup',
        restaurar: 'Restored a backup',
        revelar: 'Viewed personal data',
        reaproveitar_recusada: 'Replayed a refused request',
        reaproveitar_recusada_sem_credencial: 'Replayed a refused request without a valid credential',
        esquecer_recusada: 'Deleted refused requests',
        conferir_leads: 'Compared leads with the platform',
        buscar_leads: 'Fetched missing leads',
        importar_leads: 'Imported leads from a file',
        mapear_formulario: 'Mapped the answers of a form',
        incluir_segredo: 'Added a sender secret',
        remover_segredo: 'Removed a sender secret',
        incluir_cliente: 'Added a client',
        renomear_cliente: 'Renamed a client',
        remover_cliente: 'Removed a client',
        definir_consentimento: 'Changed a consent rule',
        definir_retencao: 'Changed how long data is kept',
        apagar_vencidos: 'Deleted data that was too old',
        incluir_usuario: 'Added a user',
        remover_usuario: 'Removed a user',
        incluir_campanha: 'Added a campaign',
        alterar_campanha: 'Edited a campaign',
        remover_campanha: 'Removed a campaign',
        vincular_campanha: 'Linked a platform ID',
        desvincular_campanha: 'Unlinked a platform ID',
        salvar_visualizacao: 'Saved a view',
        excluir_visualizacao: 'Deleted a view',
        procurar_pessoa: 'Searched for a person',
        exportar_pessoa: 'Exported a person’s data',
        apagar_pessoa: 'Erased a person',
        registrar_consentimento: 'Recorded a consent',
        retirar_consentimento: 'Recorded a withdrawal of consent',
      },
    },

    /** Around the fault's own sentence, which ends with what to do. */
    advice: {
      foundSince: 'What was missing has been added since. Retry the event.',
      formLink: 'The link opens the form with the ID filled in. Then come back and retry.',
      steps: {
        addCampaign: 'Add campaign',
        linkForm: 'Link form',
        linkCampaign: 'Link platform campaign',
        linkPage: 'Link page',
        addClient: 'Add client',
        campaign: 'Campaign',
        client: 'Client',
        campaigns: 'Campaigns and their links',
        sources: 'Sources',
        leads: 'Leads',
        body: 'Show the body',
        sameError: 'All events with this error',
      },
    },

    /** What an answer of a form can be. */
    answerFields: {
      nome: 'Name',
      primeiro_nome: 'First name',
      sobrenome: 'Last name',
      email: 'Email',
      telefone: 'Phone',
      cidade: 'City',
      estado: 'State',
      cep: 'Postal code',
      pais: 'Country',
      empresa: 'Company',
      cargo: 'Job title',
      nenhum: 'Answer only',
    },

    bulk: {
      titles: { repetir: 'Retry events', esquecer: 'Delete jobs' },
      questions: {
        repetir: (count: number): string => (count === 1 ? 'event will run again.' : 'events will run again.'),
        esquecer: (count: number): string => (count === 1 ? 'job will be deleted for good.' : 'jobs will be deleted for good.'),
      },
      meanings: {
        repetir:
          'Failed events run again from attempt 1. Parked and delayed events run now. Events that are processed, running or already due stay unchanged.',
        esquecer: 'Only the failed and parked jobs are deleted. The events stay in the list as failed, with everything that was received.',
      },
      atLeast: 'At least',
      atLeastNote: 'Not all of them were counted, but all are included. You see the final count afterwards.',
      changing: {
        repetir: 'The count may change until you confirm. All events that match then run again.',
        esquecer: 'If more events match when you confirm, you are asked again.',
      },
      grown: (before: string, now: string) => `Nothing has been deleted yet: ${before} events matched before, and ${now} match now.`,
      chosen: (count: string) => `${count} selected in the list`,
      leftAlone: (text: string, count: number): string => (count === 1 ? '1 of them stays unchanged.' : `${text} of them stay unchanged.`),
      matching: 'Events that match:',
      kinds: 'By error',
      kindsNewest: (count: string) => `Among the newest ${count} events.`,
      nones: {
        repetir: 'None of these events are failed, parked or delayed.',
        esquecer: 'None of these events has a failed or parked job.',
      },
      confirm: {
        repetir: (text: string, count: number): string => (count === 1 ? 'Retry 1 event' : `Retry ${text} events`),
        esquecer: (text: string, count: number): string => (count === 1 ? 'Delete 1 job' : `Delete ${text} jobs`),
      },
    },

    charts: {
      now: 'now',
      minutesAgo: (minutes: number) => `−${minutes} min`,
      between: (from: number, to: number) => `${from} to ${to} min ago`,
      table: 'Show as a table',
      nothing: 'No jobs in the last hour.',
      leftOut: 'Rows without jobs are left out.',
      newest: 'The dashed part is still running.',
      throughput: {
        title: 'Jobs per minute',
        description: (finished: string, failed: string, most: string) =>
          `Last hour: ${finished} done, ${failed} failed. Most in one minute: ${most}.`,
        finished: 'done',
        failed: 'failed',
        point: (when: string, finished: string, failed: string) => `${when}: ${finished} done, ${failed} failed`,
        minute: 'Minute',
      },
      times: {
        wait: 'Time in the queue',
        run: 'Run time',
        description: (p50: string, p95: string, p99: string) =>
          `Last hour: half of the jobs took up to ${p50}, 95% up to ${p95}, 99% up to ${p99}. Logarithmic scale.`,
        unknown: 'No times measured in the last hour.',
        point: (when: string, p50: string, p95: string, p99: string, jobs: string) =>
          `${when}: p50 ${p50}, p95 ${p95}, p99 ${p99}, ${counted(jobs, 'job')}`,
        from: 'From',
        jobs: 'Jobs',
      },
    },

    clientAccounts: {
      accounts: 'Connected accounts',
      manage: 'Manage accounts',
      look: 'Account details',
      intro: 'Conversions of this client go only to its own accounts. Credentials are stored encrypted and never shown.',
      none: 'No account connected. Conversions of this client wait until you connect one.',
      ofSettings: 'From the settings',
      through: 'Manager account',
      actions: 'Conversion actions',
      allOthers: (count: number): string => (count === 1 ? 'all conversions' : 'all others'),
      waiting: (count: string, number: number): string =>
        number === 1 ? '1 conversion is waiting for an account.' : `${count} conversions are waiting for an account.`,
      waitingText: 'Connect an account to send them. They never go to another client’s account.',
      showWaiting: 'View conversions',
      disconnect: 'Disconnect',
      actionsOf: (id: string) => `Actions for account ${id}`,
      disconnectNamed: (id: string) => `Disconnect account ${id}`,
      willWait: 'Conversions of this client will wait until you connect another account. No conversion is lost or sent elsewhere.',
      willGoTo: (id: string) => `Conversions of this client will go to account ${id} from the settings.`,
      waitAlready: (count: string, number: number): string => (number === 1 ? '1 is already waiting.' : `${count} are already waiting.`),
      pageLeaves: 'Leads of this page will then go only to linked campaigns. The page keeps its token, and leads keep arriving.',
      inSettings: 'Set in the settings',
      testNow: 'Test accounts',
      result: 'Test result',
      connectDataset: 'Connect a Meta dataset',
      replaceDataset: 'Replace the Meta dataset',
      connectAdsAccount: 'Connect a Google Ads account',
      replaceAdsAccount: 'Replace the Google Ads account',
      connectPage: 'Connect a Facebook page',
      replaces: 'Conversions will go to the new account instead of the current one.',
      datasetId: 'Dataset ID',
      datasetHint: 'From Meta Events Manager. Digits only.',
      adsAccountId: 'Account ID',
      adsAccountHint: 'For example, 123-456-7890.',
      loginAccount: 'Manager account ID',
      loginAccountHint: 'Only if you access the account through a manager account.',
      actionsHint: 'One NAME=ID per line, such as sale=7712337565. Use *=ID for all other names.',
      withoutClick: 'Leads without a click ID',
      withoutClickHint: 'To report them, turn on enhanced conversions for leads in Google Ads.',
      reportedByContact: 'Reported by hashed email and phone',
      notReported: 'Not reported',
      initialStage: 'Event for new leads of instant forms',
      initialStageHint: 'The event name that Meta receives, such as lead. Leave empty to send no event.',
      token: 'Token',
      tokenHint: 'Meta shows it once. lead-intake checks it, stores it encrypted and never shows it.',
      key: 'JSON key',
      keyHint: 'The whole key file of a service account or an authorized user. Checked, stored encrypted and never shown.',
      ofTheSettings: (setting: string) => `Use the credential from the settings (${setting})`,
      dontCheck: 'Connect without checking with the platform',
      connect: 'Connect',
      replace: 'Replace',
      noKey: 'To store credentials here, set CREDENTIALS_KEY and restart the service.',
      noKeyButSettings:
        'CREDENTIALS_KEY is not set, so only the credential from the settings is available. To store others, set it and restart the service.',
      pageIntro:
        'Leads of the page go to this client unless a linked campaign says otherwise. Connect the page’s token on the server: `lead-intake source connect social-ads --page ID`.',
      pageHint: 'From the page’s settings on Facebook. Digits only.',
      changeConsent: 'Change consent rule',
      consentMode: 'Send conversions',
      consentModes: {
        unless_denied: 'Conversions are sent unless the person refused one of these consents:',
        required: 'Conversions are sent only if the person gave at least one of these consents and refused none:',
      },
      consentOptions: {
        configuracoes: 'Use the rule from the settings',
        unless_denied: 'Unless the person refused',
        required: 'Only if the person consented',
      },
      keys: 'Consents to check',
      keysHint: (keys: string) => `Separated by commas. Default: ${keys}.`,
      ownRule: '(this client’s own rule)',
      settingsRule: '(rule from the settings)',
      notices: {
        conta_conectada: 'Account connected. Waiting conversions resume.',
        pagina_conectada: 'Page connected. New leads of the page go to this client.',
        conta_desconectada: 'Account disconnected.',
        consentimento_alterado: 'Consent rule changed. It applies to conversions sent from now on.',
      },
    },

    conversions: {
      intro: 'Sales and other stages of leads, and whether the platform received them.',
      states: {
        pendente: 'Not sent to the platform yet. If there is an error, an attempt failed; lead-intake retries automatically.',
        enviada: 'The platform accepted it.',
        rejeitada: 'The platform rejected it, or lead-intake did not send it. The error shows why. You can send it again.',
        sem_destino: 'The lead has no click ID and did not come from a platform, so no platform receives it. It counts only here.',
        retirada: 'An operator withdrew the stage because it was recorded by mistake. It is neither sent nor exported.',
      },
      statesTitle: 'What the states mean',
      table: 'Conversions, newest first',
      happenedAt: 'Happened',
      empty: 'No conversions yet. Events such as `sale` create them. You can also record a stage on the page of a lead.',
      atPlatform: 'Sent. The platform reports later whether it accepts it.',
      byHand: 'manually',
      chooseOne: (id: string) => `Select conversion ${id}`,
      retry: 'Send again',
      retryHint:
        'Google Ads counts a conversion that is sent twice only once. Meta does so for 48 hours: if the result is unknown, check Events Manager first.',
      stage: 'Record a stage',
      stageText: 'How far the sale has progressed. lead-intake reports it to the platform the lead came from.',
      stages: { qualificado: 'Qualified', ganho: 'Won' },
      stageValueHint: 'For example 2600.00, for a lead that was won.',
      stageAtHint: (timeZone: string) => `Time zone ${timeZone} (CONVERSIONS_TIME_ZONE). Leave empty to use the current time.`,
      stageKey: 'Order number',
      stageKeyHint: 'Only if the lead has several sales. Each number counts once.',
      register: 'Record',
      change: (id: string, what: string) => `Correct or withdraw stage ${id} (${what})`,
      changeText: 'Change only the fields that are wrong. The history keeps who changed them, when and why.',
      changeAtHint: (timeZone: string) => `Time zone ${timeZone} (CONVERSIONS_TIME_ZONE).`,
      correct: 'Correct',
      withdraw: 'Withdraw',
      notices: {
        reenviadas: (_text: string, count: number): string =>
          count === 0
            ? 'None of them needs to be sent again.'
            : count === 1
              ? '1 conversion will be sent again, unless consent or a setting prevents it.'
              : `${count} conversions will be sent again, unless consent or a setting prevents it.`,
        etapa: 'Stage recorded.',
        etapa_repetida: 'This stage was already recorded with the same values. Nothing changed.',
        etapa_reaberta: 'Stage recorded again. The platform already had it; open its state below to see what is sent now.',
        not_sent: 'Stage changed. The old version was not sent, so only the new one counts.',
        restated: 'Stage corrected. The new value is sent to the platform as an adjustment.',
        beyond_reach: 'Stage changed here. The platform keeps the old version; open the state below to see what you can do there.',
      },
      corrections: { correct: 'Corrected by', withdraw: 'Withdrawn by', register: 'Recorded again by' },
      before: (what: string) => `Before: ${what}.`,
    },

    directory: {
      retention: 'Retention',
      retentionBodies: 'Bodies of events',
      retentionLeads: 'Leads without activity',
      changeRetention: 'Change retention',
      bodiesDays: 'Bodies of events, in days',
      leadsDays: 'Leads without activity, in days',
      daysHint: (most: number) => `Up to ${most}. Empty: as in the settings. 0: kept until erased.`,
      ownLimit: 'own limit',
      settingsLimit: 'from the settings',
      notDays: (most: number) => `must be a whole number of days, at most ${most}`,
      backToEvent: (id: string) => `Back to event ${id} to retry it`,
      clients: 'Clients',
      tabs: 'Campaigns and clients',
      search: 'Name, ID or linked ID',
      campaignsIntro: 'A campaign decides the client and the user a lead goes to.',
      campaignsTable: 'Campaigns by client and name',
      noCampaigns: 'No campaigns yet. Add the first one.',
      noCampaignsHere: 'This client has no campaigns yet.',
      linkKinds: {
        'search_ads:form': 'Google Ads form',
        'search_ads:campaign': 'Google Ads campaign',
        'social_ads:form': 'Meta form',
        'social_ads:page': 'Facebook page',
      },
      linkHereTo: (campaign: string) => `Link to campaign ${campaign}`,
      linkWish: 'Choose a campaign for this ID',
      linkWishText: 'Leads with this ID go to the campaign you link it to. Choose one below, or add a campaign with this link.',
      linkWishReader: 'An operator can link it.',
      linkedAlready: 'This ID is already linked to campaign',
      missing: 'No campaign has this ID',
      missingText: 'Add the campaign, then retry the events that failed without it.',
      existsAlready: 'A campaign with this ID already exists:',
      addCampaign: 'Add campaign',
      idHint: 'The campanha_id that your website form sends.',
      newClient: 'New client',
      newClientHint: 'Only if the client is not in the list.',
      userEmail: 'User’s email',
      userEmailHint: 'This user gets the leads. A new user is added to the client.',
      add: 'Add',
      edit: 'Edit',
      editCampaign: 'Edit campaign',
      leadsOfCampaign: (count: number): string => (count === 1 ? 'lead' : 'leads'),
      secrets: 'Secrets',
      moreThan: (count: string) => `more than ${count}`,
      linksIntro: 'Leads with one of these platform IDs go to this campaign.',
      noLinks: 'No IDs linked yet. Link a form, campaign or page of Google Ads or Meta to get its leads here.',
      linkValue: 'ID at the platform',
      link: 'Link',
      unlink: 'Unlink',
      unlinkNamed: (link: string) => `Unlink ${link}`,
      linkedElsewhere: 'Unlink it there first.',
      removeCampaign: 'Remove campaign',
      removeCampaignText: 'Removes the campaign and its linked IDs. Events that name it will fail.',
      removeCampaignLeads: 'This campaign has leads, so it can’t be removed. To stop new leads from the platforms, unlink its IDs.',
      removeClient: 'Remove client',
      removeClientText: 'Removes the client and its settings for good.',
      removeClientUsed: 'Only a client without campaigns, users and leads can be removed.',
      removeUserAdvice: 'Move the user’s campaigns to another user first.',
      failures: (count: string, code: string) => `${counted(count, 'failed event')}: ${code}`,
      failuresText: {
        unknown_campaign: 'The campaign didn’t exist when they arrived. Retry them to create the leads.',
        not_linked: 'Their campaign or platform ID was not linked when they arrived. Retry them to create the leads.',
        unknown_client: 'The client didn’t exist when they arrived. Retry them to create the leads.',
      },
      retry: (count: string): string => `Retry ${counted(count, 'event')}`,
      viewEvents: 'View events',
      clientsIntro: 'The companies you collect leads for, and the users who get them.',
      clientsTable: 'Clients by name',
      noClients: 'No clients yet. Add one, or add it together with its first campaign.',
      addClient: 'Add client',
      clientIdHint: 'A whole number. Leave empty to use the next free one.',
      rename: 'Rename',
      renameClient: 'Rename client',
      users: 'Users',
      usersIntro: 'The people who get the leads. Users don’t log in here.',
      noUsers: 'No users yet.',
      addUser: 'Add user',
      removeUserNamed: (email: string) => `Remove ${email}`,
      notices: {
        retencao_alterada: 'Retention changed. It applies from the next night on.',
        incluida: 'Campaign added.',
        alterada: 'Campaign saved.',
        outro_cliente:
          'Campaign saved. New leads go to the new client. The leads it has stay with the previous one, which is still responsible for their data.',
        vinculada: 'ID linked.',
        desvinculada: 'ID unlinked. If that was a mistake, the activity log shows which ID it was: link it again.',
        removida: 'Campaign removed.',
        cliente_incluido: 'Client added.',
        cliente_alterado: 'Client renamed.',
        cliente_removido: 'Client removed.',
        usuario_incluido: 'User added.',
        usuario_removido: 'User removed.',
        repetidos: (_text: string, count: number): string =>
          count === 0 ? 'Nothing to retry: these events are no longer failed.' : 'The failed events are back in the queue.',
      },
    },

    errorPage: {
      home: 'Go to the overview',
      titles: {
        not_found: 'Not found',
        conflict: 'Not possible',
        admin_not_configured: 'The admin pages are not set up',
        login_required: 'Login required',
        other_origin: 'Request from another site',
        csrf_token_invalid: 'The page is out of date',
        form_expected: 'Not a form',
        read_only: 'Read-only access',
        invalid_input: 'Check your input',
        too_many_streams: 'Too many live pages',
        too_many_own_streams: 'Too many live pages',
        wrong_token: 'Wrong token',
        too_many_logins: 'Too many attempts',
        method_not_allowed: 'Not a page',
        body_too_large: 'Too much data',
        overloaded: 'lead-intake is busy',
        metrics_forbidden: 'Metrics are not public',
        query_too_expensive: 'The search took too long',
        store: 'Database not available',
        other: 'Something went wrong',
      },
      sentences: {
        not_found: 'Nothing exists at this address. It may have been deleted, or the address is incomplete.',
        conflict: 'The request does not fit the stored data. Nothing was changed.',
        admin_not_configured:
          'lead-intake is reachable from other machines but has no ADMIN_TOKEN. Create one with “lead-intake secret generate”, set ADMIN_TOKEN, and restart lead-intake.',
        login_required: 'Send the admin token as `Authorization: Bearer …`, or log in at /admin/login.',
        other_origin: 'The request came from a page of another site and was refused. Repeat the step on the admin page.',
        csrf_token_invalid: 'You opened the page in another session. Go back, reload the page, and repeat the step.',
        form_expected: 'The request is not a form from this site. Nothing was changed.',
        read_only:
          'With read-only access you see personal data masked, cannot search by text, and cannot change anything. Log in with ADMIN_TOKEN to do more.',
        invalid_input: 'Go back and correct it. Nothing was changed.',
        too_many_streams: 'Too many live pages are open. Close one, then reload.',
        too_many_own_streams: 'Too many live pages are open in your session or in all read-only sessions. Close one, or try again later.',
        wrong_token: 'The token in the Authorization header is not a valid admin token.',
        too_many_logins: 'This token is wrong, and so were several others from your address. The correct token always works.',
        method_not_allowed: 'This address accepts only forms. Nothing was changed.',
        body_too_large: 'The form is too large. Nothing was changed. Select less and try again.',
        overloaded: 'Too many forms are being sent at the same time. Nothing was changed. Try again in a moment.',
        metrics_forbidden: 'Only this machine and programs with an admin token can read the metrics.',
        query_too_expensive:
          'The database did not answer in time. Narrow the search to a shorter period, one source, one client or one campaign. If short lists are slow too, check the load and the disk of the machine.',
        store: 'lead-intake cannot read or write its database right now. Try again in a moment. The log has the details.',
        other: 'lead-intake failed unexpectedly. The log has the details under the request ID.',
      },
    },

    event: {
      title: (id: string) => `Event ${id}`,
      retryNow: 'Retry now',
      forget: 'Delete job',
      forgetSure: 'Delete the job',
      forgetNote: 'Deletes the job, so no worker processes the event. The event and its body stay, and you can still retry it.',
      notices: {
        repetido: 'The event is in the queue again.',
        nada_a_repetir: 'Nothing changed: the event is already in the queue, or a worker is processing it.',
        esquecido: 'The job is deleted. The event stays, and you can still retry it.',
        nada_a_esquecer: 'Nothing changed: only a failed or parked job can be deleted.',
      },
      technical: 'Technical details',
      credentials: {
        hmac: 'HMAC-SHA256 signature',
        hmac_previous: 'HMAC-SHA256 signature',
        google_key: 'Google key',
        google_key_previous: 'Google key',
        unsigned: 'no signature (WEBHOOK_ALLOW_UNSIGNED)',
        operator: 'an operator who sent it',
        backfill: 'lead-intake, which imported it',
      },
      withSecret: {
        current: 'with the current secret',
        previous: 'with the previous secret',
        former: 'with a secret that is no longer set',
      },
      withNamedSecret: 'with the secret',
      limitedTo: 'limited to',
      clientOf: (id: string) => `client ${id}`,
      secretRemoved: 'since removed',
      bytes: (bytes: string) => `${bytes} bytes`,
      took: (duration: string) => `took ${duration}`,
      by: 'by',
      leadMissing: 'No lead yet',
      leadMade: 'created by this event',
      leadChanged: (fields: number): string => `${counted(fields, 'field')} changed`,
      leadUnchanged: 'found, nothing changed',
      changes: 'Changes to the lead',
      fetched: 'Fetched from the platform',
      fetchedNote: 'The event contains only the ID of the lead; these are its answers.',
      bodyText: 'Text of the body',
      bodyEmpty: 'The body is empty.',
      bodyMasked: 'Personal data hidden.',
      bodyExact: 'As received. Invisible characters appear as codes.',
      layouts: 'Layout of the body',
      formatado: 'Formatted',
      recebido: 'As received',
      copy: 'Copy original',
      copied: 'Copied',
      copyFailed: 'Could not be copied',
      download: 'Download original',
      downloadBatch: 'Download the whole request',
      downloadResend: 'Download the resend',
      bodyPlace: (from: string, to: string, length: string) => `Characters ${from} to ${to} of ${length}.`,
      bodyParts: 'Parts of the body',
      bodyFirst: 'From the beginning',
      bodyNext: 'Next part',
      notUtf8: 'The body is not valid UTF-8. Unreadable characters appear as �; the download contains every byte.',
      brokenAt: (line: number, column: number) => `Not valid JSON from line ${line}, column ${column}.`,
      brokenEnd: (line: number, column: number) => `Incomplete JSON: the text ends at line ${line}, column ${column}.`,
      brokenShow: 'Show the error',
      batch: 'The event arrived in a batch. This is its part of the batch.',
      conflict: 'Resend with different content',
      conflictNote: 'Only the first body counts. The newest resend differs here:',
      conflictType: (first: string, second: string) =>
        `A resend has the type “${second}” instead of “${first}”. Only the first one counts. If these are two events, the sender has to give them different IDs.`,
      conflictFields: 'Fields that differ',
      conflictFirst: 'First body',
      conflictSecond: 'Resend',
      conflictMissing: 'missing',
      conflictLooksEqual: 'The values differ in a part that is masked or cut off here.',
      conflictWhole: '(whole body)',
      conflictMore: (count: string) => `${counted(count, 'more field differs', 'more fields differ')}. The downloads contain all of them.`,
      notCompared: {
        not_json: 'One of the two bodies is not JSON, so the fields cannot be compared. The downloads contain both.',
        too_large: 'Too large to compare here. The downloads contain both.',
      },
    },

    events: {
      anyTime: 'any time',
      periods: { '1h': 'last hour', '24h': 'last 24 hours', '7d': 'last 7 days', '30d': 'last 30 days' },
      onlyParked: 'Only parked',
      manyChoices: 'Too many to list. Enter the ID.',
      table: 'Events, newest first',
      conflicts: (count: string) => `${count} differ`,
      empty: 'No events yet.',
      emptyHint: 'Send a test event with `lead-intake send form`.',
      emptySoFar: 'No match among the events searched so far. Older ones may match.',
      chooseEvent: (id: string) => `Select event ${id}`,
      olderPage: 'Older events. This page does not update.',
      toNewest: 'Show the newest',
      shown: (count: string) => `${counted(count, 'event')} on this page`,
      shownOne: '1 event on this page',
      newOne: '1 new event',
      newMany: 'new events',
      unsearched: (count: string) => `${counted(count, 'event is', 'events are')} not in the search index yet. Search again in a moment.`,
      withoutLead: 'Only events with a lead are listed: failed and waiting events have no client or campaign yet.',
      groups: 'Failed and parked',
      manyTargets: 'More than 50 different causes',
      moreGroups: (groups: string, events: string) => `${counted(groups, 'more error')} with ${counted(events, 'event')}`,
      forget: 'Delete jobs',
      moreActions: (what: string) => `More actions: ${what}`,
      ofGroup: (what: string) => `all events: ${what}`,
      bulk: 'Selected events',
      choosePage: 'All on this page',
      chosenNone: 'None selected',
      chosenOne: '1 selected',
      chosenMany: 'selected',
      allOfFilter: 'All that match:',
      allFailed: 'All failed events:',
      notices: {
        repetir: (text: string, count: number): string =>
          count === 1 ? '1 event is in the queue again.' : `${text} events are in the queue again.`,
        esquecer: (text: string, count: number): string => (count === 1 ? '1 job deleted.' : `${text} jobs deleted.`),
        repetirNone: 'Nothing to retry: these events are no longer failed, parked or delayed.',
        esquecerNone: 'Nothing to delete: these events no longer have a failed or parked job.',
        expected: (count: string) => `The confirmation showed ${count}.`,
      },
    },

    fields: {
      optional: '(optional)',
    },

    /** The words of every filter. `since` is at or after, `until` is before. */
    filter: {
      searchHint: 'Name, email, phone, ID…',
      name: 'Filter',
      active: 'Active filters',
      remove: 'remove',
      clear: 'Clear all',
      any: 'any',
      utc: '(UTC)',
    },

    forget: {
      title: 'Delete refused requests',
      requests: (count: number): string =>
        count === 1 ? 'refused request will be deleted for good' : 'refused requests will be deleted for good',
      wouldBeStored: (text: string, count: number): string =>
        count === 1 ? '1 of them would be accepted if you replayed it now.' : `${text} of them would be accepted if you replayed them now.`,
      replay: 'Replay instead',
      meaning: 'The bodies are deleted too. You cannot replay these requests afterwards.',
      meaningOfReplayed: 'Deletes the stored request. The event created from it stays.',
      confirm: (text: string, count: number): string => (count === 1 ? 'Delete 1 request' : `Delete ${text} requests`),
      nothing: 'No refused requests match, except those already replayed.',
      all: 'Delete all that match',
      sure: 'Delete the request',
      forgotten: (text: string, count: number): string =>
        count === 1 ? '1 refused request deleted.' : `${text} refused requests deleted.`,
    },

    forms: {
      title: 'Lead forms',
      intro: 'Forms of Meta and Google Ads. If leads lack an email or phone, open the form and map its questions.',
      empty: 'No lead forms yet. A form appears with its first lead.',
      unreadKeys: 'Unmapped questions',
      lastAsked: 'Questions updated',
      unreached: (leads: string, all: string) =>
        `${leads} of ${all} leads ${leads === '1' ? 'has' : 'have'} no email or phone. Map the questions that ask for them, and lead-intake fills in the stored leads.`,
      questionsCount: (count: number) => `${count} from Meta`,
      notAsked: 'Not fetched yet',
      toFill: 'A worker is still updating the stored leads.',
      reading: 'Questions and fields',
      readingIntro: (leads: string) =>
        `Your choice comes first, then the platform’s field type, then the key. Examples are from the ${leads} newest leads.`,
      noKeys: 'No questions or answers yet.',
      nothing: 'not used',
      by: { operator: 'your choice', platform: 'from the platform', key: 'from the key' },
      mapping: 'Your choice',
      mappingOf: (key: string) => `Your choice for ${key}`,
      automatic: 'Automatic',
      preview: 'Preview changes',
      previewNote: 'Saves nothing yet.',
      previewTitle: 'Preview',
      wouldChange: (changed: string, leads: string) => `${changed} of ${leads} will change.`,
      partly: 'Not all leads could be checked in time. The counts cover those checked so far.',
      contactNow: 'Leads without email and phone',
      fromTo: (before: string, after: string) => `${before} now, ${after} after saving`,
      gain: (field: string) => `Leads that get: ${field}`,
      leadsCount: (leads: string, count: number): string => (count === 1 ? '1 lead' : `${leads} leads`),
      unusable: (leads: string, key: string, field: string) =>
        `In ${leads}, the answer to “${key}” is not a valid value (${field}). It stays an answer.`,
      gains: 'New values',
      notUndone:
        'Only empty fields are filled in, and leads keep these values if you change the mapping later. To correct a single lead, send a lead_updated event.',
      save: 'Save and update leads',
      saved: (changed: string) => `Mapping saved. Leads changed: ${changed}.`,
      savedPartly: (changed: string) => `Mapping saved. Leads changed so far: ${changed}. A worker updates the rest within a few minutes.`,
    },

    frame: {
      product: 'lead-intake',
      skipToContent: 'Skip to content',
      menu: 'Menu',
      find: 'Find an event or lead',
      findShort: 'Find…',
      mainNavigation: 'Main',
      sections: {
        home: 'Overview',
        queue: 'Queue',
        events: 'Events',
        leads: 'Leads',
        conversions: 'Conversions',
        directory: 'Campaigns',
        refused: 'Refused',
        sources: 'Sources',
        activity: 'Activity',
        people: 'People',
      },
      logOut: 'Log out',
      version: 'version',
      readOnly: 'read-only',
      readOnlyMeaning: 'You see personal data masked and cannot change anything.',
      otherLanguage: 'Português',
      cut: (characters: string) => `… (${counted(characters, 'more character')})`,
      moreRows: (rows: string) => `${counted(rows, 'more field')}, not shown here`,
      moreActions: 'More actions',
      pages: 'Pages',
      newest: 'Newest',
      older: 'Older',
      firstPage: 'First page',
      nextPage: 'Next page',
      live: {
        off: 'Not live. Reload the page to update it.',
        on: 'Live',
        connecting: 'Connecting…',
        paused: 'Paused while the tab is hidden',
        lost: 'Connection lost. Reconnecting…',
        full: 'Too many live pages are open. Trying again…',
        ageBefore: 'Last update',
        ageAfter: 'ago.',
      },
    },

    home: {
      verdict: { ok: 'Everything works', wrong: (count: number) => counted(count, 'thing needs attention', 'things need attention') },
      checked: 'Checked',
      severity: { ok: 'Fine', note: 'Note', warning: 'Warning', problem: 'Problem' },
      how: 'How to fix it',
      notes: (count: number) => `Good to know (${count})`,
      /** The last seven days, compared with the week before. */
      days: 'Last 7 days',
      failures: 'Failures',
      timeToLead: 'Time to lead',
      within95: (duration: string) => `95% within ${duration}`,
      changed: (change: string, before: string) => `${change} compared with the week before (${before})`,
      before: (before: string) => `${before} in the week before`,
      noneBefore: 'None in the week before',
      chartText: (title: string, value: string, change: string) => `${title}, last 7 days: ${value}. ${change}.`,
      day: (day: string, title: string, value: string) => `${day} · ${title}: ${value}`,
      nothing: 'none',
      today: 'Today',
      daysTable: 'Show all 14 days',
      dayColumn: 'Day',
      median: 'Median time to lead',
      percentile95: '95th percentile',
      daysNote: (zone: string) =>
        `Days in ${zone}. Test leads are not counted. The time to lead is measured from storing an event to creating its lead. The week before ends at the same time of day.`,
      newest: 'Latest leads',
      allLeads: 'All leads',
      numbers: 'Queue and sources',
      lastHour: 'Done in the last hour',
      failed: ({ count }: { count: string }) => `${count} failed`,
      received: 'Received in 24 h',
      refused: 'Refused in 24 h',
      /** Where to investigate and fix a finding. */
      places: {
        queue: 'Open the queue',
        failedEvents: 'Show failed events',
        parkedEvents: 'Show parked events',
        refused: 'Show refused requests',
        event: 'Show the latest event',
        sources: 'Open sources',
        forms: 'Open lead forms',
        database: 'Open database',
        conversionQueue: 'Open the conversion queue',
        rejectedConversions: 'Show rejected conversions',
        waitingConversions: 'Show waiting conversions',
      },
      firstSteps: 'Get your first lead',
      firstStepsIntro: 'Complete these steps. This list disappears when the first lead arrives.',
      stepStates: { done: 'Done', open: 'To do', unseen: 'Not checked here' },
      steps: {
        fonte: {
          name: 'Connect a source',
          text: 'Set its signing secret, then enter its URL in Google Ads, in Meta, or in your website form.',
        },
        campanha: { name: 'Add a campaign', text: 'It decides which client and user get the lead.' },
        evento: { name: 'Receive the first event', text: 'Send a test event: `lead-intake send form --campaign ID`.' },
        lead: {
          name: 'See the first lead',
          text: 'A worker creates it from the event: `lead-intake serve --work` or `lead-intake queue work`.',
        },
        backup: { name: 'Create a backup', text: 'Run `lead-intake backup` every night.' },
        alerta: {
          name: 'Set up an alert',
          text: 'Have Prometheus scrape `/metrics` and load docs/monitoring/alerts.yml, or run `lead-intake doctor` on a timer.',
        },
      },
    },

    lead: {
      title: (id: string) => `Lead ${id}`,
      test: 'Test lead from the platform. It is not counted and not reported as a conversion.',
      groups: {
        person: 'Person',
        belonging: 'Client and campaign',
        marks: 'From the platform',
      },
      openLead: 'Open',
      history: 'History',
      made: 'Created',
      changed: 'Changed',
      byEvent: (id: string) => `event ${id}`,
      changes: 'Changed fields',
      empty: 'empty',
    },

    consent: {
      title: (id: string) => `Consent of lead ${id}`,
      asOf: 'As of',
      recorded: 'Recorded consents',
      timeNotStated: 'The sender does not say when.',
      record: 'Record a consent or a withdrawal',
      recordText:
        'What the person told you. Recorded consents are never changed: the newest for each purpose counts. Platforms keep the conversions that were sent.',
      purposeHint: 'As in CONVERSIONS_CONSENT_KEYS or on the form. Leave empty to withdraw every consent.',
      reasonHint: 'How you know, such as the date of a call.',
      grant: 'Record consent',
      withdraw: 'Record withdrawal',
      notices: { concedido: 'Consent recorded.', retirado: 'Withdrawal recorded. Conversions that were not sent are not sent.' },
    },

    leads: {
      test: 'Test leads',
      tests: { also: 'included', without: 'hidden', only: 'only' },
      table: 'Leads, newest first',
      empty: 'No leads yet.',
      emptySoFar: 'No match among the leads searched so far. Select “Older” to search on.',
      export: 'Export CSV',
      exportNote:
        'Exports all leads that match, with personal data. Test leads are included unless the filter hides them. The export is recorded in the activity log.',
      exportSheet: 'For spreadsheets (;)',
      exportPlain: 'Plain (,)',
    },

    login: {
      title: 'Log in',
      token: 'Admin token',
      hintToken: 'The value of ADMIN_TOKEN in the settings of lead-intake, or of ADMIN_READONLY_TOKEN for read-only access.',
      hintOneTime: 'Open the link that lead-intake printed when it started, or paste its token here. The token works once.',
      wrongToken: 'Wrong token. Compare it with ADMIN_TOKEN in the settings of lead-intake, then try again.',
      wrongOneTime:
        'This token is wrong or already used. Restart lead-intake to get a new link, or set ADMIN_TOKEN to have a permanent one.',
      manyFailures: 'There were several failed attempts from your address. The correct token always works.',
      unsentForm: 'Your session expired, so the form was not sent. After you log in, you can check and send it.',
      continueTitle: 'Continue',
      continueText: 'Opening the page…',
    },

    namedSecrets: {
      title: 'Sender secrets',
      intro:
        'Give each client or landing page its own secret, so that it can only create leads of its client. The secrets from the settings stay valid. With an export secret, Google Ads can fetch the conversions of one client.',
      ofClient: 'Only secrets of',
      empty: 'No sender secrets yet.',
      origins: { formulario_proprio: 'Website form', search_ads: 'Google Ads', exportacao: 'Conversion export' },
      sendersCount: (count: number): string => counted(count, 'sender'),
      lastSeen: 'last seen',
      nowUses: 'now uses',
      actionsOf: (name: string) => `Actions for secret ${name}`,
      removeNamed: (name: string) => `Remove the secret ${name}`,
      removeText:
        'Requests with this secret will be refused within seconds, and Google Ads does not resend a refused lead. First make sure that all senders use another secret.',
      removed: 'Secret removed. Requests with it are refused within seconds.',
      addSecret: 'Add secret',
      nameHint: 'For example, the landing page or Google Ads account that uses it.',
      clientHint: 'The secret creates leads of this client only. A conversion export needs a client.',
      valueHint: 'Leave empty to generate one. At least 16 characters.',
      noKey: 'To add secrets here, set CREDENTIALS_KEY and restart the service. It encrypts them in the database.',
      added: (name: string) => `Secret “${name}” added. Copy it now: it is not shown again.`,
      enter: {
        formulario_proprio: 'Add it to the settings of the landing page’s backend, which signs with it. Never put it into the page itself.',
        search_ads: 'In Google Ads, enter it as the key of the lead form’s webhook.',
        exportacao:
          'In Google Ads, schedule an upload from https://YOUR-HOST/export/conversions.csv with any user name and this secret as the password.',
      },
    },

    people: {
      intro:
        'Find everything that is stored about a person, give them their data, or erase them. Each step is recorded in the activity log, without what you searched for.',
      nothingDone: 'Nothing was done.',
      several: 'Separate several values with commas.',
      found: 'Stored about this person',
      places: 'Stored rows by place',
      place: 'Where',
      own: 'About the person',
      mentions: 'Only mentioned',
      perhaps: 'Perhaps the same person',
      add: (id: string) => `Add lead ${id}`,
      give: 'Give them their data',
      giveText: 'The file contains unmasked personal data. Give it only to the person.',
      language: 'Language of the page',
      asPage: 'Download page to print',
      asJson: 'Download complete JSON',
      erase: 'Erase this person',
      eraseText: 'Erases everything about the person that is listed on this page, and every mention of them. This cannot be undone.',
      eraseSure: 'Erase for good',
      reasonHint: 'For example, the number of a ticket. Kept in the activity log, so without personal data.',
      erasure: (number: string) => `Erasure ${number}`,
      erased: 'The person is erased.',
      changed: 'What was changed',
      reading: 'Reading everything:',
      removing: 'Everything is read. What was found is being removed.',
      mayLeave: 'You can leave this page. The person is already kept from coming back.',
      waits:
        'Begun, and waits for others to complete. If this lasts, another process is erasing, or reads the database. lead-intake checks once an hour.',
      searching: 'Searching everything',
      searchingText:
        'The result appears here. Without JavaScript, reload the page. The search stops if nobody looks at this page for five minutes.',
      erasures: 'Erasures',
      noErasures: 'Nobody has been erased yet.',
      receipt: 'Receipt',
      incomplete: 'Not complete',
      accesses: 'Who accessed this person’s data',
    },

    platforms: {
      titles: { search_ads: 'Google Ads accounts', social_ads: 'Meta accounts' },
      connect: {
        social_ads:
          'No account connected. Leads that need to be fetched from Meta wait, and no conversions are sent. Connect a page with `lead-intake source connect social-ads` or WEBHOOK_SOCIALADS_TOKENS. Connect a dataset on the page of its client, or set SOCIALADS_DATASET_ID and SOCIALADS_CONVERSIONS_TOKEN.',
        search_ads:
          'No account connected. Leads arrive complete, but no conversions are sent. Connect an account on the page of its client, or set SEARCHADS_CREDENTIALS_FILE and SEARCHADS_ACCOUNT_ID.',
      },
      comparison: 'Missing leads',
      comparedEvery: (hours: number) =>
        hours === 1
          ? 'lead-intake compares the leads of each form with Meta every hour and fetches those that are missing.'
          : `lead-intake compares the leads of each form with Meta every ${hours} hours and fetches those that are missing.`,
      comparedNever: 'Switched off (SOCIALADS_RECONCILE_HOURS is 0). Leads that Meta did not report go unnoticed.',
      notCompared: 'No form compared yet.',
      comparedAt: 'Compared',
      found: 'At Meta',
      result: 'Result',
      complete: 'Complete',
    },

    palette: {
      name: 'Search or go to',
      placeholder: 'Search leads, events, and pages',
      placeholderOfReader: 'Go to a page',
      options: 'Suggestions',
      pages: 'Go to',
      actions: 'Actions',
      inLeads: 'Search leads for',
      inEvents: 'Search events for',
      newCampaign: 'New campaign',
      retryFailed: 'Retry all failed events',
      pauseOrResume: 'Pause or resume the queue',
      /** Words that find the switch of the language; it is named in the other one. */
      languageWords: 'language portuguese',
      none: 'Nothing found',
      one: '1 suggestion',
      many: 'suggestions',
      keys: 'Keyboard shortcuts',
      keyPalette: 'Search or go to a page',
      keySearch: 'Search the list',
      keyRows: 'Next or previous row',
      keyOpen: 'Open the row',
      keyChoose: 'Select the row',
      keyKeys: 'Show these shortcuts',
      lettersOn: 'Use single-key shortcuts',
      close: 'Close',
    },

    queue: {
      pause: 'Pause queue',
      resume: 'Resume queue',
      noWorkerTitle: 'No worker is running.',
      pausedTitle: 'The queue is paused.',
      queues: {
        events: {
          title: 'Event queue',
          noWorkerText: 'Events are stored but not processed. Start a worker with `lead-intake queue work`.',
          pausedText: 'Events are still received and stored. No job starts until you resume the queue. Paused since',
          meanings: {},
        },
        conversions: {
          title: 'Conversion queue',
          noWorkerText: 'Conversions are stored but not sent. Start a worker with `lead-intake queue work conversoes`.',
          pausedText: 'Conversions are still stored. None is sent until you resume the queue. Paused since',
          meanings: {
            falhou: 'rejected by the platform',
            concluido: 'sent to the platform',
            estacionado: 'waiting for a credential or a platform',
          },
        },
      },
      conversionsWait: 'ready to be sent',
      conversionsDelayed: (ready: string, delayed: string) =>
        `${ready} ready to be sent; ${delayed} waiting for the platform’s outcome or the next try`,
      conversionsParked: (count: string) => `${counted(count, 'more is', 'more are')} waiting for a credential`,
      conversionsUnworked: 'start one with `lead-intake queue work conversoes`',
      figures: 'Jobs by state',
      meanings: {
        pendente: 'ready to run',
        processando: 'a worker is processing them',
        falhou: 'fix the cause, then retry',
        concluido: 'without an error',
        adiado: 'retried automatically later',
        estacionado: 'waiting for a platform to be connected',
      },
      oldest: 'Longest wait',
      oldestNone: 'no job is waiting',
      oldestMeaning: 'for the oldest job that is ready',
      lastHour: 'Last hour',
      asOf: 'As of',
      workers: 'Workers',
      workersEmpty: 'No workers.',
      processed: 'Processed',
      database: {
        file: 'File',
        name: 'Name on the server',
        wal: 'Write-ahead log',
        free: 'Free disk space',
        schema: 'Schema version',
        backup: 'Last backup',
        unknown: 'unknown',
        backupHint: 'Back up every night with `lead-intake backup`.',
      },
    },

    /** Labels of every page that shows one received entry. */
    record: {
      reveal: 'Show personal data',
      hide: 'Hide personal data',
      revealNote: 'This is recorded in the activity log.',
      headersNone: 'No headers are kept.',
    },

    refused: {
      title: 'Refused requests',
      intro:
        'Fix the cause, then replay the requests. The latest 1,000 from verified senders and the latest 1,000 from all others are kept.',
      groups: 'By cause',
      cause: 'Cause',
      count: 'Requests',
      newest: 'Latest',
      table: 'Refused requests, newest first',
      from: 'IP address',
      open: 'Not replayed (signed only)',
      empty: 'No refused requests.',
      one: (id: string) => `Refused request ${id}`,
      why: 'Why it was refused',
      whatToDo: 'What to do',
      replayText: 'Replay checks the request again with the current secrets and settings. If it passes, it becomes an event.',
      replayedAs: 'Replayed as',
      onlyBeginning: 'Only the beginning of the body is kept, so the request can’t be replayed. Have the sender send it again.',
      wrongAtSender: 'Did the sender use a wrong key or secret that is now corrected?',
      withoutCredential: 'Replay without a valid credential…',
      stillRefused: 'Still refused:',
      notices: { sem_lead: 'The request is valid but contains no lead. Nothing was stored.' },
      method: 'Endpoint',
      isVerified: 'Verified',
      notVerified: 'Not verified',
      bodyWhole: 'complete',
      bodyBeginning: 'beginning only',
      bodyMasked: 'personal data masked',
      bodyExact: 'as received',
      bodyCut: (characters: string) => `Showing the first ${characters} characters.`,
      bodyEmpty: 'The body was empty.',
      /** What to do about a request that was refused for this reason. */
      advice: {
        signature_missing:
          'If it came from one of your senders, give it the secret and have it sign its requests. Otherwise, ignore it: strangers probe public addresses.',
        signature_malformed:
          'Common causes: Base64 instead of hexadecimal, a missing prefix, another algorithm, or two signatures in one header. Fix the sender and have it send again.',
        signature_invalid:
          'First compare the secrets, including spaces and line breaks at the end. If they match, sign the exact bytes you send: JSON that is parsed and serialized again can differ. `lead-intake signature verify` shows the difference.',
        google_key_invalid:
          'Enter the same key in Google Ads and in WEBHOOK_SEARCHADS_SECRET. While you rotate it, keep the old one in WEBHOOK_SEARCHADS_SECRET_PREVIOUS. Google does not resend the lead, so replay this request. If the key was wrong in Google Ads, replay it without a valid credential.',
        timestamp_out_of_window:
          'The request could be a copy of an old one. Check both clocks, send Unix time in seconds, and sign each attempt right before sending it. You can replay this request now: the time it arrived counts.',
        fields_invalid: 'Fix the form and have it send again. A replay of this request would be refused again.',
        body_empty: 'Have the sender put the event as a JSON object into the body of a POST.',
        body_not_json:
          'Common causes: a form that sends application/x-www-form-urlencoded, truncated text, or unescaped quotes. Create the body with a JSON library.',
        body_not_utf8: 'Have the sender encode its JSON as UTF-8, not as ISO-8859-1 or Windows-1252.',
        body_not_object: 'Have the sender send {"…": …}: a single event, not a list and not a string that contains JSON.',
        body_too_deep: 'Check what the sender sends: this is not a lead.',
        body_too_large: 'Check what the sender sends. If it is correct, raise MAX_BODY_BYTES and have it send again.',
        content_encoding_unsupported: 'Have the sender send without Content-Encoding: the signature covers the uncompressed bytes.',
        too_many_changes: 'Have the sender split it into several requests.',
        other: 'Read the response to the sender, fix the cause, then replay the request.',
      },
    },

    refusedMatches: {
      found: (text: string, count: number): string =>
        count === 1 ? '1 refused request matches too.' : `${text} refused requests match too.`,
      see: (count: number): string => (count === 1 ? 'View request' : 'View requests'),
    },

    replay: {
      title: 'Replay refused requests',
      requests: (count: number): string => (count === 1 ? 'refused request' : 'refused requests'),
      wouldBeStored: (text: string, _count: number) => `${text} would be accepted`,
      wereStored: (text: string, count: number) => `${text} ${count === 1 ? 'was' : 'were'} accepted`,
      stillRefused: (text: string, _count: number) => `${text} still refused:`,
      ignored: (text: string) => `${text} without a lead`,
      impossible: (text: string, count: number) =>
        `${text} cannot be replayed: only the beginning is kept, or ${count === 1 ? 'it was' : 'they were'} already replayed`,
      meaning:
        'lead-intake checks the requests again with the current secrets and settings. Requests that are still refused stay in the list. No lead is created twice.',
      withoutCredential:
        'Also replay requests without a valid credential. I know the sender, and its key or secret was wrong. The activity log records my decision.',
      vouchedFor: (text: string) => `${text} of them without a valid credential`,
      confirm: (text: string, count: number): string => (count === 1 ? 'Replay 1 request' : `Replay ${text} requests`),
      all: 'Replay all that match',
      select: (id: string) => `Select refused request ${id}`,
      selection: 'Selection',
    },

    sources: {
      ready: 'Ready',
      open: 'Accepts unsigned events',
      notConfigured: 'Not configured',
      notConfiguredText: (setting: string) =>
        `Requests are answered with HTTP 503 until you set \`${setting}\`. Generate a secret with \`lead-intake secret generate\`, add it to the settings and restart the service.`,
      unsignedText:
        'Events without a signature are accepted (`WEBHOOK_ALLOW_UNSIGNED`), so anyone who reaches the address can create leads. For development only.',
      setUp: 'Setup',
      address: 'Webhook URL',
      enter: {
        search_ads: 'In Google Ads, enter it as the webhook URL of the lead form, and the secret as its key.',
        social_ads: 'In your Meta app, enter it as the callback URL of the Page webhook, field leadgen. The secret is the app secret.',
        formulario_proprio: 'Send leads to it from your own server, signed as shown below.',
      },
      localAddress:
        'You opened this page at a local address. To see the URLs that the platforms need, open it at the public https address.',
      never: 'None yet',
      unusuallySilent: (usual: string) =>
        `Unusually quiet: in the last four weeks, the longest pause at this time of day was ${usual}. Check whether the source still sends.`,
      last24h: 'Last 24 hours',
      events: (text: string, { received24h }: { received24h: number }) => `${text} ${received24h === 1 ? 'event' : 'events'}`,
      secretSet: (setting: string) => `\`${setting}\` is set`,
      secretMissing: (setting: string) => `\`${setting}\` is not set`,
      namedSecretsCount: (count: number): string =>
        count === 0 ? 'None: add one per client' : count === 1 ? '1 secret' : `${count} secrets`,
      rotation: 'Secret rotation',
      senders: (count: string) => `Senders that used the previous secret: ${count}`,
      lastSeen: 'last used',
      notMoved: 'has not used the new secret yet',
      moved: 'uses the new secret, last used',
      movedBack: 'went back to the old secret; last used the new one',
      verifyToken: 'Verify token',
      verifyTokenMissing: (setting: string) =>
        `\`${setting}\` is not set, so Meta can’t verify the subscription. Set it to the verify token that you enter in the app.`,
      refusedOpen: (text: string, _count: number) => `${text} not replayed`,
      refusedCount: (text: string, _count: number) => `${text} in total`,
      refusedNone: 'None',
      signing: 'Signing example',
      signingText:
        'Sign the exact bytes you send with HMAC-SHA256, as hexadecimal. Keep the secret on your server, never in the browser. Replace the campaign ID and set the secret.',
      signingRetry: 'To send it again, use a new timestamp and the same ID. That way, only one lead is created.',
    },

    unsentForm: {
      title: 'Your form was not sent',
      text: 'You have logged in again since you opened the page. Check the values, then send the form.',
      path: 'Sent to',
      secretNotKept: 'Enter it again: secrets are not kept.',
      send: 'Send',
      leave: 'Discard and go to the overview',
    },

    views: {
      name: 'Saved views',
      all: 'All',
      save: 'Save view',
      viewName: 'Name of the view',
      shared: 'Everybody who uses this installation sees it.',
      delete: 'Delete view',
      columns: 'Columns',
    },
  },
};
