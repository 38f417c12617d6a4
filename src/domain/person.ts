/** A person in the data: found by what identifies them, given their data, and erased for good. */
import type { Clock } from '../base/clock.ts';
import type { Platform } from './conversion.ts';
import type { Operator } from './ports.ts';

/** At most this many leads are one person. More: the search names an address or a number that many people gave, such as that of a shop. */
export const MOST_LEADS_OF_PERSON = 200;

/**
 * What a person is searched by, as typed. A lead is a person's if it has one of the e-mail addresses, phone numbers or click IDs, or is
 * named by its ID. Contacts that are only known from found leads find no further leads: people share telephones, and many type an address
 * such as `no@mail.com`.
 */
export interface PersonQuery {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly clickIds: readonly string[];
  readonly leadIds: readonly string[];
  /** Only what belongs to this client, who is a controller of its own; `null`: all clients. */
  readonly clientId: string | null;
}

/** Where personal data is, in the order in which it is shown. Labels: `people.places` in the messages. */
export const PERSON_PLACES = [
  'leads',
  'lead_changes',
  'consents',
  'events',
  'resends',
  'fetched_answers',
  'batches',
  'refused_requests',
  'senders',
  'conversions',
  'errors',
  'operators_log',
  'saved_views',
] as const;

export type PersonPlace = (typeof PERSON_PLACES)[number];

/** The rows of one place: those that are about the person and are blanked, and those about others that only mention the person. */
export interface PlaceCount {
  readonly place: PersonPlace;
  readonly own: number;
  readonly mentions: number;
}

/** Leads of other people, as far as the search says, that share a contact with a found lead. Perhaps they are the same person. */
export interface SharedContact {
  readonly leadId: string;
  /** The found lead that has the same contact. */
  readonly with: string;
  readonly contact: 'email' | 'phone' | 'click_id';
}

/** Everything that is stored about a person. Nothing of it is masked. */
export interface PersonFound {
  readonly leadIds: readonly string[];
  /** Events of these leads, and events without a lead that are about the person. */
  readonly eventIds: readonly string[];
  readonly refusedIds: readonly string[];
  /** Only places with rows. */
  readonly places: readonly PlaceCount[];
  /**
   * With a client: rows that contain the person too, such as lines of the activity log, and of which it isn't known whether they are about
   * that client. Its erasure keeps them.
   */
  readonly unassigned: number;
  readonly shared: readonly SharedContact[];
}

/** Conversions of a person that a platform has received, or may have. */
export interface PlatformCount {
  readonly platform: Platform;
  readonly conversions: number;
}

/** One erasure. It contains nothing of the person. */
export interface Erasure {
  readonly id: string;
  readonly operator: string;
  /** UTC ms. */
  readonly startedAt: number;
  /** When nothing was left; `null` while it runs or was interrupted. A service that starts resumes it. */
  readonly completedAt: number | null;
  /** `null`: all clients. */
  readonly clientId: string | null;
  /** Leads and events that were blanked. */
  readonly leads: number;
  readonly events: number;
  /** What was changed in each place so far. */
  readonly places: readonly PlaceCount[];
  /** What is not erased, because only the platforms can. */
  readonly platforms: readonly PlatformCount[];
}

/** Progress of a search through everything. */
export interface PersonProgress {
  /** Rows that were read, and rows to read. */
  readonly done: number;
  readonly total: number;
}

/** Finds and erases people. Searches read every row that can contain a person, in short steps. */
export interface People {
  /**
   * @throws AppError `invalid_input` if the query names nobody, or contains an address or number that cannot be one; `conflict` for more than
   * `MOST_LEADS_OF_PERSON` leads; `not_found` for a lead that does not exist or belongs to another client
   */
  findPerson(query: PersonQuery, onProgress?: (progress: PersonProgress) => void): Promise<PersonFound>;
  /**
   * The first step of `erasePerson`: from now on, the person does not come back, and `resumeErasures` erases them. Searches only for leads,
   * so it begins at once, even if nothing is stored about the person.
   *
   * @param reason for the operators' log, without personal data
   * @throws AppError as `findPerson`
   */
  beginErasure(query: PersonQuery, reason: string, operator: Operator): Promise<Erasure>;
  /**
   * Blanks everything that is about the person and removes mentions of them elsewhere, also from the search index, free pages and the log
   * of the database. From the first step on, resends, replays, imports and restored backups do not bring them back. Requests that arrive
   * later are new ones and are kept. Interrupted, it is resumed by `resumeErasures`.
   *
   * @param clock tells when the erasure is complete: minutes later in a large database
   * @throws AppError as `beginErasure`
   */
  erasePerson(
    query: PersonQuery,
    reason: string,
    operator: Operator,
    clock: Clock,
    onProgress?: (progress: PersonProgress) => void,
  ): Promise<Erasure>;
  /** Completes interrupted erasures, and adds to the journal what it lacks. Returns how many were completed. */
  resumeErasures(clock: Clock, onProgress?: (erasureId: string, progress: PersonProgress) => void): Promise<number>;
  /** Newest first. */
  listErasures(): Promise<readonly Erasure[]>;
}
