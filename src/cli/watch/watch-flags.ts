import { Flags } from '@oclif/core';
import { appError } from '../../messages/messages.ts';
import { databaseFlag } from '../flags.ts';

const SHORTEST_REFRESH_SECONDS = 0.25;
const LONGEST_REFRESH_SECONDS = 3_600;

/** The flags of `queue watch`. */
export const watchFlags = {
  database: databaseFlag,
  url: Flags.custom<URL>({
    helpValue: 'URL',
    exclusive: ['database'],
    parse: async (input) => readUrl(input),
  })(),
  'token-file': Flags.string({
    helpValue: 'PATH',
    dependsOn: ['url'],
  }),
  refresh: Flags.custom<number>({
    helpValue: 'S',
    parse: async (input) => readRefreshMs(input),
  })(),
  readonly: Flags.boolean({ default: false }),
  ascii: Flags.boolean({ allowNo: true }),
  'screen-reader': Flags.boolean({ default: false }),
};

/** @throws AppError `usage` unless it is an http or https URL without user name and password */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw appError('usage', (m) => m.cli.queue.urlShape({ text }));
}

/** @throws AppError `usage` unless it is a number of seconds within the bounds */
function readRefreshMs(text: string): number {
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= SHORTEST_REFRESH_SECONDS && seconds <= LONGEST_REFRESH_SECONDS) return seconds * 1_000;
  throw appError('usage', (m) =>
    m.cli.queue.refreshShape({
      shortestRefreshSeconds: SHORTEST_REFRESH_SECONDS,
      longestRefreshSeconds: LONGEST_REFRESH_SECONDS,
      text,
    }),
  );
}
