import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { exportConversions } from '../../src/cli/conversions/export-conversions.ts';
import { databaseFlag, momentFlag } from '../../src/cli/flags.ts';
import { requireSeparateOutputs } from '../../src/cli/listing/write-export.ts';
import { counted } from '../../src/cli/render.ts';

export default class ConversionsExport extends BaseCommand {
  static override summary = 'Write search-ads conversions as the CSV that the platform imports.';
  static override description =
    'The same file that /export/conversions.csv hands out: conversions with a Google click id, times in CONVERSIONS_TIME_ZONE, names by CONVERSIONS_NAMES. ' +
    'Conversions of people whose consent forbids it, and of test leads, are left out. Importing a conversion again is safe: the platform knows it.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> --output conversions.csv',
    '<%= config.bin %> <%= command.id %> --since 7d > conversions.csv',
  ];
  static override flags = {
    database: databaseFlag,
    since: momentFlag({ summary: 'Only what happened since then, such as 12h, 7d or 2026-11-01; left out: 90 days.' }),
    output: Flags.string({
      char: 'o',
      summary: 'File to write, replaced when it is complete; left out: standard output.',
      helpValue: 'FILE',
    }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(ConversionsExport);
    const file = flags.output;
    requireSeparateOutputs({ json: this.jsonEnabled(), file });
    const { written, leftOut } = await this.withStore(flags, async ({ store, config, clock }) => {
      using progress = this.progress(say({ en: 'Exporting conversions', pt: 'Exportando conversões' }), {
        enabled: file !== undefined || !process.stdout.isTTY,
      });
      const onProgress = (conversions: number): void => progress.update(conversions);
      const { conversions } = config.delivery;
      return await exportConversions(store, { conversions, now: clock(), since: flags.since, file, onProgress });
    });
    this.logToStderr(remark(written, leftOut, file));
    return { conversoes: written, omitidas: leftOut, arquivo: file ?? null };
  }
}

function remark(written: number, leftOut: number, file: string | undefined): string {
  const omitted = {
    en: ` ${counted(leftOut, 'was', 'were')} left out for want of consent or of a usable click id.`,
    pt: ` ${counted(leftOut, 'ficou', 'ficaram')} de fora por falta de consentimento ou de um click id válido.`,
  };
  return say({
    en: `${counted(written, 'conversion')} exported${file === undefined ? '' : ` to ${file}`}.${leftOut === 0 ? '' : omitted.en}`,
    pt: `${counted(written, 'conversão exportada', 'conversões exportadas')}${file === undefined ? '' : ` para ${file}`}.${leftOut === 0 ? '' : omitted.pt}`,
  });
}
