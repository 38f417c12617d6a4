import type { ReactNode } from 'react';
import type { MappingPreview } from '../../../../domain/form-mapping.ts';
import { maskLeadGain } from '../../../../presentation/form-record.ts';
import { Details, Foreign, formatCount } from '../elements/format.tsx';
import { ChangeForm } from '../elements/post-form.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { useMessages, useWords } from '../language.tsx';
import type { FormPageProps } from './form-page.tsx';

/** The effect of the chosen mapping on the stored leads, and the button that applies it. */
export function PreviewSection({ frame, wished, preview, reveal }: FormPageProps & { readonly preview: MappingPreview }): ReactNode {
  const { words, actions, language } = useWords('forms');
  const fields = useMessages().web.answerFields;
  const { leads, changed, gained, withoutContact, unusable, examples, isComplete } = preview;
  const number = (value: number): string => formatCount(value, language);
  const counted = (count: number): string => words.leadsCount(number(count), count);
  return (
    <Section id="preview" title={words.previewTitle} look="panel stack">
      <p role="status">
        <strong>{words.wouldChange(number(changed), counted(leads))}</strong> {isComplete ? null : words.partly}
      </p>
      <Details
        rows={[
          { name: words.contactNow, value: words.fromTo(number(withoutContact.before), number(withoutContact.after)) },
          ...Array.from(gained, ([field, count]) => ({ name: words.gain(fields[field]), value: counted(count) })),
        ]}
      />
      {unusable.map(({ key, field, leads: count }) => (
        <p key={key} className="notice notice-warn">
          <Foreign text={words.unusable(counted(count), key, fields[field])} />
        </p>
      ))}
      {examples.length === 0 ? null : <Examples preview={preview} reveal={reveal} />}
      <p className="quiet">{words.notUndone}</p>
      <ChangeForm
        frame={frame}
        action={`${frame.here}/mapa`}
        hidden={Object.entries(wished).map(([key, field]) => ['mapa', `${key}=${field ?? ''}`] as const)}
        className="buttons"
      >
        <button type="submit" className="primary">
          {words.save}
        </button>
        <a className="button" href={frame.here}>
          {actions.cancel}
        </a>
      </ChangeForm>
    </Section>
  );
}

function Examples({ preview, reveal }: { readonly preview: MappingPreview; readonly reveal: boolean }): ReactNode {
  const { words } = useWords('forms');
  const { labels } = useMessages();
  const fields = useMessages().web.answerFields;
  const examples = reveal ? preview.examples : preview.examples.map(maskLeadGain);
  return (
    <Table
      caption={words.examples}
      rows={examples}
      keyOf={({ leadId }) => leadId}
      columns={[
        { name: labels.fields.lead, look: 'fit', cell: ({ leadId }) => <a href={`/admin/leads/${leadId}`}>{leadId}</a> },
        {
          name: words.gains,
          cell: ({ gained }) => (
            <ul className="keys">
              {gained.map(({ field, value }) => (
                <li key={field}>
                  <span className="quiet">{fields[field]}</span> <Foreign text={value} longest={80} />
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
