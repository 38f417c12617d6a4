import type { Command, Interfaces } from '@oclif/core';
import { currentLanguage } from '../../base/language.ts';
import { MESSAGES } from '../../messages/messages.ts';
import { typed } from '../known-commands.ts';

/** What arguments and flags mean, by their names. */
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

/** Everything `--help` says, in one language. Commands, arguments and flags bring none of it themselves. */
export interface HelpWords extends Scope {
  readonly program: string;
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

/** Puts the words of one language into what oclif knows of the commands. */
export function describeConfig(config: Interfaces.Config, help: HelpWords): void {
  for (const command of config.commands) {
    const named = config.commands.find(({ id, hiddenAliases }) => id !== command.id && hiddenAliases.includes(command.id));
    describeCommand(command, help, named?.id);
  }
  for (const topic of config.topics) topic.description = help.topics[typed(topic.name)]?.summary ?? '';
}

/**
 * The same for one command; the build puts the English into the manifest with it, whatever the language of the machine.
 * @param name the id it has words under: an old name of a command is an entry of its own in oclif, and shares arguments and flags
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

/** Names arguments and values of flags in one language: for people only, not for what reads the names. */
export function namePlaceholders(config: Interfaces.Config, { placeholders }: HelpWords): void {
  for (const { args, flags } of config.commands) {
    for (const arg of Object.values(args)) arg.name = placeholders[arg.name.toUpperCase()] ?? arg.name;
    for (const flag of Object.values(flags)) {
      if (flag.type === 'option' && typeof flag.helpValue === 'string') flag.helpValue = placeholders[flag.helpValue] ?? flag.helpValue;
    }
  }
}

/** `DAYS: Age in whole days …`, what is missing where an argument is not given. */
export function argumentText(id: string, name: string, help: HelpWords): string {
  const meaning = meaningOf('args', id, name, help);
  return `${help.placeholders[name.toUpperCase()] ?? name.toUpperCase()}${meaning === '' ? '.' : `: ${meaning}`}`;
}

/** Of the command, else of the nearest topic around it, else of the whole program. */
function meaningOf(kind: keyof Scope, id: string, name: string, help: HelpWords): string {
  const words = id.split(' ');
  const topics = words.slice(1).map((_word, index) => help.topics[words.slice(0, -1 - index).join(' ')]);
  const scopes: readonly (Scope | undefined)[] = [help.commands[id], ...topics, help];
  return scopes.map((scope) => scope?.[kind]?.[name]).find((meaning) => meaning !== undefined) ?? '';
}
