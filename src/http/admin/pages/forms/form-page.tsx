import type { ReactNode } from 'react';
import type { MappingChange } from '../../../../domain/form-fields.ts';
import type { FormView, MappingPreview } from '../../../../domain/form-mapping.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import { FORMS_PATH } from '../../addresses/form-paths.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { FormSummary } from '../elements/fields.tsx';
import { Details, Foreign, ForeignLink, formatCount, Moment } from '../elements/format.tsx';
import { PlatformFault } from '../elements/platform-fault.tsx';
import { RevealLink } from '../elements/reveal.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useLanguage, useMessages } from '../language.tsx';
import { FormKeys } from './form-keys.tsx';
import { PreviewSection } from './preview-section.tsx';

export interface FormPageProps {
  /** `here`: the address of the form. */
  readonly frame: Frame;
  readonly view: FormView;
  /** Examples are shown as they are. */
  readonly reveal: boolean;
  /** What was chosen, and is previewed. */
  readonly wished: MappingChange;
  readonly preview: MappingPreview | undefined;
  readonly refused: FormState | undefined;
}

/** A lead form: how each of its answers is read, and what operators say about it. */
export function FormPage(props: FormPageProps): ReactNode {
  const { frame, view, reveal, refused, preview } = props;
  const words = useMessages().web.forms;
  const language = useLanguage();
  const { form } = view;
  const name = form.name ?? form.formId;
  return (
    <AdminPage
      frame={frame}
      section="sources"
      title={`${words.form} ${name}`}
      heading={
        <>
          {words.form} <Foreign text={name} longest={200} />
        </>
      }
      back={{ href: FORMS_PATH, text: words.title }}
      notices={{ mapeado: words.saved, mapeado_em_parte: words.savedPartly }}
      beside={<RevealLink frame={frame} here={frame.here} revealed={reveal} />}
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
  const words = useMessages().web.forms;
  const language = useLanguage();
  const { clientId, clientName, pageId, questions, fault } = form;
  const asked = questions?.filter(({ type }) => type !== null).length ?? 0;
  return (
    <Details
      rows={[
        { name: words.source, value: words.origins[form.origin] },
        { name: words.id, value: <Foreign text={form.formId} longest={200} /> },
        { name: words.page, value: pageId === null ? null : <Foreign text={pageId} /> },
        { name: words.client, value: clientId && <ForeignLink href={clientPath(clientId)} text={clientName ?? clientId} /> },
        { name: words.leads, value: formatCount(form.leads, language) },
        { name: words.withoutContact, value: formatCount(form.withoutContact, language) },
        {
          name: words.questions,
          value: form.origin !== 'social_ads' ? null : questions === null ? words.notAsked : words.questionsCount(asked),
        },
        { name: words.lastAsked, value: form.askedAt === null ? null : <Moment at={form.askedAt} /> },
        { name: words.error, value: fault === null ? null : <PlatformFault fault={fault} /> },
        { name: words.mapping, value: form.isToFill ? words.toFill : null },
      ]}
    />
  );
}
