import * as Flags from '@oclif/core/flags';
import type { StoreContext } from '../../src/app/context.ts';
import { appAccess } from '../../src/app/platforms/app-access.ts';
import { connectPage, requireKey } from '../../src/app/platforms/connect-page.ts';
import { openGraph } from '../../src/app/platforms/open-graph.ts';
import type { PageInspector } from '../../src/app/platforms/page-inspector.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { checkPageToken } from '../../src/cli/sources/check-page-token.ts';
import { listTokenPages, PAGE_COLUMNS } from '../../src/cli/sources/list-token-pages.ts';
import { chosenPageFlag, platformArg, readToken } from '../../src/cli/sources/page-flags.ts';
import { subscribePage } from '../../src/cli/sources/subscribe-page.ts';
import { renderTable } from '../../src/cli/table.ts';
import { say, sayText } from '../../src/messages/messages.ts';

interface Choices {
  readonly check: boolean;
  readonly subscribe: boolean;
}

export default class SourceConnect extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> social-ads --page 138124712925158',
    '<%= config.bin %> <%= command.id %> social-ads --token-file token.txt',
    '<%= config.bin %> <%= command.id %> social-ads --page 138124712925158 --token-file token.txt',
  ];
  static override args = { platform: platformArg };
  static override flags = {
    database: databaseFlag,
    page: chosenPageFlag,
    'token-file': Flags.string({ helpValue: 'PATH', default: '-' }),
    check: Flags.boolean({ default: true, allowNo: true }),
    subscribe: Flags.boolean({ default: true, allowNo: true }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SourceConnect);
    const { page: pageId, check, subscribe } = flags;
    return await this.withStore(flags, async (context) => {
      if (pageId !== undefined) requireKey(context.secrets.credentialsKey);
      const given = readToken(await readInput(flags['token-file']));
      await using platform = await openGraph(context);
      const { PageInspector } = await import('../../src/app/platforms/page-inspector.ts');
      const inspector = new PageInspector(platform.graph, appAccess(context.config.delivery, context.secrets));
      if (pageId === undefined) return await this.listPages(inspector, given);
      return await this.connect(context, inspector, { pageId, given }, { check, subscribe: check && subscribe });
    });
  }

  private async listPages(inspector: PageInspector, token: string): Promise<JsonObject> {
    const pages = await listTokenPages(inspector, token);
    this.log(renderTable(pages, PAGE_COLUMNS));
    this.logToStderr(say((m) => m.cli.sources.nothingKeptConnectPage));
    return { plataforma: 'social_ads', paginas: pages.map(({ id, name }) => ({ id, nome: name })) };
  }

  private async connect(
    context: StoreContext,
    inspector: PageInspector,
    { pageId, given }: { readonly pageId: string; readonly given: string },
    { check, subscribe }: Choices,
  ): Promise<JsonObject> {
    const checked = check ? await checkPageToken(inspector, pageId, given, context.clock()) : { token: given, remarks: [] };
    const { credential, resumed } = await connectPage(context, { pageId, token: checked.token }, this.operator(context.clock()));
    this.log(say((m) => m.cli.sources.pageConnectedFingerprintToken({ pageId, credential, resumed })));
    const subscription = subscribe ? await subscribePage(inspector, pageId, checked.token) : null;
    if (subscription?.isSubscribed === true) this.log(sayText(subscription.said));
    const remarks = [...checked.remarks, ...(subscription === null || subscription.isSubscribed === true ? [] : [subscription.said])];
    for (const remark of remarks) this.logToStderr(sayText(remark));
    return {
      plataforma: 'social_ads',
      tipo: 'page',
      conta: pageId,
      impressao_digital: credential,
      conferida: check,
      inscrita: subscription?.isSubscribed ?? null,
      observacoes: remarks.map(({ en }) => en),
      retomados: resumed,
    };
  }
}
