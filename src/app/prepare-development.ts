import { shellWord } from '../base/shell-word.ts';
import { type ConfigSources, type LoadedConfig, loadConfig } from '../config/load-config.ts';
import type { SettingName } from '../config/settings.ts';
import { Origin } from '../domain/origin.ts';
import type { Store } from '../domain/ports.ts';
import { appError } from '../messages/messages.ts';
import { appendSecrets } from './settings-file.ts';

/** The secrets that `serve --dev` generates, so that every route can be tried immediately. */
const DEVELOPMENT_SECRETS = [
  'FORMULARIO_SECRET',
  'WEBHOOK_SEARCHADS_SECRET',
  'WEBHOOK_SOCIALADS_SECRET',
  'WEBHOOK_SOCIALADS_VERIFY_TOKEN',
] as const satisfies readonly SettingName[];

const TITLE = '# Made by `lead-intake serve --dev`. Secrets for development on this machine; keep them out of git.\n';

/** The sample that the printed commands refer to. The form and page ids are those of the platforms' own documentation. */
const SAMPLE = {
  campaign: { id: 'exemplo', name: 'Campanha de exemplo', client: 'Cliente Exemplo', user: 'vendas@example.com' },
  searchAdsForm: '40000000000',
  socialAdsForm: '172036835026334',
} as const;

/**
 * Reads the configuration and adds missing secrets to the settings file (`.env`), readable only by its owner.
 *
 * @throws AppError `configuration_invalid`, also if NODE_ENV is production
 */
export function loadDevelopmentConfig(sources: ConfigSources): {
  readonly loaded: LoadedConfig;
  /** The file with the secret of the website form; `undefined` if it is in the environment. */
  readonly secretsFile: string | undefined;
} {
  const loaded = loadConfig(sources);
  if (loaded.config.production) {
    throw appError('configuration_invalid', (m) => m.errors.settingsFile.developmentInProduction);
  }
  const envFile = loaded.envFile ?? sources.envFile ?? '.env';
  const missing = DEVELOPMENT_SECRETS.filter((name) => loaded.effective.some((item) => item.name === name && item.origin === 'unset'));
  const secretsFile = loaded.effective.some(({ name, origin }) => name === 'FORMULARIO_SECRET' && origin === 'environment')
    ? undefined
    : envFile;
  if (missing.length === 0) return { loaded, secretsFile };
  appendSecrets(envFile, missing, loaded.envFile === undefined ? TITLE : '\n');
  return { loaded: loadConfig({ ...sources, envFile }), secretsFile };
}

/** Creates one client with one campaign, linked to a form of each platform, unless they exist. */
export async function addSample(store: Store, now: number): Promise<void> {
  const operator = { name: 'serve --dev', now };
  const { id } = SAMPLE.campaign;
  if ((await store.findCampaign(id)) !== null) return;
  await store.addCampaigns([SAMPLE.campaign], { replace: false }, operator);
  await store.linkCampaign({ origin: Origin.searchAds, kind: 'form', value: SAMPLE.searchAdsForm, campaignId: id }, operator);
  await store.linkCampaign({ origin: Origin.socialAds, kind: 'form', value: SAMPLE.socialAdsForm, campaignId: id }, operator);
}

/**
 * A shell command that signs a lead with openssl and posts it with curl; every run sends a new one. Without a file it uses the secret from
 * the environment.
 */
export function sampleCommand(url: string, secretsFile: string | undefined): string {
  const secret = secretsFile === undefined ? '$FORMULARIO_SECRET' : `$(sed -n 's/^FORMULARIO_SECRET=//p' ${shellWord(secretsFile)})`;
  const body = [
    `'{"event_type":"lead","id":"teste-'$(date +%s)'","timestamp":'$(date +%s)',`,
    `"campanha_id":"${SAMPLE.campaign.id}","nome":"Maria Teste","email":"maria@example.com","telefone":"(11) 98765-4321"}'`,
  ].join('');
  return [
    `BODY=${body}`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "${secret}" -r | cut -d' ' -f1)`,
    `curl -sS ${url}/integracoes/leads -H 'Content-Type: application/json' -H "X-Formulario-Signature: sha256=$SIGNATURE" --data-binary "$BODY"`,
  ].join('; ');
}
