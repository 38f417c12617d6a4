import { previewReplay, replayRefused } from '../../src/app/replay-refused.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { currentLanguage } from '../../src/base/language.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { mayChange } from '../../src/cli/confirm.ts';
import { readFilter } from '../../src/cli/filters.ts';
import { switchFlag } from '../../src/cli/flags.ts';
import { refusedSelection, selectRefused } from '../../src/cli/refused/refused-changes.ts';
import { paragraph } from '../../src/cli/render.ts';
import type { ReplayedRequest, ReplaySummary } from '../../src/domain/refused-replay.ts';
import { isCredentialCode } from '../../src/domain/refused-request.ts';
import { labelIn } from '../../src/messages/fault-parts.ts';
import { type Sentence, say } from '../../src/messages/messages.ts';
import { faultText } from '../../src/presentation/fault-text.ts';
import { replayedRefusalRecord, replayPreviewRecord, wasReplayed } from '../../src/presentation/refused-record.ts';

export default storeCommand({
  examples: ['1 2 3', '--all --code signature_invalid --source form --dry-run'],
  args: refusedSelection.args,
  flags: { ...refusedSelection.flags, 'without-credential': switchFlag },
  async run({ args, flags, context, operator }) {
    const options = { withoutCredential: flags['without-credential'] };
    const filter = await readFilter(context.store, flags);
    const ids = await selectRefused(context.store, { named: args.refused ?? [], all: flags.all, filter }, 'replayable');
    if (flags['dry-run'] || flags.all) {
      const preview = await previewReplay(context, ids, options);
      const text = previewText(preview);
      const question: Sentence = (m) =>
        m.cli.refused.replayQuestion({ preview: text(m), requests: m.cli.refused.requests({ count: preview.total }) });
      const told = { count: preview.total, preview: say(text), question };
      if (!(await mayChange(this, told, flags))) return { itens: [], ...replayPreviewRecord.write(preview), simulacao: flags['dry-run'] };
    }
    const results: JsonObject[] = [];
    for await (const replayed of replayRefused(context, ids, operator(), options)) {
      this.log(paragraph(replayedText(replayed)));
      results.push(replayedRefusalRecord.write(replayed));
      if (!wasReplayed(replayed)) this.fail();
    }
    return { itens: results };
  },
});

/** The effect of a replay: how many requests are stored, and which are refused again. */
function previewText({ refused, ...counts }: ReplaySummary): Sentence {
  return (m) => {
    const again = refused.map(({ code, count }) => `${labelIn(m.labels.codes, code)} (${count})`).join(', ');
    return m.cli.refused.replayPreview({ ...counts, again });
  };
}

/** The result as a sentence that says what to do. */
function replayedText({ id, result }: ReplayedRequest): string {
  const words = say((m) => m.cli.refused);
  switch (result.kind) {
    case 'stored': {
      const eventIds = result.eventIds.join(', ');
      return result.withoutCredential ? words.storedWithoutCredential({ id, events: eventIds }) : words.storedAsEvent({ id, eventIds });
    }
    case 'ignored':
      return words.genuineWithoutLead({ id });
    case 'refused': {
      const again = words.refusedAgain({ id, code: result.code, detail: faultText(result.params) });
      return isCredentialCode(result.code) ? `${again} ${words.vouch}` : again;
    }
    case 'impossible': {
      const { message, hint } = result.error.inLanguage(currentLanguage());
      return hint === undefined ? message : `${message} ${hint}`;
    }
  }
}
