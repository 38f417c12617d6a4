import * as Flags from '@oclif/core/flags';
import { storableText } from '../../base/text.ts';
import { LONGEST_REASON } from '../../domain/stage-change.ts';
import { appError } from '../../messages/messages.ts';

/** Why a stage is changed; kept with it. */
export const reasonFlag = Flags.string({
  helpValue: 'TEXT',
  required: true,
  parse: async (text) => {
    const reason = storableText(text.trim());
    if (reason !== '' && reason.length <= LONGEST_REASON) return reason;
    throw appError('usage', (m) => m.cli.stages.reasonTakesTextCharacters({ longestReason: LONGEST_REASON }));
  },
});
