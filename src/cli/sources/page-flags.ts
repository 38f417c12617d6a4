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

/** Without it, `source connect` lists the pages. */
export const pageFlag = Flags.custom<string>({ helpValue: 'ID', parse: async (input) => readPageId(input) });

function readPageId(text: string): string {
  if (/^\d{1,20}$/.test(text)) return text;
  throw appError('usage', (m) => m.cli.sources.pageIdShape);
}

/**
 * Reads a token that a person or a file provides.
 *
 * @param flag the flag that names the file, for the hint
 * @throws AppError `invalid_input` if it cannot be a token; the error does not repeat it
 */
export function readToken(input: Uint8Array, flag: string): string {
  const token = Buffer.from(input).toString('utf8').trim();
  if (isToken(token)) return token;
  const message = token === '' ? inEveryLanguage((m) => m.cli.sources.noToken) : NO_TOKEN;
  throw new AppError('invalid_input', message, { hint: inEveryLanguage((m) => m.cli.sources.noTokenHint({ flag })) });
}
