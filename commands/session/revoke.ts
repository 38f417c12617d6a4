import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { type AdminSession, sessionName } from '../../src/domain/admin-session.ts';
import { appError, say } from '../../src/messages/messages.ts';

export default class SessionRevoke extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 3f9c01ab77de', '<%= config.bin %> <%= command.id %> --all'];
  static override args = { session: Args.string({ ignoreStdin: true }) };
  static override flags = { all: Flags.boolean({ default: false }), database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SessionRevoke);
    if ((args.session === undefined) !== flags.all) throw appError('usage', (m) => m.cli.sessions.nameOneSessionGive);
    const revoked = await this.withStore(flags, async ({ store, clock }) => {
      const chosen = choose(await store.listSessions(clock()), args.session);
      return await store.revokeSessions(
        chosen.map(({ key }) => key),
        this.operator(clock()),
      );
    });
    const count = revoked.length;
    this.log(say((m) => m.cli.sessions.countSessionEndedSessions({ count })));
    return { sessoes: revoked.map((key) => sessionName({ key })) };
  }
}

/** @throws AppError `not_found` */
function choose(sessions: readonly AdminSession[], name: string | undefined): readonly AdminSession[] {
  if (name === undefined) return sessions;
  const chosen = sessions.filter((session) => sessionName(session) === name);
  if (chosen.length > 0) return chosen;
  throw appError('not_found', (m) => m.cli.sessions.thereIsNoSession({ name }), { hint: (m) => m.cli.sessions.itMayEndedAlready });
}
