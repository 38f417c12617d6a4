import { say } from '../messages/messages.ts';
import { renderBlock } from './render.ts';

/** What `serve` prints once it listens. */
export interface Announcement {
  readonly url: string;
  readonly listening: string;
  /** `undefined` if the admin pages are closed. */
  readonly adminUrl: string | undefined;
  readonly databaseUrl: string;
}

/** The addresses of the service, and its database. */
export function announcementText({ url, listening, adminUrl, databaseUrl }: Announcement): string {
  return renderBlock([
    [say((m) => m.cli.output.listening), listening],
    ['Admin', adminUrl ?? say((m) => m.cli.output.adminClosed)],
    [say((m) => m.cli.output.health), `${url}/health`],
    [say((m) => m.labels.fields.database), databaseUrl],
  ]);
}

/** The additional output of `serve --dev`: where the secrets are (`undefined`: in the environment), and a command that sends a lead. */
export function developmentText(secretsFile: string | undefined, command: string): string {
  const title =
    secretsFile === undefined
      ? say((m) => m.cli.output.secretsOfEnvironment)
      : say((m) => m.cli.output.developmentSecrets({ secretsFile }));
  return `\n${title}\n\n${command}\n`;
}
