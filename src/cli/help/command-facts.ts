import type { Interfaces } from '@oclif/core';
import { knownCommands, typed } from '../known-commands.ts';
import { unknownCommand } from '../unknown-command.ts';
import { exampleText } from './help-text.ts';

/**
 * The commands whose names begin with these words, sorted.
 *
 * @throws AppError `usage` if there are none
 */
export function commandFacts(config: Interfaces.Config, words: readonly string[]): readonly ReturnType<typeof factsOf>[] {
  const visible = config.commands.filter(({ hidden }) => !hidden);
  const found = visible.filter(({ id }) => words.every((word, index) => id.split(':')[index] === word));
  if (found.length === 0) throw unknownCommand(words, knownCommands(config));
  return found.map((command) => factsOf(config, command)).toSorted((a, b) => (a.comando < b.comando ? -1 : 1));
}

/** One command for programs; in English, as in the manifest. */
function factsOf(config: Interfaces.Config, command: Interfaces.Config['commands'][number]) {
  const comando = typed(command.id);
  return {
    comando,
    resumo: command.summary ?? null,
    argumentos: Object.values(command.args).map(({ name, description, required }) => ({
      nome: name,
      descricao: description ?? null,
      obrigatorio: required === true,
    })),
    opcoes: Object.entries(command.flags)
      .filter(([, { hidden }]) => hidden !== true)
      .map(([name, { summary, required }]) => ({ nome: `--${name}`, descricao: summary ?? null, obrigatoria: required === true })),
    exemplos: (command.examples ?? []).map((example) => exampleText(example, config.bin, comando).command),
  };
}
