import * as Flags from '@oclif/core/flags';
import { stopSignal } from '../src/app/stop-signal.ts';
import type { JsonObject } from '../src/base/exact-json.ts';
import { benchmarkJson, benchmarkText, isExact, stoppedText } from '../src/benchmark/report.ts';
import { runBenchmark } from '../src/benchmark/run-benchmark.ts';
import { chooseFolder } from '../src/benchmark/temporary-folder.ts';
import { runYardstick } from '../src/benchmark/yardstick.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { wholeNumberFlag } from '../src/cli/flags.ts';
import { STOPPED_JSON } from '../src/cli/operations/stopped-early.ts';
import { databasePath } from '../src/config/database-path.ts';
import { say, sayText } from '../src/messages/messages.ts';

export default class Bench extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --folder /mnt/data --seconds 10'];
  static override flags = {
    seconds: wholeNumberFlag({ helpValue: 'S', min: 1, max: 30, default: 5 }),
    turns: wholeNumberFlag({ min: 1, max: 20, default: 3 }),
    connections: wholeNumberFlag({ min: 1, max: 512, default: 64 }),
    jobs: wholeNumberFlag({ min: 1, max: 1_000_000, default: 50_000 }),
    kill: wholeNumberFlag({ max: 100, default: 3 }),
    folder: Flags.string({ helpValue: 'DIR' }),
    yardstick: Flags.boolean({ hidden: true, default: false }),
  };

  async run(): Promise<JsonObject | undefined> {
    const { flags } = await this.parse(Bench);
    const loaded = this.loadConfig(flags);
    using stop = stopSignal();
    if (flags.yardstick) {
      await runYardstick(loaded.secrets.ownForm[0] ?? '', stop.signal, (address) => this.logJson(address));
      return;
    }
    using progress = this.progress(say((m) => m.cli.bench.beginning));
    const benchmark = await runBenchmark({
      inside: chooseFolder(flags.folder, databasePath(loaded.config.databaseUrl)),
      options: { seconds: flags.seconds, turns: flags.turns, connections: flags.connections, jobs: flags.jobs, kills: flags.kill },
      env: this.configSources(flags).env,
      signal: stop.signal,
      tell: (stage) => progress.stage(sayText(stage)),
    });
    progress.end();
    if (benchmark === undefined || !isExact(benchmark)) process.exitCode = EXIT.failed;
    if (benchmark === undefined) this.logToStderr(stoppedText());
    else this.log(benchmarkText(benchmark));
    return benchmark === undefined ? STOPPED_JSON : benchmarkJson(benchmark);
  }
}
