import type { Translated } from '../../base/language.ts';
import { type Finding, NOT_ASKED, problem, warning } from '../../domain/finding.ts';
import type { ConversionTrouble } from '../../domain/platform-trouble.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { faultTexts } from '../../presentation/fault-text.ts';

/** What a trouble means: `refused`, the platform said no; `notAsked`, it could not be asked at this moment. */
export interface TroubleWords {
  readonly refused: Translated<string>;
  readonly notAsked: Translated<string>;
}

/** Why the platform did not say what it was asked, in its own words. What may pass by itself is a warning. */
export function troubleFinding(
  { kind, fault }: ConversionTrouble,
  { refused, notAsked }: TroubleWords,
  code: Finding['code'],
  action: Translated<string>,
): Finding {
  const mayPass = kind === 'passing' || kind === 'throttled';
  const what = mayPass ? notAsked : refused;
  const text = inEveryLanguage((m) => m.errors.clientAccounts.trouble({ what, said: faultTexts(fault.message) }));
  if (mayPass) {
    return warning(NOT_ASKED, text, TRY_LATER);
  }
  return problem(code, text, action);
}

export const TRY_LATER = inEveryLanguage((m) => m.errors.clientAccounts.tryLater);
