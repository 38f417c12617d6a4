import { GraphTokens } from '../../../app/platforms/graph-tokens.ts';
import { OwnPageTokens } from '../../../app/platforms/own-page-tokens.ts';
import { fingerprint } from '../../../base/fingerprint.ts';
import type { DeliveryConfig } from '../../../config/config.ts';
import { Outgoing } from '../../../delivery/outgoing.ts';
import { GraphApi } from '../../../delivery/social-ads/graph-api.ts';
import { GraphClient, type SubscribedApp } from '../../../delivery/social-ads/graph-client.ts';
import type { AccountName } from '../../../domain/platform-account.ts';
import { type Finding, ok, warning } from '../finding.ts';
import { askDataset } from './ask-dataset.ts';
import { judgeToken } from './judge-token.ts';
import { accountWords } from './platform-facts.ts';
import { troubleFinding } from './trouble-finding.ts';

/** A page or dataset with its token. */
export interface OpenedAccount {
  readonly account: AccountName;
  readonly token: string;
}

/** How long one answer is waited for, ms. */
const PATIENCE_MS = 8_000;

const OTHER_TOKEN = {
  en: 'Give it another token, in the settings or with `lead-intake source connect`.',
  pt: 'Dê outro token, nas configurações ou com `lead-intake source connect`.',
};

/**
 * Asks the platform about each token, whether each page sends its leads here, and for each dataset. Never shows a token. A page is asked about only with a
 * token that the platform knows: with another one the answer would be the same trouble once more.
 */
export async function askSocialAds(
  { socialAds: { apiUrl, apiVersion } }: Pick<DeliveryConfig, 'socialAds'>,
  opened: { readonly tokens: readonly OpenedAccount[]; readonly pages: readonly OpenedAccount[] },
  now: number,
): Promise<readonly Finding[]> {
  await using outgoing = new Outgoing({ origins: [new URL(apiUrl).origin] });
  const client = new GraphClient({ apiUrl, apiVersion, outgoing });
  const tokens = new GraphTokens({ source: client, own: new OwnPageTokens(KEEPS_NOTHING) });
  const inspected = await Promise.all(opened.tokens.map((account) => inspect(client, account, now)));
  const known = new Set(inspected.filter(({ isKnown }) => isKnown).map(({ token }) => token));
  const pages = opened.pages.filter(({ token }) => known.has(token));
  const subscriptions = await Promise.all(pages.map((page) => subscription({ client, tokens }, page)));
  const api = new GraphApi({ apiUrl, apiVersion, outgoing });
  const datasets = opened.tokens.filter(({ account, token }) => account.kind === 'dataset' && known.has(token));
  const shown = await Promise.all(datasets.map((dataset) => askDataset(api, dataset, AbortSignal.timeout(PATIENCE_MS))));
  return [...inspected.flatMap(({ findings }) => findings), ...subscriptions.flat(), ...shown];
}

interface Inspected {
  readonly token: string;
  /** Whether the platform told of the token. */
  readonly isKnown: boolean;
  readonly findings: readonly Finding[];
}

async function inspect(client: GraphClient, { account, token }: OpenedAccount, now: number): Promise<Inspected> {
  const answer = await client.inspectToken(token, AbortSignal.timeout(PATIENCE_MS));
  if (answer.kind === 'token') return { token, isKnown: true, findings: judgeToken(account, answer.info, now) };
  const { token: name } = accountWords(account);
  const words = {
    refused: { en: `The platform does not take ${name.en}`, pt: `A plataforma não aceita ${name.pt}` },
    notAsked: { en: `The platform could not be asked about ${name.en}`, pt: `Não foi possível consultar a plataforma sobre ${name.pt}` },
  };
  return { token, isKnown: false, findings: [troubleFinding(answer.trouble, words, 'platforms.token_refused', OTHER_TOKEN)] };
}

interface Graph {
  readonly client: GraphClient;
  readonly tokens: GraphTokens;
}

/** Looking changes nothing. */
const KEEPS_NOTHING = {
  store: { findPageToken: async () => null, savePageToken: async () => {} },
  secrets: { credentialsKey: undefined },
  log: { warn: () => {} },
};

/** The app is subscribed to the page apart from the page's object: forgetting it is why a webhook stays silent. */
async function subscription({ client, tokens }: Graph, { account, token }: OpenedAccount): Promise<readonly Finding[]> {
  const name = accountWords(account);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const page = { kept: { account, token, credential: fingerprint(token) }, pageId: account.id, signal };
  const answer = await tokens.ask('subscribed_apps', page, (own) => client.subscribedApps(account.id, own, { after: null, signal }));
  if (answer.kind === 'trouble') {
    const words = {
      refused: { en: `The platform does not say whether ${name.en} is subscribed`, pt: `A plataforma não diz se ${name.pt} está inscrita` },
      notAsked: {
        en: `The platform could not be asked whether ${name.en} is subscribed`,
        pt: `Não foi possível perguntar à plataforma se ${name.pt} está inscrita`,
      },
    };
    return [troubleFinding(answer.trouble, words, 'platforms.page_refused', OTHER_TOKEN)];
  }
  if (sendsLeads(answer.items)) {
    return [ok('platforms.subscribed', `Leads ${name.of.en} are sent to the app.`, `Leads ${name.of.pt} são enviados ao aplicativo.`)];
  }
  return [
    warning(
      'platforms.not_subscribed',
      {
        en: `No app is subscribed to the leads ${name.of.en}: the platform sends no webhook for them.`,
        pt: `Nenhum aplicativo está inscrito nos leads ${name.of.pt}: a plataforma não envia webhook deles.`,
      },
      {
        en: `POST /${account.id}/subscribed_apps?subscribed_fields=leadgen with the token of the page.`,
        pt: `POST /${account.id}/subscribed_apps?subscribed_fields=leadgen com o token da página.`,
      },
    ),
  ];
}

function sendsLeads(apps: readonly SubscribedApp[]): boolean {
  return apps.some(({ fields }) => fields?.includes('leadgen') === true);
}
