import { textIn } from '../src/base/language.ts';
import { command } from '../src/cli/command.ts';
import { databaseFlag } from '../src/cli/flags.ts';
import { type Column, renderTable } from '../src/cli/table.ts';
import type { EffectiveSetting } from '../src/config/load-config.ts';
import { say, sayText } from '../src/messages/messages.ts';

const COLUMNS: readonly Column<EffectiveSetting>[] = [
  { header: 'setting', cell: ({ name }) => name, look: 'word' },
  { header: 'value', cell: ({ shown }) => shown && sayText(shown), wraps: true },
  { header: 'source', cell: ({ origin }) => say((m) => m.cli.operations.origins[origin]), look: 'word' },
  { header: 'meaning', cell: ({ meaning }) => sayText(meaning), wraps: true, atLeast: 40, priority: 1 },
];

export default command({
  examples: ['', '--env-file production.env'],
  flags: { database: databaseFlag },
  async run({ flags }) {
    const { effective, envFile, warnings } = this.loadConfig(flags);
    this.log(renderTable(effective, COLUMNS));
    this.remark(({ cli: { operations } }) => (envFile === undefined ? operations.noSettingsFile : operations.settingsFile({ envFile })));
    for (const warning of warnings) this.remark((m) => m.cli.operations.warning({ warning }));
    return { arquivo: envFile ?? null, configuracao: effective.map(settingJson), avisos: warnings.map(({ en }) => en) };
  },
});

function settingJson({ name, shown, origin, meaning }: EffectiveSetting): Record<string, string | null> {
  return { nome: name, valor: shown === undefined ? null : textIn('en', shown), origem: origin, significado: meaning.en };
}
