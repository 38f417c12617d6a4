import { pageAccount } from '../../src/app/platforms/page-tokens.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { pageFlag, platformArg } from '../../src/cli/sources/page-flags.ts';
import { appError, say } from '../../src/messages/messages.ts';

export default class SourceDisconnect extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> social-ads --page 138124712925158'];
  static override args = { platform: platformArg };
  static override flags = { database: databaseFlag, page: pageFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SourceDisconnect);
    const { page: pageId } = flags;
    return await this.withStore(flags, async ({ store, secrets, clock }) => {
      if (!(await store.removeCredential(pageAccount(pageId), this.operator(clock()))))
        throw appError('not_found', (m) => m.cli.sources.theDatabaseNoToken({ pageId }));
      const isInSettings = secrets.socialAdsTokens.has(pageId) || secrets.socialAdsTokens.has('*');
      this.log(say((m) => m.cli.sources.pageIsDisconnected({ pageId })));
      if (isInSettings) {
        this.logToStderr(say((m) => m.cli.sources.webhookSocialadsTokensStill));
      }
      return { plataforma: 'social_ads', tipo: 'page', conta: pageId, ainda_nas_configuracoes: isInSettings };
    });
  }
}
