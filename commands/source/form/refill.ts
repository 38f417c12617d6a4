import { fillForm, previewMapping } from '../../../src/app/forms/fill-form.ts';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { BaseCommand } from '../../../src/cli/base-command.ts';
import { databaseFlag, dryRunFlag } from '../../../src/cli/flags.ts';
import { findForm, formArg, formSourceFlag } from '../../../src/cli/forms/find-form.ts';
import { filledText, previewText } from '../../../src/cli/forms/form-tables.ts';
import { say, sayText } from '../../../src/messages/messages.ts';
import { formRefilledRecord, mappingPreviewRecord } from '../../../src/presentation/form-record.ts';

export default class SourceFormRefill extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 172036835026334',
    '<%= config.bin %> <%= command.id %> 172036835026334 --dry-run',
  ];
  static override args = { form: formArg };
  static override flags = { database: databaseFlag, source: formSourceFlag, 'dry-run': dryRunFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SourceFormRefill);
    return await this.withStore(flags, async ({ store, clock }) => {
      const form = await findForm(store, args.form, { source: flags.source });
      const name = { origem: form.origin, formulario_id: form.formId };
      if (flags['dry-run']) {
        const preview = await previewMapping(store, form, {});
        this.log(`${previewText(preview)}\n${say((m) => m.cli.usage.nothingWasChanged)}`);
        return { ...name, simulacao: true, ...mappingPreviewRecord.write(preview, { reveal: false }) };
      }
      const filled = await fillForm(store, form, clock);
      this.log(sayText(filledText(filled)));
      return { ...name, simulacao: false, ...formRefilledRecord.write(filled) };
    });
  }
}
