import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { type BackupRequest, backUp } from '../src/app/back-up.ts';
import { backupSource } from '../src/app/server-backups.ts';
import { stopSignal } from '../src/app/stop-signal.ts';
import { command } from '../src/cli/command.ts';
import { databaseFlag, passphraseFileFlag, quietFlag, switchFlag, wholeNumberFlag } from '../src/cli/flags.ts';
import { backupJson, backupRemarks, backupText } from '../src/cli/operations/backup-text.ts';
import { STOPPED_JSON, untilStopped } from '../src/cli/operations/stopped-early.ts';
import { paragraph } from '../src/cli/render.ts';
import { MOST_DAYS } from '../src/domain/retention.ts';
import { say } from '../src/messages/messages.ts';

export default command({
  examples: ['', '0 3 * * * cd /opt/lead-intake && bin/console <%= command.id %> --quiet', '/mnt/backup/ --encrypt-to age1…'],
  args: { file: Args.string({ ignoreStdin: true }) },
  flags: {
    database: databaseFlag,
    'encrypt-to': Flags.string({ helpValue: 'RECIPIENT', multiple: true, multipleNonGreedy: true, exclusive: ['passphrase-file'] }),
    'passphrase-file': passphraseFileFlag,
    keep: wholeNumberFlag({ min: 1, max: 10_000 }),
    'keep-days': wholeNumberFlag({ max: MOST_DAYS }),
    force: switchFlag,
    quiet: quietFlag,
  },
  async run({ args, flags }) {
    const { config } = this.loadConfig(flags);
    const startedAt = performance.now();
    using stop = stopSignal();
    using progress = this.progress((m) => m.cli.operations.moveStages.copy);
    const onCopied = (share: number): void =>
      progress.stage(
        say(({ cli: { operations } }) => (share < 1 ? `${operations.moveStages.copy}: ${Math.floor(share * 100)}%` : operations.checking)),
      );
    const request: BackupRequest = {
      source: backupSource(config.databaseUrl),
      target: args.file,
      keep: flags.keep,
      keepDays: flags['keep-days'],
      encryption: { recipients: flags['encrypt-to'], passphraseFile: flags['passphrase-file'] },
      settings: config.backup,
      force: flags.force,
      operator: this.operator(Date.now()),
      signal: stop.signal,
      onCopied,
    };
    const backup = await untilStopped(stop.signal, () => backUp(request));
    progress.end();
    if (backup === undefined) return STOPPED_JSON;
    const durationMs = performance.now() - startedAt;
    if (!flags.quiet) this.log(paragraph(backupText(backup, durationMs)));
    for (const remark of backupRemarks(backup)) this.logToStderr(remark);
    return backupJson(backup, durationMs);
  },
});
