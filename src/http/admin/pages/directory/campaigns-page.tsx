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
  linkWord,
} from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FilterChoice, FilterForm, FilterText } from '../elements/filter-form.tsx';
import { Foreign, ForeignCode, ForeignLink } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { mayChange, PostForm } from '../elements/post-form.tsx';
import { type Column, Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages } from '../language.tsx';
import { AddCampaign } from './add-campaign.tsx';
import { clientOptions, DirectoryTabs, LinkLabel, linkFields } from './elements.tsx';

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
    <AdminPage
      frame={frame}
      section="directory"
      title={refused === undefined ? words.campaigns : words.addCampaign}
      heading={words.campaigns}
      isRefused={refused !== undefined}
      notices={words.notices}
      intro={words.campaignsIntro}
      beside={<Beside hasForm={form !== null} />}
    >
      <WishNotice frame={frame} wish={wish} filter={filter} />
      {isWished ? form : null}
      <Filter filter={filter} clients={clients} />
      {page.items.length === 0 ? (
        <p className="empty">{filter.cliente === undefined && filter.busca === undefined ? words.noCampaigns : words.noCampaignsFound}</p>
      ) : (
        <Campaigns {...props} />
      )}
      <Pager byName page={page} isFirst={isFirst} path={(before) => campaignListPath(filter, before)} />
      {isWished ? null : form}
    </AdminPage>
  );
}

function Beside({ hasForm }: { readonly hasForm: boolean }): ReactNode {
  const words = useMessages().web.directory;
  return (
    <>
      <DirectoryTabs at="campaigns" />
      {hasForm ? (
        <div className="actions">
          <a className="button" href="#add">
            {words.addCampaign}
          </a>
        </div>
      ) : null}
    </>
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
      <ForeignCode text={wish.id} />
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
      <FilterChoice name="cliente" label={words.client} options={clientOptions(clients)} chosen={filter.cliente} />
    </FilterForm>
  );
}

function Campaigns({ frame, page, wish, event }: CampaignsPageProps): ReactNode {
  const words = useMessages().web.directory;
  const link = wish.linkedTo === undefined && mayChange(frame) ? wish.link : undefined;
  const act = (link: LinkTarget): Column<CampaignView> => ({
    name: words.linkHere,
    unnamed: 'everywhere',
    cell: ({ id, name }) => (
      <PostForm
        frame={frame}
        action={`${campaignPath(id)}/vincular`}
        hidden={{ ...linkFields(link), evento: event }}
        label={words.linkHere}
        readOut={words.linkHereTo(name)}
        kind="secondary"
      />
    ),
  });
  return (
    <Table
      look="campaigns"
      caption={words.campaignsTable}
      rows={page.items}
      keyOf={({ id }) => id}
      columns={[
        { name: words.name, cell: ({ id, name }) => <ForeignLink href={campaignPath(id)} text={name} /> },
        { name: words.id, look: 'identity', cell: ({ id }) => <Foreign text={id} /> },
        { name: words.client, cell: ({ clientId, clientName }) => <ForeignLink href={clientPath(clientId)} text={clientName} /> },
        { name: words.user, look: 'whole', cell: ({ userEmail }) => userEmail && <Foreign text={userEmail} /> },
        { name: words.links, look: 'whole', cell: ({ links }) => (links.length === 0 ? null : <LinkList links={links} />) },
        link === undefined ? null : act(link),
      ]}
    />
  );
}

function LinkList({ links }: Pick<CampaignView, 'links'>): ReactNode {
  return (
    <ul className="plain-list">
      {links.map((link) => (
        <li key={linkWord(link)}>
          <LinkLabel link={link} />
        </li>
      ))}
    </ul>
  );
}
