import type { Reconciliation } from '../../../domain/delivery-ports.ts';
import type { SqliteCore } from './core.ts';

export function reconciliation(core: SqliteCore): Reconciliation {
  const { writer, platforms } = core;
  return {
    takeTask: (name, holder, until, now) => writer.write('takeTask', name, holder, until, now),
    finishTask: (name, holder, now) => writer.write('finishTask', name, holder, now),
    taskDoneAt: (name) => core.look(() => platforms.taskDoneAt(name)),
    listFormChecks: () => core.look(() => platforms.listFormChecks()),
    saveFormCheck: (check) => writer.write('saveFormCheck', check),
    knownIdentities: (origin, identities) => core.look(() => platforms.knownIdentities(origin, identities)),
    knownClickIds: (origin, clickIds) => core.look(() => platforms.knownClickIds(origin, clickIds)),
  };
}
