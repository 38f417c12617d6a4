import { listForms } from '../../../src/app/forms/view-forms.ts';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { sayText } from '../../../src/base/language.ts';
import { BaseCommand } from '../../../src/cli/base-command.ts';
import { databaseFlag } from '../../../src/cli/flags.ts';
import { FORM_COLUMNS } from '../../../src/cli/forms/form-tables.ts';
import { renderTable } from '../../../src/cli/table.ts';
import { listedFormsRecord } from '../../../src/presentation/form-record.ts';

const NO_FORM = {
  en: 'There is no lead form yet: a form is known from its first lead on.',
  pt: 'Ainda não há nenhum formulário: um formulário é conhecido a partir do primeiro lead.',
};

const UNREACHED = {
  en: 'Some leads have neither e-mail nor phone. `lead-intake source form show FORM` shows how each answer is read; `source form map` says what it is.',
  pt: 'Alguns leads não têm e-mail nem telefone. `lead-intake source form show FORMULÁRIO` mostra como cada resposta é lida; `source form map` diz o que ela é.',
};

export default class SourceFormList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'];
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SourceFormList);
    const forms = await this.withStore(flags, ({ store }) => listForms(store));
    this.log(forms.length === 0 ? sayText(NO_FORM) : renderTable(forms, FORM_COLUMNS));
    if (forms.some(({ unreadKeys }) => unreadKeys.length > 0)) this.logToStderr(sayText(UNREACHED));
    return listedFormsRecord.write(forms);
  }
}
