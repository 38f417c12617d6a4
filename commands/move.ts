import { type MoveStage, moveDatabase } from '../src/app/move-database.ts';
import { stopSignal } from '../src/app/stop-signal.ts';
import { command } from '../src/cli/command.ts';
import { databaseFlag, databaseOrFileFlag } from '../src/cli/flags.ts';
import { movedJson, movedText } from '../src/cli/operations/move-text.ts';
import { STOPPED_JSON, untilStopped } from '../src/cli/operations/stopped-early.ts';
import { paragraph } from '../src/cli/render.ts';
import { say } from '../src/messages/messages.ts';

export default command({
  examples: ['--to postgres://lead_intake@db.example.com/lead_intake', '--database postgres://… --to sqlite:data/copy.db'],
  flags: {
    database: databaseFlag,
    to: databaseOrFileFlag({ required: true }),
  },
  async run({ flags }) {
    const { databaseUrl: from } = this.loadConfig(flags).config;
    const { to } = flags;
    const startedAt = performance.now();
    using stop = stopSignal();
    using progress = this.progress((m) => m.cli.operations.moveStages.copy);
    const onProgress = (stage: MoveStage, done: number, total: number): void => {
      progress.stage(say((m) => m.cli.operations.moveStages[stage]));
      progress.update(done, total);
    };
    const move = () => moveDatabase({ from, to }, { now: Date.now(), signal: stop.signal, onProgress });
    const moved = await untilStopped(stop.signal, move, (m) => m.cli.operations.moveInterrupted);
    progress.end();
    if (moved === undefined) return STOPPED_JSON;
    const durationMs = performance.now() - startedAt;
    this.log(paragraph(movedText(moved, to, durationMs)));
    return movedJson(moved, to, durationMs);
  },
});
