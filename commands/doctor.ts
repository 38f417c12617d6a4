import { command } from '../src/cli/command.ts';
import { doctorText } from '../src/cli/doctor/doctor-text.ts';
import { examine } from '../src/cli/doctor/examine.ts';
import { databaseFlag, switchFlag } from '../src/cli/flags.ts';
import { worstSeverity } from '../src/domain/finding.ts';
import { findingsRecord } from '../src/presentation/finding-record.ts';

export default command({
  examples: ['', '--env-file production.env --strict', '--full --json'],
  flags: { database: databaseFlag, full: switchFlag, offline: switchFlag, strict: switchFlag },
  async run({ flags }) {
    const findings = await examine(this.configSources(flags), { full: flags.full, offline: flags.offline, now: Date.now() });
    const worst = worstSeverity(findings);
    if (worst === 'problem' || (flags.strict && worst === 'warning')) this.fail();
    this.log(doctorText(findings));
    return findingsRecord.write(findings, Date.now());
  },
});
