import type { FormFields, FormLead } from '../domain/form-fields.ts';
import type { AnswerField, LeadGain, MappingPreview } from '../domain/form-mapping.ts';
import type { LeadFields } from '../domain/lead.ts';
import { type AnswersFill, fillFromAnswers } from './fill-from-answers.ts';
import { type FormMeanings, formKey, formMeanings } from './form-meanings.ts';
import { canBe } from './known-keys.ts';

/** How many leads are shown as examples. */
const MOST_EXAMPLES = 5;

/** Adds up the effect of a form's mapping on its leads, one lead at a time. */
export class PreviewSum {
  readonly #form: Pick<FormFields, 'origin' | 'mapping'>;
  readonly #meanings: FormMeanings;
  readonly #gained = new Map<AnswerField, number>();
  readonly #unusable = new Map<string, { readonly field: AnswerField; readonly leads: number }>();
  readonly #examples: LeadGain[] = [];
  #leads = 0;
  #changed = 0;
  #before = 0;
  #after = 0;

  constructor(form: Pick<FormFields, 'origin' | 'questions' | 'mapping'>) {
    this.#form = form;
    this.#meanings = formMeanings(form);
  }

  add(lead: FormLead): void {
    this.#leads += 1;
    // Nothing of it is left to read, and its contact is not missing.
    if (lead.erasedAt !== null) return;
    const fill = fillFromAnswers(lead, this.#form.origin, this.#meanings);
    this.#before += Number(hasNoContact(lead));
    this.#after += Number(hasNoContact(fill?.filled ?? lead));
    this.#noteUnusable(lead);
    if (fill === null) return;
    this.#changed += 1;
    const gained = gainedBy(lead, fill);
    for (const field of new Set(gained.map((one) => one.field))) this.#gained.set(field, (this.#gained.get(field) ?? 0) + 1);
    if (gained.length > 0 && this.#examples.length < MOST_EXAMPLES) this.#examples.push({ leadId: lead.id, gained });
  }

  #noteUnusable({ answers }: LeadFields): void {
    const values = new Map(answers.map(({ key, values: given }) => [formKey(key), given.find((text) => text.trim() !== '')]));
    for (const [key, field] of Object.entries(this.#form.mapping)) {
      const value = values.get(formKey(key));
      if (field === 'nenhum' || !IN_COLUMNS.has(field) || value === undefined || canBe(field, value)) continue;
      this.#unusable.set(key, { field, leads: (this.#unusable.get(key)?.leads ?? 0) + 1 });
    }
  }

  get result(): Omit<MappingPreview, 'isComplete'> {
    return {
      leads: this.#leads,
      changed: this.#changed,
      gained: this.#gained,
      withoutContact: { before: this.#before, after: this.#after },
      unusable: Array.from(this.#unusable, ([key, found]) => ({ key, ...found })),
      examples: this.#examples,
    };
  }
}

function hasNoContact({ email, phone }: LeadFields): boolean {
  return email === null && phone === null;
}

/** The lead's own fields that it would gain, and the other answers that would get a meaning. */
function gainedBy(lead: FormLead, { filled }: AnswersFill): LeadGain['gained'] {
  const own = (['name', 'email', 'phone'] as const).flatMap((column) => {
    const value = filled[column] === lead[column] ? null : filled[column];
    return value === null ? [] : [{ field: OWN_FIELDS[column], value }];
  });
  const known = new Map(lead.answers.map(({ key, field }) => [key, field]));
  const others = filled.answers.flatMap(({ key, field, values }) => {
    const value = values.find((text) => text.trim() !== '');
    if (field === undefined || field === 'nenhum' || IN_COLUMNS.has(field) || known.get(key) === field || value === undefined) return [];
    return [{ field, value }];
  });
  return [...own, ...others];
}

const OWN_FIELDS = { name: 'nome', email: 'email', phone: 'telefone' } as const;

/** Fields that a lead has its own column for: the answer alone gains nothing. */
const IN_COLUMNS: ReadonlySet<AnswerField> = new Set(['nome', 'primeiro_nome', 'sobrenome', 'email', 'telefone']);
