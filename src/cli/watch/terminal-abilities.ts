/** What this process's terminal can display, according to the environment. */
export function terminalAbilities() {
  const { env, stdin, stdout } = process;
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return {
    /** False if there is no terminal, or it cannot move its cursor; then plain text is printed. */
    isInteractive: stdin.isTTY && stdout.isTTY && env['TERM'] !== 'dumb',
    hasColors: (env['NO_COLOR'] ?? '') === '',
    /** For a locale with another character set, and the Linux console, which has few characters. Without a locale, assumes UTF-8. */
    ascii: env['TERM'] === 'linux' || (locale !== '' && !/utf-?8/i.test(locale)),
    isSpoken: env['INK_SCREEN_READER'] === 'true',
  };
}
