import { storableText } from '../base/text.ts';
import type { NewConversion } from './conversion.ts';
import { normalSpelling } from './event-kind.ts';
import type { Lead } from './lead.ts';

/** The stages that platforms learn from, by the words people use, and the conversion for each: the same names as the event types that report them. */
export const STAGE_NAMES = { qualificado: 'lead_qualified', ganho: 'sale' } as const;

export type StageWord = keyof typeof STAGE_NAMES;

export const STAGE_WORDS = Object.keys(STAGE_NAMES) as [StageWord, ...StageWord[]];

/** The ways people write these stages, in normal spelling. */
const SPELLINGS: Readonly<Record<StageWord, readonly string[]>> = {
  qualificado: ['qualified', 'qualificado', 'qualificada', 'leadqualified', 'leadqualificado'],
  ganho: ['won', 'ganho', 'ganha', 'sale', 'vendido'],
};

/** Every word for one of the two known stages. */
export const STAGE_SPELLINGS: readonly string[] = Object.values(SPELLINGS).flat();

export const LONGEST_STAGE_NAME = 100;
export const LONGEST_STAGE_KEY = 255;

/** The currency of a value that comes without one. */
export const DEFAULT_CURRENCY = 'BRL';

/** The conversion name for what a person wrote; a name other than the two known stages is kept as it is. `null` if it is not valid. */
export function stageName(text: string): string | null {
  const spelling = normalSpelling(text);
  const word = STAGE_WORDS.find((known) => SPELLINGS[known].includes(spelling));
  if (word !== undefined) return STAGE_NAMES[word];
  const name = storableText(text.trim());
  return name === '' || name.length > LONGEST_STAGE_NAME ? null : name;
}

/** Whether a text can serve as a key that distinguishes stages of the same name. */
export function isStageKey(text: string): boolean {
  return text.length <= LONGEST_STAGE_KEY && storableText(text) === text;
}

/** A stage as registered. Without a key of its own (such as an order number), a lead reaches each stage once, whatever the source. */
export function newStage({ key, ...told }: Omit<NewConversion, 'key'> & { readonly key: string | null }): NewConversion {
  const currency = told.value === null ? null : (told.currency ?? DEFAULT_CURRENCY);
  return { ...told, key: key ?? normalSpelling(told.name), currency };
}

/**
 * The time of a stage, UTC ms, if only its day or minute was given (`spanMs` from `at` on; 0: an exact time). If the lead arrived within that span,
 * the stage gets the lead's time, because platforms refuse conversions from before the lead.
 */
export function stageMoment(
  { at, spanMs }: { readonly at: number; readonly spanMs: number },
  { submittedAt, createdAt }: Pick<Lead, 'submittedAt' | 'createdAt'>,
): number {
  const came = submittedAt ?? createdAt;
  return at < came && came - at < spanMs ? came : at;
}
