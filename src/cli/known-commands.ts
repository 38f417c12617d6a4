import type { Interfaces } from '@oclif/core';

export type KnownCommands = ReturnType<typeof knownCommands>;

/** All commands and topics as typed, without hidden commands: `queue once`, `queue`. */
export function knownCommands(config: Interfaces.Config) {
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
