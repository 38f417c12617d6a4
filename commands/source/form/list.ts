import { listForms } from '../../../src/app/forms/view-forms.ts';
import { storeCommand } from '../../../src/cli/command.ts';
import { recordColumns, renderTable } from '../../../src/cli/table.ts';
import { say } from '../../../src/messages/messages.ts';
import { listedFormRecord, listedFormsRecord } from '../../../src/presentation/form-record.ts';

const COLUMNS = recordColumns(listedFormRecord, [
  ['formulario_id', 'form'],
  ['origem', 'source', 4],
  ['nome', 'name', 5],
  ['pagina_id', 'page', 1],
  ['cliente', 'client', 6],
  ['leads', 'LEADS'],
  ['sem_contato', 'noContact'],
  { header: 'unreadKeys', cell: ({ unreadKeys }) => unreadKeys.join(', '), priority: 3 },
  ['pedido_em', 'lastAsked', 2],
  ['erro_codigo', 'error', 7],
]);

export default storeCommand({
  examples: ['', '--json'],
  async run({ store }) {
    const forms = await listForms(store);
    this.log(forms.length === 0 ? say((m) => m.cli.forms.noForm) : renderTable(forms, COLUMNS));
    if (forms.some(({ unreadKeys }) => unreadKeys.length > 0)) this.remark((m) => m.cli.forms.unreached);
    return listedFormsRecord.write(forms);
  },
});
