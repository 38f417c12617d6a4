import { type CampaignLink, LINKABLE } from '../../../domain/directory.ts';
import { idProblem } from '../../../domain/directory-rules.ts';
import type { CampaignQuery } from '../../../domain/ports.ts';
import { text } from '../requests/values.ts';
import { field, filteredList } from './filtered-list.ts';
import { pathSegment } from './paths.ts';

export const CAMPAIGNS_PATH = '/admin/campanhas';
export const CLIENTS_PATH = '/admin/clientes';

/** A platform id that is to be linked to a campaign. */
export type LinkTarget = Omit<CampaignLink, 'campaignId'>;

export function campaignPath(id: string): string {
  return `${CAMPAIGNS_PATH}/${pathSegment(id)}`;
}

export function clientPath(id: string): string {
  return `${CLIENTS_PATH}/${id}`;
}

/** The page with a client's accounts at the platforms. */
export function clientAccountsPath(id: string): string {
  return `${clientPath(id)}/contas`;
}

/** The filter of the list of campaigns, and the platform id that is to be linked to one of them. */
export interface CampaignFilter extends Pick<CampaignQuery, 'client' | 'text'> {
  readonly link?: string;
}

export const campaignList = filteredList<CampaignFilter>()(
  CAMPAIGNS_PATH,
  {
    busca: ['text', text('Words of the ID, the name or the client name, or an exact linked ID.'), ({ web }) => web.directory.search],
    cliente: ['client', text('ID or name of a client.'), field('client')],
    vincular: ['link', text('`origem:tipo:valor`, a platform ID that the page offers to link. For browsers.')],
  },
  text('The `proximo` value of the previous page.'),
);

/** `social_ads:form`: the kind of a platform id. */
export type LinkKindWord = `${LinkTarget['origin']}:${LinkTarget['kind']}`;

export function linkKindWord({ origin, kind }: Pick<LinkTarget, 'origin' | 'kind'>): LinkKindWord {
  return `${origin}:${kind}`;
}

export const LINK_KIND_WORDS = LINKABLE.map(linkKindWord);

/** `social_ads:form:123`: a link in one query value. */
export function linkWord(link: LinkTarget): string {
  return `${linkKindWord(link)}:${link.value}`;
}

/** Parses a link word; `undefined` if it is not one. */
export function parseLinkWord(word: string): LinkTarget | undefined {
  const kind = LINKABLE.find((candidate) => word.startsWith(`${linkKindWord(candidate)}:`));
  const value = kind === undefined ? '' : word.slice(linkKindWord(kind).length + 1).trim();
  return kind === undefined || idProblem(value) !== undefined ? undefined : { ...kind, value };
}
