import type { NewStage } from './conversion.ts';
import { normalSpelling } from './event-kind.ts';

/** The stages a person tells of a lead, and the conversion each is: the same names as the event types that tell them. */
const STAGE_NAMES = { qualificado: 'lead_qualified', ganho: 'sale' } as const;

export type StageWord = keyof typeof STAGE_NAMES;

export const STAGE_WORDS = Object.keys(STAGE_NAMES) as [StageWord, ...StageWord[]];

/** Of a value without a currency. */
const DEFAULT_CURRENCY = 'BRL';

/** A stage as it is registered. Without a key of its own (an order number) a lead comes to each stage once, whoever tells it. */
export function newStage(given: {
  readonly leadId: string;
  readonly stage: StageWord;
  readonly value: number | undefined;
  readonly currency: string | undefined;
  readonly key: string | undefined;
  /** UTC ms. */
  readonly happenedAt: number;
}): NewStage {
  const { leadId, stage, value = null, currency, key, happenedAt } = given;
  const name = STAGE_NAMES[stage];
  return {
    leadId,
    name,
    key: key ?? normalSpelling(name),
    value,
    currency: value === null ? null : (currency ?? DEFAULT_CURRENCY),
    happenedAt,
  };
}
