import type { Translated } from '../../base/language.ts';
import type { FormFilled, FormKey, ListedForm, MappingPreview } from '../../domain/form-mapping.ts';
import { inEveryLanguage, sayText } from '../../messages/messages.ts';
import { maskLeadGain } from '../../presentation/form-record.ts';
import { maskAnswerText } from '../../presentation/masking.ts';
import type { Visibility } from '../../presentation/record.ts';
import { timeColumn } from '../local-time.ts';
import type { Column } from '../table.ts';

export const FORM_COLUMNS: readonly Column<ListedForm>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.form), cell: ({ formId }) => formId, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.source), cell: ({ origin }) => origin, whole: true, priority: 4 },
  { header: inEveryLanguage((m) => m.cli.columns.name), cell: ({ name }) => name, priority: 5 },
  { header: inEveryLanguage((m) => m.cli.columns.page), cell: ({ pageId }) => pageId, whole: true, priority: 1 },
  { header: inEveryLanguage((m) => m.cli.columns.client), cell: ({ clientName }) => clientName, priority: 6 },
  { header: 'LEADS', cell: ({ leads }) => leads, align: 'right' },
  { header: inEveryLanguage((m) => m.cli.columns.noContact), cell: ({ withoutContact }) => withoutContact, align: 'right', whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.unreadKeys), cell: ({ unreadKeys }) => unreadKeys.join(', '), priority: 3 },
  {
    ...timeColumn(
      inEveryLanguage((m) => m.cli.forms.lastAsked),
      ({ askedAt }: ListedForm) => askedAt,
    ),
    priority: 2,
  },
  { header: inEveryLanguage((m) => m.cli.columns.error), cell: ({ fault }) => fault?.code, whole: true, priority: 7 },
];

const SAID_BY: { readonly [who in NonNullable<FormKey['saidBy']>]: Translated<string> } = {
  operator: inEveryLanguage((m) => m.cli.forms.operator),
  platform: inEveryLanguage((m) => m.cli.forms.platform),
  key: inEveryLanguage((m) => m.cli.forms.key),
};

export function keyColumns({ reveal }: Visibility): readonly Column<FormKey>[] {
  return [
    { header: inEveryLanguage((m) => m.cli.columns.key), cell: ({ key }) => key, atLeast: 20 },
    { header: inEveryLanguage((m) => m.cli.columns.question), cell: ({ label }) => label, priority: 2 },
    { header: inEveryLanguage((m) => m.cli.columns.type), cell: ({ type }) => type, priority: 1 },
    { header: inEveryLanguage((m) => m.cli.columns.readAs), cell: ({ field }) => field, whole: true },
    {
      header: inEveryLanguage((m) => m.cli.columns.by),
      cell: ({ saidBy }) => (saidBy === null ? null : sayText(SAID_BY[saidBy])),
      whole: true,
    },
    { header: inEveryLanguage((m) => m.cli.columns.answered), cell: ({ answered }) => answered, align: 'right', priority: 4 },
    {
      header: inEveryLanguage((m) => m.cli.columns.examples),
      cell: ({ examples }) => examples.map((text) => (reveal ? text : maskAnswerText(text))).join(', '),
      priority: 3,
    },
  ];
}

/** What a mapping would do to the stored leads; examples are masked. */
export function previewText(preview: MappingPreview): string {
  const { leads, changed, gained, withoutContact, unusable, examples } = preview;
  const lines = [
    inEveryLanguage((m) => m.cli.forms.ofWouldChange({ changed, leads })),
    inEveryLanguage((m) => m.cli.forms.leadsWithoutEMail({ before: withoutContact.before, after: withoutContact.after })),
    ...Array.from(gained, ([field, count]) => inEveryLanguage((m) => m.cli.forms.fieldCount({ field, count }))),
    ...unusable.map(({ key, field, leads: count }) => inEveryLanguage((m) => m.cli.forms.inAnswerUnderCannot({ count, key, field }))),
    ...examples.map(maskLeadGain).map(({ leadId, gained: values }) => {
      const text = values.map(({ field, value }) => `${field} ${value}`).join(', ');
      return inEveryLanguage((m) => m.cli.forms.leadLine({ leadId, text }));
    }),
  ];
  return lines.map(sayText).join('\n');
}

/** Who maps wrongly wants to know it before. */
export const NOT_UNDONE: Translated<string> = inEveryLanguage((m) => m.cli.forms.notUndone);

export function filledText({ leads, changed }: FormFilled): Translated<string> {
  return inEveryLanguage((m) => m.cli.forms.ofChanged({ changed, leads }));
}
