import pino from 'pino';
import pretty from 'pino-pretty';

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
export function createLogger(options: { level: LogLevel; format: LogFormat; version: string }): Logger {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: { service: 'lead-intake', version: options.version, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((key) => [`["${key}"]`, `*["${key}"]`]), censor: '[removed]' },
  };
  const stream =
    options.format === 'pretty'
      ? pretty({ destination: 2, sync: true, ignore: 'pid,hostname,service,version', translateTime: 'SYS:HH:MM:ss.l' })
      : pino.destination({ dest: 2, sync: false });
  return pino(settings, stream);
}
