import type { ReactNode } from 'react';
import type { CampaignView, Client, LeadCount, User } from '../../../../domain/directory.ts';
import { CAMPAIGNS_PATH, campaignPath, clientPath, linkWord } from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { MendableFailures } from '../../routes/mendable-failures.ts';
import { FormSummary } from '../elements/fields.tsx';
import { Form } from '../elements/form.tsx';
import { Details, Foreign, ForeignCode, ForeignLink, Moment } from '../elements/format.tsx';
import { mayChange, PostForm } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages } from '../language.tsx';
import { BackToEvent, clientOptions, LeadsLink, LinkLabel, linkFields, RemoveForm, RunFailuresAgain, stateOf } from './elements.tsx';

/** The forms of the page by what they do. */
export type CampaignForm = 'edit' | 'link' | 'unlink' | 'remove';

export interface CampaignPageProps {
  readonly frame: Frame;
  readonly campaign: CampaignView;
  readonly clients: readonly Client[];
  readonly users: readonly User[];
  readonly leads: LeadCount;
  readonly failures: readonly MendableFailures[];
  /** The event whose error is being mended, to go back to. */
  readonly event: string | undefined;
  readonly refused: { readonly form: CampaignForm; readonly state: FormState } | undefined;
}

export function CampaignPage(props: CampaignPageProps): ReactNode {
  const { frame, campaign, leads, failures, event, refused } = props;
  const words = useMessages().web.directory;
  const here = campaignPath(campaign.id);
  return (
    <AdminPage
      frame={frame}
      section="directory"
      title={`${words.campaign} ${campaign.name}`}
      heading={<Foreign text={campaign.name} />}
      isRefused={refused !== undefined}
      back={{ href: CAMPAIGNS_PATH, text: words.campaigns, more: <BackToEvent event={event} /> }}
      notices={words.notices}
    >
      <RunFailuresAgain frame={frame} action={`${here}/repetir`} failures={failures} />
      <CampaignDetails campaign={campaign} leads={leads} />
      <div className="columns">
        <Links {...props} />
        <EditCampaign {...props} />
      </div>
      <RemoveForm
        frame={frame}
        action={`${here}/remover`}
        state={stateOf(refused, 'remove')}
        title={words.removeCampaign}
        text={words.removeCampaignText}
        obstacle={words.removeCampaignLeads}
        isStopped={leads.count > 0}
      />
    </AdminPage>
  );
}

function CampaignDetails({ campaign, leads }: Pick<CampaignPageProps, 'campaign' | 'leads'>): ReactNode {
  const words = useMessages().web.directory;
  const leadsPath = `/admin/leads?${new URLSearchParams({ campanha: campaign.id })}`;
  return (
    <Details
      rows={[
        { name: words.id, value: <ForeignCode text={campaign.id} /> },
        { name: words.client, value: <ForeignLink href={clientPath(campaign.clientId)} text={campaign.clientName} /> },
        { name: words.user, value: campaign.userEmail === null ? null : <Foreign text={campaign.userEmail} /> },
        { name: words.leads, value: <LeadsLink count={leads} href={leadsPath} label={words.leadsOfCampaign} /> },
        { name: words.added, value: <Moment at={campaign.createdAt} /> },
      ]}
    />
  );
}

function EditCampaign({ frame, campaign, clients, users, refused }: CampaignPageProps): ReactNode {
  const words = useMessages().web.directory;
  if (!mayChange(frame)) return null;
  return (
    <Section id="edit" title={words.edit} look="panel">
      <Form
        frame={frame}
        id="edit"
        action={campaignPath(campaign.id)}
        state={stateOf(refused, 'edit')}
        look="stack"
        fields={[
          { name: 'nome', label: words.name, value: campaign.name, required: true },
          { name: 'cliente', label: words.client, value: campaign.clientId, options: clientOptions(clients), required: true },
          {
            name: 'usuario',
            label: words.userEmail,
            type: 'email',
            hint: words.userEmailHint,
            value: campaign.userEmail ?? '',
            suggestions: users.map(({ email }) => email),
          },
        ]}
        submit={{ label: words.save }}
      />
    </Section>
  );
}

function Links({ frame, campaign, refused }: CampaignPageProps): ReactNode {
  const words = useMessages().web.directory;
  const { links } = campaign;
  const here = campaignPath(campaign.id);
  return (
    <Section id="links" title={words.linksTitle} look="panel">
      <FormSummary form="unlink" state={stateOf(refused, 'unlink')} labels={{}} />
      <p className="quiet">{links.length === 0 ? words.noLinks : words.linksIntro}</p>
      {links.length === 0 ? null : (
        <ul className="rows">
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
                readOut={words.unlinkNamed(`${link.origin} ${link.kind} ${link.value}`)}
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
            label: words.linkKind,
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
