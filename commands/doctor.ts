import { Flags } from '@oclif/core';
import type { JsonObject } from '../src/base/exact-json.ts';
import { BaseCommand } from '../src/cli/base-command.ts';
import { doctorText } from '../src/cli/doctor/doctor-text.ts';
import { examine } from '../src/cli/doctor/examine.ts';
import { EXIT } from '../src/cli/exit-codes.ts';
import { databaseFlag } from '../src/cli/flags.ts';
import { worstSeverity } from '../src/domain/finding.ts';
import { findingsRecord } from '../src/presentation/finding-record.ts';

export default class Doctor extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --env-file production.env --strict',
    '<%= config.bin %> <%= command.id %> --full --json',
  ];
  static override flags = {
    database: databaseFlag,
    full: Flags.boolean({ default: false }),
    offline: Flags.boolean({ default: false }),
    strict: Flags.boolean({ default: false }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(Doctor);
    const findings = await examine(this.configSources(flags), { full: flags.full, offline: flags.offline, now: Date.now() });
    const worst = worstSeverity(findings);
    if (worst === 'problem' || (flags.strict && worst === 'warning')) process.exitCode = EXIT.failed;
    this.log(doctorText(findings));
    return findingsRecord.write(findings, Date.now());
  }
}
