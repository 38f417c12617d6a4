import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { timeColumn } from '../../src/cli/local-time.ts';
import { renderTable } from '../../src/cli/table.ts';
import { type Role, sessionEndsAt, sessionName } from '../../src/domain/admin-session.ts';
import { sessionJson } from '../../src/presentation/session-json.ts';

const NOBODY = { en: 'Nobody is logged in.', pt: 'Ninguém está com sessão aberta.' };

const ROLES: Readonly<Record<Role, { readonly en: string; readonly pt: string }>> = {
  operator: { en: 'operator', pt: 'operador' },
  reader: { en: 'read-only', pt: 'só leitura' },
};

export default class SessionList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'];
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SessionList);
    const sessions = await this.withStore(flags, ({ store, clock }) => store.listSessions(clock()));
    if (sessions.length === 0) this.logToStderr(say(NOBODY));
    else
      this.log(
        renderTable(sessions, [
          { header: { en: 'SESSION', pt: 'SESSÃO' }, cell: sessionName, whole: true },
          { header: { en: 'ACCESS', pt: 'ACESSO' }, cell: ({ role }) => say(ROLES[role]) },
          { header: { en: 'FROM', pt: 'DE' }, cell: ({ remoteAddress }) => remoteAddress },
          { ...timeColumn({ en: 'LAST USED', pt: 'ÚLTIMO USO' }, ({ usedAt }) => usedAt) },
          { ...timeColumn({ en: 'ENDS', pt: 'TERMINA' }, sessionEndsAt), priority: 1 },
          { header: { en: 'BROWSER', pt: 'NAVEGADOR' }, cell: ({ userAgent }) => userAgent || '-', priority: 2 },
        ]),
      );
    return { itens: sessions.map(sessionJson) };
  }
}
