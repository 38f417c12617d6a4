import { BaseCommand } from '../src/cli/base-command.ts';
import { databaseFlag } from '../src/cli/flags.ts';
import { renderTable } from '../src/cli/table.ts';
import type { EffectiveSetting } from '../src/config/load-config.ts';

export default class ShowConfig extends BaseCommand {
  static override summary = 'Show every setting, its value and where it comes from.';
  static override description =
    `Flags win over the environment, the environment over the .env file, the file over defaults. Secrets are never shown.
Warns about misspelt variables and short secrets. Exits 3 and names every problem when a setting is not usable.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    {
      description: 'Check a settings file before it is put to use:',
      command: '<%= config.bin %> <%= command.id %> --env-file production.env',
    },
  ];
  static override flags = { database: databaseFlag };

  async run(): Promise<{ arquivo: string | null; configuracao: readonly Record<string, string | null>[]; avisos: readonly string[] }> {
    const { flags } = await this.parse(ShowConfig);
    const { effective, envFile, warnings } = this.loadConfig(flags);
    this.log(
      renderTable(effective, [
        { header: 'SETTING', cell: (setting) => setting.name, whole: true },
        { header: 'VALUE', cell: (setting) => setting.shown, wraps: true },
        { header: 'FROM', cell: (setting) => setting.origin, whole: true },
        { header: 'MEANING', cell: (setting) => setting.meaning, wraps: true, atLeast: 40, priority: 1 },
      ]),
    );
    this.logToStderr(envFile === undefined ? 'No settings file was read.' : `Settings file: ${envFile}`);
    for (const warning of warnings) this.logToStderr(`Warning: ${warning}`);
    return { arquivo: envFile ?? null, configuracao: effective.map(settingJson), avisos: warnings };
  }
}

function settingJson({ name, shown, origin, meaning }: EffectiveSetting): Record<string, string | null> {
  return { nome: name, valor: shown ?? null, origem: origin, significado: meaning };
}
