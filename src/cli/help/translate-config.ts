import type { Command, Interfaces } from '@oclif/core';
import type { HelpCatalogue, HelpWords } from './help-words.ts';

/** Puts the words of a catalogue in place of the manifest's, in the loaded configuration of this process. */
export function translateConfig(config: Interfaces.Config, catalogue: HelpCatalogue): void {
  for (const command of config.commands) {
    const words = catalogue.commands[command.id.replaceAll(':', ' ')];
    if (words !== undefined) translateCommand(command, words, catalogue);
  }
  for (const topic of config.topics) {
    const description = catalogue.topics[topic.name.replaceAll(':', ' ')];
    if (description !== undefined) topic.description = description;
  }
}

function translateCommand(command: Command.Loadable, words: HelpWords, catalogue: HelpCatalogue): void {
  command.summary = words.summary;
  if (words.description !== undefined) command.description = words.description;
  for (const [name, arg] of Object.entries(command.args)) {
    const description = words.args?.[name];
    if (description !== undefined) arg.description = description;
    arg.name = placeholder(arg.name.toUpperCase(), catalogue);
  }
  for (const [name, flag] of Object.entries(command.flags)) {
    const summary = words.flags?.[name] ?? catalogue.baseFlags[name];
    if (summary !== undefined) flag.summary = summary;
    if (flag.type === 'option' && typeof flag.helpValue === 'string') flag.helpValue = placeholder(flag.helpValue, catalogue);
  }
  command.examples = translatedExamples(command.examples ?? [], words.examples ?? []);
}

function translatedExamples(examples: readonly Command.Example[], descriptions: readonly string[]): Command.Example[] {
  const rest = [...descriptions];
  return examples.map((example) =>
    typeof example === 'string' ? example : { ...example, description: rest.shift() ?? example.description },
  );
}

function placeholder(text: string, { placeholders }: HelpCatalogue): string {
  return placeholders[text] ?? text;
}
