import { say, sayText, type Translated, textIn } from '../src/base/language.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { databaseFlag } from '../src/cli/flags.ts';
import { renderTable } from '../src/cli/table.ts';
import type { EffectiveSetting } from '../src/config/load-config.ts';

const ORIGINS = {
  en: { flag: 'flag', environment: 'environment', file: 'file', default: 'default', unset: 'unset' },
  pt: { flag: 'opção', environment: 'ambiente', file: 'arquivo', default: 'padrão', unset: 'sem valor' },
} satisfies Translated<Record<EffectiveSetting['origin'], string>>;

export default class ShowConfig extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --env-file production.env'];
  static override flags = { database: databaseFlag };

  async run(): Promise<{ arquivo: string | null; configuracao: readonly Record<string, string | null>[]; avisos: readonly string[] }> {
    const { flags } = await this.parse(ShowConfig);
    const { effective, envFile, warnings } = this.loadConfig(flags);
    this.log(
      renderTable(effective, [
        { header: { en: 'SETTING', pt: 'CONFIGURAÇÃO' }, cell: (setting) => setting.name, whole: true },
        { header: { en: 'VALUE', pt: 'VALOR' }, cell: (setting) => setting.shown && sayText(setting.shown), wraps: true },
        { header: { en: 'FROM', pt: 'DE' }, cell: (setting) => say(ORIGINS)[setting.origin], whole: true },
        { header: { en: 'MEANING', pt: 'SIGNIFICADO' }, cell: (setting) => say(setting.meaning), wraps: true, atLeast: 40, priority: 1 },
      ]),
    );
    this.logToStderr(
      envFile === undefined
        ? say({ en: 'No settings file was read.', pt: 'Nenhum arquivo de configurações foi lido.' })
        : say({ en: `Settings file: ${envFile}`, pt: `Arquivo de configurações: ${envFile}` }),
    );
    for (const warning of warnings) this.logToStderr(say({ en: `Warning: ${warning.en}`, pt: `Aviso: ${warning.pt}` }));
    return { arquivo: envFile ?? null, configuracao: effective.map(settingJson), avisos: warnings.map(({ en }) => en) };
  }
}

function settingJson({ name, shown, origin, meaning }: EffectiveSetting): Record<string, string | null> {
  return { nome: name, valor: shown === undefined ? null : textIn('en', shown), origem: origin, significado: meaning.en };
}
