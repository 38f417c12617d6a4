import { type MoveStage, moveDatabase } from '../src/app/move-database.ts';
import { stopSignal } from '../src/app/stop-signal.ts';
import { formatDuration } from '../src/base/duration.ts';
import { command } from '../src/cli/command.ts';
import { databaseFlag, databaseOrFileFlag } from '../src/cli/flags.ts';
import { STOPPED_JSON, untilStopped } from '../src/cli/operations/stopped-early.ts';
import { paragraph } from '../src/cli/render.ts';
import { shownDatabase } from '../src/config/database-path.ts';
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
    const { tables, replaced } = moved;
    const database = shownDatabase(to);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const sentences = say(({ cli: { operations } }) => [
      operations.moved({ rows, tables: tables.length, database, took: formatDuration(durationMs) }),
      ...(replaced === 0 ? [] : [operations.nulReplaced({ rows: replaced })]),
      operations.useMoved({ database }),
    ]);
    this.log(paragraph(sentences.join('\n')));
    return {
      banco: database,
      tabelas: tables.map(({ name, rows: linhas, checksum }) => ({ tabela: name, linhas, checksum })),
      linhas_com_nul_substituido: replaced,
      duracao_ms: Math.round(durationMs),
    };
  },
});
