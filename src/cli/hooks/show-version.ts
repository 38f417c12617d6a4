import type { Hook } from '@oclif/core';

/** Runs before everything else: what oclif prints for `--version` is its user agent, and this program has more to tell. */
export const showVersion: Hook<'init'> = async ({ id, argv, config }) => {
  if (id !== '--version' && id !== '-v') return;
  const { versionJsonText, versionText } = await import('../version-text.ts');
  Object.assign(config, { userAgent: argv.includes('--json') ? versionJsonText() : versionText() });
};
