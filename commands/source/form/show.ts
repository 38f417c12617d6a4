import * as Flags from '@oclif/core/flags';
import { viewForm } from '../../../src/app/forms/view-forms.ts';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { BaseCommand } from '../../../src/cli/base-command.ts';
import { databaseFlag } from '../../../src/cli/flags.ts';
import { findForm, formArg, formSourceFlag } from '../../../src/cli/forms/find-form.ts';
import { keyColumns } from '../../../src/cli/forms/form-tables.ts';
import { jsonBlock } from '../../../src/cli/listing/json-block.ts';
import { renderTable } from '../../../src/cli/table.ts';
import { OperatorAction } from '../../../src/domain/activity.ts';
import { say } from '../../../src/messages/messages.ts';
import { formViewRecord } from '../../../src/presentation/form-record.ts';

export default class SourceFormShow extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 172036835026334'];
  static override args = { form: formArg };
  static override flags = { database: databaseFlag, source: formSourceFlag, reveal: Flags.boolean({}) };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SourceFormShow);
    const visibility = { reveal: flags.reveal };
    const view = await this.withStore(flags, async ({ store, clock }) => {
      const form = await findForm(store, args.form, { source: flags.source });
      const found = await viewForm(store, form);
      const target = `formulario:${form.origin}/${form.formId}`;
      if (flags.reveal) await store.recordActivity(OperatorAction.reveal, target, 'source form show --reveal', this.operator(clock()));
      return found;
    });
    const { chaves: _keys, mapa: _mapping, ...facts } = formViewRecord.write(view, visibility);
    this.log(jsonBlock(facts));
    this.log(`\n${view.keys.length === 0 ? say((m) => m.cli.forms.noKey) : renderTable(view.keys, keyColumns(visibility))}`);
    return formViewRecord.write(view, visibility);
  }
}
