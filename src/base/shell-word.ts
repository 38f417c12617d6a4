/** One word for a POSIX shell, whatever is in it: always in quotes. */
export function quotedWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** One word for a POSIX shell, in quotes only where it needs them: people read it, and type it again. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quotedWord(text);
}
