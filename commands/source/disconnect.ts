import { pageAccount } from '../../src/app/platforms/page-tokens.ts';
import { AppError } from '../../src/base/app-error.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { pageFlag, platformArg } from '../../src/cli/sources/page-flags.ts';

export default class SourceDisconnect extends BaseCommand {
  static override summary = 'Remove the token of a page from the database.';
  static override description =
    'Leads of the page that only name themselves wait from then on; none is lost. A token in WEBHOOK_SOCIALADS_TOKENS is not touched, and is used again.';
  static override examples = ['<%= config.bin %> <%= command.id %> social-ads --page 138124712925158'];
  static override args = { platform: platformArg };
  static override flags = { database: databaseFlag, page: pageFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SourceDisconnect);
    const { page: pageId } = flags;
    return await this.withStore(flags, async ({ store, secrets, clock }) => {
      if (!(await store.removeCredential(pageAccount(pageId), this.operator(clock())))) throw notConnected(pageId);
      const isInSettings = secrets.socialAdsTokens.has(pageId) || secrets.socialAdsTokens.has('*');
      this.log(say({ en: `Page ${pageId} is disconnected.`, pt: `A página ${pageId} está desconectada.` }));
      if (isInSettings) {
        this.logToStderr(
          say({
            en: 'WEBHOOK_SOCIALADS_TOKENS still has a token for it, which is used from now on.',
            pt: 'WEBHOOK_SOCIALADS_TOKENS ainda tem um token para ela, que passa a ser usado.',
          }),
        );
      }
      return { plataforma: 'social_ads', tipo: 'page', conta: pageId, ainda_nas_configuracoes: isInSettings };
    });
  }
}

function notConnected(pageId: string): AppError {
  const message = {
    en: `The database has no token of page ${pageId}.`,
    pt: `O banco de dados não tem token da página ${pageId}.`,
  };
  const hint = {
    en: '`lead-intake source list` shows what is connected, and where each token is kept.',
    pt: '`lead-intake source list` mostra o que está conectado e onde fica cada token.',
  };
  return new AppError('not_found', message, { hint });
}
