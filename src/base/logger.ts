import pino from 'pino';
import { LogOutput } from './log-output.ts';

export type Logger = pino.Logger;
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
export type LogFormat = 'json' | 'pretty';

/** Keys under which a secret or personal data could get into a log line; their values are removed. */
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
 * The program's logger. Lines go to stderr, so that stdout contains only data. Callers log only ids, codes and counts; the redaction is a second
 * line of defence.
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

/** Log lines that this process dropped because they could not be written. */
export function droppedLogLines(): number {
  return stderr?.dropped ?? 0;
}

function openStderr(onWritable: (dropped: number) => void): LogOutput {
  // Node opens the stream at the first access, which makes a pipe or socket non-blocking: one without a reader must not block a thread.
  const output = new LogOutput(process.stderr.fd, onWritable);
  process.once('exit', () => output.end());
  stderr = output;
  return output;
}

/** Loaded only for people: a service writes JSON and starts 20 ms faster without it. */
async function prettyLines(): Promise<(line: string) => string> {
  const { prettyFactory } = await import('pino-pretty');
  return prettyFactory({ ignore: 'pid,hostname,service,version', translateTime: 'SYS:HH:MM:ss.l' });
}
