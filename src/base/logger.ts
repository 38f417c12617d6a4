import pino from 'pino';

export type Logger = pino.Logger;
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
export type LogFormat = 'json' | 'pretty';

/** Names under which a secret or personal data could reach a log line; whatever stands there is removed. */
const REDACTED = [
  'secret',
  'token',
  'password',
  'authorization',
  'cookie',
  'google_key',
  'hub.verify_token',
  'corpo',
  'nome',
  'email',
  'phone',
  'telefone',
  'mensagem',
];

/**
 * The logger of the program. Lines go to stderr, so that stdout carries only data.
 * Callers log ids, codes and counts; the redaction is the second fence behind that rule.
 */
export async function createLogger(options: { level: LogLevel; format: LogFormat; version: string }): Promise<Logger> {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: { service: 'lead-intake', version: options.version, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((key) => [`["${key}"]`, `*["${key}"]`]), censor: '[removed]' },
  };
  return pino(settings, options.format === 'pretty' ? await prettyStream() : pino.destination({ dest: 2, sync: false }));
}

/** Loaded only for people: a service writes JSON and starts 20 ms sooner without it. */
async function prettyStream(): Promise<pino.DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ destination: 2, sync: true, ignore: 'pid,hostname,service,version', translateTime: 'SYS:HH:MM:ss.l' });
}
