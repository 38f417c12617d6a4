import { writeBytes } from '../../src/cli/body-text.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg, revealFlags } from '../../src/cli/flags.ts';
import { refusedText } from '../../src/cli/refused/refused-text.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { refusedDetailRecord } from '../../src/presentation/refused-record.ts';

export default storeCommand({
  examples: ['1', '1 --raw > body.json'],
  args: { refused: oneArg },
  flags: revealFlags,
  async run({ args: { refused: id }, flags, store }) {
    const refused = requireFound(await store.findRefused(id), (m) => m.cli.refused.oneRequest({ refused: id }), 'refused list');
    await this.noteReveal(store, `recusa:${refused.id}`, flags);
    if (flags.raw) return await writeBytes(refused.body);
    this.log(refusedText(refused, flags));
    return refusedDetailRecord.write(refused, flags);
  },
});
