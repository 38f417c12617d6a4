import * as Flags from '@oclif/core/flags';
import { connectPage, requireKey } from '../../src/app/platforms/connect-page.ts';
import { openGraph } from '../../src/app/platforms/open-graph.ts';
import { appAccess } from '../../src/app/platforms/page-inspector.ts';
import { pageAccount } from '../../src/app/platforms/page-tokens.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { checkPageToken } from '../../src/cli/sources/check-page-token.ts';
import { listTokenPages, PAGE_COLUMNS } from '../../src/cli/sources/list-token-pages.ts';
import { pageFlag, platformArg, readToken } from '../../src/cli/sources/page-flags.ts';
import { subscribePage } from '../../src/cli/sources/subscribe-page.ts';
import { renderTable } from '../../src/cli/table.ts';
import { Platform } from '../../src/domain/conversion.ts';
import { sayText } from '../../src/messages/messages.ts';
import { accountNameRecord } from '../../src/presentation/account-record.ts';

export default storeCommand({
  examples: [
    'social-ads --page 138124712925158',
    'social-ads --token-file token.txt',
    'social-ads --page 138124712925158 --token-file token.txt',
  ],
  args: { platform: platformArg },
  flags: {
    page: pageFlag(),
    'token-file': Flags.string({ helpValue: 'PATH', default: '-' }),
    check: Flags.boolean({ default: true, allowNo: true }),
    subscribe: Flags.boolean({ default: true, allowNo: true }),
  },
  async run({ flags, context, config, secrets, clock, operator }) {
    const { page: pageId, check, subscribe } = flags;
    if (pageId !== undefined) requireKey(secrets.credentialsKey);
    const given = readToken(await readInput(flags['token-file']), '--token-file');
    await using platform = await openGraph(context);
    const { PageInspector } = await import('../../src/app/platforms/page-inspector.ts');
    const inspector = new PageInspector(platform.graph, appAccess(config.delivery, secrets));
    if (pageId === undefined) {
      const pages = await listTokenPages(inspector, given);
      this.log(renderTable(pages, PAGE_COLUMNS));
      this.remark((m) => m.cli.sources.nothingKept);
      return { plataforma: Platform.socialAds, paginas: pages.map(({ id, name }) => ({ id, nome: name })) };
    }
    const { token, remarks } = check ? await checkPageToken(inspector, pageId, given, clock()) : { token: given, remarks: [] };
    const { credential, resumed } = await connectPage(context, { pageId, token }, operator());
    this.say((m) => m.cli.sources.pageConnected({ pageId, credential, resumed }));
    const subscription = check && subscribe ? await subscribePage(inspector, pageId, token) : null;
    if (subscription?.isSubscribed === true) this.log(sayText(subscription.message));
    const notes = [...remarks, ...(subscription === null || subscription.isSubscribed === true ? [] : [subscription.message])];
    for (const note of notes) this.logToStderr(sayText(note));
    return {
      ...accountNameRecord.write(pageAccount(pageId)),
      impressao_digital: credential,
      conferida: check,
      inscrita: subscription?.isSubscribed ?? null,
      observacoes: notes.map(({ en }) => en),
      retomados: resumed,
    };
  },
});
