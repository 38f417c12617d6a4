import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { AppError } from '../../src/base/app-error.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { type AdminSession, sessionName } from '../../src/domain/admin-session.ts';

export default class SessionRevoke extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 3f9c01ab77de', '<%= config.bin %> <%= command.id %> --all'];
  static override args = {
    session: Args.string({ ignoreStdin: true }),
  };
  static override flags = {
    all: Flags.boolean({ default: false }),
    database: databaseFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SessionRevoke);
    if ((args.session === undefined) !== flags.all) throw oneOrAll();
    const revoked = await this.withStore(flags, async ({ store, clock }) => {
      const chosen = choose(await store.listSessions(clock()), args.session);
      return await store.revokeSessions(
        chosen.map(({ key }) => key),
        this.operator(clock()),
      );
    });
    const count = revoked.length;
    this.log(
      say({
        en: count === 1 ? '1 session ended.' : `${count} sessions ended.`,
        pt: count === 1 ? '1 sessão encerrada.' : `${count} sessões encerradas.`,
      }),
    );
    return { sessoes: revoked.map((key) => sessionName({ key })) };
  }
}

/** @throws AppError `not_found` */
function choose(sessions: readonly AdminSession[], name: string | undefined): readonly AdminSession[] {
  if (name === undefined) return sessions;
  const chosen = sessions.filter((session) => sessionName(session) === name);
  if (chosen.length > 0) return chosen;
  throw new AppError(
    'not_found',
    { en: `There is no session "${name}".`, pt: `Não há nenhuma sessão "${name}".` },
    {
      hint: {
        en: 'It may have ended already. `lead-intake session list` shows those that are open.',
        pt: 'Ela pode já ter terminado. `lead-intake session list` mostra as que estão abertas.',
      },
    },
  );
}

function oneOrAll(): AppError {
  return new AppError('usage', {
    en: 'Name one session, or give --all.',
    pt: 'Informe uma sessão, ou use --all.',
  });
}
