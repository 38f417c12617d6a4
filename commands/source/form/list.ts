import { listForms } from '../../../src/app/forms/view-forms.ts';
import { storeCommand } from '../../../src/cli/command.ts';
import { FORM_COLUMNS } from '../../../src/cli/forms/form-tables.ts';
import { renderTable } from '../../../src/cli/table.ts';
import { say } from '../../../src/messages/messages.ts';
import { listedFormsRecord } from '../../../src/presentation/form-record.ts';

export default storeCommand({
  examples: ['', '--json'],
  async run({ store }) {
    const forms = await listForms(store);
    this.log(forms.length === 0 ? say((m) => m.cli.forms.noForm) : renderTable(forms, FORM_COLUMNS));
    if (forms.some(({ unreadKeys }) => unreadKeys.length > 0)) this.remark((m) => m.cli.forms.unreached);
    return listedFormsRecord.write(forms);
  },
});
