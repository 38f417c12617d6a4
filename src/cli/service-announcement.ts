import { say } from '../base/language.ts';
import { renderBlock } from './render.ts';

/** What `serve` prints once it listens. */
export interface Announcement {
  readonly url: string;
  readonly listening: string;
  /** Undefined: the admin pages are closed. */
  readonly adminUrl: string | undefined;
  readonly databaseUrl: string;
}

/** Where the service is reached, and where it stores. */
export function announcementText({ url, listening, adminUrl, databaseUrl }: Announcement): string {
  return renderBlock([
    [say({ en: 'Listening', pt: 'Escutando' }), listening],
    ['Admin', adminUrl ?? say({ en: 'closed: set ADMIN_TOKEN to open it', pt: 'fechado: defina ADMIN_TOKEN para abrir' })],
    [say({ en: 'Health', pt: 'Saúde' }), `${url}/health`],
    [say({ en: 'Database', pt: 'Banco' }), databaseUrl],
  ]);
}

/** What `serve --dev` adds: where the secrets are, and a command that sends a lead. */
export function developmentText(settingsFile: string, command: string): string {
  const title = say({
    en: `Secrets for development are in ${settingsFile}. Send a signed lead with:`,
    pt: `Os segredos de desenvolvimento estão em ${settingsFile}. Envie um lead assinado com:`,
  });
  return `\n${title}\n\n${command}\n`;
}
