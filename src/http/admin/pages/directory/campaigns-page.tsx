import type { ReactNode } from 'react';
import type { CampaignView, Client } from '../../../../domain/directory.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import {
  CAMPAIGNS_PATH,
  type CampaignFilter,
  campaignList,
  campaignPath,
  clientPath,
  type LinkTarget,
  linkWord,
} from '../../addresses/directory-paths.ts';
import { useFrame, useRefused, useWords } from '../context.tsx';
import { FilterForm } from '../elements/filter-form.tsx';
import { DialogButton, FormDialog, PostForm } from '../elements/form.tsx';
import { Foreign, ForeignCode, ForeignLink } from '../elements/format.tsx';
import { type Column, Pager, Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { CampaignName, clientOptions, DirectoryTabs, LinkLabel, linkFields } from './elements.tsx';

/** Why the page was opened: a missing campaign, or a platform id without a campaign. */
export interface CampaignWish {
  readonly id?: string;
  /** The campaign that already has the id. */
  readonly existing?: CampaignView;
  readonly link?: LinkTarget;
  /** The campaign that already has the link. */
  readonly linkedTo?: CampaignView;
}

interface CampaignsPageProps {
  readonly filter: CampaignFilter;
  readonly page: Page<CampaignView>;
  readonly isFirst: boolean;
  readonly clients: readonly Client[];
  readonly wish: CampaignWish;
  /** The event whose error is being fixed, to return to. */
  readonly event: string | undefined;
}

export function CampaignsPage(props: CampaignsPageProps): ReactNode {
  const { filter, page, isFirst, clients, wish } = props;
  const { words, web, labels } = useWords('directory');
  const isEmpty = page.items.length === 0;
  const isFiltered = filter.client !== undefined || filter.text !== undefined;
  const isRefused = useRefused() !== undefined;
  const isOpen = (wish.id !== undefined && wish.existing === undefined) || (isEmpty && !isFiltered);
  return (
    <AdminPage
      section="directory"
      title={isRefused ? words.addCampaign : web.frame.sections.directory}
      heading={web.frame.sections.directory}
      notices={words.notices}
      intro={words.campaignsIntro}
      subtitle={<DirectoryTabs at="campaigns" />}
      actions={<DialogButton id="add" label={words.addCampaign} kind="primary" isOpen={isOpen} />}
    >
      <WishNotice wish={wish} filter={filter} />
      <AddCampaign {...props} isOpen={isOpen} />
      <FilterForm list={campaignList} filter={filter} options={{ cliente: clientOptions(clients) }} />
      <Campaigns {...props} none={<p className="empty">{isFiltered ? labels.nothingMatches : words.noCampaigns}</p>} />
      <Pager byName page={page} isFirst={isFirst} path={(before) => campaignList.address(filter, before)} />
    </AdminPage>
  );
}

function WishNotice({ wish, filter }: { wish: CampaignWish; filter: CampaignFilter }): ReactNode {
  const { mayChange } = useFrame();
  const { words, actions } = useWords('directory');
  if (wish.existing !== undefined) return <Existing text={words.existsAlready} campaign={wish.existing} />;
  if (wish.linkedTo !== undefined) return <Existing text={words.linkedAlready} campaign={wish.linkedTo} />;
  if (wish.link !== undefined) {
    const { link: _, ...withoutLink } = filter;
    return (
      <div className="notice notice-warn">
        <strong>{words.linkWish}: </strong>
        <LinkLabel link={wish.link} />
        <p>{mayChange ? words.linkWishText : words.linkWishReader}</p>
        <a href={campaignList.address(withoutLink)}>{actions.cancel}</a>
      </div>
    );
  }
  if (wish.id === undefined) return null;
  return (
    <div className="notice notice-warn">
      <strong>{words.missing}: </strong>
      <ForeignCode text={wish.id} />
      {mayChange ? <p>{words.missingText}</p> : null}
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

function Campaigns({ page, wish, event, none }: CampaignsPageProps & { readonly none: ReactNode }): ReactNode {
  const { mayChange } = useFrame();
  const { words, fields } = useWords('directory');
  const link = wish.linkedTo === undefined && mayChange ? wish.link : undefined;
  const act = (link: LinkTarget): Column<CampaignView> => ({
    name: words.link,
    isUnnamed: true,
    cell: ({ id, name }) => (
      <PostForm
        action={`${campaignPath(id)}/vincular`}
        hidden={{ ...linkFields(link), evento: event }}
        label={words.link}
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
      none={none}
      columns={[
        { name: fields.name, cell: ({ id, name }) => <CampaignName id={id} name={name} /> },
        { name: fields.client, cell: ({ clientId, clientName }) => <ForeignLink href={clientPath(clientId)} text={clientName} /> },
        { name: fields.user, look: 'whole', cell: ({ userEmail }) => userEmail && <Foreign text={userEmail} /> },
        { name: fields.links, look: 'whole', cell: ({ links }) => (links.length === 0 ? null : <LinkList links={links} />) },
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

function AddCampaign(props: CampaignsPageProps & { readonly isOpen: boolean }): ReactNode {
  const { clients, wish, event, isOpen } = props;
  const { words, fields, actions } = useWords('directory');
  const link = wish.linkedTo === undefined ? wish.link : undefined;
  return (
    <FormDialog
      id="add"
      title={words.addCampaign}
      isOpen={isOpen}
      action={CAMPAIGNS_PATH}
      hidden={{ evento: event, vincular: link && linkWord(link) }}
      fields={[
        { name: 'id', label: fields.id, hint: words.idHint, value: wish.id, required: true },
        { name: 'nome', label: fields.name, required: true },
        { name: 'cliente', label: fields.client, none: actions.choose, isAlternative: true, options: clientOptions(clients) },
        { name: 'cliente_novo', label: words.newClient, hint: words.newClientHint, isAlternative: true },
        { name: 'usuario', label: words.userEmail, type: 'email', hint: words.userEmailHint },
      ]}
      labels={{ vincular: fields.links }}
      submit={{ label: words.add }}
    >
      {/* What the campaign will be linked to once it exists. */}
      {link === undefined ? null : (
        <div className="field">
          <p className="label">{fields.links}</p>
          <p>
            <LinkLabel link={link} />
          </p>
        </div>
      )}
    </FormDialog>
  );
}
