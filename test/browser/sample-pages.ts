import { FORMS_PATH, formPath, PEOPLE_PATH } from '../../src/http/admin/addresses/paths.ts';
import type { Office as WholeOffice } from './office.ts';
import { SAMPLE_FORM } from './sample-forms.ts';

type Office = Pick<WholeOffice, 'json'>;

interface EventList {
  readonly itens: readonly { readonly evento_id: string; readonly conflitos: number; readonly lead_id: string | null }[];
}

interface ConversionList {
  readonly itens: readonly { readonly lead_id: string }[];
}

interface ActivityList {
  readonly itens: readonly { readonly alvo: string }[];
}

interface RefusedList {
  readonly itens: readonly { readonly recusa_id: string }[];
}

/** The pages of an operator, for an office that is filled with samples. */
const PAGES = {
  home: () => '/admin',
  queue: () => '/admin/fila',
  conversionQueue: () => '/admin/fila?fila=conversoes',
  events: () => '/admin/webhooks',
  failedEvents: () => '/admin/webhooks?status=erro',
  noEvents: () => '/admin/webhooks?identidade=nobody',
  failed: (office) => eventWhere(office, 'erro_codigo=unknown_campaign'),
  parked: (office) => eventWhere(office, 'origem=social_ads&status=recebido'),
  updated: (office) => eventWhere(office, 'event_type=lead_updated'),
  sale: (office) => eventWhere(office, 'event_type=sale&status=processado'),
  revealed: async (office) => `${await eventWhere(office, 'event_type=sale&status=processado')}?mostrar=1`,
  conflict: async (office) => {
    const { itens } = await office.json<EventList>('/admin/webhooks?limite=1000');
    return `/admin/webhooks/${itens.find(({ conflitos }) => conflitos > 0)?.evento_id}`;
  },
  bulkRetry: () => '/admin/webhooks/repetir?todos=1&status=erro',
  leads: () => '/admin/leads',
  lead: async (office) => {
    const { itens } = await office.json<EventList>('/admin/webhooks?event_type=sale&status=processado');
    return `/admin/leads/${itens[0]?.lead_id}`;
  },
  consent: async (office) => {
    const { itens } = await office.json<ActivityList>('/admin/atividade?acao=retirar_consentimento');
    return `/admin/leads/${itens[0]?.alvo.replace('lead:', '')}/consentimento`;
  },
  conversions: () => '/admin/conversoes',
  rejected: () => '/admin/conversoes?estado=rejeitada&erro_codigo=conversion_refused',
  campaigns: () => '/admin/campanhas',
  newCampaign: () => '/admin/campanhas?id=1050',
  linkCampaign: () => '/admin/campanhas?vincular=search_ads:form:88120049999',
  campaign: () => '/admin/campanhas/1042',
  clients: () => '/admin/clientes',
  client: () => '/admin/clientes/1',
  clientAccounts: () => '/admin/clientes/1/contas',
  clientWithoutAccounts: () => '/admin/clientes/3/contas',
  leadWithStages: async (office) => `/admin/leads/${await leadWithStages(office)}`,
  withdrawn: () => '/admin/conversoes?estado=retirada',
  refused: () => '/admin/recusadas',
  refusedFiltered: () =>
    '/admin/recusadas?codigo=signature_invalid&origem=formulario_proprio&campanha=1042&desde=2026-01-01T00%3A00%3A00Z&busca=site',
  refusedReplay: () => '/admin/recusadas/repetir?todos=1',
  refusedForget: () => '/admin/recusadas/esquecer?todos=1',
  searched: () => '/admin/webhooks?busca=moreira',
  searchedLeads: () => '/admin/leads?busca=site-r9',
  refusedRequest: async (office) => `/admin/recusadas/${(await office.json<RefusedList>('/admin/recusadas')).itens[0]?.recusa_id}`,
  sources: () => '/admin/fontes',
  namedSecrets: () => '/admin/fontes/segredos',
  forms: () => FORMS_PATH,
  form: () => formPath(SAMPLE_FORM),
  formRevealed: () => `${formPath(SAMPLE_FORM)}?mostrar=1`,
  activity: () => '/admin/atividade',
  people: () => PEOPLE_PATH,
  api: () => '/admin/api',
  nothing: () => '/admin/webhooks/999999999',
} as const satisfies Record<string, (office: Office) => string | Promise<string>>;

/** The lead with corrected and withdrawn stages. */
async function leadWithStages(office: Office): Promise<string | undefined> {
  const { itens } = await office.json<ConversionList>('/admin/conversoes?estado=retirada');
  return itens[0]?.lead_id;
}

export type SamplePage = keyof typeof PAGES;

export const SAMPLE_PAGES = Object.keys(PAGES) as readonly SamplePage[];

/** The path of a page that has something to show. */
export async function pageNamed(office: Office, name: SamplePage): Promise<string> {
  return await PAGES[name](office);
}

export async function samplePages(office: Office): Promise<readonly string[]> {
  return await Promise.all(Object.values(PAGES).map((address) => address(office)));
}

async function eventWhere(office: Office, filter: string): Promise<string> {
  const { itens } = await office.json<EventList>(`/admin/webhooks?${filter}`);
  return `/admin/webhooks/${itens[0]?.evento_id}`;
}
