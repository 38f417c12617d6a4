import type { EventInbox } from '../../../domain/ports.ts';
import type { SqliteCore } from './core.ts';

export function eventInbox({ writer }: SqliteCore): EventInbox {
  return {
    accept: (delivery) => writer.write('accept', delivery),
    recordRefused: (requests) => writer.write('recordRefused', requests),
  };
}
