import pino from 'pino';
import type { Logger } from '../../src/base/logger.ts';

export type LogLine = Readonly<Record<string, unknown>>;

/** A logger whose lines a test can read. */
export function createLogLines(level = 'debug'): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const log = pino({ level, formatters: { level: (label) => ({ level: label }) } }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
