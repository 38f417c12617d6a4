import * as Flags from '@oclif/core/flags';
import { withFileErrors } from '../src/app/backup-files.ts';
import type { BackupKey } from '../src/app/encrypted-backups.ts';
import { type BackupVerification, checkBackup, restoreBackup } from '../src/app/restore-backup.ts';
import { checkDump, restoreDump } from '../src/app/server-backups.ts';
import { stopSignal } from '../src/app/stop-signal.ts';
import { command } from '../src/cli/command.ts';
import { confirm } from '../src/cli/confirm.ts';
import { databaseFlag, oneArg, passphraseFileFlag, yesFlag } from '../src/cli/flags.ts';
import { restoredText, restoreQuestion, verificationJson, verificationText } from '../src/cli/operations/backup-text.ts';
import { STOPPED_JSON, untilStopped } from '../src/cli/operations/stopped-early.ts';
import type { Progress } from '../src/cli/progress.ts';
import { paragraph } from '../src/cli/render.ts';
import { databasePath, isPostgresUrl, shownDatabase } from '../src/config/database-path.ts';
import type { PersonProgress } from '../src/domain/person.ts';
import { sayText } from '../src/messages/messages.ts';

export default command({
  examples: [
    'data/backups/lead-intake-20261121T030000Z.db --check',
    'data/backups/lead-intake-20261121T030000Z.db',
    'lead-intake-20261121T030000Z.db.age --identity-file key.txt',
  ],
  args: { file: oneArg },
  flags: {
    database: databaseFlag,
    'identity-file': Flags.string({ helpValue: 'FILE', exclusive: ['passphrase-file'] }),
    'passphrase-file': passphraseFileFlag,
    check: Flags.boolean({ default: false, exclusive: ['yes'] }),
    yes: yesFlag,
  },
  async run({ args: { file }, flags }) {
    const { config } = this.loadConfig(flags);
    const { databaseUrl } = config;
    const isServer = isPostgresUrl(databaseUrl);
    const database = isServer ? shownDatabase(databaseUrl) : databasePath(databaseUrl);
    const key: BackupKey = {
      identityFile: flags['identity-file'],
      passphraseFile: flags['passphrase-file'],
      usualPassphraseFile: config.backup.passphraseFile,
    };
    using stop = stopSignal();
    const { signal } = stop;
    const check = async () => {
      const verification = await (isServer ? checkDump(file, key, signal) : checkBackup(file, key, database, signal));
      this.log(paragraph(verificationText(verification)));
      if (verification.problems.length > 0) this.fail();
      return verificationJson(verification);
    };
    const restore = async () => {
      const ask = (verification: BackupVerification): Promise<boolean> => {
        for (const warning of verification.warnings) this.logToStderr(sayText(warning));
        return confirm(restoreQuestion(verification, database), { yes: flags.yes, hint: (m) => m.cli.operations.restoreHint });
      };
      // Only once people are erased again: the line would be in the way of the question.
      using shown = new DisposableStack();
      let progress: Progress | undefined;
      const onErasing = ({ done, total }: PersonProgress): void => {
        progress ??= shown.use(this.progress((m) => m.cli.operations.erasingAgain));
        progress.update(done, total);
      };
      const request = { file, key, operator: this.operator(Date.now()), signal, confirm: ask, onErasing };
      const restored = await (isServer ? restoreDump({ ...request, url: databaseUrl }) : restoreBackup({ ...request, database }));
      shown.dispose();
      const { verification, isDone, kept, erasedAgain } = restored;
      if (!isDone) this.fail();
      this.log(paragraph(restoredText(restored, database)));
      return { ...verificationJson(verification), restaurado: isDone, banco: database, anterior: kept, apagamentos_repetidos: erasedAgain };
    };
    const work = () => withFileErrors<object>(file, flags.check ? check : restore);
    return (await untilStopped(signal, work)) ?? STOPPED_JSON;
  },
});
