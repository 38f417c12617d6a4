import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { timeColumn } from '../../src/cli/local-time.ts';
import { renderTable } from '../../src/cli/table.ts';
import { type Role, sessionEndsAt, sessionName } from '../../src/domain/admin-session.ts';
import { inEveryLanguage, say, sayText } from '../../src/messages/messages.ts';
import { sessionRecord } from '../../src/presentation/session-record.ts';

const ROLES: Readonly<Record<Role, { readonly en: string; readonly pt: string }>> = {
  operator: inEveryLanguage((m) => m.cli.sessions.operator),
  reader: inEveryLanguage((m) => m.cli.sessions.readOnly),
};

export default class SessionList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'];
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SessionList);
    const sessions = await this.withStore(flags, ({ store, clock }) => store.listSessions(clock()));
    if (sessions.length === 0) this.logToStderr(say((m) => m.cli.sessions.nobody));
    else
      this.log(
        renderTable(sessions, [
          { header: inEveryLanguage((m) => m.cli.columns.session), cell: sessionName, whole: true },
          { header: inEveryLanguage((m) => m.cli.columns.access), cell: ({ role }) => sayText(ROLES[role]) },
          { header: inEveryLanguage((m) => m.cli.columns.from), cell: ({ remoteAddress }) => remoteAddress },
          {
            ...timeColumn(
              inEveryLanguage((m) => m.cli.sessions.lastUsed),
              ({ usedAt }) => usedAt,
            ),
          },
          {
            ...timeColumn(
              inEveryLanguage((m) => m.cli.sessions.ends),
              sessionEndsAt,
            ),
            priority: 1,
          },
          { header: inEveryLanguage((m) => m.cli.columns.browser), cell: ({ userAgent }) => userAgent || '-', priority: 2 },
        ]),
      );
    return { itens: sessionRecord.writeAll(sessions) };
  }
}
