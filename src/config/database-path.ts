/** The file of a `sqlite:PATH` URL; absolute if the URL comes from the configuration. */
export function databasePath(databaseUrl: string): string {
  return databaseUrl.replace(/^sqlite:/, '');
}
