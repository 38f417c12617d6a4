import * as Flags from '@oclif/core/flags';
import { stopSignal } from '../src/app/stop-signal.ts';
import type { JsonObject } from '../src/base/exact-json.ts';
import { say } from '../src/base/language.ts';
import { benchmarkJson, benchmarkText, isExact, stoppedText } from '../src/benchmark/report.ts';
import { runBenchmark } from '../src/benchmark/run-benchmark.ts';
import { chooseFolder } from '../src/benchmark/temporary-folder.ts';
import { runYardstick } from '../src/benchmark/yardstick.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { wholeNumberFlag } from '../src/cli/flags.ts';
import { STOPPED_JSON } from '../src/cli/operations/stopped-early.ts';
import { databasePath } from '../src/config/database-path.ts';

export default class Bench extends BaseCommand {
  static override summary = 'Measure this program on this machine, and check that it delivers exactly.';
  static override description =
    `Takes about two minutes and never touches your database: it starts servers and workers of its own against a temporary one and removes everything.
What is measured is how fast the disk syncs as much as the program, so it runs where your database is, unless --folder names another place.
Exits 1 when an acknowledged submission was lost, stored twice or became more or less than one lead; figures below the goal do not fail it.

The bare server reads, checks and parses the same requests and stores nothing. At 500 a second an answer counts from the moment its request was planned for, and "lead stored" from the answer until another process, which looks every 2 ms, sees the lead.

--json prints \`maquina\`, \`pasta\`, \`sqlite\`, \`opcoes\`, \`medidas\` (each with \`medida\`, \`valor\`, \`unidade\`, \`exigido\`, \`melhor\`, and \`resultado\`: best, met, missed or null), \`entrega\` (\`exata\`, \`confirmados\`, \`eventos\`, \`leads\`, \`violacoes\`) and \`duracao_ms\`.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    { description: 'On another disk, with longer turns:', command: '<%= config.bin %> <%= command.id %> --folder /mnt/data --seconds 10' },
  ];
  static override flags = {
    seconds: wholeNumberFlag({ summary: 'Length of each turn and each load.', helpValue: 'S', min: 1, max: 30, default: 5 }),
    turns: wholeNumberFlag({ summary: 'Turns of the intake measurement; the middle one counts.', min: 1, max: 20, default: 3 }),
    connections: wholeNumberFlag({ summary: 'Connections that send.', min: 1, max: 512, default: 64 }),
    jobs: wholeNumberFlag({ summary: 'Jobs the worker is timed with.', min: 1, max: 1_000_000, default: 50_000 }),
    kill: wholeNumberFlag({ summary: 'How often server and worker are killed under load.', max: 100, default: 3 }),
    folder: Flags.string({ summary: 'Existing folder on the disk to measure.', helpValue: 'DIR' }),
    yardstick: Flags.boolean({ summary: 'Be the bare server that intake is compared with.', hidden: true, default: false }),
  };

  async run(): Promise<JsonObject | undefined> {
    const { flags } = await this.parse(Bench);
    const loaded = this.loadConfig(flags);
    using stop = stopSignal();
    if (flags.yardstick) {
      await runYardstick(loaded.secrets.ownForm[0] ?? '', stop.signal, (address) => this.logJson(address));
      return;
    }
    using progress = this.progress(say({ en: 'Beginning', pt: 'Começando' }));
    const benchmark = await runBenchmark({
      inside: chooseFolder(flags.folder, databasePath(loaded.config.databaseUrl)),
      options: { seconds: flags.seconds, turns: flags.turns, connections: flags.connections, jobs: flags.jobs, kills: flags.kill },
      env: this.configSources(flags).env,
      signal: stop.signal,
      tell: (stage) => progress.stage(say(stage)),
    });
    progress.end();
    if (benchmark === undefined || !isExact(benchmark)) process.exitCode = EXIT.failed;
    if (benchmark === undefined) this.logToStderr(stoppedText());
    else this.log(benchmarkText(benchmark));
    return benchmark === undefined ? STOPPED_JSON : benchmarkJson(benchmark);
  }
}
