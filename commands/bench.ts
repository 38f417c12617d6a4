import * as Flags from '@oclif/core/flags';
import { stopSignal } from '../src/app/stop-signal.ts';
import { benchmarkJson, benchmarkText, isExact } from '../src/benchmark/report.ts';
import { runBenchmark } from '../src/benchmark/run-benchmark.ts';
import { chooseFolder } from '../src/benchmark/temporary-folder.ts';
import { runYardstick } from '../src/benchmark/yardstick.ts';
import { command } from '../src/cli/command.ts';
import { wholeNumberFlag } from '../src/cli/flags.ts';
import { STOPPED_JSON } from '../src/cli/operations/stopped-early.ts';
import { databasePath, isPostgresUrl } from '../src/config/database-path.ts';
import { sayText } from '../src/messages/messages.ts';

export default command({
  examples: ['', '--folder /mnt/data --seconds 10'],
  flags: {
    seconds: wholeNumberFlag({ helpValue: 'S', min: 1, max: 30, default: 5 }),
    turns: wholeNumberFlag({ min: 1, max: 20, default: 3 }),
    connections: wholeNumberFlag({ min: 1, max: 512, default: 64 }),
    jobs: wholeNumberFlag({ min: 1, max: 1_000_000, default: 50_000 }),
    kill: wholeNumberFlag({ max: 100, default: 3 }),
    folder: Flags.string({ helpValue: 'DIR' }),
    yardstick: Flags.boolean({ hidden: true, default: false }),
  },
  async run({ flags }) {
    const loaded = this.loadConfig(flags);
    using stop = stopSignal();
    if (flags.yardstick) return await runYardstick(loaded.secrets.ownForm[0] ?? '', stop.signal, (address) => this.logJson(address));
    using progress = this.progress((m) => m.cli.bench.beginning);
    const benchmark = await runBenchmark({
      inside: chooseFolder(flags.folder, isPostgresUrl(loaded.config.databaseUrl) ? '.' : databasePath(loaded.config.databaseUrl)),
      options: { ...flags, kills: flags.kill },
      env: this.configSources(flags).env,
      signal: stop.signal,
      report: (stage) => progress.stage(sayText(stage)),
    });
    progress.end();
    if (benchmark === undefined || !isExact(benchmark)) this.fail();
    if (benchmark === undefined) {
      this.remark((m) => m.cli.operations.interrupted);
      return STOPPED_JSON;
    }
    this.log(benchmarkText(benchmark));
    return benchmarkJson(benchmark);
  },
});
