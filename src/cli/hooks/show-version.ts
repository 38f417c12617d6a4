import type { Hook } from '@oclif/core';

/** Runs first: oclif would print its user agent for `--version`; this program shows more. */
export const showVersion: Hook<'init'> = async ({ id, argv, config }) => {
  if (id !== '--version' && id !== '-v') return;
  const { versionJsonText, versionText } = await import('../version-text.ts');
  Object.assign(config, { userAgent: argv.includes('--json') ? versionJsonText() : versionText() });
};
