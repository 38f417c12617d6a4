/** What the terminal can show, as far as the environment tells. */
export interface TerminalAbilities {
  /** False: nobody looks, or the terminal cannot move its cursor; what is printed then is text. */
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

/** Abilities of the terminal this process runs on. */
export function terminalAbilities(env: Environment = process.env, streams: Streams = process): TerminalAbilities {
  return {
    isInteractive: streams.stdin.isTTY === true && streams.stdout.isTTY === true && env['TERM'] !== 'dumb',
    hasColors: (env['NO_COLOR'] ?? '') === '',
    ascii: needsAscii(env),
    isSpoken: env['INK_SCREEN_READER'] === 'true',
  };
}

/** A locale that names another character set, and the Linux console, which has few signs. No locale at all says nothing. */
function needsAscii(env: Environment): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  return env['TERM'] === 'linux' || (locale !== '' && !/utf-?8/i.test(locale));
}
