import type { AppContext } from '../context.ts';

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
