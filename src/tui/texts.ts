import type { Translated } from '../base/language.ts';
import { en } from './texts-en.ts';
import { pt } from './texts-pt.ts';

/** Every word of the view. The seed's words for states and fields are values and stay as they are. */
export type WatchTexts = typeof en;

export const TEXTS: Translated<WatchTexts> = { en, pt };
