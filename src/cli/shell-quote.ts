/** One word for bash and zsh, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The name of a function, of letters every shell takes. */
export function functionName(bin: string): string {
  return `_${bin.replaceAll(/[^a-zA-Z0-9]/g, '_')}`;
}
