import { fillForm, previewMapping } from '../../../src/app/forms/fill-form.ts';
import { storeCommand } from '../../../src/cli/command.ts';
import { dryRunFlag, oneArg } from '../../../src/cli/flags.ts';
import { findForm, formSourceFlag } from '../../../src/cli/forms/find-form.ts';
import { filledText, previewText } from '../../../src/cli/forms/mapping-text.ts';
import { say } from '../../../src/messages/messages.ts';
import { formRefilledRecord, mappingPreviewRecord } from '../../../src/presentation/form-record.ts';
import { MASKED } from '../../../src/presentation/record.ts';

export default storeCommand({
  examples: ['172036835026334', '172036835026334 --dry-run'],
  args: { form: oneArg },
  flags: { source: formSourceFlag, 'dry-run': dryRunFlag },
  async run({ args, flags, store, clock }) {
    const form = await findForm(store, args.form, { source: flags.source });
    const name = { origem: form.origin, formulario_id: form.formId };
    if (flags['dry-run']) {
      const preview = await previewMapping(store, form, {});
      this.log(`${previewText(preview)}\n${say((m) => m.labels.nothingChanged)}`);
      return { ...name, simulacao: true, ...mappingPreviewRecord.write(preview, MASKED) };
    }
    const filled = await fillForm(store, form, clock);
    this.log(filledText(filled));
    return { ...name, simulacao: false, ...formRefilledRecord.write(filled) };
  },
});
