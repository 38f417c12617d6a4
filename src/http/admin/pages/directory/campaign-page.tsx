import type { ReactNode } from 'react';
import type { CampaignView, Client, LeadCount, User } from '../../../../domain/directory.ts';
import { CAMPAIGNS_PATH, campaignPath, clientPath, linkKindWord, linkWord } from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { MendableFailures } from '../../routes/mendable-failures.ts';
import { FormSummary, SelectField, TextField } from '../elements/fields.tsx';
import { Details, Foreign, Moment } from '../elements/format.tsx';
import { Notice } from '../elements/notice.tsx';
import { ChangeForm, mayChange } from '../elements/post-form.tsx';
import { Layout } from '../frame/layout.tsx';
import { useMessages } from '../language.tsx';
import { BackToEvent, LeadsLink, LinkLabel, RemoveForm, RunFailuresAgain, stateOf } from './elements.tsx';

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
  const title = `${words.campaign} ${campaign.name}`;
  return (
    <Layout frame={frame} section="directory" title={refused === undefined ? title : `${words.error}: ${title}`}>
      <p className="back">
        <a href={CAMPAIGNS_PATH}>← {words.campaigns}</a> <BackToEvent event={event} />
      </p>
      <Notice frame={frame} notices={words.notices} />
      <div className="heading">
        <h1>
          <Foreign text={campaign.name} />
        </h1>
      </div>
      {mayChange(frame) ? <RunFailuresAgain frame={frame} action={`${here}/repetir`} failures={failures} /> : null}
      <CampaignDetails campaign={campaign} leads={leads} />
      <div className="columns">
        <Links {...props} />
        {mayChange(frame) ? <EditCampaign {...props} /> : null}
      </div>
      {mayChange(frame) ? <RemoveCampaign {...props} /> : null}
    </Layout>
  );
}

function CampaignDetails({ campaign, leads }: Pick<CampaignPageProps, 'campaign' | 'leads'>): ReactNode {
  const words = useMessages().web.directory;
  return (
    <Details
      rows={[
        { name: words.id, value: <code>{<Foreign text={campaign.id} />}</code> },
        {
          name: words.client,
          value: (
            <a href={clientPath(campaign.clientId)}>
              <Foreign text={campaign.clientName} />
            </a>
          ),
        },
        { name: words.user, value: campaign.userEmail === null ? null : <Foreign text={campaign.userEmail} /> },
        {
          name: words.leads,
          value: (
            <LeadsLink
              count={leads}
              href={`/admin/leads?${new URLSearchParams({ campanha: campaign.id })}`}
              label={words.leadsOfCampaign}
            />
          ),
        },
        { name: words.added, value: <Moment at={campaign.createdAt} /> },
      ]}
    />
  );
}

function RemoveCampaign({ frame, campaign, leads, refused }: CampaignPageProps): ReactNode {
  const words = useMessages().web.directory;
  return (
    <>
      <FormSummary form="remove" state={stateOf(refused, 'remove')} labels={{}} advice={words.removeCampaignLeads} />
      <RemoveForm
        frame={frame}
        action={`${campaignPath(campaign.id)}/remover`}
        title={words.removeCampaign}
        text={words.removeCampaignText}
        obstacle={leads.count === 0 ? undefined : words.removeCampaignLeads}
      />
    </>
  );
}

function EditCampaign({ frame, campaign, clients, users, refused }: CampaignPageProps): ReactNode {
  const words = useMessages().web.directory;
  const state = stateOf(refused, 'edit');
  const labels = { nome: words.name, cliente: words.client, usuario: words.userEmail };
  return (
    <section className="panel" aria-labelledby="edit">
      <h2 id="edit">{words.edit}</h2>
      <FormSummary form="edit" state={state} labels={labels} />
      <ChangeForm frame={frame} action={campaignPath(campaign.id)} className="stack">
        <TextField form="edit" state={state} name="nome" label={labels.nome} value={campaign.name} required />
        <SelectField
          form="edit"
          state={state}
          name="cliente"
          label={labels.cliente}
          value={campaign.clientId}
          options={clients.map((client) => ({ value: client.id, label: client.name }))}
          required
        />
        <TextField
          form="edit"
          state={state}
          name="usuario"
          type="email"
          label={labels.usuario}
          hint={words.userEmailHint}
          value={campaign.userEmail ?? ''}
          list="users"
        />
        <datalist id="users">
          {users.map((user) => (
            <option key={user.id} value={user.email} />
          ))}
        </datalist>
        <div className="buttons">
          <button type="submit" className="primary">
            {words.save}
          </button>
        </div>
      </ChangeForm>
    </section>
  );
}

function Links(props: CampaignPageProps): ReactNode {
  const { frame, campaign, refused } = props;
  const words = useMessages().web.directory;
  return (
    <section className="panel" aria-labelledby="links">
      <h2 id="links">{words.linksTitle}</h2>
      <FormSummary form="unlink" state={stateOf(refused, 'unlink')} labels={{}} />
      {campaign.links.length === 0 ? <p className="quiet">{words.noLinks}</p> : <p className="quiet">{words.linksIntro}</p>}
      {campaign.links.length === 0 ? null : (
        <ul className="rows">
          {campaign.links.map((link) => (
            <li key={linkWord(link)}>
              <span>
                <LinkLabel link={link} />
              </span>
              <ChangeForm frame={frame} action={`${campaignPath(campaign.id)}/desvincular`}>
                <input type="hidden" name="tipo" value={linkKindWord(link)} />
                <input type="hidden" name="valor" value={link.value} />
                <button type="submit" className="plain" aria-label={words.unlinkNamed(`${link.origin} ${link.kind} ${link.value}`)}>
                  {words.unlink}
                </button>
              </ChangeForm>
            </li>
          ))}
        </ul>
      )}
      {mayChange(frame) ? <LinkForm {...props} /> : null}
    </section>
  );
}

function LinkForm({ frame, campaign, refused }: CampaignPageProps): ReactNode {
  const words = useMessages().web.directory;
  const state = stateOf(refused, 'link');
  const labels = { tipo: words.linkKind, valor: words.linkValue };
  return (
    <>
      <FormSummary form="link" state={state} labels={labels} advice={words.linkedElsewhere} />
      <ChangeForm frame={frame} action={`${campaignPath(campaign.id)}/vincular`} className="link-fields">
        <SelectField
          form="link"
          state={state}
          name="tipo"
          label={labels.tipo}
          options={Object.entries(words.linkKinds).map(([value, label]) => ({ value, label }))}
          required
        />
        <TextField form="link" state={state} name="valor" label={labels.valor} required />
        <div className="buttons">
          <button type="submit" className="secondary">
            {words.link}
          </button>
        </div>
      </ChangeForm>
    </>
  );
}
