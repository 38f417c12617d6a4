import { listForms } from '../../../src/app/forms/view-forms.ts';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { BaseCommand } from '../../../src/cli/base-command.ts';
import { databaseFlag } from '../../../src/cli/flags.ts';
import { FORM_COLUMNS } from '../../../src/cli/forms/form-tables.ts';
import { renderTable } from '../../../src/cli/table.ts';
import { say } from '../../../src/messages/messages.ts';
import { listedFormsRecord } from '../../../src/presentation/form-record.ts';

export default class SourceFormList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'];
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SourceFormList);
    const forms = await this.withStore(flags, ({ store }) => listForms(store));
    this.log(forms.length === 0 ? say((m) => m.cli.forms.noForm) : renderTable(forms, FORM_COLUMNS));
    if (forms.some(({ unreadKeys }) => unreadKeys.length > 0)) this.logToStderr(say((m) => m.cli.forms.unreached));
    return listedFormsRecord.write(forms);
  }
}
