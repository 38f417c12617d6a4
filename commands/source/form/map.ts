import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { mapAndFill, previewMapping } from '../../../src/app/forms/fill-form.ts';
import { keysOfStoredForm } from '../../../src/app/forms/view-forms.ts';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { BaseCommand } from '../../../src/cli/base-command.ts';
import { confirm } from '../../../src/cli/confirm.ts';
import { EXIT } from '../../../src/cli/exit-codes.ts';
import { databaseFlag, dryRunFlag, yesFlag } from '../../../src/cli/flags.ts';
import { findForm, formArg, formSourceFlag, writtenMapping } from '../../../src/cli/forms/find-form.ts';
import { filledText, NOT_UNDONE, previewText } from '../../../src/cli/forms/form-tables.ts';
import { inEveryLanguage, say, sayText } from '../../../src/messages/messages.ts';
import { formRefilledRecord, mappingPreviewRecord } from '../../../src/presentation/form-record.ts';
import { readMappingChange } from '../../../src/processing/mapping-change.ts';

export default class SourceFormMap extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 172036835026334 "onde_te_escrevemos?=email" --dry-run',
    '<%= config.bin %> <%= command.id %> 172036835026334 "onde_te_escrevemos?=email" fone=telefone --yes',
    '<%= config.bin %> <%= command.id %> 172036835026334 --clear fone',
  ];
  static override args = { form: formArg, mapping: Args.string({ multiple: true, ignoreStdin: true }) };
  static override flags = {
    database: databaseFlag,
    source: formSourceFlag,
    clear: Flags.string({ helpValue: 'KEY', multiple: true, multipleNonGreedy: true }),
    force: Flags.boolean({ default: false }),
    yes: yesFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SourceFormMap);
    const written = writtenMapping(args.mapping ?? [], flags.clear ?? []);
    return await this.withStore(flags, async ({ store, clock }) => {
      const form = await findForm(store, args.form, { source: flags.source, mayBeNew: flags.force });
      const change = readMappingChange(written, await keysOfStoredForm(store, form), flags.force);
      const name = { origem: form.origin, formulario_id: form.formId };
      const preview = await previewMapping(store, form, change);
      const expected = { ...name, simulacao: flags['dry-run'], alterado: false, ...mappingPreviewRecord.write(preview, { reveal: false }) };
      if (flags['dry-run']) {
        this.log(`${previewText(preview)}\n${say((m) => m.cli.usage.nothingWasChanged)}`);
        return expected;
      }
      if (!flags.yes) this.logToStderr(`${previewText(preview)}\n${sayText(NOT_UNDONE)}`);
      const question = inEveryLanguage((m) => m.cli.forms.saveMappingForm({ formId: form.formId }));
      if (!(await confirm(question, { yes: flags.yes }))) {
        this.log(say((m) => m.cli.usage.nothingWasChanged));
        process.exitCode = EXIT.failed;
        return expected;
      }
      const filled = await mapAndFill(store, { name: form, change, operator: this.operator(clock()) }, clock);
      this.log(`${say((m) => (filled.isNew ? m.cli.forms.saved : m.cli.forms.alreadyMapped))} ${sayText(filledText(filled))}`);
      return { ...name, simulacao: false, alterado: filled.isNew, ...formRefilledRecord.write(filled) };
    });
  }
}
