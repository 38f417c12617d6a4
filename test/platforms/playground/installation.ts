import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../support/run-program.ts';
import { type RunningService, startService } from '../../support/running-service.ts';
import { ADVERTISER, OTHER_PAGE, PAGE, Platforms } from '../platforms.ts';

/** Both local platforms, and a lead-intake in a temporary folder that is connected to them. Disposing removes everything. */
export class Installation implements AsyncDisposable {
  readonly folder: string;
  readonly platforms: Platforms;
  readonly service: RunningService;
  readonly secrets: Secrets;

  private constructor(parts: Pick<Installation, 'folder' | 'platforms' | 'service' | 'secrets'>) {
    this.folder = parts.folder;
    this.platforms = parts.platforms;
    this.service = parts.service;
    this.secrets = parts.secrets;
  }

  /** @param port of the service; 0 for a free one */
  static async start(port: string): Promise<Installation> {
    await using started = new AsyncDisposableStack();
    const folder = started.adopt(mkdtempSync(join(tmpdir(), 'lead-intake-playground-')), removeFolder);
    const secrets = { search: newSecret(), social: newSecret(), form: newSecret(), verify: newSecret(), export: newSecret() };
    const platforms = started.use(await Platforms.start());
    // The platforms know every lead that `lead-intake send` makes up.
    platforms.social.inventsLeadsOf = PAGE.form;
    platforms.search.conversions.inventsClicksOf = ADVERTISER.id;
    writeFileSync(join(folder, '.env'), envText(settingsOf(folder, secrets, platforms)), { mode: 0o600 });
    await prepareCampaign(folder);
    const service = await startService(folder, {}, ['--work'], port);
    started.move();
    return new Installation({ folder, platforms, service, secrets });
  }

  /** The settings file for commands. */
  get envFile(): string {
    return join(this.folder, '.env');
  }

  /** User and password of the conversions file, in curl's format. */
  get exportCredential(): string {
    return exportCredential(this.secrets);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
    await this.platforms[Symbol.asyncDispose]();
    removeFolder(this.folder);
  }
}

interface Secrets {
  readonly search: string;
  readonly social: string;
  readonly form: string;
  readonly verify: string;
  readonly export: string;
}

function exportCredential({ export: password }: Secrets): string {
  return `platform:${password}`;
}

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

function settingsOf(folder: string, secrets: Secrets, platforms: Platforms): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: `sqlite:${join(folder, 'playground.db')}`,
    WEBHOOK_SEARCHADS_SECRET: secrets.search,
    WEBHOOK_SOCIALADS_SECRET: secrets.social,
    WEBHOOK_SOCIALADS_VERIFY_TOKEN: secrets.verify,
    FORMULARIO_SECRET: secrets.form,
    CONVERSIONS_EXPORT_CREDENTIAL: exportCredential(secrets),
    CREDENTIALS_KEY: newSecret(),
    LOG_LEVEL: 'warn',
    ...platforms.connect(join(folder, 'credentials.json')),
  };
}

function envText(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** A campaign for the leads of both platforms. */
async function prepareCampaign(folder: string): Promise<void> {
  const campaign = ['--id', '42', '--name', 'Verão', '--client', 'Loja de Exemplo', '--user', 'ana@example.com'];
  const links = [PAGE, OTHER_PAGE].flatMap(({ id }) => ['--social-ads-page', id]);
  await runCommand(folder, ['campaign', 'add', ...campaign]);
  await runCommand(folder, ['campaign', 'link', '42', ...links, '--search-ads-form', ADVERTISER.form]);
}

async function runCommand(folder: string, args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await runProgram(args, { cwd: folder });
  if (exitCode !== 0) throw new Error(`lead-intake ${args.join(' ')}: ${stderr}`);
}
