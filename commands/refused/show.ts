import { printableLine } from '../../src/base/text.ts';
import { bodyText, writeBytes } from '../../src/cli/body-text.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg, revealFlags } from '../../src/cli/flags.ts';
import { recordBlock } from '../../src/cli/record-block.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import type { KeptRefusedRequest } from '../../src/domain/refused-request.ts';
import { say } from '../../src/messages/messages.ts';
import { faultText } from '../../src/presentation/fault-text.ts';
import type { Visibility } from '../../src/presentation/record.ts';
import { refusedDetailRecord, refusedRecord } from '../../src/presentation/refused-record.ts';

export default storeCommand({
  examples: ['1', '1 --raw > body.json'],
  args: { refused: oneArg },
  flags: revealFlags,
  async run({ args: { refused: id }, flags, store }) {
    const refused = requireFound(await store.findRefused(id), 'refused', id);
    await this.noteReveal(store, `recusa:${refused.id}`, flags);
    if (flags.raw) return await writeBytes(refused.body);
    this.log(refusedText(refused, flags));
    return refusedDetailRecord.write(refused, flags);
  },
});

/** For a terminal, one header per line. */
function refusedText(refused: KeptRefusedRequest, { reveal }: Visibility): string {
  const all: readonly (readonly [name: string, value: string])[] = JSON.parse(refused.headers);
  const headers = all.map(([name, value]) => printableLine(`  ${name}: ${value}`));
  const paragraphs = [
    recordBlock({ ...refusedRecord.write(refused), detalhe: faultText(refused.params) }),
    ...(headers.length === 0 ? [] : [[say((m) => m.labels.fields.headers), ...headers].join('\n')]),
    ...(reveal ? [`${say((m) => m.labels.fields.body)}\n${bodyText(refused.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}
