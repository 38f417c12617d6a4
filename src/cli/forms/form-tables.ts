import { say, type Translated } from '../../base/language.ts';
import type { FormKey, ListedForm } from '../../domain/form-mapping.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import type { Visibility } from '../../presentation/json.ts';
import { maskAnswerText } from '../../presentation/masking.ts';
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
      cell: ({ saidBy }) => (saidBy === null ? null : say(SAID_BY[saidBy])),
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
