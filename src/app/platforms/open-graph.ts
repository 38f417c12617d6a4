import type { AppContext } from '../context.ts';
import { GraphTokens } from './graph-tokens.ts';
import { OwnPageTokens } from './own-page-tokens.ts';

type Graph = InstanceType<typeof import('../../delivery/social-ads/graph-client.ts').GraphClient>;

/** A client for Meta with its own connections; dispose of it to close them. The platform code is loaded here. */
export async function openGraph({
  config,
  secrets,
  clock,
}: Pick<AppContext, 'config' | 'secrets' | 'clock'>): Promise<{ readonly graph: Graph } & AsyncDisposable> {
  const { Outgoing } = await import('../../delivery/outgoing.ts');
  const { GraphClient } = await import('../../delivery/social-ads/graph-client.ts');
  const { apiUrl, apiVersion } = config.delivery.socialAds;
  const outgoing = new Outgoing({ origins: [new URL(apiUrl).origin] });
  return {
    graph: new GraphClient({ apiUrl, apiVersion, outgoing, appSecrets: secrets.socialAds, clock }),
    [Symbol.asyncDispose]: () => outgoing[Symbol.asyncDispose](),
  };
}

/** A client for Meta, and the token that each of its calls about a page needs. */
export interface OpenPages extends AsyncDisposable {
  readonly graph: Graph;
  readonly graphTokens: GraphTokens;
}

/** The same for calls about pages. */
export async function openPages(context: Pick<AppContext, 'config' | 'secrets' | 'store' | 'clock' | 'log'>): Promise<OpenPages> {
  const opened = await openGraph(context);
  return { ...opened, graphTokens: new GraphTokens({ source: opened.graph, own: new OwnPageTokens(context) }) };
}
