import { readFileSync } from 'node:fs';
import { ROOT } from './run-program.ts';

export interface ManifestArg {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly multiple?: boolean;
  readonly default?: unknown;
  readonly options?: readonly string[];
}

export interface ManifestFlag {
  readonly name: string;
  readonly char?: string;
  readonly summary?: string;
  readonly hidden?: boolean;
  readonly required?: boolean;
  readonly multiple?: boolean;
  readonly allowNo?: boolean;
  readonly default?: unknown;
  readonly helpGroup?: string;
  readonly helpValue?: string;
  readonly options?: readonly string[];
  readonly type: 'boolean' | 'option';
}

/** A command of the built program. */
export interface ManifestCommand {
  /** As typed: `queue status`. */
  readonly name: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly args: readonly ManifestArg[];
  /** Without hidden ones. */
  readonly flags: readonly ManifestFlag[];
  readonly examples: readonly { readonly description?: string; readonly command: string }[];
}

/** The placeholder for the value of a flag in the help. */
export function helpValueOf(command: string, flag: string): string {
  return (
    manifestCommands()
      .find(({ name }) => name === command)
      ?.flags.find(({ name }) => name === flag)?.helpValue ?? ''
  );
}

/** All commands of the built program. */
export function manifestCommands(): readonly ManifestCommand[] {
  const { commands } = JSON.parse(readFileSync(`${ROOT}oclif.manifest.json`, 'utf8')) as { commands: Record<string, RawCommand> };
  return Object.values(commands).map(({ id, summary, description, args, flags, examples = [] }) => ({
    name: id.replaceAll(':', ' '),
    summary,
    description,
    args: Object.values(args),
    flags: Object.values(flags).filter(({ hidden }) => hidden !== true),
    examples: examples.map((example) => (typeof example === 'string' ? { command: example } : example)).map(fill(id.replaceAll(':', ' '))),
  }));
}

interface RawCommand {
  readonly id: string;
  readonly summary?: string;
  readonly description?: string;
  readonly args: Readonly<Record<string, ManifestArg>>;
  readonly flags: Readonly<Record<string, ManifestFlag>>;
  readonly examples?: readonly (string | { readonly description: string; readonly command: string })[];
}

function fill(name: string) {
  return <Example extends { readonly command: string }>(example: Example): Example => ({
    ...example,
    command: example.command.replaceAll('<%= config.bin %>', 'lead-intake').replaceAll('<%= command.id %>', name),
  });
}
