import { Workplace } from '../support/workplace.ts';
import { TmuxTerminal } from './tmux-terminal.ts';

/** An identity made up by a sender; shown in wide event lists and in the event. */
const HOSTILE_ID = 'evil\u001b[31m\u0007\u202egnp';
/** Text that would control a terminal: colours, a title, a bell, a cleared screen. */
export const HOSTILE_NAME = 'Ana\u001b[31m\u001b]0;pwned\u0007\u001b[2J\u009b5m Souza';

/** A database with three leads and two failures (campaign 99 does not exist), and terminals that watch it. */
export class WatchedPlace implements Disposable {
  readonly work = new Workplace({ env: { ADMIN_TOKEN: 'correct-horse-battery-staple' } });

  static async filled(): Promise<WatchedPlace> {
    const place = new WatchedPlace();
    await place.work.addCampaign();
    await place.work.accept('good-1');
    await place.work.accept('good-2', { person: { name: 'Bia Lima', email: 'bia.lima@example.com', phone: '11 91234-5678' } });
    await place.work.accept(HOSTILE_ID, { person: { name: HOSTILE_NAME, email: 'ana.souza@example.com', phone: '11 98765-4321' } });
    await place.work.acceptAll(['bad-1', 'bad-2'], { campaignId: '99' });
    await place.work.processJobs();
    return place;
  }

  /** Runs `lead-intake queue watch …` in a terminal of this size. */
  async watch(
    options: { readonly columns?: number; readonly rows?: number; readonly env?: Readonly<Record<string, string>> } = {},
    ...flags: readonly string[]
  ): Promise<TmuxTerminal> {
    const { env, ...size } = options;
    return await TmuxTerminal.watch({ ...size, cwd: this.work.folder, env: { ...this.work.env, LC_ALL: 'C.UTF-8', ...env } }, ...flags);
  }

  [Symbol.dispose](): void {
    this.work[Symbol.dispose]();
  }
}
