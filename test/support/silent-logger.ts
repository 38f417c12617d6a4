import pino from 'pino';
import type { Logger } from '../../src/base/logger.ts';

/** A logger that discards everything. */
export function silentLogger(): Logger {
  return pino({ level: 'silent' });
}
