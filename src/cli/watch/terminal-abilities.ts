/** What the terminal can display, according to the environment. */
export interface TerminalAbilities {
  /** False if there is no terminal, or it cannot move its cursor; then plain text is printed. */
  readonly isInteractive: boolean;
  readonly hasColors: boolean;
  readonly ascii: boolean;
  readonly isSpoken: boolean;
}

interface Streams {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The abilities of this process's terminal. */
export function terminalAbilities(env: Environment = process.env, streams: Streams = process): TerminalAbilities {
  return {
    isInteractive: streams.stdin.isTTY === true && streams.stdout.isTTY === true && env['TERM'] !== 'dumb',
    hasColors: (env['NO_COLOR'] ?? '') === '',
    ascii: needsAscii(env),
    isSpoken: env['INK_SCREEN_READER'] === 'true',
  };
}

/** True for a locale with another character set, and for the Linux console, which has few characters. Without a locale, assumes UTF-8. */
function needsAscii(env: Environment): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return env['TERM'] === 'linux' || (locale !== '' && !/utf-?8/i.test(locale));
}
