import type { ReactNode } from 'react';
import type { CampaignView, Client, LeadCount, User } from '../../../../domain/directory.ts';
import { CAMPAIGNS_PATH, campaignPath, clientPath, linkWord } from '../../addresses/directory-paths.ts';
import type { RetryableFailures } from '../../read/retryable-failures.ts';
import { campaignValues, versionOf } from '../../requests/stale-form.ts';
import { useFrame, useWords } from '../context.tsx';
import { FormSummary } from '../elements/fields.tsx';
import { ConfirmStep, DialogButton, Form, FormDialog, Menu, PostForm } from '../elements/form.tsx';
import { Details, Foreign, ForeignLink, FullMoment } from '../elements/format.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { BackToEvent, clientOptions, LeadsLink, LinkLabel, linkFields, RetryFailures, useLinkKind } from './elements.tsx';

/** The forms of the page. */
export type CampaignForm = 'edit' | 'link' | 'unlink' | 'remove';

interface CampaignPageProps {
  readonly campaign: CampaignView;
  readonly clients: readonly Client[];
  readonly users: readonly User[];
  readonly leads: LeadCount;
  readonly failures: readonly RetryableFailures[];
  /** The event whose error is being fixed, to return to. */
  readonly event: string | undefined;
}

export function CampaignPage(props: CampaignPageProps): ReactNode {
  const { campaign, leads, failures, event } = props;
  const { mayChange } = useFrame();
  const { words, web, fields, actions } = useWords('directory');
  const here = campaignPath(campaign.id);
  return (
    <AdminPage
      section="directory"
      title={`${fields.campaign} ${campaign.name}`}
      heading={<Foreign text={campaign.name} />}
      back={{ href: CAMPAIGNS_PATH, text: web.frame.sections.directory, more: <BackToEvent event={event} /> }}
      notices={words.notices}
      subtitle={
        <span className="quiet">
          {fields.id} <Foreign text={campaign.id} />
        </span>
      }
      actions={
        mayChange ? (
          <>
            <DialogButton id="edit" label={words.edit} />
            <Menu id="more">
              <ConfirmStep
                action={`${here}/remover`}
                summary={`${words.removeCampaign}…`}
                text={leads.count > 0 ? words.removeCampaignLeads : words.removeCampaignText}
                label={leads.count > 0 ? undefined : actions.remove}
              />
            </Menu>
          </>
        ) : null
      }
    >
      <FormSummary form="remove" advice={words.removeCampaignLeads} />
      <EditCampaign {...props} />
      <RetryFailures action={`${here}/repetir`} failures={failures} />
      <CampaignDetails campaign={campaign} leads={leads} />
      <Links campaign={campaign} />
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

function EditCampaign({ campaign, clients, users }: CampaignPageProps): ReactNode {
  const { words, fields, actions } = useWords('directory');
  return (
    <FormDialog
      id="edit"
      title={words.editCampaign}
      action={campaignPath(campaign.id)}
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
  );
}

function Links({ campaign }: Pick<CampaignPageProps, 'campaign'>): ReactNode {
  const { words, fields } = useWords('directory');
  const kindOf = useLinkKind();
  const { links } = campaign;
  const here = campaignPath(campaign.id);
  return (
    <Section id="links" title={fields.links} look="narrow stack">
      <FormSummary form="unlink" />
      <p className="quiet">{links.length === 0 ? words.noLinks : words.linksIntro}</p>
      {links.length === 0 ? null : (
        <ul className="lines">
          {links.map((link) => (
            <li key={linkWord(link)}>
              <span>
                <LinkLabel link={link} />
              </span>
              <PostForm
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
        id="link"
        action={`${here}/vincular`}
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
