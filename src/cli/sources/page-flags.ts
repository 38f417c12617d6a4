import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { AppError } from '../../base/app-error.ts';
import { isToken, NO_TOKEN } from '../../domain/account-rules.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';

/** `social-ads`, the platform whose pages can be connected. */
export const platformArg = Args.string({
  options: ['social-ads'],
  required: true,
  ignoreStdin: true,
});

const PAGE_ID = {
  helpValue: 'ID',
  parse: async (input: string) => readPageId(input),
};

export const pageFlag = Flags.string({ ...PAGE_ID, required: true });

/** Without it, the command shows which pages there are. */
export const chosenPageFlag = Flags.string({ ...PAGE_ID });

function readPageId(text: string): string {
  if (/^\d{1,20}$/.test(text)) return text;
  throw appError('usage', (m) => m.cli.sources.mustIdPageDigits);
}

/**
 * A token as a person or a file gives it.
 *
 * @throws AppError `invalid_input` when it cannot be one; the error does not repeat it
 */
export function readToken(input: Uint8Array): string {
  const token = Buffer.from(input).toString('utf8').trim();
  if (isToken(token)) return token;
  const message = token === '' ? inEveryLanguage((m) => m.cli.sources.noTokenWasGiven) : NO_TOKEN;
  throw new AppError('invalid_input', message, { hint: inEveryLanguage((m) => m.cli.sources.passStandardInputToken) });
}
