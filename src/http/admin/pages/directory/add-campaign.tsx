import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import { CAMPAIGNS_PATH, linkWord } from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FormSummary, SelectField, TextField } from '../elements/fields.tsx';
import { ChangeForm } from '../elements/post-form.tsx';
import { useMessages } from '../language.tsx';
import type { CampaignWish } from './campaigns-page.tsx';
import { LinkLabel, MendedEvent } from './elements.tsx';

const FORM = 'add';

/** The form for a new campaign. */
export function AddCampaign(props: {
  frame: Frame;
  clients: readonly Client[];
  wish: CampaignWish;
  event: string | undefined;
  refused: FormState | undefined;
}): ReactNode {
  const { frame, clients, wish, event, refused } = props;
  const words = useMessages().web.directory;
  const link = wish.linkedTo === undefined ? wish.link : undefined;
  const labels = {
    id: words.id,
    nome: words.name,
    cliente: words.client,
    cliente_novo: words.newClient,
    usuario: words.userEmail,
    vincular: words.links,
  };
  const common = { form: FORM, state: refused };
  return (
    <section className="panel" aria-labelledby={FORM}>
      <h2 id={FORM}>{words.addCampaign}</h2>
      <FormSummary form={FORM} state={refused} labels={labels} />
      <ChangeForm frame={frame} action={CAMPAIGNS_PATH} className="fields">
        <MendedEvent event={event} />
        <TextField {...common} name="id" label={labels.id} hint={words.idHint} value={wish.id} required />
        <TextField {...common} name="nome" label={labels.nome} required />
        <SelectField
          {...common}
          name="cliente"
          label={labels.cliente}
          none={words.chooseClient}
          isAlternative
          options={clients.map((client) => ({ value: client.id, label: client.name }))}
        />
        <TextField {...common} name="cliente_novo" label={labels.cliente_novo} hint={words.newClientHint} isAlternative />
        <TextField {...common} name="usuario" type="email" label={labels.usuario} hint={words.userEmailHint} />
        {link === undefined ? null : <LinkToMake link={link} />}
        <div className="buttons">
          <button type="submit" className="primary">
            {words.add}
          </button>
        </div>
      </ChangeForm>
    </section>
  );
}

/** What the campaign is linked to as soon as it is there. */
function LinkToMake({ link }: { readonly link: NonNullable<CampaignWish['link']> }): ReactNode {
  const words = useMessages().web.directory;
  return (
    <div className="field">
      <input type="hidden" name="vincular" value={linkWord(link)} />
      <p className="label">{words.links}</p>
      <p>
        <LinkLabel link={link} />
      </p>
    </div>
  );
}
