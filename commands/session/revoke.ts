import * as Args from '@oclif/core/args';
import { storeCommand } from '../../src/cli/command.ts';
import { switchFlag } from '../../src/cli/flags.ts';
import { sessionName } from '../../src/domain/admin-session.ts';
import { appError, notFound } from '../../src/messages/messages.ts';

export default storeCommand({
  examples: ['3f9c01ab77de', '--all'],
  args: { session: Args.string({ ignoreStdin: true }) },
  flags: { all: switchFlag },
  async run({ args: { session: name }, flags, store, clock, operator }) {
    if ((name === undefined) !== flags.all) throw appError('usage', (m) => m.cli.sessions.nameOne);
    const chosen = (await store.listSessions(clock())).filter((session) => name === undefined || sessionName(session) === name);
    if (name !== undefined && chosen.length === 0) throw notFound('session', name, (m) => m.cli.sessions.missingHint);
    const revoked = await store.endSessions({ keys: chosen.map(({ key }) => key) }, operator());
    this.say((m) => m.cli.sessions.ended({ count: revoked.length }));
    return { sessoes: revoked.map((key) => sessionName({ key })) };
  },
});
