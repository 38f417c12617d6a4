import { dirname } from 'node:path';
import { Args, Flags } from '@oclif/core';
import { type BackupProof, checkBackup, restoreBackup } from '../src/app/restore-backup.ts';
import { stopSignal } from '../src/app/stop-signal.ts';
import type { JsonObject } from '../src/base/exact-json.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { confirm } from '../src/cli/confirm.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { databaseFlag, yesFlag } from '../src/cli/flags.ts';
import { proofJson, proofText, RESTORE_HINT, restoredText, restoreQuestion } from '../src/cli/operations/backup-text.ts';
import { STOPPED_JSON, untilStopped } from '../src/cli/operations/stopped-early.ts';
import { paragraph } from '../src/cli/render.ts';
import { databasePath } from '../src/config/database-path.ts';

export default class Restore extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> data/backups/lead-intake-20261121T030000Z.db --check',
    '<%= config.bin %> <%= command.id %> data/backups/lead-intake-20261121T030000Z.db',
  ];
  static override args = { file: Args.string({ required: true, ignoreStdin: true }) };
  static override flags = { database: databaseFlag, check: Flags.boolean({ default: false, exclusive: ['yes'] }), yes: yesFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(Restore);
    const database = databasePath(this.loadConfig(flags).config.databaseUrl);
    using stop = stopSignal();
    const work = flags.check ? this.check : this.restore;
    return (await untilStopped(stop.signal, () => work.call(this, args.file, database, stop.signal, flags.yes))) ?? STOPPED_JSON;
  }

  private async check(file: string, database: string, signal: AbortSignal): Promise<JsonObject> {
    const proof = await checkBackup(file, dirname(database), signal);
    this.log(paragraph(proofText(proof)));
    if (proof.problems.length > 0) process.exitCode = EXIT.failed;
    return proofJson(proof);
  }

  private async restore(file: string, database: string, signal: AbortSignal, yes: boolean): Promise<JsonObject> {
    const ask = (proof: BackupProof): Promise<boolean> => confirm(restoreQuestion(proof, database), { yes, hint: RESTORE_HINT });
    const restored = await restoreBackup({ file, database, operator: this.operator(Date.now()), signal, confirm: ask });
    const { proof, isDone, kept } = restored;
    if (!isDone) process.exitCode = EXIT.failed;
    this.log(paragraph(restoredText(restored, database)));
    return { ...proofJson(proof), restaurado: isDone, banco: database, anterior: kept };
  }
}
