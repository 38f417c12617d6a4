import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FORM_PATH, writeRequestFile } from './requests.ts';

export const CONNECTIONS = 64;

/** Every server compiles its hot code first; that happens once in a process's life. */
const WARM_UP_SECONDS = 2;

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

/** wrk's measurements. Latencies are of a closed loop: a connection sends its next request after the response. */
export interface WrkResult {
  /** Responses received, all of them 2xx, including the warm-up. */
  readonly accepted: number;
  /** Without the warm-up, like the latencies. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Report {
  readonly answers: number;
  readonly durationMs: number;
  readonly refused: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly exhausted: boolean;
}

/** More than any server here accepts, so that the prepared requests last for a turn; wrk fails if they do not. */
const MAX_PER_SECOND = 90_000;

/** New requests. They are valid for five minutes, like every signed form, and for one run of wrk per database. */
export function prepareRequests(path: string, seconds: number): void {
  writeRequestFile(warmUpFile(path), WARM_UP_SECONDS * MAX_PER_SECOND);
  writeRequestFile(path, seconds * MAX_PER_SECOND);
}

/** Requests for which wrk may not wait for the response: one per connection at the end of the warm-up and of the run. */
export const MOST_UNANSWERED = 2 * CONNECTIONS;

/** Warms the server up, then sends the requests of the file through 64 connections for this many seconds. */
export async function runWrk(url: string, requestFile: string, seconds: number): Promise<WrkResult> {
  const warmUp = await callWrk(url, warmUpFile(requestFile), WARM_UP_SECONDS);
  const { answers, durationMs, p50Ms, p99Ms } = await callWrk(url, requestFile, seconds);
  return { accepted: warmUp.answers + answers, perSecond: (answers / durationMs) * 1_000, p50Ms, p99Ms };
}

function warmUpFile(requestFile: string): string {
  return `${requestFile}-warm-up`;
}

/** One thread: the server needs the other core. */
async function callWrk(url: string, requestFile: string, seconds: number): Promise<Report> {
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '-s', SCRIPT, url + FORM_PATH, '--', requestFile];
  const { stdout } = await promisify(execFile)('wrk', args);
  const report = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Report;
  if (report.refused + report.failed > 0) throw new Error(`wrk: ${report.refused} refused, ${report.failed} failed`);
  if (report.exhausted) throw new Error('wrk came to the end of the prepared requests: this machine is faster than MAX_PER_SECOND');
  return report;
}
