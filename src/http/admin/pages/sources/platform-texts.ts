import type { AccountState } from '../../../../domain/connected-account.ts';
import type { Origin } from '../../../../domain/origin.ts';
import { inBoth } from '../language.tsx';

type PlatformOrigin = Exclude<Origin, 'formulario_proprio'>;

interface StateTexts {
  readonly word: string;
  /** What it means and what to do; undefined: nothing. */
  readonly advice?: string;
}

const englishStates: Readonly<Record<AccountState, StateTexts>> = {
  ok: { word: 'ok' },
  unused: { word: 'not used yet' },
  paused: { word: 'throttled', advice: 'The platform asks for fewer calls. It goes on by itself; nothing is lost.' },
  away: {
    word: 'no answer',
    advice: 'lead-intake keeps trying, one job at a time, for 72 hours. What waits resumes automatically; nothing is lost.',
  },
  refused: {
    word: 'credential refused',
    advice:
      'What needs this account waits, and nothing is lost. Give it another credential, in the settings or with “lead-intake source connect”; what waits then runs by itself.',
  },
  unconnected: { word: 'no credential', advice: 'It was used before, and has no credential any more.' },
};

const portugueseStates: Readonly<Record<AccountState, StateTexts>> = {
  ok: { word: 'ok' },
  unused: { word: 'ainda não usada' },
  paused: { word: 'limitada', advice: 'A plataforma pede menos consultas. Continua sozinha; nada se perde.' },
  away: {
    word: 'sem resposta',
    advice: 'O lead-intake continua tentando, um job por vez, por 72 horas. O que espera volta a andar sozinho; nada se perde.',
  },
  refused: {
    word: 'credencial recusada',
    advice:
      'O que precisa desta conta espera, e nada se perde. Dê a ela outra credencial, nas configurações ou com “lead-intake source connect”; o que espera então anda sozinho.',
  },
  unconnected: { word: 'sem credencial', advice: 'Já foi usada, e não tem mais credencial.' },
};

const englishBlocked: StateTexts = {
  word: 'blocked',
  advice:
    'What needs this account waits, and nothing is lost. Do at the platform what is said above; what waits then runs by itself within two hours.',
};

const portugueseBlocked: StateTexts = {
  word: 'bloqueada',
  advice:
    'O que precisa desta conta espera, e nada se perde. Faça na plataforma o que está dito acima; o que espera então anda sozinho em até duas horas.',
};

const englishConnect: Readonly<Record<PlatformOrigin, string>> = {
  social_ads:
    'Nothing is connected: leads whose event carries no answers wait, and conversions stay here. “lead-intake source connect social-ads” or WEBHOOK_SOCIALADS_TOKENS connects a page; SOCIALADS_DATASET_ID and SOCIALADS_CONVERSIONS_TOKEN what conversions are sent to.',
  search_ads:
    'Nothing is connected: leads come complete, and conversions stay here. SEARCHADS_CREDENTIALS_FILE and SEARCHADS_ACCOUNT_ID connect the advertiser they are sent to.',
};

const portugueseConnect: Readonly<Record<PlatformOrigin, string>> = {
  social_ads:
    'Nada está conectado: leads cujo evento não traz respostas esperam, e conversões ficam aqui. “lead-intake source connect social-ads” ou WEBHOOK_SOCIALADS_TOKENS conecta uma página; SOCIALADS_DATASET_ID e SOCIALADS_CONVERSIONS_TOKEN, o destino das conversões.',
  search_ads:
    'Nada está conectado: os leads chegam completos, e conversões ficam aqui. SEARCHADS_CREDENTIALS_FILE e SEARCHADS_ACCOUNT_ID conectam o anunciante para onde elas vão.',
};

export const platformTexts = inBoth({
  en: {
    title: (origin: string): string => `Connection with ${origin}`,
    connect: englishConnect,
    account: 'Account',
    use: 'For',
    uses: { page: 'fetching leads', dataset: 'sending conversions', ads_account: 'sending conversions' },
    state: 'State',
    states: englishStates,
    blocked: englishBlocked,
    until: 'until',
    since: 'since',
    credential: 'Credential',
    inSettings: 'settings:',
    inDatabase: 'database, kept since',
    none: '—',
    lastUsed: 'Last used',
    never: 'never',
    comparison: 'Comparison of the leads',
    comparedEvery: (hours: number): string =>
      `A worker of the queue webhooks compares the leads of each form with those stored, every ${hours} h.`,
    comparedNever: 'Switched off (SOCIALADS_RECONCILE_HOURS is 0): leads whose webhook never came are not noticed.',
    notCompared: 'No form has been compared yet.',
    form: 'Form',
    page: 'Page',
    comparedAt: 'Compared',
    found: 'Leads there',
    missing: 'Missing here',
    healed: 'Healed',
    missingNote: 'Leads that were missing have been fetched and stored.',
    result: 'Result',
    complete: 'complete',
  },
  pt: {
    title: (origin) => `Conexão com ${origin}`,
    connect: portugueseConnect,
    account: 'Conta',
    use: 'Para',
    uses: { page: 'buscar leads', dataset: 'enviar conversões', ads_account: 'enviar conversões' },
    state: 'Estado',
    states: portugueseStates,
    blocked: portugueseBlocked,
    until: 'até',
    since: 'desde',
    credential: 'Credencial',
    inSettings: 'configurações:',
    inDatabase: 'banco de dados, guardada desde',
    none: '—',
    lastUsed: 'Último uso',
    never: 'nunca',
    comparison: 'Comparação dos leads',
    comparedEvery: (hours) => `Um worker da fila webhooks compara os leads de cada formulário com os guardados, a cada ${hours} h.`,
    comparedNever: 'Desligada (SOCIALADS_RECONCILE_HOURS é 0): leads cujo webhook não chegou não são notados.',
    notCompared: 'Nenhum formulário foi comparado ainda.',
    form: 'Formulário',
    page: 'Página',
    comparedAt: 'Comparado',
    found: 'Leads lá',
    missing: 'Faltavam aqui',
    healed: 'Recuperados',
    missingNote: 'Os leads que faltavam foram buscados e guardados.',
    result: 'Resultado',
    complete: 'completa',
  },
});
