import * as Flags from '@oclif/core/flags';
import type { PersonQuery } from '../../domain/person.ts';
import type { Store } from '../../domain/ports.ts';
import { appError } from '../../messages/messages.ts';
import { findPersonView, isNobody, type PersonView } from '../../presentation/person-data.ts';
import type { BaseCommand } from '../base-command.ts';
import type { FlagValues } from '../command.ts';
import { clientFilterFlag } from '../flags.ts';
import { requireClient } from '../require-found.ts';

const SEVERAL = { multiple: true, multipleNonGreedy: true } as const;

/** What identifies the person. */
export const personFlags = {
  email: Flags.string({ helpValue: 'EMAIL', ...SEVERAL }),
  phone: Flags.string({ helpValue: 'PHONE', ...SEVERAL }),
  'click-id': Flags.string({ helpValue: 'ID', ...SEVERAL }),
  lead: Flags.string({ helpValue: 'LEAD', ...SEVERAL }),
  client: clientFilterFlag,
};

/** @throws AppError `not_found` if there is no such client */
export async function personQuery(store: Pick<Store, 'findClient'>, given: FlagValues<typeof personFlags>): Promise<PersonQuery> {
  return {
    emails: given.email ?? [],
    phones: given.phone ?? [],
    clickIds: given['click-id'] ?? [],
    leadIds: given.lead ?? [],
    clientId: given.client === undefined ? null : (await requireClient(store, given.client)).id,
  };
}

/**
 * Finds the person, with progress.
 *
 * @throws AppError as `People.findPerson`
 */
export async function findPerson(command: BaseCommand, store: Store, query: PersonQuery): Promise<PersonView> {
  using progress = command.progress((m) => m.web.people.searching);
  return await findPersonView(store, query, ({ done, total }) => progress.update(done, total));
}

/** @throws AppError `not_found` if nothing is stored about the person */
export function requireSomebody({ found }: PersonView): void {
  if (isNobody(found)) throw appError('not_found', (m) => m.errors.people.nothingStored);
}
