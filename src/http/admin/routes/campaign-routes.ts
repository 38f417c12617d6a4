import type { CampaignView } from '../../../domain/directory.ts';
import type { CampaignInput, Directory } from '../../../domain/ports.ts';
import { appError, inEveryLanguage } from '../../../messages/messages.ts';
import { campaignDetailRecord, campaignPage, campaignRecord, campaignRemoved } from '../../../presentation/directory-record.ts';
import { type Exchange, type Route, sendJson } from '../../exchange.ts';
import {
  CAMPAIGNS_PATH,
  campaignIdOf,
  campaignPath,
  LINK_KIND_WORDS,
  type LinkTarget,
  parseLinkWord,
} from '../addresses/directory-paths.ts';
import { addressOf } from '../addresses/list-address.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { type FormState, InvalidForm, readFields } from '../contract/posted-form.ts';
import { readValues } from '../contract/values.ts';
import type { Visitor } from '../entrance/access.ts';
import type { Guard } from '../entrance/guard.ts';
import { frameOf, operatorOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import type { CampaignForm } from '../pages/directory/campaign-page.tsx';
import type { CampaignWish } from '../pages/directory/campaigns-page.tsx';
import { loadPages } from '../pages.ts';
import { answerChange, sendPage } from '../respond.ts';
import {
  ADD,
  ADD_FORM,
  EDIT,
  EDIT_FORM,
  LINK,
  LINK_FORM,
  LIST,
  LIST_QUERY,
  REMOVE,
  RUN_AGAIN,
  SHOW,
  UNLINK,
} from './campaign-operations.ts';
import { chosenClient, requireClient } from './chosen-client.ts';
import { countFailures, MENDED_BY_CAMPAIGN, readMendedEvent, runFailuresAgain, targetsOfCampaign } from './mendable-failures.ts';
import { routesOf } from './routes-of.ts';

/** Campaigns: the list, one of them, and every change of it. */
export function campaignRoutes(deps: AdminDeps, guard: Guard): Route[] {
  const { change, visit } = routesOf(deps, guard);
  const backTo = (form: CampaignForm) => (deps: AdminDeps, exchange: Exchange, visitor: Visitor, state: FormState) =>
    showCampaign(deps, exchange, visitor, { form, state });
  return [
    visit(LIST, listCampaigns),
    change(ADD, addCampaign, listCampaigns),
    visit(SHOW, showCampaign),
    change(EDIT, editCampaign, backTo('edit')),
    change(LINK, linkCampaign, backTo('link')),
    change(UNLINK, unlinkCampaign, backTo('unlink')),
    change(REMOVE, removeCampaign, backTo('remove')),
    change(RUN_AGAIN, async (deps, exchange, form) => {
      const campaign = await findCampaign(deps, exchange);
      const targets = targetsOfCampaign(campaign);
      await runFailuresAgain(deps, exchange, form, { codes: MENDED_BY_CAMPAIGN, targets, back: campaignPath(campaign.id) });
    }),
  ];
}

/** A refused form stands on the list that it was sent from; what it was begun with is among what was typed. */
async function listCampaigns(deps: AdminDeps, exchange: Exchange, visitor: Visitor, refused?: FormState): Promise<void> {
  const { directory } = deps;
  const { id, evento, antes: before, limite, ...filter } = readValues(LIST_QUERY, exchange.query);
  const page = await directory.listCampaigns({
    ...(filter.cliente === undefined ? {} : { client: filter.cliente }),
    ...(filter.busca === undefined ? {} : { text: filter.busca }),
    ...(before === undefined ? {} : { before }),
    limit: limite,
  });
  if (wantsJson(exchange)) return sendJson(exchange, 200, campaignPage.write(page));
  const { campaignsPage } = await loadPages();
  const vincular = refused?.values['vincular'] ?? filter.vincular;
  const html = campaignsPage({
    frame: frameOf(deps, exchange, visitor),
    filter: { ...filter, vincular },
    page,
    isFirst: before === undefined,
    clients: await directory.listClients(),
    wish: await readWish(directory, { id, vincular }),
    event: refused?.values['evento'] ?? evento,
    refused,
  });
  sendPage(exchange, refused?.status ?? 200, html);
}

async function readWish(
  directory: Directory,
  { id, vincular }: { readonly id: string | undefined; readonly vincular: string | undefined },
): Promise<CampaignWish> {
  const existing = id === undefined ? null : await directory.findCampaign(id);
  const link = vincular === undefined ? undefined : requireLink(vincular);
  const linkedTo = link === undefined ? null : await findLinked(directory, link);
  return {
    ...(id === undefined ? {} : { id }),
    ...(existing === null ? {} : { existing }),
    ...(link === undefined ? {} : { link }),
    ...(linkedTo === null ? {} : { linkedTo }),
  };
}

async function findLinked(directory: Directory, link: LinkTarget): Promise<CampaignView | null> {
  const [routing] = await directory.resolve([{ campaignId: null, links: [link], clientId: null }]);
  return routing?.campaignId == null ? null : directory.findCampaign(routing.campaignId);
}

function requireLink(word: string): LinkTarget {
  const link = parseLinkWord(word);
  if (link === undefined)
    throw new InvalidForm({ vincular: inEveryLanguage((m) => m.errors.admin.noLink({ linkKindWords: LINK_KIND_WORDS.join(', ') })) });
  return link;
}

async function addCampaign({ directory, clock }: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const fields = readFields(ADD_FORM, form);
  const input: CampaignInput = {
    id: fields.id,
    name: fields.nome,
    client: await chosenClient(directory, fields),
    user: fields.usuario ?? null,
    ...(fields.vincular === undefined ? {} : { links: [requireLink(fields.vincular)] }),
  };
  if ((await directory.findCampaign(input.id)) !== null) throw new InvalidForm({ id: inEveryLanguage((m) => m.errors.admin.taken) });
  const [campaign] = await directory.addCampaigns([input], { replace: false }, operatorOf(exchange, clock));
  if (campaign === undefined) throw new Error('the campaign that was added is not there');
  answerCampaign(exchange, campaign, 'incluida', fields.evento);
}
async function showCampaign(
  deps: AdminDeps,
  exchange: Exchange,
  visitor: Visitor,
  refused?: { readonly form: CampaignForm; readonly state: FormState },
): Promise<void> {
  const { directory } = deps;
  const campaign = await findCampaign(deps, exchange);
  const [leads, failures] = await Promise.all([
    directory.countLeads({ campaignId: campaign.id }),
    countFailures(deps, MENDED_BY_CAMPAIGN, targetsOfCampaign(campaign)),
  ]);
  if (wantsJson(exchange)) {
    return sendJson(exchange, 200, campaignDetailRecord.write({ ...campaign, leads, failures }));
  }
  const { campaignPage } = await loadPages();
  const html = campaignPage({
    frame: { ...frameOf(deps, exchange, visitor), here: campaignPath(campaign.id) },
    campaign,
    clients: await directory.listClients(),
    users: await directory.listUsers(campaign.clientId),
    leads,
    failures,
    event: readMendedEvent(exchange.query),
    refused,
  });
  sendPage(exchange, refused?.state.status ?? 200, html);
}

async function editCampaign(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { directory, clock } = deps;
  const { id } = await findCampaign(deps, exchange);
  const fields = readFields(EDIT_FORM, form);
  const client = await requireClient(directory, fields.cliente);
  const input = { id, name: fields.nome, client, user: fields.usuario ?? null };
  answerCampaign(exchange, await directory.updateCampaign(input, operatorOf(exchange, clock)), 'alterada');
}

async function linkCampaign(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const { id } = await findCampaign(deps, exchange);
  const { link, evento } = readLink(form);
  await deps.directory.linkCampaign({ ...link, campaignId: id }, operatorOf(exchange, deps.clock));
  answerCampaign(exchange, await findCampaign(deps, exchange), 'vinculada', evento);
}

async function unlinkCampaign(deps: AdminDeps, exchange: Exchange, form: URLSearchParams): Promise<void> {
  const campaign = await findCampaign(deps, exchange);
  const { link } = readLink(form);
  const isOwn = campaign.links.some(({ origin, kind, value }) => origin === link.origin && kind === link.kind && value === link.value);
  if (!isOwn) {
    throw appError('not_found', (m) => m.errors.admin.notLinked({ value: link.value }));
  }
  await deps.directory.unlinkCampaign(link, operatorOf(exchange, deps.clock));
  answerCampaign(exchange, await findCampaign(deps, exchange), 'desvinculada');
}

function readLink(form: URLSearchParams): { readonly link: LinkTarget; readonly evento: string | undefined } {
  const { tipo, valor, evento } = readFields(LINK_FORM, form);
  return { link: requireLink(`${tipo}:${valor}`), evento };
}

async function removeCampaign(deps: AdminDeps, exchange: Exchange): Promise<void> {
  const { id, name } = await deps.directory.removeCampaign(campaignIdOf(exchange.params), operatorOf(exchange, deps.clock));
  answerChange(exchange, campaignRemoved.write({ id, name }), `${CAMPAIGNS_PATH}?aviso=removida`);
}

async function findCampaign({ directory }: AdminDeps, exchange: Exchange): Promise<CampaignView> {
  const campaign = await directory.findCampaign(campaignIdOf(exchange.params));
  if (campaign !== null) return campaign;
  throw appError('not_found', (m) => m.errors.admin.noCampaign, {
    hint: (m) => m.errors.admin.theListIsAt({ path: CAMPAIGNS_PATH }),
  });
}

function answerCampaign(exchange: Exchange, campaign: CampaignView, notice: string, event?: string): void {
  answerChange(exchange, campaignRecord.write(campaign), addressOf(campaignPath(campaign.id), { aviso: notice, evento: event }));
}
