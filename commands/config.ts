import { textIn } from '../src/base/language.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { databaseFlag } from '../src/cli/flags.ts';
import { renderTable } from '../src/cli/table.ts';
import type { EffectiveSetting } from '../src/config/load-config.ts';
import { inEveryLanguage, say, sayText } from '../src/messages/messages.ts';

export default class ShowConfig extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --env-file production.env'];
  static override flags = { database: databaseFlag };

  async run(): Promise<{ arquivo: string | null; configuracao: readonly Record<string, string | null>[]; avisos: readonly string[] }> {
    const { flags } = await this.parse(ShowConfig);
    const { effective, envFile, warnings } = this.loadConfig(flags);
    this.log(
      renderTable(effective, [
        { header: inEveryLanguage((m) => m.cli.columns.setting), cell: (setting) => setting.name, whole: true },
        { header: inEveryLanguage((m) => m.cli.columns.value), cell: (setting) => setting.shown && sayText(setting.shown), wraps: true },
        {
          header: inEveryLanguage((m) => m.cli.columns.from),
          cell: (setting) => say((m) => m.cli.operations.origins[setting.origin]),
          whole: true,
        },
        {
          header: inEveryLanguage((m) => m.cli.columns.meaning),
          cell: (setting) => sayText(setting.meaning),
          wraps: true,
          atLeast: 40,
          priority: 1,
        },
      ]),
    );
    this.logToStderr(
      envFile === undefined ? say((m) => m.cli.operations.noSettingsFileRead) : say((m) => m.cli.operations.settingsFile({ envFile })),
    );
    for (const warning of warnings) this.logToStderr(say((m) => m.cli.operations.warning({ warning })));
    return { arquivo: envFile ?? null, configuracao: effective.map(settingJson), avisos: warnings.map(({ en }) => en) };
  }
}

function settingJson({ name, shown, origin, meaning }: EffectiveSetting): Record<string, string | null> {
  return { nome: name, valor: shown === undefined ? null : textIn('en', shown), origem: origin, significado: meaning.en };
}
