import type { ReactNode } from 'react';
import type { MappingPreview } from '../../../../domain/form-mapping.ts';
import { maskLeadGain } from '../../../../presentation/form-json.ts';
import { ColumnHeads } from '../elements/column-heads.tsx';
import { Details, Foreign, formatCount } from '../elements/format.tsx';
import { ChangeForm } from '../elements/post-form.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import type { FormPageProps } from './form-page.tsx';

/** What the chosen mapping would do to the stored leads, and the button that does it. */
export function PreviewSection({ frame, wished, preview, reveal }: FormPageProps & { readonly preview: MappingPreview }): ReactNode {
  const words = useMessages().web.forms;
  const fields = useMessages().web.answerFields;
  const language = useLanguage();
  const { leads, changed, gained, withoutContact, unusable, examples, isComplete } = preview;
  const number = (value: number): string => formatCount(value, language);
  const counted = (count: number): string => words.leadsCount(number(count), count);
  return (
    <section className="panel stack" aria-labelledby="preview">
      <h2 id="preview">{words.previewTitle}</h2>
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
      <ChangeForm frame={frame} action={`${frame.here}/mapa`} className="buttons">
        {Object.entries(wished).map(([key, field]) => (
          <input key={key} type="hidden" name="mapa" value={`${key}=${field ?? ''}`} />
        ))}
        <button type="submit" className="primary">
          {words.save}
        </button>
        <a className="button" href={frame.here}>
          {words.cancel}
        </a>
      </ChangeForm>
    </section>
  );
}

function Examples({ preview, reveal }: { readonly preview: MappingPreview; readonly reveal: boolean }): ReactNode {
  const words = useMessages().web.forms;
  const fields = useMessages().web.answerFields;
  const examples = reveal ? preview.examples : preview.examples.map(maskLeadGain);
  return (
    <table className="list">
      <caption className="visually-hidden">{words.examples}</caption>
      <ColumnHeads names={[words.lead, words.gains]} />
      <tbody>
        {examples.map(({ leadId, gained }) => (
          <tr key={leadId}>
            <td data-label={words.lead} className="fit">
              <a href={`/admin/leads/${leadId}`}>{leadId}</a>
            </td>
            <td data-label={words.gains}>
              <ul className="keys">
                {gained.map(({ field, value }) => (
                  <li key={field}>
                    <span className="quiet">{fields[field]}</span> <Foreign text={value} longest={80} />
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
