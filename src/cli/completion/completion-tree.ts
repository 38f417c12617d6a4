import type { Interfaces } from '@oclif/core';
import type { HelpCatalogue } from '../help/help-words.ts';
import { typed } from '../known-commands.ts';

/** A word that can be typed next, and what it means. */
interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

export interface FlagCompletion {
  readonly name: string;
  readonly char: string | undefined;
  readonly meaning: string;
  readonly takesValue: boolean;
  /** The values there are, where they can be told. */
  readonly values: readonly string[];
  /** Its value is the path of a file or folder. */
  readonly isPath: boolean;
}

/** What can follow a command or topic. */
export interface CompletionNode {
  /** As typed: `queue status`; empty: the program itself. */
  readonly path: string;
  /** Commands and topics below it. */
  readonly children: readonly Candidate[];
  /** Of a command. */
  readonly flags: readonly FlagCompletion[];
  /** Values its arguments can have, where they can be told. */
  readonly values: readonly string[];
  /** It has an argument that is the path of a file. */
  readonly takesPath: boolean;
}

/** The command whose arguments are the words of a command. */
const HELP = 'help';
const PATH_VALUES: readonly string[] = ['FILE', 'PATH', 'DIR'];
const PATH_ARGUMENTS: readonly string[] = ['file', 'body'];

type LoadedCommand = Interfaces.Config['commands'][number];

/** Everything that can be completed, from the manifest: the program, each topic and each command. */
export function completionTree(config: Interfaces.Config, catalogue: HelpCatalogue | undefined): readonly CompletionNode[] {
  const commands = config.commands.filter(({ hidden }) => !hidden).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const meanings = new Map([
    ...config.topics.map(({ name, description }) => [typed(name), catalogue?.topics[typed(name)] ?? description ?? ''] as const),
    ...commands.map(({ id, summary }) => [typed(id), catalogue?.commands[typed(id)]?.summary ?? summary ?? ''] as const),
  ]);
  const names = [...meanings.keys()].toSorted();
  const byName = new Map(commands.map((command) => [typed(command.id), command]));
  const nodes = ['', ...names].map((path) => nodeOf(path, childrenOf(path, names, meanings), byName.get(path), catalogue));
  return [...nodes.map((node) => (node.path === HELP ? { ...node, children: nodes[0]?.children ?? [] } : node)), ...helpNodes(nodes)];
}

/** `help queue` is followed by what `queue` is followed by, without running anything. */
function helpNodes(nodes: readonly CompletionNode[]): readonly CompletionNode[] {
  return nodes
    .filter(({ path, children }) => path !== '' && children.length > 0)
    .map(({ path, children }) => ({ path: `${HELP} ${path}`, children, flags: [HELP_FLAG], values: [], takesPath: false }));
}

function nodeOf(
  path: string,
  children: readonly Candidate[],
  command: LoadedCommand | undefined,
  catalogue: HelpCatalogue | undefined,
): CompletionNode {
  if (command === undefined)
    return { path, children, flags: path === '' ? [HELP_FLAG, VERSION_FLAG] : [HELP_FLAG], values: [], takesPath: false };
  const args = Object.values(command.args);
  return {
    path,
    children,
    flags: [...flagsOf(path, command, catalogue), HELP_FLAG],
    values: args.flatMap(({ options }) => options ?? []),
    takesPath: args.some(({ name }) => PATH_ARGUMENTS.includes(name)),
  };
}

const HELP_FLAG: FlagCompletion = { name: 'help', char: 'h', meaning: '', takesValue: false, values: [], isPath: false };
const VERSION_FLAG: FlagCompletion = { ...HELP_FLAG, name: 'version', char: 'v' };

function childrenOf(path: string, names: readonly string[], meanings: ReadonlyMap<string, string>): readonly Candidate[] {
  const prefix = path === '' ? '' : `${path} `;
  return names
    .filter((name) => name.startsWith(prefix) && !name.slice(prefix.length).includes(' '))
    .map((name) => ({ word: name.slice(prefix.length), meaning: meanings.get(name) ?? '' }));
}

function flagsOf(path: string, command: LoadedCommand, catalogue: HelpCatalogue | undefined): readonly FlagCompletion[] {
  const visible = Object.entries(command.flags).filter(([, flag]) => flag.hidden !== true);
  return visible
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, flag]) => ({
      name,
      char: flag.char,
      meaning: catalogue?.commands[path]?.flags?.[name] ?? catalogue?.baseFlags[name] ?? flag.summary ?? '',
      takesValue: flag.type === 'option',
      values: flag.type === 'option' ? (flag.options ?? []) : [],
      isPath: flag.type === 'option' && typeof flag.helpValue === 'string' && PATH_VALUES.includes(flag.helpValue),
    }));
}
