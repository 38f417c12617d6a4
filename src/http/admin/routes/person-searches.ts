import { randomUUID } from 'node:crypto';
import { withCancellation } from '../../../base/cancellation.ts';
import type { PersonProgress } from '../../../domain/person.ts';
import { appError } from '../../../messages/messages.ts';
import type { PersonView } from '../../../presentation/person-data.ts';
import { cancelled } from '../entrance/request-timeout.ts';
import type { Field } from '../requests/posted-form.ts';

/** A search that nobody waits for or asks for is stopped and forgotten after this long. */
const FORGOTTEN_AFTER_MS = 300_000;

type Work = (onProgress: (progress: PersonProgress) => void) => Promise<PersonView>;

/** A search for a person, which reads everything: longer than a proxy waits for an answer, if the database is large. */
export class PersonSearch {
  readonly id = randomUUID();
  /** The fields of the search, to show them with the result. */
  readonly fields: readonly Field[];
  readonly person: Promise<PersonView>;
  progress: PersonProgress = { done: 0, total: 0 };
  state: 'running' | 'done' | 'failed' = 'running';
  /** A client waits for the response with its result. */
  isAwaited = false;
  readonly #stopping = new AbortController();

  constructor(fields: readonly Field[], work: Work) {
    this.fields = fields;
    const onProgress = (progress: PersonProgress): void => {
      this.progress = progress;
    };
    this.person = withCancellation(this.#stopping.signal, () => work(onProgress));
    // Whoever waits for it gets the error.
    this.person.then(
      () => this.#end('done'),
      () => this.#end('failed'),
    );
  }

  #end(state: 'done' | 'failed'): void {
    this.state = state;
  }

  /** @param why the error for whoever waits for it */
  stop(why: Error = cancelled()): void {
    this.#stopping.abort(why);
  }
}

/** The searches of the last minutes. Only in memory: what somebody searches for is personal data. */
export class PersonSearches {
  readonly #searches = new Map<string, { readonly search: PersonSearch; readonly forget: NodeJS.Timeout }>();

  start(fields: readonly Field[], work: Work): PersonSearch {
    const search = new PersonSearch(fields, work);
    const forget = setTimeout(() => {
      if (search.isAwaited && search.state === 'running') forget.refresh();
      else this.#forget(search.id);
    }, FORGOTTEN_AFTER_MS).unref();
    this.#searches.set(search.id, { search, forget });
    return search;
  }

  /** Asked for again, it stays. */
  find(id: string): PersonSearch | undefined {
    const known = this.#searches.get(id);
    known?.forget.refresh();
    return known?.search;
  }

  /** Stops all: somebody is erased, so what was found is no longer true. Clients that wait get an error. */
  forgetAll(): void {
    const outdated = appError('conflict', (m) => m.errors.people.searchOutdated);
    for (const id of [...this.#searches.keys()]) this.#forget(id, outdated);
  }

  #forget(id: string, why?: Error): void {
    const known = this.#searches.get(id);
    clearTimeout(known?.forget);
    known?.search.stop(why);
    this.#searches.delete(id);
  }
}
