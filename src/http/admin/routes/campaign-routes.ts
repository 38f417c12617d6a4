import { z } from 'zod';
import type { CampaignView } from '../../../domain/directory.ts';
import { emailProblem, idProblem, nameProblem } from '../../../domain/directory-rules.ts';
import type { CampaignInput, Directory, QueueControl } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import { campaignDetailRecord, campaignPage, campaignRecord, campaignRemoved } from '../../../presentation/directory-record.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import {
  CAMPAIGNS_PATH,
  campaignIdOf,
  campaignList,
  campaignPath,
  LINK_KIND_WORDS,
  type LinkTarget,
  parseLinkWord,
} from '../addresses/directory-paths.ts';
import { addressOf } from '../addresses/paths.ts';
import type { Guard } from '../entrance/guard.ts';
import type { CampaignForm } from '../pages/directory/campaign-page.tsx';
import type { CampaignWish } from '../pages/directory/campaigns-page.tsx';
import { countFailures, SOLVED_BY_CAMPAIGN, targetsOfCampaign } from '../read/retryable-failures.ts';
import { wantsJson } from '../requests/negotiation.ts';
import { PAGE } from '../requests/operation.ts';
import { type FormState, InvalidForm, type RefusedForm, readFields, ruled } from '../requests/posted-form.ts';
import { answerChange } from '../requests/respond.ts';
import { campaignValues, refuseStale } from '../requests/stale-form.ts';
import { readValues, text } from '../requests/values.ts';
import { operatorOf, type Program, type Visitor } from '../requests/visitor.ts';
import { RETURN_EVENT, readReturnEvent, retryFailures, retryForm } from './retry-failures.ts';
import { routesOf, showPage } from './routes-of.ts';

const ONE = `${CAMPAIGNS_PATH}/:id`;

const LIST_QUERY = campaignList.query.extend({
  id: text('Fills in the form for a new campaign. For browsers.'),
  evento: RETURN_EVENT,
});

const ADD_FORM = z.object({
  id: ruled(idProblem, 'The `campanha_id` that website forms send. Any unique text.'),
  nome: ruled(nameProblem, 'Name of the campaign.'),
  cliente: z.string().describe('ID or name of an existing client. Required unless `cliente_novo` is set.').optional(),
  cliente_novo: ruled(nameProblem, 'Name of a new client to create.').optional(),
  usuario: ruled(emailProblem, 'Email of the user who gets the leads. Created if the client has no such user.').optional(),
  vincular: z.string().describe('`origem:tipo:valor`, a platform ID to link at the same time.').optional(),
  evento: RETURN_EVENT,
});

const EDIT_FORM = z.object({
  nome: ruled(nameProblem, 'Name of the campaign.'),
  cliente: z.string().describe('ID or name of an existing client.'),
  usuario: ruled(
    emailProblem,
    'Email of the user who gets the leads. Omit to remove the user. The user of the previous client is refused unless the new client has it too.',
  ).optional(),
});

const LINK_FORM = z.object({
  tipo: z.enum(LINK_KIND_WORDS as [string, ...string[]]).describe('The platform and type of the ID.'),
  valor: ruled(idProblem, 'The platform ID.'),
  evento: RETURN_EVENT,
});

export interface CampaignDeps extends Program {
  readonly store: Directory & Reports & QueueControl;
}

/** Campaigns: the list, one campaign, and every change. */
export function campaignRoutes(deps: CampaignDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard, 'directory');
  const backTo = (form: CampaignForm) => (deps: CampaignDeps, exchange: Exchange, visitor: Visitor, state: FormState) =>
    showCampaign(deps, exchange, visitor, { form, state });
  return [
    visit(CAMPAIGNS_PATH, 'List campaigns', { query: LIST_QUERY, answer: campaignPage, also: PAGE }, listCampaigns),
    change(CAMPAIGNS_PATH, 'Add a campaign', { form: ADD_FORM, answer: campaignRecord }, addCampaign, listCampaigns),
    visit(ONE, 'Get a campaign', { answer: campaignDetailRecord, also: PAGE }, showCampaign),
    change(ONE, 'Update a campaign', { form: EDIT_FORM, answer: campaignRecord }, editCampaign, backTo('edit')),
    change(
      `${ONE}/vincular`,
      'Link a platform ID to a campaign',
      { form: LINK_FORM, answer: campaignRecord },
      linkCampaign,
      backTo('link'),
    ),
    change(
      `${ONE}/desvincular`,
      'Unlink a platform ID from a campaign',
      { form: LINK_FORM, answer: campaignRecord },
      unlinkCampaign,
      backTo('unlink'),
    ),
    change(`${ONE}/remover`, 'Delete a campaign without leads', { answer: campaignRemoved }, removeCampaign, backTo('remove')),
    change(
      `${ONE}/repetir`,
      'Retry the failed events of a campaign',
      { form: retryForm(SOLVED_BY_CAMPAIGN), answer: totalRecord },
      async (deps, exchange, form) => {
        const campaign = await findCampaign(deps, exchange);
        const targets = targetsOfCampaign(campaign);
        await retryFailures(deps, exchange, form, { codes: SOLVED_BY_CAMPAIGN, targets, back: campaignPath(campaign.id) });
      },
    ),
  ];
}

/** A refused form is shown on the list that it was sent from; the values it was prefilled with are part of the input. */
async function listCampaigns(deps: CampaignDeps, exchange: Exchange, visitor: Visitor, refused?: FormState): Promise<void> {
  const { store } = deps;
  const { id, evento } = readValues(LIST_QUERY.pick({ id: true, evento: true }), exchange.query);
  const { filter, page: asked } = campaignList.readPage(exchange.query);
  const page = await store.listCampaigns({ ...filter, ...asked });
  if (wantsJson(exchange)) return sendJson(exchange, 200, campaignPage.write(page));
  const link = refused?.values['vincular'] ?? filter.link;
  const shown = {
    filter: link === undefined ? filter : { ...filter, link },
    page,
    isFirst: asked.before === undefined,
    clients: await store.listClients(),
    wish: await readWish(store, { id, vincular: link }),
    event: refused?.values['evento'] ?? evento,
    refused,
  };
  await showPage(deps, exchange, visitor, 'CampaignsPage', shown, { status: refused?.status });
}

async function readWish(
  store: Directory,
  { id, vincular }: { readonly id: string | undefined; readonly vincular: string | undefined },
): Promise<CampaignWish> {
  const existing = id === undefined ? null : await store.findCampaign(id);
  const link = vincular === undefined ? undefined : requireLink(vincular);
  const linkedTo = link === undefined ? null : await findLinked(store, link);
  return {
    ...(id === undefined ? {} : { id }),
    ...(existing === null ? {} : { existing }),
    ...(link === undefined ? {} : { link }),
    ...(linkedTo === null ? {} : { linkedTo }),
  };
}

async function findLinked(store: Directory, link: LinkTarget): Promise<CampaignView | null> {
  const [routing] = await store.resolve([{ campaignId: null, links: [link], clientId: null }]);
  return routing?.campaignId == null ? null : store.findCampaign(routing.campaignId);
}

function requireLink(word: string): LinkTarget {
  const link = parseLinkWord(word);
  if (link === undefined)
    throw new InvalidForm({ vincular: inEveryLanguage((m) => m.errors.admin.noLink({ linkKindWords: LINK_KIND_WORDS.join(', ') })) });
  return link;
}

async function addCampaign({ store, clock }: CampaignDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const fields = readFields(ADD_FORM, form);
  const input: CampaignInput = {
    id: fields.id,
    name: fields.nome,
    client: await chosenClient(store, fields),
    user: fields.usuario ?? null,
    ...(fields.vincular === undefined ? {} : { links: [requireLink(fields.vincular)] }),
  };
  if ((await store.findCampaign(input.id)) !== null) throw new InvalidForm({ id: inEveryLanguage((m) => m.errors.admin.taken) });
  const [campaign] = await store.addCampaigns([input], { replace: false }, operatorOf(exchange, clock));
  if (campaign === undefined) throw new Error('the campaign that was added is not there');
  answerCampaign(exchange, campaign, 'incluida', fields.evento);
}
async function showCampaign(deps: CampaignDeps, exchange: Exchange, visitor: Visitor, refused?: RefusedForm<CampaignForm>): Promise<void> {
  const { store } = deps;
  const campaign = await findCampaign(deps, exchange);
  const [leads, failures] = await Promise.all([
    store.countLeads({ campaignId: campaign.id }),
    countFailures(deps, SOLVED_BY_CAMPAIGN, targetsOfCampaign(campaign)),
  ]);
  if (wantsJson(exchange)) {
    return sendJson(exchange, 200, campaignDetailRecord.write({ ...campaign, leads, failures }));
  }
  const shown = {
    campaign,
    clients: await store.listClients(),
    users: await store.listUsers(campaign.clientId),
    leads,
    failures,
    event: readReturnEvent(exchange.query),
    refused,
  };
  const at = { status: refused?.state.status, here: campaignPath(campaign.id) };
  await showPage(deps, exchange, visitor, 'CampaignPage', shown, at);
}

async function editCampaign(deps: CampaignDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { store, clock } = deps;
  const campaign = await findCampaign(deps, exchange);
  refuseStale(form, campaignValues(campaign));
  const fields = readFields(EDIT_FORM, form);
  const client = await requireClient(store, fields.cliente);
  await refuseUserOfOldClient(store, campaign, { client, user: fields.usuario });
  const input = { id: campaign.id, name: fields.nome, client, user: fields.usuario ?? null };
  const saved = await store.updateCampaign(input, operatorOf(exchange, clock));
  answerCampaign(exchange, saved, saved.clientId === campaign.clientId ? 'alterada' : 'outro_cliente');
}

/**
 * Whoever changes only the client posts the user of the old one too, who must not become a user of the new client.
 * @throws InvalidForm
 */
async function refuseUserOfOldClient(
  store: Directory,
  old: CampaignView,
  { client, user }: { readonly client: string; readonly user: string | undefined },
): Promise<void> {
  if (client === old.clientId || user === undefined || user !== old.userEmail) return;
  if ((await store.listUsers(client)).some(({ email }) => email === user)) return;
  throw new InvalidForm({ usuario: inEveryLanguage((m) => m.errors.admin.userOfOldClient) });
}

async function linkCampaign(deps: CampaignDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { id } = await findCampaign(deps, exchange);
  const { link, evento } = readLink(form);
  await deps.store.linkCampaign({ ...link, campaignId: id }, operatorOf(exchange, deps.clock));
  answerCampaign(exchange, await findCampaign(deps, exchange), 'vinculada', evento);
}

async function unlinkCampaign(deps: CampaignDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const campaign = await findCampaign(deps, exchange);
  const { link } = readLink(form);
  const isOwn = campaign.links.some(({ origin, kind, value }) => origin === link.origin && kind === link.kind && value === link.value);
  if (!isOwn) {
    throw appError('not_found', (m) => m.errors.admin.notLinked({ value: link.value }));
  }
  await deps.store.unlinkCampaign(link, operatorOf(exchange, deps.clock));
  answerCampaign(exchange, await findCampaign(deps, exchange), 'desvinculada');
}

function readLink(form: URLSearchParams): { readonly link: LinkTarget; readonly evento: string | undefined } {
  const { tipo, valor, evento } = readFields(LINK_FORM, form);
  return { link: requireLink(`${tipo}:${valor}`), evento };
}

async function removeCampaign(deps: CampaignDeps, exchange: Exchange): Promise<void> {
  const { id, name } = await deps.store.removeCampaign(campaignIdOf(exchange.params), operatorOf(exchange, deps.clock));
  answerChange(exchange, campaignRemoved.write({ id, name }), `${CAMPAIGNS_PATH}?aviso=removida`);
}

async function findCampaign({ store }: CampaignDeps, exchange: Exchange): Promise<CampaignView> {
  const campaign = await store.findCampaign(campaignIdOf(exchange.params));
  if (campaign !== null) return campaign;
  throw appError('not_found', (m) => m.errors.admin.noCampaign, {
    hint: (m) => m.errors.admin.listAddress({ path: CAMPAIGNS_PATH }),
  });
}

function answerCampaign(exchange: Exchange, campaign: CampaignView, notice: string, event?: string): void {
  answerChange(exchange, campaignRecord.write(campaign), addressOf(campaignPath(campaign.id), { aviso: notice, evento: event }));
}

/**
 * The id of an existing client, or the name of a new one.
 * @throws InvalidForm
 */
async function chosenClient(
  store: Directory,
  { cliente, cliente_novo: newName }: { readonly cliente?: string | undefined; readonly cliente_novo?: string | undefined },
): Promise<string> {
  if (newName === undefined) return requireClient(store, cliente);
  if (cliente !== undefined) throw new InvalidForm({ cliente_novo: inEveryLanguage((m) => m.errors.admin.twoClients) });
  const known = await store.findClient(newName);
  if (known !== null) throw new InvalidForm({ cliente_novo: inEveryLanguage((m) => m.errors.admin.notNew(known)) });
  return newName;
}

/**
 * The id of an existing client.
 * @throws InvalidForm
 */
async function requireClient(store: Directory, idOrName: string | undefined): Promise<string> {
  if (idOrName === undefined) throw new InvalidForm({ cliente: inEveryLanguage((m) => m.errors.admin.clientMissing) });
  const client = await store.findClient(idOrName);
  if (client === null) throw new InvalidForm({ cliente: inEveryLanguage((m) => m.errors.admin.unknownClient) });
  return client.id;
}
