import type { FormFilled, MappingPreview } from '../../domain/form-mapping.ts';
import { say } from '../../messages/messages.ts';
import { maskLeadGain } from '../../presentation/form-record.ts';

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
