import { openedAccounts } from '../../src/app/platforms/opened-accounts.ts';
import { sourceSettings } from '../../src/app/source-settings.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { ACCOUNT_COLUMNS, openedAccountJson, rotationReport, SOURCE_COLUMNS } from '../../src/cli/sources/source-tables.ts';
import { renderTable } from '../../src/cli/table.ts';
import { judgeRotation } from '../../src/domain/secret-rotation.ts';
import { fingerprintsOf } from '../../src/http/admin/read/settings.ts';
import { say } from '../../src/messages/messages.ts';
import { faultText } from '../../src/presentation/fault-text.ts';
import { rotationRecord, sourceActivityRecord } from '../../src/presentation/source-record.ts';

export default storeCommand({
  examples: ['', '--json'],
  async run({ context, store, config, secrets, clock }) {
    const now = clock();
    const uses = await store.secretUses();
    const settings = new Map(sourceSettings(config, secrets).map((source) => [source.origin, source]));
    const valid = (await store.listNamedSecrets()).filter(({ removedAt }) => removedAt === null);
    const sources = (await store.sourceActivity(now)).flatMap((source) => {
      const found = settings.get(source.origin);
      if (found === undefined) return [];
      const isConfigured = found.secret.isSet || valid.some(({ origin }) => origin === source.origin);
      return [{ ...source, isConfigured, previous: found.previous, rotation: judgeRotation(fingerprintsOf(found), uses, now) }];
    });
    const accounts = await openedAccounts(context);
    this.log(renderTable(sources, SOURCE_COLUMNS));
    for (const { previous, rotation } of sources) {
      if (previous.isSet) this.log(`\n${rotationReport(rotation, previous.name, now)}`);
    }
    this.log(`\n${accounts.length === 0 ? say((m) => m.cli.sources.noAccount) : renderTable(accounts, ACCOUNT_COLUMNS)}`);
    for (const { id, state, fault } of accounts) {
      if (state === 'refused' && fault !== null) this.logToStderr(`${id}: ${faultText(fault.params)}`);
    }
    return {
      fontes: sources.map((source) => ({
        origem: source.origin,
        configurada: source.isConfigured,
        ...sourceActivityRecord.write(source, now),
        ...rotationRecord.write(source.rotation),
      })),
      contas: accounts.map((account) => openedAccountJson(account, now)),
    };
  },
});
