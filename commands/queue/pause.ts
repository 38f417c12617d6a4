import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag, queueArg } from '../../src/cli/flags.ts';
import { pauseJson } from '../../src/presentation/queue-json.ts';

export default class QueuePause extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> webhooks'];
  static override args = { queue: queueArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueuePause);
    const changed = await this.withStore(flags, ({ store, clock }) => store.pause(args.queue, this.operator(clock())));
    const done = {
      en: `Queue ${args.queue} is paused: events are still received, no job is started.`,
      pt: `A fila ${args.queue} está pausada: eventos ainda são recebidos, nenhum job é iniciado.`,
    };
    this.log(say(changed ? done : { en: `Queue ${args.queue} was paused already.`, pt: `A fila ${args.queue} já estava pausada.` }));
    return pauseJson(args.queue, { paused: true, changed });
  }
}
