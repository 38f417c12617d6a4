import { say, type Translated } from '../../base/language.ts';
import type { FormFilled, MappingPreview } from '../../domain/form-mapping.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { maskLeadGain } from '../../presentation/form-json.ts';

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
  return lines.map(say).join('\n');
}

/** Who maps wrongly wants to know it before. */
export const NOT_UNDONE: Translated<string> = inEveryLanguage((m) => m.cli.forms.notUndone);

export function filledText({ leads, changed }: FormFilled): Translated<string> {
  return inEveryLanguage((m) => m.cli.forms.ofChanged({ changed, leads }));
}
