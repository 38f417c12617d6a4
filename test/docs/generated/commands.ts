import { MESSAGES } from '../../../src/messages/messages.ts';
import { type ManifestArg, type ManifestCommand, type ManifestFlag, manifestCommands } from '../../support/manifest.ts';
import { blocks, bullets, paragraph } from './markdown.ts';

const TITLE = 'Commands';

const INTRODUCTION = `Every command, with its arguments, flags and examples. \`lead-intake COMMAND --help\` shows the same in a terminal, in English or
Portuguese. See also [exit codes](exit-codes.md) and [JSON output](json-output.md).`;

/** The reference of all commands, from the program's manifest. */
export function commandsPage(): string {
  const commands = manifestCommands();
  const topics = [...Map.groupBy(commands, ({ name }) => topicOf(name, commands))];
  return blocks(
    `# ${TITLE}`,
    paragraph(INTRODUCTION),
    index(topics),
    '## Flags of every command',
    bullets(globalFlags(commands).map(flagLine)),
    ...topics.flatMap(([topic, members]) => [`## ${topic}`, topicText(topic), ...members.map(command)]),
  );
}

/** `queue status` belongs to the topic `queue`; commands of one word share one topic. */
function topicOf(name: string, commands: readonly ManifestCommand[]): string {
  const [topic = ''] = name.split(' ');
  return commands.some((other) => other.name.startsWith(`${topic} `)) ? topic : 'Single commands';
}

function topicText(topic: string): string {
  const topics: Readonly<Record<string, { readonly summary: string } | undefined>> = MESSAGES.en.help.topics;
  return paragraph(topics[topic]?.summary ?? '');
}

function index(topics: readonly (readonly [string, readonly ManifestCommand[]])[]): string {
  return bullets(
    topics.map(([topic, members]) => `${topic}: ${members.map(({ name }) => `[${name}](#${name.replaceAll(' ', '-')})`).join(', ')}`),
  );
}

function globalFlags(commands: readonly ManifestCommand[]): readonly ManifestFlag[] {
  const flags = commands.flatMap((one) => one.flags.filter(isGlobal));
  return [...new Map(flags.map((flag) => [flag.name, flag])).values()];
}

function isGlobal({ helpGroup }: ManifestFlag): boolean {
  return helpGroup === 'GLOBAL';
}

function command({ name, summary = '', description = '', args, flags, examples }: ManifestCommand): string {
  const own = flags.filter((flag) => !isGlobal(flag));
  return blocks(
    `### ${name}`,
    paragraph(summary),
    `\`\`\`\n${['lead-intake', name, ...args.map(argWord), ...own.filter(({ required }) => required).map(flagWord)].join(' ')}${own.length === 0 ? '' : ' [FLAGS]'}\n\`\`\``,
    ...description.split(/\n\n+/).map((part) => paragraph(part)),
    args.length + own.length === 0 ? '' : bullets([...args.map(argLine), ...own.map(flagLine)]),
    examples.length === 0 ? '' : `\`\`\`sh\n${examples.map(exampleLines).join('\n')}\n\`\`\``,
  );
}

function argWord({ name, required, multiple }: ManifestArg): string {
  const word = `${name.toUpperCase()}${multiple === true ? '...' : ''}`;
  return required === true ? word : `[${word}]`;
}

function argLine(arg: ManifestArg): string {
  const preset = arg.default === undefined ? '' : ` (default \`${arg.default}\`)`;
  return `\`${arg.name.toUpperCase()}\`${preset}: ${arg.description ?? ''}`;
}

function flagWord({ name, helpValue, options, type, allowNo }: ManifestFlag): string {
  if (type === 'boolean') return allowNo === true ? `--[no-]${name}` : `--${name}`;
  return `--${name} ${helpValue ?? options?.join('|') ?? 'VALUE'}`;
}

function flagLine(flag: ManifestFlag): string {
  const { char, required, multiple, summary = '', options, helpValue } = flag;
  const facts = [
    ...(required === true ? ['required'] : []),
    ...(multiple === true ? ['repeatable'] : []),
    ...(flag.default === undefined ? [] : [`default \`${flag.default}\``]),
    ...(options === undefined || helpValue === undefined ? [] : [options.map((option) => `\`${option}\``).join(', ')]),
  ];
  const short = char === undefined ? '' : `\`-${char}\`, `;
  return `${short}\`${flagWord(flag)}\`${facts.length === 0 ? '' : ` (${facts.join('; ')})`}: ${summary}`;
}

function exampleLines({ command: line, description }: { readonly command: string; readonly description?: string }): string {
  return description === undefined ? line : `# ${description.replace(/:$/, '')}\n${line}`;
}
