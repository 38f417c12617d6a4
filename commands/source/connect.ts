import * as Flags from '@oclif/core/flags';
import { connectPage, requireKey } from '../../src/app/platforms/connect-page.ts';
import { openGraph } from '../../src/app/platforms/open-graph.ts';
import { appAccess, PageInspector } from '../../src/app/platforms/page-inspector.ts';
import { pageAccount } from '../../src/app/platforms/page-tokens.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { checkPageToken } from '../../src/cli/sources/check-page-token.ts';
import { pageFlag, platformArg, readToken } from '../../src/cli/sources/page-flags.ts';
import { subscribePage } from '../../src/cli/sources/subscribe-page.ts';
import { type Column, renderTable } from '../../src/cli/table.ts';
import type { NamedObject } from '../../src/delivery/social-ads/graph-client.ts';
import { Platform } from '../../src/domain/conversion.ts';
import { appError, type Sentence, sayText } from '../../src/messages/messages.ts';
import { accountNameRecord } from '../../src/presentation/account-record.ts';
import { faultTexts } from '../../src/presentation/fault-text.ts';

/** How long to wait for the whole list of pages, in ms. */
const TIMEOUT_MS = 60_000;

const PAGE_COLUMNS: readonly Column<NamedObject>[] = [
  { header: 'page', cell: ({ id }) => id, look: 'word' },
  { header: 'name', cell: ({ name }) => name },
];

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

/**
 * The pages that a token opens, to choose from.
 *
 * @throws AppError `invalid_input` if it opens none or is the token of one page; `conflict` if Meta cannot be asked
 */
async function listTokenPages(inspector: PageInspector, token: string): Promise<readonly NamedObject[]> {
  const answer = await inspector.listPages(token, AbortSignal.timeout(TIMEOUT_MS));
  if (answer.kind === 'pages' && answer.pages.length > 0) return answer.pages;
  if (answer.kind === 'pages') throw appError('invalid_input', (m) => m.cli.sources.noPage);
  const { kind, fault } = answer.trouble;
  const hint: Sentence = (m) => m.cli.sources.nameIt;
  if (kind === 'missing') throw appError('invalid_input', (m) => m.cli.sources.noPagesListed, { hint });
  const code = kind === 'credential' ? 'invalid_input' : 'conflict';
  throw appError(code, (m) => m.cli.sources.pagesNotListed({ said: faultTexts(fault.params) }), { hint });
}
