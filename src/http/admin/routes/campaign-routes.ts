import { z } from 'zod';
import type { CampaignView } from '../../../domain/directory.ts';
import { emailProblem, idProblem, nameProblem } from '../../../domain/directory-rules.ts';
import type { CampaignInput, Directory } from '../../../domain/ports.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import { campaignDetailRecord, campaignPage, campaignRecord, campaignRemoved } from '../../../presentation/directory-record.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import type { Route } from '../../exchange.ts';
import {
  CAMPAIGNS_PATH,
  campaignList,
  campaignPath,
  LINK_KIND_WORDS,
  type LinkTarget,
  parseLinkWord,
} from '../addresses/directory-paths.ts';
import { addressOf } from '../addresses/paths.ts';
import type { CampaignForm } from '../pages/directory/campaign-page.tsx';
import type { CampaignWish } from '../pages/directory/campaigns-page.tsx';
import { countFailures, SOLVED_BY_CAMPAIGN, targetsOfCampaign } from '../read/retryable-failures.ts';
import { PAGE } from '../requests/operation.ts';
import { type FormState, InvalidForm, type RefusedForm, readFields, ruled } from '../requests/posted-form.ts';
import { campaignValues, refuseStale } from '../requests/stale-form.ts';
import { text } from '../requests/values.ts';
import { type Context, found } from './context.ts';
import { RETURN_EVENT, RETURN_QUERY, retryFailures, retryForm } from './retry-failures.ts';
import { type Admin, routesOf } from './routes-of.ts';

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

/** Campaigns: the list, one campaign, and every change. */
export function campaignRoutes(admin: Admin): Route[] {
  const { change, visit } = routesOf(admin, 'directory');
  const backTo = (form: CampaignForm) => (context: Context, state: FormState) => showCampaign(context, { form, state });
  const changed = { answer: campaignRecord };
  const linked = { ...changed, form: LINK_FORM };
  return [
    visit(CAMPAIGNS_PATH, 'List campaigns', { query: LIST_QUERY, answer: campaignPage, also: PAGE }, listCampaigns),
    change(CAMPAIGNS_PATH, 'Add a campaign', { ...changed, form: ADD_FORM }, addCampaign, listCampaigns),
    visit(ONE, 'Get a campaign', { answer: campaignDetailRecord, also: PAGE }, showCampaign),
    change(ONE, 'Update a campaign', { ...changed, form: EDIT_FORM }, editCampaign, backTo('edit')),
    change(`${ONE}/vincular`, 'Link a platform ID to a campaign', linked, linkCampaign, backTo('link')),
    change(`${ONE}/desvincular`, 'Unlink a platform ID from a campaign', linked, unlinkCampaign, backTo('unlink')),
    change(`${ONE}/remover`, 'Delete a campaign without leads', { answer: campaignRemoved }, removeCampaign, backTo('remove')),
    change(
      `${ONE}/repetir`,
      'Retry the failed events of a campaign',
      { form: retryForm(SOLVED_BY_CAMPAIGN), answer: totalRecord },
      async (context, form) => {
        const campaign = await findCampaign(context);
        const targets = targetsOfCampaign(campaign);
        await retryFailures(context, form, { codes: SOLVED_BY_CAMPAIGN, targets, back: campaignPath(campaign.id) });
      },
    ),
  ];
}

/** A refused form is shown on the list that it was sent from; the values it was prefilled with are part of the input. */
async function listCampaigns(context: Context, refused?: FormState): Promise<void> {
  const { store, exchange } = context;
  const { id, evento } = context.query(LIST_QUERY.pick({ id: true, evento: true }));
  const { filter, page: asked } = campaignList.readPage(exchange.query);
  const page = await store.listCampaigns({ ...filter, ...asked });
  if (context.wantsJson) return context.json(campaignPage.write(page));
  const link = refused?.values['vincular'] ?? filter.link;
  const shown = {
    filter: link === undefined ? filter : { ...filter, link },
    page,
    isFirst: asked.before === undefined,
    clients: await store.listClients(),
    wish: await readWish(store, { id, vincular: link }),
    event: refused?.values['evento'] ?? evento,
  };
  await context.page('CampaignsPage', shown, { refused: refused && { form: 'add', state: refused } });
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

async function addCampaign(context: Context, form: URLSearchParams): Promise<void> {
  const { store } = context;
  const fields = readFields(ADD_FORM, form);
  const input: CampaignInput = {
    id: fields.id,
    name: fields.nome,
    client: await chosenClient(store, fields),
    user: fields.usuario ?? null,
    ...(fields.vincular === undefined ? {} : { links: [requireLink(fields.vincular)] }),
  };
  if ((await store.findCampaign(input.id)) !== null) throw new InvalidForm({ id: inEveryLanguage((m) => m.errors.admin.taken) });
  const [campaign] = await store.addCampaigns([input], { replace: false }, context.operator);
  if (campaign === undefined) throw new Error('the campaign that was added is not there');
  answerCampaign(context, campaign, 'incluida', fields.evento);
}

async function showCampaign(context: Context, refused?: RefusedForm<CampaignForm>): Promise<void> {
  const { store } = context;
  const campaign = await findCampaign(context);
  const [leads, failures] = await Promise.all([
    store.countLeads({ campaignId: campaign.id }),
    countFailures(context.deps, SOLVED_BY_CAMPAIGN, targetsOfCampaign(campaign)),
  ]);
  if (context.wantsJson) return context.json(campaignDetailRecord.write({ ...campaign, leads, failures }));
  const shown = {
    campaign,
    clients: await store.listClients(),
    users: await store.listUsers(campaign.clientId),
    leads,
    failures,
    event: context.query(RETURN_QUERY).evento,
  };
  await context.page('CampaignPage', shown, { refused, here: campaignPath(campaign.id) });
}

async function editCampaign(context: Context, form: URLSearchParams): Promise<void> {
  const { store } = context;
  const campaign = await findCampaign(context);
  refuseStale(form, campaignValues(campaign));
  const fields = readFields(EDIT_FORM, form);
  const client = await requireClient(store, fields.cliente);
  await refuseUserOfOldClient(store, campaign, { client, user: fields.usuario });
  const input = { id: campaign.id, name: fields.nome, client, user: fields.usuario ?? null };
  const saved = await store.updateCampaign(input, context.operator);
  answerCampaign(context, saved, saved.clientId === campaign.clientId ? 'alterada' : 'outro_cliente');
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

async function linkCampaign(context: Context, form: URLSearchParams): Promise<void> {
  const { id } = await findCampaign(context);
  const { link, evento } = readLink(form);
  await context.store.linkCampaign({ ...link, campaignId: id }, context.operator);
  answerCampaign(context, await findCampaign(context), 'vinculada', evento);
}

async function unlinkCampaign(context: Context, form: URLSearchParams): Promise<void> {
  const campaign = await findCampaign(context);
  const { link } = readLink(form);
  const isOwn = campaign.links.some(({ origin, kind, value }) => origin === link.origin && kind === link.kind && value === link.value);
  if (!isOwn) throw appError('not_found', (m) => m.errors.admin.notLinked({ value: link.value }));
  await context.store.unlinkCampaign(link, context.operator);
  answerCampaign(context, await findCampaign(context), 'desvinculada');
}

function readLink(form: URLSearchParams): { readonly link: LinkTarget; readonly evento: string | undefined } {
  const { tipo, valor, evento } = readFields(LINK_FORM, form);
  return { link: requireLink(`${tipo}:${valor}`), evento };
}

async function removeCampaign(context: Context): Promise<void> {
  const { id, name } = await context.store.removeCampaign(context.id.trim(), context.operator);
  context.changed(campaignRemoved.write({ id, name }), `${CAMPAIGNS_PATH}?aviso=removida`);
}

async function findCampaign(context: Context): Promise<CampaignView> {
  const id = context.id.trim();
  return found(await context.store.findCampaign(id), 'campaign', id, CAMPAIGNS_PATH);
}

function answerCampaign(context: Context, campaign: CampaignView, notice: string, event?: string): void {
  context.changed(campaignRecord.write(campaign), addressOf(campaignPath(campaign.id), { aviso: notice, evento: event }));
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
