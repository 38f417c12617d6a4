import type { FormFilled, FormKey, MappingPreview } from '../../domain/form-mapping.ts';
import { say } from '../../messages/messages.ts';
import { formKeyRecord, listedFormRecord, maskLeadGain } from '../../presentation/form-record.ts';
import type { Visibility } from '../../presentation/record.ts';
import { type Column, recordColumns } from '../table.ts';

export const FORM_COLUMNS = recordColumns(listedFormRecord, [
  ['formulario_id', 'form'],
  ['origem', 'source', 4],
  ['nome', 'name', 5],
  ['pagina_id', 'page', 1],
  ['cliente', 'client', 6],
  ['leads', 'LEADS'],
  ['sem_contato', 'noContact'],
  { header: 'unreadKeys', cell: ({ unreadKeys }) => unreadKeys.join(', '), priority: 3 },
  ['pedido_em', 'lastAsked', 2],
  ['erro_codigo', 'error', 7],
]);

export function keyColumns(visibility: Visibility): readonly Column<FormKey>[] {
  return recordColumns(
    formKeyRecord,
    [
      { header: 'key', cell: ({ key }) => key, atLeast: 20 },
      ['pergunta', 'question', 2],
      ['tipo', 'type', 1],
      ['campo', 'readAs'],
      { header: 'by', cell: ({ decidedBy }) => decidedBy && say((m) => m.cli.forms.decidedBy[decidedBy]), look: 'word' },
      ['respondida', 'answered', 4],
      { header: 'examples', cell: (key) => formKeyRecord.write(key, visibility).exemplos.join(', '), priority: 3 },
    ],
    visibility,
  );
}

/** The effect of a mapping on the stored leads; examples are masked. */
export function previewText(preview: MappingPreview): string {
  const { leads, changed, gained, withoutContact, unusable, examples } = preview;
  const lines = say(({ cli: { forms } }) => [
    forms.wouldChange({ changed, leads }),
    forms.withoutContact(withoutContact),
    ...Array.from(gained, ([field, count]) => forms.fieldCount({ field, count })),
    ...unusable.map(({ key, field, leads: count }) => forms.answerUnusable({ count, key, field })),
    ...examples.map(maskLeadGain).map(({ leadId, gained: values }) => {
      const text = values.map(({ field, value }) => `${field} ${value}`).join(', ');
      return forms.leadLine({ leadId, text });
    }),
  ]);
  return lines.join('\n');
}

export function filledText({ leads, changed }: FormFilled): string {
  return say((m) => m.cli.forms.ofChanged({ changed, leads }));
}
