import type { Hook } from '@oclif/core';
import { printError } from '../command-error.ts';
import { knownCommands } from '../known-commands.ts';
import { unknownCommand } from '../unknown-command.ts';

/** Runs if oclif finds no command: prints an error like any other, with the closest name. */
export const commandNotFound: Hook<'command_not_found'> = async ({ id, argv = [], config }) => {
  const words = id.split(':');
  printError(unknownCommand(words, knownCommands(config)), [...words, ...argv].includes('--json'));
};
