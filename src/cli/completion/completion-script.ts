import type { Interfaces } from '@oclif/core';
import { helpCatalogue } from '../help/help-words.ts';
import { bashScript } from './bash-script.ts';
import { completionTree } from './completion-tree.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

/** The shells that are served. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script of one shell, with everything in it: nothing is cached, and nothing is run while a person types. */
export async function completionScript(shell: Shell, config: Interfaces.Config): Promise<string> {
  const write = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  return write(config.bin, completionTree(config, await helpCatalogue()));
}
