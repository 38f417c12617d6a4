import { say } from '../messages/messages.ts';
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
    [say((m) => m.cli.output.listening), listening],
    ['Admin', adminUrl ?? say((m) => m.cli.output.closedSetAdminToken)],
    [say((m) => m.cli.output.health), `${url}/health`],
    [say((m) => m.cli.output.database), databaseUrl],
  ]);
}

/** What `serve --dev` adds: where the secrets are (undefined: in the environment), and a command that sends a lead. */
export function developmentText(secretsFile: string | undefined, command: string): string {
  const title =
    secretsFile === undefined
      ? say((m) => m.cli.output.theSecretsThoseEnvironment)
      : say((m) => m.cli.output.secretsDevelopmentSendSigned({ secretsFile }));
  return `\n${title}\n\n${command}\n`;
}
