import type { ReactNode } from 'react';
import type { CampaignView, Client, LeadCount, User } from '../../../../domain/directory.ts';
import { CAMPAIGNS_PATH, campaignPath, clientPath, linkWord } from '../../addresses/directory-paths.ts';
import type { RetryableFailures } from '../../read/retryable-failures.ts';
import type { RefusedForm } from '../../requests/posted-form.ts';
import { campaignValues, versionOf } from '../../requests/stale-form.ts';
import type { Frame } from '../../requests/visitor.ts';
import { FormSummary } from '../elements/fields.tsx';
import { Form } from '../elements/form.tsx';
import { Details, Foreign, ForeignLink } from '../elements/format.tsx';
import { Menu } from '../elements/menu.tsx';
import { FullMoment } from '../elements/moment.tsx';
import { mayChange, PostForm } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useWords } from '../language.tsx';
import {
  BackToEvent,
  clientOptions,
  FormButton,
  FormPart,
  LeadsLink,
  LinkLabel,
  linkFields,
  RemoveStep,
  RetryFailures,
  stateOf,
  useLinkKind,
} from './elements.tsx';

/** The forms of the page by their action. */
export type CampaignForm = 'edit' | 'link' | 'unlink' | 'remove';

interface CampaignPageProps {
  readonly frame: Frame;
  readonly campaign: CampaignView;
  readonly clients: readonly Client[];
  readonly users: readonly User[];
  readonly leads: LeadCount;
  readonly failures: readonly RetryableFailures[];
  /** The event whose error is being fixed, to return to. */
  readonly event: string | undefined;
  readonly refused: RefusedForm<CampaignForm> | undefined;
}

export function CampaignPage(props: CampaignPageProps): ReactNode {
  const { frame, campaign, leads, failures, event, refused } = props;
  const { words, web, fields } = useWords('directory');
  const here = campaignPath(campaign.id);
  const isEditOpen = stateOf(refused, 'edit') !== undefined;
  return (
    <AdminPage
      frame={frame}
      section="directory"
      title={`${fields.campaign} ${campaign.name}`}
      heading={<Foreign text={campaign.name} />}
      isRefused={refused !== undefined}
      back={{ href: CAMPAIGNS_PATH, text: web.frame.sections.directory, more: <BackToEvent event={event} /> }}
      notices={words.notices}
      subtitle={
        <span className="quiet">
          {fields.id} <Foreign text={campaign.id} />
        </span>
      }
      actions={
        mayChange(frame) ? (
          <>
            {isEditOpen ? null : <FormButton id="edit" label={words.edit} />}
            <Menu id="more">
              <RemoveStep
                frame={frame}
                action={`${here}/remover`}
                title={words.removeCampaign}
                text={words.removeCampaignText}
                obstacle={words.removeCampaignLeads}
                isStopped={leads.count > 0}
              />
            </Menu>
          </>
        ) : null
      }
    >
      <FormSummary form="remove" state={stateOf(refused, 'remove')} labels={{}} advice={words.removeCampaignLeads} />
      <EditCampaign {...props} isOpen={isEditOpen} />
      <RetryFailures frame={frame} action={`${here}/repetir`} failures={failures} />
      <CampaignDetails campaign={campaign} leads={leads} />
      <Links {...props} />
    </AdminPage>
  );
}

function CampaignDetails({ campaign, leads }: Pick<CampaignPageProps, 'campaign' | 'leads'>): ReactNode {
  const { words, fields } = useWords('directory');
  const leadsPath = `/admin/leads?${new URLSearchParams({ campanha: campaign.id })}`;
  return (
    <Details
      rows={[
        { name: fields.client, value: <ForeignLink href={clientPath(campaign.clientId)} text={campaign.clientName} /> },
        { name: fields.user, value: campaign.userEmail === null ? null : <Foreign text={campaign.userEmail} /> },
        { name: fields.leads, value: <LeadsLink count={leads} href={leadsPath} label={words.leadsOfCampaign} /> },
        { name: fields.since, value: <FullMoment at={campaign.createdAt} /> },
      ]}
    />
  );
}

function EditCampaign(props: CampaignPageProps & { readonly isOpen: boolean }): ReactNode {
  const { frame, campaign, clients, users, refused, isOpen } = props;
  const { words, fields, actions } = useWords('directory');
  return (
    <FormPart frame={frame} id="edit" title={words.editCampaign} isOpen={isOpen}>
      <Form
        frame={frame}
        id="edit"
        action={campaignPath(campaign.id)}
        state={stateOf(refused, 'edit')}
        hidden={versionOf(campaignValues(campaign))}
        look="stack"
        fields={[
          { name: 'nome', label: fields.name, value: campaign.name, required: true },
          { name: 'cliente', label: fields.client, value: campaign.clientId, options: clientOptions(clients), required: true },
          {
            name: 'usuario',
            label: words.userEmail,
            type: 'email',
            hint: words.userEmailHint,
            value: campaign.userEmail ?? '',
            suggestions: users.map(({ email }) => email),
          },
        ]}
        submit={{ label: actions.save }}
      />
    </FormPart>
  );
}

function Links({ frame, campaign, refused }: CampaignPageProps): ReactNode {
  const { words, fields } = useWords('directory');
  const kindOf = useLinkKind();
  const { links } = campaign;
  const here = campaignPath(campaign.id);
  return (
    <Section id="links" title={fields.links} look="narrow stack">
      <FormSummary form="unlink" state={stateOf(refused, 'unlink')} labels={{}} />
      <p className="quiet">{links.length === 0 ? words.noLinks : words.linksIntro}</p>
      {links.length === 0 ? null : (
        <ul className="lines">
          {links.map((link) => (
            <li key={linkWord(link)}>
              <span>
                <LinkLabel link={link} />
              </span>
              <PostForm
                frame={frame}
                action={`${here}/desvincular`}
                hidden={linkFields(link)}
                label={words.unlink}
                readOut={words.unlinkNamed(`${kindOf(link)} ${link.value}`)}
                kind="plain"
              />
            </li>
          ))}
        </ul>
      )}
      <Form
        frame={frame}
        id="link"
        action={`${here}/vincular`}
        state={stateOf(refused, 'link')}
        look="link-fields"
        advice={words.linkedElsewhere}
        fields={[
          {
            name: 'tipo',
            label: fields.type,
            options: Object.entries(words.linkKinds).map(([value, label]) => ({ value, label })),
            required: true,
          },
          { name: 'valor', label: words.linkValue, required: true },
        ]}
        submit={{ label: words.link, kind: 'secondary' }}
      />
    </Section>
  );
}
