import { writeFileSync } from 'node:fs';
import { SearchPlatform } from './search-platform.ts';
import { SocialPlatform } from './social-platform.ts';

export const PAGE = { id: '138124712925158', form: '172036835026334', token: 'EAA-token-of-the-first-page' } as const;
export const OTHER_PAGE = { id: '138124712925159', form: '172036835026335', token: 'EAA-token-of-the-other-page' } as const;
export const DATASET = { id: '990000000000001', token: 'EAA-token-of-the-dataset' } as const;
export const ADVERTISER = { id: '1234567890', action: '7712337565', form: '40000000000' } as const;

/** Both local platforms with accounts to connect: two pages with a form each, a dataset, and a Google Ads account. */
export class Platforms implements AsyncDisposable {
  readonly social: SocialPlatform;
  readonly search: SearchPlatform;

  private constructor(social: SocialPlatform, search: SearchPlatform) {
    this.social = social;
    this.search = search;
  }

  /** @param now the clock of both, UTC ms */
  static async start(now: () => number = Date.now): Promise<Platforms> {
    const social = await SocialPlatform.start({ now });
    const search = await SearchPlatform.start({ now });
    for (const { id, form, token } of [PAGE, OTHER_PAGE]) {
      social.directory.addPage({ id, token });
      social.directory.addForm({ id: form, pageId: id });
    }
    social.directory.addDataset(DATASET);
    search.directory.addAdvertiser({ id: ADVERTISER.id, actions: [ADVERTISER.action] });
    return new Platforms(social, search);
  }

  /** The settings that connect lead-intake to both. Writes the key of a new service account to the file. */
  connect(credentialsFile: string): Readonly<Record<string, string>> {
    writeFileSync(credentialsFile, JSON.stringify(this.search.oauth.serviceAccount()), { mode: 0o600 });
    return {
      SOCIALADS_API_URL: this.social.url,
      WEBHOOK_SOCIALADS_TOKENS: `${PAGE.id}=${PAGE.token},${OTHER_PAGE.id}=${OTHER_PAGE.token}`,
      SOCIALADS_DATASET_ID: DATASET.id,
      SOCIALADS_CONVERSIONS_TOKEN: DATASET.token,
      SEARCHADS_API_URL: this.search.url,
      SEARCHADS_TOKEN_URL: this.search.tokenUrl,
      SEARCHADS_CREDENTIALS_FILE: credentialsFile,
      SEARCHADS_ACCOUNT_ID: ADVERTISER.id,
      SEARCHADS_CONVERSION_ACTIONS: `*=${ADVERTISER.action}`,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.social[Symbol.asyncDispose]();
    await this.search[Symbol.asyncDispose]();
  }
}
