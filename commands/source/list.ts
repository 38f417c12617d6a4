import { openedAccounts } from '../../src/app/platforms/opened-accounts.ts';
import { sourceSettings } from '../../src/app/source-settings.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { ACCOUNT_COLUMNS, openedAccountJson, rotationReport, SOURCE_COLUMNS } from '../../src/cli/sources/source-tables.ts';
import { renderTable } from '../../src/cli/table.ts';
import { judgeRotation } from '../../src/domain/secret-rotation.ts';
import { fingerprintsOf } from '../../src/http/admin/source-settings.ts';
import { say } from '../../src/messages/messages.ts';
import { faultText } from '../../src/presentation/fault-text.ts';
import { rotationRecord, sourceActivityRecord } from '../../src/presentation/source-record.ts';

export default class SourceList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'];
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SourceList);
    return await this.withStore(flags, async (context) => {
      const now = context.clock();
      const uses = await context.store.secretUses();
      const settings = new Map(sourceSettings(context.config, context.secrets).map((source) => [source.origin, source]));
      const valid = (await context.store.listNamedSecrets()).filter(({ removedAt }) => removedAt === null);
      const activity = await context.store.sourceActivity(now);
      const sources = activity.flatMap((source) => {
        const found = settings.get(source.origin);
        if (found === undefined) return [];
        return [
          {
            ...source,
            isConfigured: found.secret.isSet || valid.some(({ origin }) => origin === source.origin),
            settings: found,
            rotation: judgeRotation(fingerprintsOf(found), uses, now),
          },
        ];
      });
      const accounts = await openedAccounts(context);
      this.log(renderTable(sources, SOURCE_COLUMNS));
      for (const {
        settings: { previous },
        rotation,
      } of sources) {
        if (previous.isSet) this.log(`\n${rotationReport(rotation, previous.name, now)}`);
      }
      this.log(`\n${accounts.length === 0 ? say((m) => m.cli.sources.noAccount) : renderTable(accounts, ACCOUNT_COLUMNS)}`);
      for (const { id, state, fault } of accounts) {
        if (state === 'refused' && fault !== null) this.logToStderr(`${id}: ${faultText(fault.message)}`);
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
    });
  }
}
