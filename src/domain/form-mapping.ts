import type { FormQuestion, FormSummary } from './form-fields.ts';

/** How the answers under a key are read, and who decided that. */
export interface KeyReading {
  /** `nenhum`: explicitly mapped as an answer only; `null`: not mapped. */
  readonly field: MappedField | null;
  readonly decidedBy: 'operator' | 'platform' | 'key' | null;
}

/** A key of a form's answers. */
export interface FormKey extends KeyReading, FormQuestion {
  /** How many of the examined leads answered it. */
  readonly answered: number;
  /** Some answers, newest first. */
  readonly examples: readonly string[];
}

export interface ListedForm extends FormSummary {
  /** If leads have no contact data: unmapped keys of the newest of them. One of these may contain it. */
  readonly unreadKeys: readonly string[];
}

/** A form with the way each of its keys is read. */
export interface FormView {
  readonly form: FormSummary;
  readonly keys: readonly FormKey[];
  /** How many of its newest leads were examined. */
  readonly lookedAt: number;
}

export interface LeadGain {
  readonly leadId: string;
  readonly gained: readonly { readonly field: AnswerField; readonly value: string }[];
}

/** The effect of reading the answers of a form's stored leads again. */
export interface MappingPreview {
  /** Leads that were examined. */
  readonly leads: number;
  /** How many of them would change. */
  readonly changed: number;
  /** Field → how many leads would gain it. */
  readonly gained: ReadonlyMap<AnswerField, number>;
  /** Leads with neither e-mail nor phone, before and after. */
  readonly withoutContact: { readonly before: number; readonly after: number };
  /** Mapped keys, with the number of leads whose answer is not valid for the field: it stays an answer. */
  readonly unusable: readonly { readonly key: string; readonly field: AnswerField; readonly leads: number }[];
  readonly examples: readonly LeadGain[];
  /** False if there was not enough time for all leads. */
  readonly isComplete: boolean;
}

/** The result of reading the stored leads of a form again. */
export interface FormFilled {
  readonly leads: number;
  readonly changed: number;
  /** False if there was not enough time for all leads; a worker reads the others. */
  readonly isComplete: boolean;
}

/** The fields that an answer of a form can fill. */
const ANSWER_FIELDS = [
  'nome',
  'primeiro_nome',
  'sobrenome',
  'email',
  'telefone',
  'cidade',
  'estado',
  'cep',
  'pais',
  'empresa',
  'cargo',
] as const;
export type AnswerField = (typeof ANSWER_FIELDS)[number];

/** How an answer is mapped; `nenhum`: it is an answer and nothing else. */
export const MAPPED_FIELDS = [...ANSWER_FIELDS, 'nenhum'] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];
