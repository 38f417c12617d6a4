import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import { CAMPAIGNS_PATH, linkWord } from '../../addresses/directory-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { Form } from '../elements/form.tsx';
import { Section } from '../elements/section.tsx';
import { useMessages } from '../language.tsx';
import type { CampaignWish } from './campaigns-page.tsx';
import { clientOptions, LinkLabel } from './elements.tsx';

interface Props {
  readonly frame: Frame;
  readonly clients: readonly Client[];
  readonly wish: CampaignWish;
  readonly event: string | undefined;
  readonly refused: FormState | undefined;
}

/** The form for a new campaign. */
export function AddCampaign({ frame, clients, wish, event, refused }: Props): ReactNode {
  const words = useMessages().web.directory;
  const link = wish.linkedTo === undefined ? wish.link : undefined;
  return (
    <Section id="add" title={words.addCampaign} look="panel">
      <Form
        frame={frame}
        id="add"
        action={CAMPAIGNS_PATH}
        state={refused}
        hidden={{ evento: event, vincular: link && linkWord(link) }}
        fields={[
          { name: 'id', label: words.id, hint: words.idHint, value: wish.id, required: true },
          { name: 'nome', label: words.name, required: true },
          { name: 'cliente', label: words.client, none: words.chooseClient, isAlternative: true, options: clientOptions(clients) },
          { name: 'cliente_novo', label: words.newClient, hint: words.newClientHint, isAlternative: true },
          { name: 'usuario', label: words.userEmail, type: 'email', hint: words.userEmailHint },
        ]}
        labels={{ vincular: words.links }}
        submit={{ label: words.add }}
      >
        {/* What the campaign is linked to as soon as it is there. */}
        {link === undefined ? null : (
          <div className="field">
            <p className="label">{words.links}</p>
            <p>
              <LinkLabel link={link} />
            </p>
          </div>
        )}
      </Form>
    </Section>
  );
}
