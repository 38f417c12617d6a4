import type { Interfaces } from '@oclif/core';

/** All commands and topics, as typed: `queue once`, `queue`. */
export interface KnownCommands {
  readonly bin: string;
  readonly commands: readonly string[];
  readonly topics: readonly string[];
}

/** What can be typed, without hidden commands. */
export function knownCommands(config: Interfaces.Config): KnownCommands {
  return {
    bin: config.bin,
    commands: config.commands.filter(({ hidden }) => !hidden).map(({ id }) => typed(id)),
    topics: config.topics.map(({ name }) => typed(name)),
  };
}

/** A command or topic as typed: `queue once` for oclif's `queue:once`. */
export function typed(id: string): string {
  return id.replaceAll(':', ' ');
}
