/** The name of the function that completes a program, of letters every shell takes. */
export function functionName(bin: string): string {
  return `_${bin.replaceAll(/[^a-zA-Z0-9]/g, '_')}`;
}
