import pino from 'pino';
import type { Logger } from '../../src/base/logger.ts';

/** A logger that says nothing. */
export function silentLogger(): Logger {
  return pino({ level: 'silent' });
}
