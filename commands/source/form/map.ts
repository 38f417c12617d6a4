import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { mapAndFill, previewMapping } from '../../../src/app/forms/fill-form.ts';
import { keysOfStoredForm } from '../../../src/app/forms/view-forms.ts';
import { storeCommand } from '../../../src/cli/command.ts';
import { confirm } from '../../../src/cli/confirm.ts';
import { dryRunFlag, oneArg, switchFlag, yesFlag } from '../../../src/cli/flags.ts';
import { findForm, formSourceFlag } from '../../../src/cli/forms/find-form.ts';
import { filledText, previewText } from '../../../src/cli/forms/mapping-text.ts';
import { appError, say } from '../../../src/messages/messages.ts';
import { formRefilledRecord, mappingPreviewRecord } from '../../../src/presentation/form-record.ts';
import { MASKED } from '../../../src/presentation/record.ts';
import { readMappingChange, type WrittenMapping } from '../../../src/processing/mapping-change.ts';

export default storeCommand({
  examples: [
    '172036835026334 "onde_te_escrevemos?=email" --dry-run',
    '172036835026334 fone=telefone contato=email --yes',
    '172036835026334 --clear fone',
  ],
  args: { form: oneArg, mapping: Args.string({ multiple: true, ignoreStdin: true }) },
  flags: {
    source: formSourceFlag,
    clear: Flags.string({ helpValue: 'KEY', multiple: true, multipleNonGreedy: true }),
    force: switchFlag,
    yes: yesFlag,
    'dry-run': dryRunFlag,
  },
  async run({ args, flags, store, clock, operator }) {
    const written = writtenMapping(args.mapping ?? [], flags.clear ?? []);
    const form = await findForm(store, args.form, { source: flags.source, mayBeNew: flags.force });
    const change = readMappingChange(written, await keysOfStoredForm(store, form), flags.force);
    const name = { origem: form.origin, formulario_id: form.formId };
    const preview = await previewMapping(store, form, change);
    const expected = { ...name, simulacao: flags['dry-run'], alterado: false, ...mappingPreviewRecord.write(preview, MASKED) };
    if (flags['dry-run']) {
      this.log(`${previewText(preview)}\n${say((m) => m.labels.nothingChanged)}`);
      return expected;
    }
    // Show the effect of a wrong mapping before it is saved.
    if (!flags.yes) this.logToStderr(`${previewText(preview)}\n${say((m) => m.cli.forms.notUndone)}`);
    if (!(await confirm((m) => m.cli.forms.saveMappingForm(form), { yes: flags.yes }))) {
      this.say((m) => m.labels.nothingChanged);
      this.fail();
      return expected;
    }
    const filled = await mapAndFill(store, { name: form, change, operator: operator() }, clock);
    this.log(`${say((m) => (filled.isNew ? m.cli.forms.saved : m.cli.forms.alreadyMapped))} ${filledText(filled)}`);
    return { ...name, simulacao: false, alterado: filled.isNew, ...formRefilledRecord.write(filled) };
  },
});

/**
 * Parses `key=field` arguments and `--clear` flags. A key may contain `=`, a field may not.
 *
 * @throws AppError `usage` if one is not `key=field`, or if there is none
 */
function writtenMapping(pairs: readonly string[], cleared: readonly string[]): readonly WrittenMapping[] {
  if (pairs.length + cleared.length === 0) {
    throw appError('usage', (m) => m.cli.forms.nothingMapGiven, { hint: (m) => m.cli.forms.formOfPair });
  }
  return [...pairs.map(writtenPair), ...cleared.map((key) => ({ key, field: null }))];
}

function writtenPair(text: string): WrittenMapping {
  const at = text.lastIndexOf('=');
  const key = text.slice(0, Math.max(at, 0)).trim();
  const field = text.slice(at + 1).trim();
  if (key !== '' && field !== '') return { key, field };
  throw appError('usage', (m) => m.cli.forms.notAMapping({ text }), { hint: (m) => m.cli.forms.formOfPair });
}
