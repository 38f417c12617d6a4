import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TmuxTerminal } from './tmux-terminal.ts';
import { WatchedPlace } from './watched-place.ts';

/** The shell shows its previous content and a cursor, and the terminal echoes input again. */
async function expectRestored(terminal: TmuxTerminal): Promise<void> {
  const screen = await terminal.shows('queue watch', 'ended=0');
  expect(screen).not.toContain('Queued');
  expect(await terminal.state()).toEqual({ alternate: false, cursor: true });
  await terminal.type('stty -a | grep -o "[-]*\\(icanon\\|echo\\|isig\\|icrnl\\|opost\\) " | tr -d "\\n"; echo');
  await terminal.shows(/^(isig icanon echo|.*icrnl.*opost.*isig icanon echo) *$/m);
}

describe.concurrent('queue watch gives the terminal back', () => {
  test.each([
    ['q', async (terminal: TmuxTerminal) => terminal.press('q')],
    ['Ctrl-C', async (terminal: TmuxTerminal) => terminal.press('C-c')],
    ['SIGTERM', async (terminal: TmuxTerminal) => void process.kill(await terminal.programPid(), 'SIGTERM')],
    ['SIGHUP', async (terminal: TmuxTerminal) => void process.kill(await terminal.programPid(), 'SIGHUP')],
  ])('after %s', async (_name, end) => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('Done 3');
    expect(await terminal.state()).toEqual({ alternate: true, cursor: false });
    await end(terminal);
    await expectRestored(terminal);
  });

  test('while it is stopped by Ctrl-Z; fg brings it back, in the size the window has by then', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('Done 3');
    await terminal.press('C-z');
    await terminal.shows(/Stopped|Suspended/);
    expect(await terminal.state()).toEqual({ alternate: false, cursor: true });
    await terminal.type('echo shell-works');
    await terminal.shows(/^shell-works$/m);
    await place.work.accept('meanwhile');
    await terminal.resize([80, 20]);
    await terminal.type('fg');
    const screen = await terminal.shows('Queued 1', 'q quit');
    expect(screen.split('\n')[0]).toContain('webhooks');
    expect(await terminal.state()).toEqual({ alternate: true, cursor: false });
    await terminal.press('2');
    await terminal.shows('meanwhile');
    await terminal.press('q');
    await terminal.until((screen) => screen.includes('ended=') && screen.includes('shell-works'), 'the shell as it was');
  });

  test('continued after SIGSTOP it draws itself anew', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('Done 3');
    const pid = await terminal.programPid();
    process.kill(pid, 'SIGSTOP');
    await terminal.shows(/Stopped|Suspended/);
    // The program had no time to restore the terminal: Enter does not end a line, Ctrl-J does.
    await terminal.press('f', 'g', 'C-j');
    await terminal.hides('Stopped');
    await terminal.shows('Done 3', 'q quit', '1 Queue');
    await terminal.press('q');
    await terminal.shows('ended=');
  });

  test('nothing goes on running when the window is closed', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('Done 3');
    const pid = await terminal.programPid();
    await terminal.close();
    const deadline = Date.now() + 20_000;
    while (isRunning(pid) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isRunning(pid)).toBe(false);
  });

  test('after an error nobody foresaw, which is then read in the shell', async () => {
    using place = await WatchedPlace.filled();
    const fault = join(place.work.folder, 'fault.mjs');
    writeFileSync(fault, "process.on('SIGUSR2', () => { throw new Error('a fault of the test'); });");
    using terminal = await place.watch({ env: { NODE_OPTIONS: `--import=${fault}` } });
    await terminal.shows('Done 3');
    process.kill(await terminal.programPid(), 'SIGUSR2');
    await terminal.shows('Unexpected error: a fault of the test', 'ended=1');
    expect(await terminal.state()).toEqual({ alternate: false, cursor: true });
  });

  test('an unusable database is told before the screen is opened, and exits 3', async () => {
    using place = new WatchedPlace();
    using terminal = await place.watch({}, '--database', 'sqlite:missing.db');
    await terminal.shows('Error:', 'missing.db', 'ended=3');
    expect(await terminal.state()).toEqual({ alternate: false, cursor: true });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
