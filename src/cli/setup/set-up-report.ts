import type { JsonObject } from '../../base/exact-json.ts';
import { say } from '../../base/language.ts';
import { shellWord } from '../../base/shell-word.ts';
import { campaignJson } from '../../presentation/directory-json.ts';
import { paragraph, renderBlock } from '../render.ts';
import type { CampaignSetUp, SettingsSetUp } from './set-up.ts';

/** Everything `init` did and found. */
export interface SetUpReport {
  readonly settings: SettingsSetUp;
  readonly missing: readonly string[];
  readonly database: { readonly path: string; readonly made: boolean };
  readonly campaign: CampaignSetUp;
  /** To be typed next: the service, and a test lead; empty while there is no campaign. */
  readonly next: readonly string[];
}

/** The commands that come next, as they are typed in this folder. */
export function nextCommands(
  program: string,
  campaignId: string | undefined,
  flags: { readonly 'env-file'?: string | undefined; readonly database?: string | undefined },
  { made: writtenDown }: SettingsSetUp,
): readonly string[] {
  if (campaignId === undefined) return [];
  const settings = flags['env-file'] === undefined ? '' : ` --env-file ${shellWord(flags['env-file'])}`;
  // A new settings file names the database.
  const database = flags.database === undefined || writtenDown ? '' : ` --database ${shellWord(flags.database)}`;
  return [`${program} serve --work${settings}${database}`, `${program} send form --campaign ${shellWord(campaignId)}${settings}`];
}

/** What was made, what was there already, and the two next commands. */
export function setUpText({ settings, missing, database, campaign, next }: SetUpReport): string {
  const facts = renderBlock([
    [say({ en: 'Settings', pt: 'Configurações' }), settingsText(settings)],
    [say({ en: 'Database', pt: 'Banco de dados' }), `${database.path}, ${made(database.made)}`],
    [say({ en: 'Campaign', pt: 'Campanha' }), campaignText(campaign)],
  ]);
  return [facts, ...missingText(missing, settings), ...nextText(next)].join('\n\n');
}

export function setUpJson({ settings, missing, database, campaign, next }: SetUpReport): JsonObject {
  return {
    arquivo: settings.file,
    arquivo_criado: settings.made,
    arquivo_anterior: settings.setAside,
    segredos_ausentes: missing,
    banco: database.path,
    banco_criado: database.made,
    campanha: campaign.campaign === null ? null : campaignJson(campaign.campaign),
    campanha_criada: campaign.made,
    proximos: next,
  };
}

function settingsText({ file, made: isNew, setAside }: SettingsSetUp): string {
  if (!isNew) return say({ en: `${file}, was there and stays as it is`, pt: `${file}, já existia e fica como está` });
  const text = say({
    en: `${file}, made with new secrets, readable for you only`,
    pt: `${file}, criado com segredos novos, só você pode ler`,
  });
  if (setAside === null) return text;
  return `${text}; ${say({ en: `the old one is ${setAside}`, pt: `o antigo está em ${setAside}` })}`;
}

function campaignText({ campaign, made: isNew }: CampaignSetUp): string {
  if (campaign === null) return say({ en: 'none yet; run this command again', pt: 'nenhuma ainda; execute este comando de novo' });
  const { id, name, clientName } = campaign;
  return say({
    en: `${id} (${name}), of client ${clientName}, ${made(isNew)}`,
    pt: `${id} (${name}), do cliente ${clientName}, ${made(isNew, 'a')}`,
  });
}

function made(isNew: boolean, ending: 'o' | 'a' = 'o'): string {
  return isNew ? say({ en: 'made', pt: `criad${ending}` }) : say({ en: 'was there', pt: 'já existia' });
}

function missingText(missing: readonly string[], { file }: SettingsSetUp): readonly string[] {
  if (missing.length === 0) return [];
  const names = missing.join(', ');
  return [
    say({
      en: `Not set, so that what they are for stays closed: ${names}.\n\`lead-intake secret generate\` makes one; put it into ${file}.`,
      pt: `Sem valor, e o que depende deles fica fechado: ${names}.\n\`lead-intake secret generate\` gera um; coloque-o em ${file}.`,
    }),
  ];
}

function nextText([serve, send]: readonly string[]): readonly string[] {
  if (serve === undefined || send === undefined) return [];
  return [
    paragraph(say({ en: 'Start the service, with a worker inside:', pt: 'Inicie o serviço, com um worker dentro:' })),
    `  ${serve}`,
    paragraph(
      say({
        en: 'Then send a signed test lead, from another terminal in this folder:',
        pt: 'Depois envie um lead de teste assinado, de outro terminal nesta pasta:',
      }),
    ),
    `  ${send}`,
  ];
}
