import pino from 'pino';
import { LogOutput } from './log-output.ts';

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
  const formatted = options.format === 'pretty' ? await prettyLines() : (line: string): string => line;
  const output = openStderr((lines) =>
    logger.warn({ lines, code: 'log_lines_dropped' }, 'The log could not be written: lines were dropped.'),
  );
  const logger = pino(settings, { write: (line) => output.write(formatted(line)) });
  return logger;
}

let stderr: LogOutput | undefined;

/** Lines of the log that this process dropped, because they could not be written. */
export function droppedLogLines(): number {
  return stderr?.dropped ?? 0;
}

function openStderr(onWritable: (dropped: number) => void): LogOutput {
  // Node opens the stream when it is first looked at, which makes a pipe or socket non-blocking: one that nobody reads must not hold a thread.
  const output = new LogOutput(process.stderr.fd, onWritable);
  process.once('exit', () => output.end());
  stderr = output;
  return output;
}

/** Loaded only for people: a service writes JSON and starts 20 ms sooner without it. */
async function prettyLines(): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  return prettyFactory({ ignore: 'pid,hostname,service,version', translateTime: 'SYS:HH:MM:ss.l' });
}
