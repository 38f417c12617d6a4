import { pageAccount } from '../../src/app/platforms/page-tokens.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { pageFlag, platformArg } from '../../src/cli/sources/page-flags.ts';
import { appError } from '../../src/messages/messages.ts';
import { accountNameRecord } from '../../src/presentation/account-record.ts';

export default storeCommand({
  examples: ['social-ads --page 138124712925158'],
  args: { platform: platformArg },
  flags: { page: pageFlag({ required: true }) },
  async run({ flags: { page: pageId }, store, secrets, operator }) {
    const account = pageAccount(pageId);
    if (!(await store.removeCredential(account, operator()))) throw appError('not_found', (m) => m.cli.sources.noStoredToken({ pageId }));
    const isInSettings = secrets.socialAdsTokens.has(pageId) || secrets.socialAdsTokens.has('*');
    this.say((m) => m.cli.sources.pageIsDisconnected({ pageId }));
    if (isInSettings) this.remark((m) => m.cli.sources.settingStillHasToken);
    return { ...accountNameRecord.write(account), ainda_nas_configuracoes: isInSettings };
  },
});
