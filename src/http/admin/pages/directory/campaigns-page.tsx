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
import type { FormState } from '../../requests/posted-form.ts';
import type { Frame } from '../../requests/visitor.ts';
import { FilterForm } from '../elements/filter-form.tsx';
import { Form } from '../elements/form.tsx';
import { Foreign, ForeignCode, ForeignLink } from '../elements/format.tsx';
import { Pager } from '../elements/pager.tsx';
import { mayChange, PostForm } from '../elements/post-form.tsx';
import { type Column, Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useWords } from '../language.tsx';
import { CampaignName, clientOptions, DirectoryTabs, FormButton, FormPart, LinkLabel, linkFields } from './elements.tsx';

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
  readonly frame: Frame;
  readonly filter: CampaignFilter;
  readonly page: Page<CampaignView>;
  readonly isFirst: boolean;
  readonly clients: readonly Client[];
  readonly wish: CampaignWish;
  /** The event whose error is being fixed, to return to. */
  readonly event: string | undefined;
  /** The form for a new campaign as it was refused. */
  readonly refused: FormState | undefined;
}

export function CampaignsPage(props: CampaignsPageProps): ReactNode {
  const { frame, filter, page, isFirst, clients, wish, refused } = props;
  const { words, web } = useWords('directory');
  const isEmpty = page.items.length === 0;
  const isFiltered = filter.client !== undefined || filter.text !== undefined;
  const isOpen = refused !== undefined || (wish.id !== undefined && wish.existing === undefined) || (isEmpty && !isFiltered);
  return (
    <AdminPage
      frame={frame}
      section="directory"
      title={refused === undefined ? web.frame.sections.directory : words.addCampaign}
      heading={web.frame.sections.directory}
      isRefused={refused !== undefined}
      notices={words.notices}
      intro={words.campaignsIntro}
      subtitle={<DirectoryTabs at="campaigns" />}
      actions={mayChange(frame) && !isOpen ? <FormButton id="add" label={words.addCampaign} kind="primary" /> : null}
    >
      <WishNotice frame={frame} wish={wish} filter={filter} />
      <AddCampaign {...props} isOpen={isOpen} />
      <FilterForm list={campaignList} filter={filter} role={frame.role} options={{ cliente: clientOptions(clients) }} />
      {isEmpty ? <p className="empty">{isFiltered ? words.noCampaignsFound : words.noCampaigns}</p> : <Campaigns {...props} />}
      <Pager byName page={page} isFirst={isFirst} path={(before) => campaignList.address(filter, before)} />
    </AdminPage>
  );
}

/** Why the page was opened, and what to do about it. */
function WishNotice({ frame, wish, filter }: { frame: Frame; wish: CampaignWish; filter: CampaignFilter }): ReactNode {
  const { words, actions } = useWords('directory');
  if (wish.existing !== undefined) return <Existing text={words.existsAlready} campaign={wish.existing} />;
  if (wish.linkedTo !== undefined) return <Existing text={words.linkedAlready} campaign={wish.linkedTo} />;
  if (wish.link !== undefined) {
    const { link: _, ...withoutLink } = filter;
    return (
      <div className="notice notice-warn">
        <strong>{words.linkWish}: </strong>
        <LinkLabel link={wish.link} />
        <p>{mayChange(frame) ? words.linkWishText : words.linkWishReader}</p>
        <a href={campaignList.address(withoutLink)}>{actions.cancel}</a>
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

function Campaigns({ frame, page, wish, event }: CampaignsPageProps): ReactNode {
  const { words, fields } = useWords('directory');
  const link = wish.linkedTo === undefined && mayChange(frame) ? wish.link : undefined;
  const act = (link: LinkTarget): Column<CampaignView> => ({
    name: words.link,
    isUnnamed: true,
    cell: ({ id, name }) => (
      <PostForm
        frame={frame}
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
      keyOf={({ id }) => id}
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

/** The form for a new campaign. */
function AddCampaign(props: CampaignsPageProps & { readonly isOpen: boolean }): ReactNode {
  const { frame, clients, wish, event, refused, isOpen } = props;
  const { words, fields, actions } = useWords('directory');
  const link = wish.linkedTo === undefined ? wish.link : undefined;
  return (
    <FormPart frame={frame} id="add" title={words.addCampaign} isOpen={isOpen}>
      <Form
        frame={frame}
        id="add"
        action={CAMPAIGNS_PATH}
        state={refused}
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
      </Form>
    </FormPart>
  );
}
