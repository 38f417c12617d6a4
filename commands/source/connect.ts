import * as Flags from '@oclif/core/flags';
import { connectPage, requireKey } from '../../src/app/platforms/connect-page.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { counted } from '../../src/cli/render.ts';
import { checkPageToken } from '../../src/cli/sources/check-page-token.ts';
import { pageFlag, platformArg, readToken } from '../../src/cli/sources/page-flags.ts';

export default class SourceConnect extends BaseCommand {
  static override summary = 'Connect a page of the social-ads platform, so that the answers of its leads are fetched.';
  static override description =
    `The token is read from standard input or a file, checked with the platform, sealed with CREDENTIALS_KEY and kept in the database, in place
of an older one. Leads that waited for it run again; workers that are running take it over by themselves. It is never printed: the fingerprint
tells it from another one.`;
  static override examples = [
    { description: 'Paste the token, then Ctrl-D:', command: '<%= config.bin %> <%= command.id %> social-ads --page 138124712925158' },
    '<%= config.bin %> <%= command.id %> social-ads --page 138124712925158 --token-file token.txt',
  ];
  static override args = { platform: platformArg };
  static override flags = {
    database: databaseFlag,
    page: pageFlag,
    'token-file': Flags.string({ summary: 'File that holds the token; left out: standard input.', helpValue: 'PATH', default: '-' }),
    check: Flags.boolean({ summary: 'Ask the platform whether the token can fetch leads of the page.', default: true, allowNo: true }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SourceConnect);
    const { page: pageId, check } = flags;
    return await this.withStore(flags, async (context) => {
      requireKey(context.secrets.credentialsKey);
      const token = readToken(await readInput(flags['token-file']));
      const remarks = check ? await checkPageToken(context, pageId, token) : [];
      const { credential, resumed } = await connectPage(context, { pageId, token }, this.operator(context.clock()));
      this.log(
        say({
          en: `Page ${pageId} is connected; the fingerprint of its token is ${credential}. ${counted(resumed, 'job')} that waited ${resumed === 1 ? 'runs' : 'run'} again.`,
          pt: `A página ${pageId} está conectada; a impressão digital do token é ${credential}. ${counted(resumed, 'job')} que ${resumed === 1 ? 'esperava executa' : 'esperavam executam'} de novo.`,
        }),
      );
      for (const remark of remarks) this.logToStderr(say(remark));
      return {
        plataforma: 'social_ads',
        tipo: 'page',
        conta: pageId,
        impressao_digital: credential,
        conferida: check,
        observacoes: remarks.map(({ en }) => en),
        retomados: resumed,
      };
    });
  }
}
