import { storableText } from '../base/text.ts';
import type { NewConversion } from './conversion.ts';
import { normalSpelling } from './event-kind.ts';
import type { Lead } from './lead.ts';

/** The stages that platforms learn from, as people tell them, and the conversion each is: the same names as the event types that tell them. */
export const STAGE_NAMES = { qualificado: 'lead_qualified', ganho: 'sale' } as const;

export type StageWord = keyof typeof STAGE_NAMES;

export const STAGE_WORDS = Object.keys(STAGE_NAMES) as [StageWord, ...StageWord[]];

/** What people write for one of them, in its normal spelling. */
const SPELLINGS: Readonly<Record<StageWord, readonly string[]>> = {
  qualificado: ['qualified', 'qualificado', 'qualificada', 'leadqualified', 'leadqualificado'],
  ganho: ['won', 'ganho', 'ganha', 'sale', 'vendido'],
};

/** Every word that is one of the two known stages. */
export const STAGE_SPELLINGS: readonly string[] = Object.values(SPELLINGS).flat();

export const LONGEST_STAGE_NAME = 100;
export const LONGEST_STAGE_KEY = 255;

/** Of a value without a currency. */
const DEFAULT_CURRENCY = 'BRL';

/** The name of the conversion that a person means; any name but those of the two known stages is kept as it is. Null: it cannot be one. */
export function stageName(text: string): string | null {
  const spelling = normalSpelling(text);
  const word = STAGE_WORDS.find((known) => SPELLINGS[known].includes(spelling));
  if (word !== undefined) return STAGE_NAMES[word];
  const name = storableText(text.trim());
  return name === '' || name.length > LONGEST_STAGE_NAME ? null : name;
}

/** Whether it can tell stages of the same name apart. */
export function isStageKey(text: string): boolean {
  return text.length <= LONGEST_STAGE_KEY && storableText(text) === text;
}

/** A stage as it is registered. Without a key of its own (an order number; null) a lead comes to each stage once, whoever tells it. */
export function newStage({ key, ...told }: Omit<NewConversion, 'key'> & { readonly key: string | null }): NewConversion {
  const currency = told.value === null ? null : (told.currency ?? DEFAULT_CURRENCY);
  return { ...told, key: key ?? normalSpelling(told.name), currency };
}

/**
 * When a stage happened of which the day or the minute was told (`spanMs` from `at` on, 0: the moment): one within which the lead came,
 * happened after it came, because platforms refuse what was before. UTC ms.
 */
export function stageMoment(
  { at, spanMs }: { readonly at: number; readonly spanMs: number },
  { submittedAt, createdAt }: Pick<Lead, 'submittedAt' | 'createdAt'>,
): number {
  const came = submittedAt ?? createdAt;
  return at < came && came - at < spanMs ? came : at;
}
