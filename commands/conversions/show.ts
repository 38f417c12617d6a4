import { storeCommand } from '../../src/cli/command.ts';
import { conversionTrailText } from '../../src/cli/conversions/conversion-text.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { conversionTrailRecord } from '../../src/presentation/trail-record.ts';

export default storeCommand({
  examples: ['1'],
  args: { conversion: oneArg },
  async run({ args: { conversion: id }, store }) {
    const found = requireFound(await store.conversionTrail(id), 'conversion', id);
    this.log(conversionTrailText(found));
    return conversionTrailRecord.write(found);
  },
});
