import * as Flags from '@oclif/core/flags';
import { currentLanguage } from '../src/base/language.ts';
import { command } from '../src/cli/command.ts';
import { doctorText } from '../src/cli/doctor/doctor-text.ts';
import { examine } from '../src/cli/doctor/examine.ts';
import { readProcessing } from '../src/cli/doctor/read-processing.ts';
import { databaseFlag, switchFlag } from '../src/cli/flags.ts';
import { worstSeverity } from '../src/domain/finding.ts';
import { findingsRecord } from '../src/presentation/finding-record.ts';
import { processingDocument, processingRecord } from '../src/presentation/processing-record.ts';

export default command({
  examples: ['', '--env-file production.env --strict', '--full --json', '--privacy > record.md'],
  flags: {
    database: databaseFlag,
    full: switchFlag,
    offline: switchFlag,
    privacy: Flags.boolean({ exclusive: ['full', 'offline', 'strict'], default: false }),
    strict: switchFlag,
  },
  async run({ flags }) {
    if (flags.privacy) {
      const processing = await readProcessing(this.loadConfig(flags), Date.now());
      this.log(processingDocument(processing, currentLanguage()));
      return processingRecord.write(processing);
    }
    const findings = await examine(this.configSources(flags), { full: flags.full, offline: flags.offline, now: Date.now() });
    const worst = worstSeverity(findings);
    if (worst === 'problem' || (flags.strict && worst === 'warning')) this.fail();
    this.log(doctorText(findings));
    return findingsRecord.write(findings, Date.now());
  },
});
