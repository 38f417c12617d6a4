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

/** What `serve --dev` adds: where the secrets are (undefined: in the environment), and a command that sends a lead. */
export function developmentText(secretsFile: string | undefined, command: string): string {
  const title =
    secretsFile === undefined
      ? say({
          en: 'The secrets are those of the environment. Where FORMULARIO_SECRET is set, send a signed lead with:',
          pt: 'Os segredos são os do ambiente. Onde FORMULARIO_SECRET está definida, envie um lead assinado com:',
        })
      : say({
          en: `Secrets for development are in ${secretsFile}. Send a signed lead with:`,
          pt: `Os segredos de desenvolvimento estão em ${secretsFile}. Envie um lead assinado com:`,
        });
  return `\n${title}\n\n${command}\n`;
}
