import type { ReactNode } from 'react';
import type { CampaignView, Client } from '../../../../domain/directory.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import {
  CAMPAIGNS_PATH,
  type CampaignFilter,
  campaignListPath,
  campaignPath,
  clientPath,
  type LinkTarget,
  linkKindWord,
  linkWord,
} from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FilterChoice, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { Foreign } from '../elements/format.tsx';
import { Notice } from '../elements/notice.tsx';
import { Pager } from '../elements/pager.tsx';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
import { useMessages } from '../language.tsx';
import { AddCampaign } from './add-campaign.tsx';
import { DirectoryTabs, LinkLabel, MendedEvent } from './elements.tsx';

/** What the page was opened for: a campaign that is missing, or an id of a platform that belongs to none. */
export interface CampaignWish {
  readonly id?: string;
  /** The campaign that has the id already. */
  readonly existing?: CampaignView;
  readonly link?: LinkTarget;
  /** The campaign that the link belongs to already. */
  readonly linkedTo?: CampaignView;
}

export interface CampaignsPageProps {
  readonly frame: Frame;
  readonly filter: CampaignFilter;
  readonly page: Page<CampaignView>;
  readonly isFirst: boolean;
  readonly clients: readonly Client[];
  readonly wish: CampaignWish;
  /** The event whose error is being mended, to go back to. */
  readonly event: string | undefined;
  /** The form for a new campaign as it was refused. */
  readonly refused: FormState | undefined;
}

export function CampaignsPage(props: CampaignsPageProps): ReactNode {
  const { frame, filter, page, isFirst, clients, wish, event, refused } = props;
  const words = useMessages().web.directory;
  const isWished = refused !== undefined || (wish.id !== undefined && wish.existing === undefined);
  const form = mayChange(frame) ? <AddCampaign frame={frame} clients={clients} wish={wish} event={event} refused={refused} /> : null;
  return (
    <Layout frame={frame} section="directory" title={refused === undefined ? words.campaigns : `${words.error}: ${words.addCampaign}`}>
      <Notice frame={frame} notices={words.notices} />
      <div className="heading">
        <h1>{words.campaigns}</h1>
        <DirectoryTabs at="campaigns" />
        {form === null ? null : (
          <div className="actions">
            <a className="button" href="#add">
              {words.addCampaign}
            </a>
          </div>
        )}
      </div>
      <p className="quiet">{words.campaignsIntro}</p>
      <WishNotice frame={frame} wish={wish} filter={filter} />
      {isWished ? form : null}
      <Filter filter={filter} clients={clients} />
      {page.items.length === 0 ? (
        <p className="empty">{filter.cliente === undefined && filter.busca === undefined ? words.noCampaigns : words.noCampaignsFound}</p>
      ) : (
        <Campaigns frame={frame} campaigns={page.items} link={wish.linkedTo === undefined ? wish.link : undefined} event={event} />
      )}
      <Pager
        byName
        first={isFirst ? null : campaignListPath(filter)}
        next={page.nextCursor === null ? null : campaignListPath(filter, page.nextCursor)}
      />
      {isWished ? null : form}
    </Layout>
  );
}

/** What the page was opened for, and what can be done about it. */
function WishNotice({ frame, wish, filter }: { frame: Frame; wish: CampaignWish; filter: CampaignFilter }): ReactNode {
  const words = useMessages().web.directory;
  if (wish.existing !== undefined) return <Existing text={words.existsAlready} campaign={wish.existing} />;
  if (wish.linkedTo !== undefined) return <Existing text={words.linkedAlready} campaign={wish.linkedTo} />;
  if (wish.link !== undefined) {
    return (
      <div className="notice notice-warn">
        <strong>{words.linkWish}: </strong>
        <LinkLabel link={wish.link} />
        <p>{mayChange(frame) ? words.linkWishText : words.linkWishReader}</p>
        <a href={campaignListPath({ ...filter, vincular: undefined })}>{words.forgetWish}</a>
      </div>
    );
  }
  if (wish.id === undefined) return null;
  return (
    <div className="notice notice-warn">
      <strong>{words.missing}: </strong>
      <code>
        <Foreign text={wish.id} />
      </code>
      {mayChange(frame) ? <p>{words.missingText}</p> : null}
    </div>
  );
}

function Existing({ text, campaign }: { readonly text: string; readonly campaign: CampaignView }): ReactNode {
  return (
    <p className="notice notice-good">
      {text}{' '}
      <a href={campaignPath(campaign.id)}>
        <Foreign text={campaign.name} /> (<Foreign text={campaign.id} />)
      </a>
    </p>
  );
}

function Filter({ filter, clients }: { readonly filter: CampaignFilter; readonly clients: readonly Client[] }): ReactNode {
  const words = useMessages().web.directory;
  const isFiltered = filter.cliente !== undefined || filter.busca !== undefined;
  return (
    <FilterForm path={CAMPAIGNS_PATH} clearPath={isFiltered ? campaignListPath({ vincular: filter.vincular }) : null}>
      {filter.vincular === undefined ? null : <input type="hidden" name="vincular" value={filter.vincular} />}
      <FilterText name="busca" label={words.search} value={filter.busca} isSearch />
      <FilterChoice
        name="cliente"
        label={words.client}
        options={clients.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={filter.cliente}
      />
    </FilterForm>
  );
}

function Campaigns(props: {
  frame: Frame;
  campaigns: readonly CampaignView[];
  link: LinkTarget | undefined;
  event: string | undefined;
}): ReactNode {
  const { frame, campaigns, link, event } = props;
  const words = useMessages().web.directory;
  const names = [words.name, words.id, words.client, words.user, words.links];
  return (
    <table className="list campaigns">
      <caption className="visually-hidden">{words.campaignsTable}</caption>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {link === undefined || !mayChange(frame) ? null : (
            <th scope="col">
              <span className="visually-hidden">{words.linkHere}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {campaigns.map((campaign) => (
          <CampaignRow key={campaign.id} frame={frame} campaign={campaign} link={link} event={event} />
        ))}
      </tbody>
    </table>
  );
}

function CampaignRow(props: { frame: Frame; campaign: CampaignView; link: LinkTarget | undefined; event: string | undefined }): ReactNode {
  const { frame, campaign, link, event } = props;
  const words = useMessages().web.directory;
  return (
    <tr>
      <td data-label={words.name}>
        <a href={campaignPath(campaign.id)}>
          <Foreign text={campaign.name} />
        </a>
      </td>
      <td data-label={words.id} className="identity">
        <Foreign text={campaign.id} />
      </td>
      <td data-label={words.client}>
        <a href={clientPath(campaign.clientId)}>
          <Foreign text={campaign.clientName} />
        </a>
      </td>
      <td data-label={words.user} className={campaign.userEmail === null ? 'nothing' : 'whole'}>
        {campaign.userEmail === null ? words.none : <Foreign text={campaign.userEmail} />}
      </td>
      <td data-label={words.links} className={campaign.links.length === 0 ? 'nothing' : 'whole'}>
        {campaign.links.length === 0 ? (
          words.none
        ) : (
          <ul className="plain-list">
            {campaign.links.map((own) => (
              <li key={linkWord(own)}>
                <LinkLabel link={own} />
              </li>
            ))}
          </ul>
        )}
      </td>
      {link === undefined || !mayChange(frame) ? null : (
        <td data-label="">
          <ChangeForm frame={frame} action={`${campaignPath(campaign.id)}/vincular`}>
            <input type="hidden" name="tipo" value={linkKindWord(link)} />
            <input type="hidden" name="valor" value={link.value} />
            <MendedEvent event={event} />
            <button type="submit" className="secondary" aria-label={words.linkHereTo(campaign.name)}>
              {words.linkHere}
            </button>
          </ChangeForm>
        </td>
      )}
    </tr>
  );
}
