import type { ReactNode } from 'react';
import type { MappingChange } from '../../../../domain/form-fields.ts';
import type { FormView, MappingPreview } from '../../../../domain/form-mapping.ts';
import { Origin } from '../../../../domain/origin.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import { FORMS_PATH } from '../../addresses/paths.ts';
import type { FormState } from '../../requests/posted-form.ts';
import type { Frame } from '../../requests/visitor.ts';
import { FormSummary } from '../elements/fields.tsx';
import { Details, Foreign, ForeignLink, formatCount } from '../elements/format.tsx';
import { FullMoment } from '../elements/moment.tsx';
import { PlatformFault } from '../elements/platform-fault.tsx';
import { RevealLink } from '../elements/reveal.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages, useWords } from '../language.tsx';
import { FormKeys } from './form-keys.tsx';
import { PreviewSection } from './preview-section.tsx';

export interface FormPageProps {
  /** `here`: the URL of the form. */
  readonly frame: Frame;
  readonly view: FormView;
  /** Examples are shown unmasked. */
  readonly reveal: boolean;
  /** The mapping that was chosen and is previewed. */
  readonly wished: MappingChange;
  readonly preview: MappingPreview | undefined;
  readonly refused: FormState | undefined;
}

/** A lead form: how each of its answers is read, and its mapping by operators. */
export function FormPage(props: FormPageProps): ReactNode {
  const { frame, view, reveal, refused, preview } = props;
  const { words, fields, language } = useWords('forms');
  const { form } = view;
  const name = form.name ?? form.formId;
  return (
    <AdminPage
      frame={frame}
      section="sources"
      title={`${fields.form} ${name}`}
      heading={<Foreign text={name} longest={200} />}
      subtitle={
        form.name === null ? undefined : (
          <span className="quiet">
            {fields.id} <Foreign text={form.formId} longest={200} />
          </span>
        )
      }
      back={{ href: FORMS_PATH, text: words.title }}
      notices={{ mapeado: words.saved, mapeado_em_parte: words.savedPartly }}
      actions={<RevealLink frame={frame} here={frame.here} revealed={reveal} />}
    >
      <FormSummary form="map" state={refused} labels={{}} />
      {preview === undefined ? null : <PreviewSection {...props} preview={preview} />}
      {form.withoutContact === 0 || preview !== undefined ? null : (
        <p className="notice notice-warn">
          {words.unreached(formatCount(form.withoutContact, language), formatCount(form.leads, language))}
        </p>
      )}
      <Facts view={view} />
      <FormKeys {...props} />
    </AdminPage>
  );
}

function Facts({ view: { form } }: { readonly view: FormView }): ReactNode {
  const { words, language } = useWords('forms');
  const { fields, jsonFields, origins } = useMessages().labels;
  const { clientId, clientName, pageId, questions, fault } = form;
  const asked = questions?.filter(({ type }) => type !== null).length ?? 0;
  return (
    <Details
      rows={[
        { name: fields.source, value: origins[form.origin] },
        { name: fields.page, value: pageId === null ? null : <Foreign text={pageId} /> },
        { name: fields.client, value: clientId && <ForeignLink href={clientPath(clientId)} text={clientName ?? clientId} /> },
        { name: fields.leads, value: formatCount(form.leads, language) },
        { name: jsonFields.sem_contato, value: formatCount(form.withoutContact, language) },
        {
          name: jsonFields.perguntas,
          value: form.origin !== Origin.socialAds ? null : questions === null ? words.notAsked : words.questionsCount(asked),
        },
        { name: words.lastAsked, value: form.askedAt === null ? null : <FullMoment at={form.askedAt} /> },
        { name: fields.error, value: fault === null ? null : <PlatformFault fault={fault} /> },
        { name: words.mapping, value: form.isToFill ? words.toFill : null },
      ]}
    />
  );
}
