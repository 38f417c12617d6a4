import type { Config } from '../../config/config.ts';

/** The file of a `sqlite:PATH` address; absolute, as the configuration makes it. */
export function databasePath({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  return databaseUrl.replace(/^sqlite:/, '');
}
