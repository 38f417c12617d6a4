import type { Hook } from '@oclif/core';
import { commandErrorJson, commandErrorText } from '../command-error.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { knownCommands } from '../known-commands.ts';
import { jsonText } from '../render.ts';
import { unknownCommand } from '../unknown-command.ts';

/** Runs if oclif finds no command: prints an error like any other, with the closest name. */
export const commandNotFound: Hook<'command_not_found'> = async ({ id, argv = [], config }) => {
  const error = unknownCommand(id.split(':'), knownCommands(config));
  process.exitCode = exitCodeOf(error.code);
  if ([...id.split(':'), ...argv].includes('--json')) process.stdout.write(`${jsonText(commandErrorJson(error))}\n`);
  else process.stderr.write(`${commandErrorText(error)}\n`);
};
