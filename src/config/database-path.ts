/** The file of a `sqlite:PATH` address; absolute when the address is one of the configuration. */
export function databasePath(databaseUrl: string): string {
  return databaseUrl.replace(/^sqlite:/, '');
}
