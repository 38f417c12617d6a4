import { describe, expect, test } from 'vitest';
import { TmuxTerminal } from './tmux-terminal.ts';
import { WatchedPlace } from './watched-place.ts';

// Colour codes; bold, dim and inverse do not count.
const COLOR = new RegExp(`${String.fromCharCode(27)}\\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38|48)(?:;[0-9;]*)?m`);

interface StatusJson {
  readonly em: string;
  readonly banco: Readonly<Record<string, unknown>>;
}

/** The time and the free disk space differ at each call. */
function withoutMovingParts({ banco, ...others }: StatusJson): object {
  return { ...others, em: typeof others.em, banco: { ...banco, disco_livre_bytes: typeof banco['disco_livre_bytes'] } };
}

describe.concurrent('queue watch', () => {
  test('has colours, and none with NO_COLOR', async () => {
    using place = await WatchedPlace.filled();
    using colored = await place.watch();
    await colored.shows('Done 3');
    expect(await colored.screen({ colors: true })).toMatch(COLOR);
    using plain = await place.watch({ env: { NO_COLOR: '1' } });
    const written = await plain.record();
    await plain.shows('Done 3');
    await plain.press('4');
    await plain.shows('Unknown campaign');
    expect(await plain.screen({ colors: true })).not.toMatch(COLOR);
    expect(written()).not.toMatch(COLOR);
  });

  test('writes ASCII only with --ascii, names and Portuguese included', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch({ env: { LANG: 'pt_BR.UTF-8', LC_ALL: 'pt_BR.UTF-8' } }, '--ascii');
    await terminal.shows('! 2 com erro, sem worker, sem backup', '4 Com erro 2');
    for (const [key, text] of [
      ['3', 'Verao'],
      ['2', 'NOME'],
      ['?', 'MAIUSCULAS'],
      ['1', 'Na fila'],
    ] as const) {
      await terminal.press(key);
      expect(await terminal.shows(text)).toMatch(/^[\n -~]*$/);
    }
  });

  test('is in Portuguese where the locale is', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch({ env: { LC_ALL: 'pt_BR.UTF-8' } });
    await terminal.shows('1 Fila', '2 Eventos', 'nenhum job pronto', 'Concluído 3');
    await terminal.press('P');
    await terminal.shows('Pausar a fila?', 's sim');
    await terminal.press('s');
    await terminal.shows('‖ pausada');
  });

  test('says sentences for a screen reader, on the screen that was there', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch({}, '--screen-reader');
    await terminal.shows('webhooks: 2 failed, no worker, no backup.', 'Queued 0, Running 0, Failed 2, Done 3', 'Tab Queue');
    expect((await terminal.state()).alternate).toBe(false);
    await terminal.press('2');
    await terminal.shows('Row 1 of 5 (current): event 5');
    await terminal.press('\r');
    await terminal.shows(/^[\d-]{10} [\d:]{8} Received/m);
    await terminal.press('q');
    await terminal.shows('ended=0');
  });

  test('writes almost nothing while nothing happens', async () => {
    using place = await WatchedPlace.filled();
    using terminal = await place.watch();
    await terminal.shows('Done 3', 'received 0/s');
    const minute = (): number => Math.floor(Date.now() / 60_000);
    const written = await terminal.record();
    const begun = minute();
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    // The charts advance with each minute.
    expect(written().length).toBeLessThan(12 * 20 + (minute() - begun) * 4_000);
  });

  test.each([
    ['a pipe', (watch: string) => `${watch} | cat`],
    ['TERM=dumb', (watch: string) => `TERM=dumb ${watch}`],
  ])('prints one snapshot to %s and exits 0', async (_name, how) => {
    using place = await WatchedPlace.filled();
    using terminal = await TmuxTerminal.open({ cwd: place.work.folder, env: place.work.env });
    await terminal.type(`${how(`${terminal.program} queue watch`)}; echo ended=$?`);
    const screen = await terminal.shows(/^STATE +JOBS$/m, /^Done +3$/m, /^Failed +2 /m, 'ended=0');
    expect(screen).not.toContain('q quit');
    expect((await terminal.state()).alternate).toBe(false);
  });

  test('--json has the shape of queue status', async () => {
    using place = await WatchedPlace.filled();
    const watched = (await place.work.json('queue', 'watch')) as StatusJson;
    const status = (await place.work.json('queue', 'status')) as StatusJson;
    expect(withoutMovingParts(watched)).toEqual(withoutMovingParts(status));
  });
});
