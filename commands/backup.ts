import * as Args from '@oclif/core/args';
import { backUp } from '../src/app/back-up.ts';
import { stopSignal } from '../src/app/stop-signal.ts';
import { command } from '../src/cli/command.ts';
import { databaseFlag, quietFlag, switchFlag, wholeNumberFlag } from '../src/cli/flags.ts';
import { backupJson, backupRemarks, backupText } from '../src/cli/operations/backup-text.ts';
import { STOPPED_JSON, untilStopped } from '../src/cli/operations/stopped-early.ts';
import { paragraph } from '../src/cli/render.ts';
import { databasePath } from '../src/config/database-path.ts';
import { say } from '../src/messages/messages.ts';

export default command({
  examples: ['', '0 3 * * * cd /opt/lead-intake && bin/console <%= command.id %> --keep 14 --quiet', '/mnt/backup/before-update.db'],
  args: { file: Args.string({ ignoreStdin: true }) },
  flags: { database: databaseFlag, keep: wholeNumberFlag({ min: 1, max: 10_000 }), force: switchFlag, quiet: quietFlag },
  async run({ args, flags }) {
    const database = databasePath(this.loadConfig(flags).config.databaseUrl);
    const startedAt = performance.now();
    using stop = stopSignal();
    using progress = this.progress((m) => m.cli.operations.copying);
    const onCopied = (share: number): void =>
      progress.stage(
        say(({ cli: { operations } }) => (share < 1 ? `${operations.copying}: ${Math.floor(share * 100)}%` : operations.checking)),
      );
    const operator = this.operator(Date.now());
    const request = { database, target: args.file, keep: flags.keep, force: flags.force, operator, signal: stop.signal, onCopied };
    const backup = await untilStopped(stop.signal, () => backUp(request));
    progress.end();
    if (backup === undefined) return STOPPED_JSON;
    const durationMs = performance.now() - startedAt;
    if (!flags.quiet) this.log(paragraph(backupText(backup, durationMs)));
    for (const remark of backupRemarks(backup)) this.logToStderr(remark);
    return backupJson(backup, durationMs);
  },
});
