import { viewForm } from '../../../src/app/forms/view-forms.ts';
import { storeCommand } from '../../../src/cli/command.ts';
import { oneArg, revealFlags } from '../../../src/cli/flags.ts';
import { findForm, formSourceFlag } from '../../../src/cli/forms/find-form.ts';
import { recordBlock } from '../../../src/cli/record-block.ts';
import { type Column, recordColumns, renderTable } from '../../../src/cli/table.ts';
import type { FormKey } from '../../../src/domain/form-mapping.ts';
import { say } from '../../../src/messages/messages.ts';
import { formKeyRecord, formViewRecord } from '../../../src/presentation/form-record.ts';
import type { Visibility } from '../../../src/presentation/record.ts';

export default storeCommand({
  examples: ['172036835026334'],
  args: { form: oneArg },
  flags: { source: formSourceFlag, reveal: revealFlags.reveal },
  async run({ args, flags, store }) {
    const form = await findForm(store, args.form, { source: flags.source });
    const view = await viewForm(store, form);
    await this.noteReveal(store, `formulario:${form.origin}/${form.formId}`, flags);
    const json = formViewRecord.write(view, flags);
    const { chaves: _keys, mapa: _mapping, ...facts } = json;
    this.log(recordBlock(facts));
    this.log(`\n${view.keys.length === 0 ? say((m) => m.cli.forms.noKey) : renderTable(view.keys, keyColumns(flags))}`);
    return json;
  },
});

function keyColumns(visibility: Visibility): readonly Column<FormKey>[] {
  return recordColumns(
    formKeyRecord,
    [
      { header: 'key', cell: ({ key }) => key, atLeast: 20 },
      ['pergunta', 'question', 2],
      ['tipo', 'type', 1],
      ['campo', 'readAs'],
      { header: 'by', cell: ({ decidedBy }) => decidedBy && say((m) => m.web.forms.by[decidedBy]), look: 'word' },
      ['respondida', 'answered', 4],
      { header: 'examples', cell: (key) => formKeyRecord.write(key, visibility).exemplos.join(', '), priority: 3 },
    ],
    visibility,
  );
}
