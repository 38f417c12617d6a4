import type { Command, Interfaces } from '@oclif/core';
import { currentLanguage } from '../../base/language.ts';
import { MESSAGES } from '../../messages/messages.ts';
import { typed } from '../known-commands.ts';

/** The descriptions of arguments and flags, by name. */
interface Scope {
  readonly args?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
}

interface TopicWords extends Scope {
  readonly summary: string;
}

interface CommandWords extends TopicWords {
  readonly description?: string;
  readonly examples?: readonly string[];
}

/** All texts of `--help`, in one language. Commands, arguments and flags themselves contain none. */
export interface HelpWords extends Scope {
  readonly program: string;
  /** Refers to more help, below a list of commands. */
  readonly more: (command: string) => string;
  readonly groups: Readonly<Record<'firstSteps' | 'run' | 'look' | 'fix' | 'connect' | 'data', string>>;
  /** By the id as typed: `queue status`. */
  readonly commands: Readonly<Record<string, CommandWords>>;
  readonly topics: Readonly<Record<string, TopicWords>>;
  readonly terms: Readonly<Record<string, string>>;
  readonly placeholders: Readonly<Record<string, string>>;
}

/** The help in the language of this process. */
export function helpWords(): HelpWords {
  return MESSAGES[currentLanguage()].help;
}

/** Adds the texts of one language to oclif's command definitions. */
export function describeConfig(config: Interfaces.Config, help: HelpWords): void {
  for (const command of config.commands) {
    const named = config.commands.find(({ id, hiddenAliases }) => id !== command.id && hiddenAliases.includes(command.id));
    describeCommand(command, help, named?.id);
  }
  for (const topic of config.topics) topic.description = help.topics[typed(topic.name)]?.summary ?? '';
}

/**
 * The same for one command; the build uses it to write the English texts to the manifest, whatever the language of the machine.
 * @param name the id of its texts: an old name of a command is a separate entry in oclif, with the same arguments and flags
 */
export function describeCommand(command: Command.Cached, help: HelpWords, name = command.id): void {
  const id = typed(name);
  const { summary = '', description, examples = [] } = help.commands[id] ?? {};
  command.summary = summary;
  if (description !== undefined) command.description = description;
  for (const [key, arg] of Object.entries(command.args)) arg.description = meaningOf('args', id, key, help);
  for (const [key, flag] of Object.entries(command.flags)) flag.summary = meaningOf('flags', id, key, help);
  command.examples = (command.examples ?? []).map((example, index) => {
    const line = typeof example === 'string' ? example : example.command;
    return examples[index] ? { description: examples[index], command: line } : line;
  });
}

/** Translates the names of arguments and flag values: only for people, not for code that reads the names. */
export function namePlaceholders(config: Interfaces.Config, { placeholders }: HelpWords): void {
  for (const { args, flags } of config.commands) {
    for (const arg of Object.values(args)) arg.name = placeholders[arg.name.toUpperCase()] ?? arg.name;
    for (const flag of Object.values(flags)) {
      if (flag.type === 'option' && typeof flag.helpValue === 'string') flag.helpValue = placeholders[flag.helpValue] ?? flag.helpValue;
    }
  }
}

/** `DAYS: Age in whole days …`, for the error about a missing argument. */
export function argumentText(id: string, name: string, help: HelpWords): string {
  const meaning = meaningOf('args', id, name, help);
  return `${help.placeholders[name.toUpperCase()] ?? name.toUpperCase()}${meaning === '' ? '' : `: ${meaning}`}.`;
}

/** The description from the command, otherwise from the nearest topic above it, otherwise from the whole program. */
function meaningOf(kind: keyof Scope, id: string, name: string, help: HelpWords): string {
  const words = id.split(' ');
  const topics = words.slice(1).map((_word, index) => help.topics[words.slice(0, -1 - index).join(' ')]);
  const scopes: readonly (Scope | undefined)[] = [help.commands[id], ...topics, help];
  return scopes.map((scope) => scope?.[kind]?.[name]).find((meaning) => meaning !== undefined) ?? '';
}
