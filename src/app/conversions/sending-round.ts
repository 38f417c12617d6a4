import { DAY_MS } from '../../base/time-units.ts';
import type { ConversionSender, ConversionTrouble, NotTaken, PlatformTrouble, RequestResult, SendResult } from '../../domain/connectors.ts';
import type { ConversionToSend } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';
import type { JobOutcome } from '../../domain/job.ts';
import { accountKey, CONTACT_DATA_BLOCKED } from '../../domain/platform-account.ts';
import { faultOfError } from '../../queue/attempt-outcome.ts';
import type { WorkContext } from '../context.ts';
import { type AccountBook, type AccountUse, ofAccount } from '../platforms/account-book.ts';
import {
  faultOfRefusal,
  type Hold,
  maybeArrived,
  notTaken,
  onHold,
  passed,
  restUntil,
  sendAlone,
  unforeseen,
} from './conversion-outcomes.ts';
import { NEVER_DECIDED, NOT_YET, STOPPING } from './faults.ts';
import { halves, isTaken, packetsOf, type Shipment, takenRequests } from './packets.ts';

/** A sender, and which conversions it can send in one request. */
export type Sender = ConversionSender & {
  /** Conversions with different keys cannot share a request. */
  groupKey?(conversion: ConversionToSend): string;
};

/** Time limit of one request, including everything the connector waits for, in ms. */
const REQUEST_MS = 30_000;

/** A platform decides within hours about an accepted conversion; after a week it never will. */
const LONGEST_PROCESSING_MS = 7 * DAY_MS;

/** Maximum requests of one batch to one account: a batch of bad conversions must end, so that others can run. */
const MOST_REQUESTS = 100;

/**
 * After this time a batch makes no further request once it has decided something, in ms: the conversions of all other clients wait until it
 * ends.
 */
const ROUND_MS = 20_000;

/** After that time, a refused packet of up to this size is not halved any more: each of its conversions is sent alone, in the next batches. */
const FEW = 8;

export interface RoundDeps extends WorkContext {
  readonly accounts: AccountBook;
  /** A number in [0, 1) for jitter. */
  readonly random: () => number;
  readonly maxAttempts: number;
  /** Aborted when the worker stops: no further request is made. */
  readonly signal: AbortSignal;
}

/** Each conversion as it is stored now, or the outcome if it must not be sent in this round any more; in the order of the shipments. */
type Recheck = (shipments: readonly Shipment[]) => Promise<readonly (Shipment | { readonly outcome: JobOutcome })[]>;

/** Sends the conversions of one batch to one account and decides the outcome of each job. */
export class SendingRound {
  readonly #sender: Sender;
  readonly #deps: RoundDeps;
  readonly #recheck: Recheck;
  readonly #outcomes = new Map<Shipment, JobOutcome>();
  /** The credential used in this round. */
  readonly #credential: string;
  readonly #account: string;
  /** UTC ms */
  readonly #startedAt: number;
  #requests = 0;
  /** The platform's answer that ended this round: no further request is made. */
  #hold: Hold | null = null;
  /** The account rejects contact data: the fault of the conversions that contain some. */
  #contactFault: Fault | null = null;

  constructor(sender: Sender, deps: RoundDeps, recheck: Recheck) {
    this.#recheck = recheck;
    this.#sender = sender;
    this.#credential = sender.credential;
    this.#account = accountKey(sender.account);
    this.#deps = deps;
    this.#startedAt = deps.clock();
  }

  /** Never rejects because of the platform. Afterwards every shipment has its outcome. */
  async run(shipments: readonly Shipment[]): Promise<ReadonlyMap<Shipment, JobOutcome>> {
    const hold = await this.#deps.accounts.holdUnlessProbe(this.#sender);
    if (hold?.kind === 'refused' && hold.fault.code === CONTACT_DATA_BLOCKED) this.#contactFault = hold.fault;
    else this.#hold = hold;
    for (const [requestId, taken] of takenRequests(shipments)) await this.#ask(requestId, taken);
    const unsent = shipments.filter(({ conversion }) => !isTaken(conversion));
    const rules = {
      mostTogether: this.#sender.mostTogether,
      maxAttempts: this.#deps.maxAttempts,
      groupKey: this.#sender.groupKey?.bind(this.#sender),
    };
    for (const packet of this.#withProbe(packetsOf(unsent, rules))) await this.#send(packet);
    return this.#outcomes;
  }

  /** Uses a single conversion to test whether the platform is reachable again: it may be the one that makes the platform fail. */
  #withProbe(packets: readonly (readonly Shipment[])[]): readonly (readonly Shipment[])[] {
    const [[first, ...others] = [], ...rest] = packets;
    if (first === undefined || !this.#deps.accounts.isAway(this.#sender)) return packets;
    return [[first], ...(others.length === 0 ? [] : [others]), ...rest];
  }

  async #ask(requestId: string, taken: readonly Shipment[]): Promise<void> {
    if (this.#settleHeld(taken)) return;
    const size = Math.max(...taken.map(({ conversion }) => conversion.requestSize ?? 1));
    const request = { id: requestId, size, takenAt: taken[0]?.conversion.requestedAt ?? this.#deps.clock() };
    const result = await this.#request<RequestResult>((signal) => this.#sender.askResult(request, signal));
    switch (result.kind) {
      case 'sent':
        this.#settle(taken, () => ({ kind: 'sent', requestId, account: this.#account }));
        break;
      case 'processing':
        this.#settle(taken, ({ conversion }) => this.#processing(requestId, conversion, result.askAfterMs));
        break;
      case 'rejected':
        if (result.trouble.kind === 'blocked') return await this.#blockedLate(taken, result.trouble, result);
        this.#rejected(taken, result.trouble, result);
        break;
      case 'trouble':
        return await this.#trouble(taken, result.trouble, { isSent: false });
    }
    const isDecided = result.kind === 'sent' || (result.kind === 'rejected' && result.isAccountUsed && this.#allHaveContactData(taken));
    await this.#works(taken, { isDecided, takenAt: request.takenAt });
  }

  /** Stop asking a platform that never decides or no longer knows the request. */
  #processing(requestId: string, { requestedAt, requestSize }: ConversionToSend, askAfterMs: number): JobOutcome {
    const isAskedInVain = requestedAt !== null && this.#deps.clock() - requestedAt > LONGEST_PROCESSING_MS;
    if (!isAskedInVain) return this.#submitted(requestId, requestSize ?? 1, askAfterMs);
    return { kind: 'parked', fault: NEVER_DECIDED, resend: true, uncertain: true };
  }

  /**
   * If a request carried several conversions, it is unknown which were accepted: each is sent again alone, and the platform recognizes them
   * by their keys.
   */
  #rejected(taken: readonly Shipment[], trouble: NotTaken, { isOfAll, mayBeTaken }: Omit<Rejected, 'trouble'>): void {
    this.#settle(taken, (shipment) => ({
      ...((shipment.conversion.requestSize ?? 1) > 1 && !isOfAll
        ? sendAlone(trouble.fault, this.#deps.clock())
        : this.#notTaken(shipment, trouble)),
      ...certaintyOf(mayBeTaken),
    }));
  }

  #notTaken({ conversion }: Shipment, trouble: NotTaken): ReturnType<typeof notTaken> {
    return notTaken(trouble, conversion.deferral, this.#deps.clock(), this.#deps.random());
  }

  async #send(packet: readonly Shipment[]): Promise<void> {
    const free = this.#settleBlocked(await this.#stillToSend(packet));
    if (free.length === 0 || this.#settleHeld(free)) return;
    const conversions = free.map(({ conversion }) => conversion);
    const result = await this.#request<SendResult>((signal) => this.#sender.send(conversions, signal));
    if (result.kind === 'trouble') return await this.#trouble(free, result.trouble, { isSent: true });
    this.#settle(free, () =>
      result.kind === 'sent'
        ? { kind: 'sent', requestId: result.requestId, account: this.#account }
        : this.#submitted(result.requestId, free.length, result.askAfterMs),
    );
    await this.#works(free, { isDecided: result.kind === 'sent' });
  }

  /** A batch was read minutes before its last request: since then, people may have withdrawn their consent or been erased. */
  async #stillToSend(packet: readonly Shipment[]): Promise<readonly Shipment[]> {
    if (this.#requests === 0 || this.#hold !== null) return packet;
    try {
      const now = await this.#recheck(packet);
      return packet.flatMap((shipment, index) => {
        const found = now[index] ?? shipment;
        if ('job' in found) return [found];
        this.#outcomes.set(shipment, found.outcome);
        return [];
      });
    } catch (error) {
      this.#deps.log.error({ err: error, account: this.#account }, 'conversions could not be read again; sending them later');
      this.#hold = { kind: 'next_batch', fault: NOT_YET };
      return packet;
    }
  }

  async #works(shipments: readonly Shipment[], use: Omit<AccountUse, 'hasContactData'>): Promise<void> {
    await this.#deps.accounts.works(this.#sender, { ...use, hasContactData: shipments.some((shipment) => this.#hasContactData(shipment)) });
  }

  #allHaveContactData(shipments: readonly Shipment[]): boolean {
    return shipments.every((shipment) => this.#hasContactData(shipment));
  }

  #hasContactData({ conversion }: Shipment): boolean {
    return this.#sender.hasContactData?.(conversion) ?? true;
  }

  #submitted(requestId: string, requestSize: number, askAfterMs: number): JobOutcome {
    return { kind: 'submitted', requestId, requestSize, account: this.#account, availableAt: this.#deps.clock() + askAfterMs };
  }

  /** @param sent `isSent`: the conversions were being sent, and without an answer it is unknown whether they arrived */
  async #trouble(packet: readonly Shipment[], trouble: ConversionTrouble | Unforeseen, sent: { readonly isSent: boolean }): Promise<void> {
    const { accounts, clock, random } = this.#deps;
    const fault = ofAccount(trouble.fault, this.#sender.account);
    switch (trouble.kind) {
      case 'refused':
      case 'held':
      case 'later':
        return await this.#refused(packet, trouble);
      case 'passing':
        this.#settle(packet, ({ job }) =>
          maybeArrived(passed({ ...trouble, fault }, job, clock(), random()), sent.isSent && trouble.isUnsent !== true),
        );
        await accounts.unanswered(this.#sender, fault);
        this.#hold = accounts.hold(this.#sender) ?? { kind: 'resting', until: restUntil(trouble, clock(), random()), fault };
        return;
      case 'unforeseen':
        this.#settle(packet, ({ job }) => maybeArrived(unforeseen(trouble.fault, job, clock(), random()), sent.isSent));
        this.#hold = { kind: 'next_batch', fault: trouble.fault };
        return;
      case 'throttled':
        this.#hold = { kind: 'resting', until: restUntil(trouble, clock(), random()), fault };
        await accounts.pause(this.#sender, this.#hold.until, fault);
        break;
      default:
        await this.#refusedAccount(this.#refusal(trouble));
        if (this.#contactFault?.params === fault.params) return await this.#sendWithoutContact(packet, this.#contactFault);
    }
    this.#settleHeld(packet);
  }

  /** The platform refuses a whole request because it accepts no contact data: conversions without any may be accepted. */
  async #sendWithoutContact(packet: readonly Shipment[], fault: Fault): Promise<void> {
    const free = this.#settleBlocked(packet);
    if (free.length < packet.length) await this.#send(free);
    else this.#settle(free, () => ({ kind: 'parked', fault }));
  }

  /**
   * The platform accepted the request and reports later that the account takes no contact data. The result of its other conversions is
   * unknown.
   */
  async #blockedLate(
    taken: readonly Shipment[],
    trouble: Extract<PlatformTrouble, { kind: 'blocked' }>,
    { mayBeTaken }: Omit<Rejected, 'trouble'>,
  ): Promise<void> {
    const fault = this.#refusal(trouble);
    await this.#refusedAccount(fault);
    const isAnyWithContactData = taken.some((shipment) => this.#hasContactData(shipment));
    this.#settle(taken, (shipment) => ({
      ...(this.#hasContactData(shipment) || !isAnyWithContactData
        ? ({ kind: 'parked', fault, resend: true } as const)
        : sendAlone(fault, this.#deps.clock())),
      ...certaintyOf(mayBeTaken),
    }));
  }

  #refusal(trouble: Parameters<typeof faultOfRefusal>[0]): Fault {
    return ofAccount(faultOfRefusal(trouble), this.#sender.account);
  }

  /** If the credential was replaced while it was refused, do not wait: the refusal does not concern the new one. */
  async #refusedAccount(fault: Fault): Promise<void> {
    if (this.#sender.credential !== this.#credential) {
      this.#hold = { kind: 'next_batch', fault };
      return;
    }
    if (fault.code === CONTACT_DATA_BLOCKED) this.#contactFault = fault;
    else this.#hold = { kind: 'refused', fault };
    await this.#deps.accounts.refuse(this.#sender, fault);
  }

  /** One bad conversion makes the platform refuse the whole request: halves are sent until the bad ones are alone. */
  async #refused(packet: readonly Shipment[], trouble: NotTaken): Promise<void> {
    await this.#deps.accounts.answers(this.#sender);
    const isOfAll = packet.length === 1 || (trouble.kind === 'held' && trouble.isOfRequest);
    if (isOfAll) return this.#settle(packet, (shipment) => this.#notTaken(shipment, trouble));
    // The next batch must not begin with this packet again. A large one is halved on, as most of its conversions may be good.
    const isEnough = packet.length <= FEW && this.#isOverTime();
    for (const half of halves(packet)) {
      if (this.#requests < MOST_REQUESTS && !isEnough) await this.#send(half);
      else this.#settle(half, () => sendAlone(trouble.fault, this.#deps.clock()));
    }
  }

  /** A connector that throws has met an unexpected error: its conversions are retried later, and the others are not sent twice. */
  async #request<Result>(ask: (signal: AbortSignal) => Promise<Result>): Promise<Result | Trouble> {
    this.#requests += 1;
    try {
      return await ask(AbortSignal.timeout(REQUEST_MS));
    } catch (error) {
      this.#deps.log.error({ err: error, account: this.#account }, 'sending conversions ended unexpectedly');
      return { kind: 'trouble', trouble: { kind: 'unforeseen', fault: faultOfError(error) } };
    }
  }

  /** Conversions with contact data wait while the account accepts none; returns the others. */
  #settleBlocked(packet: readonly Shipment[]): readonly Shipment[] {
    const fault = this.#contactFault;
    if (fault === null) return packet;
    const [blocked, free] = [true, false].map((tells) => packet.filter((shipment) => this.#hasContactData(shipment) === tells));
    this.#settle(blocked ?? [], () => ({ kind: 'parked', fault }));
    return free ?? [];
  }

  #settleHeld(packet: readonly Shipment[]): boolean {
    if (this.#hold === null && this.#deps.signal.aborted) this.#hold = { kind: 'next_batch', fault: STOPPING };
    if (this.#hold === null && (this.#requests >= MOST_REQUESTS || this.#isLate())) this.#hold = { kind: 'next_batch', fault: NOT_YET };
    const hold = this.#hold;
    if (hold === null) return false;
    this.#settle(packet, ({ job }) => onHold(hold, job, this.#deps.clock(), this.#deps.random()));
    return true;
  }

  /** Never before the first outcome, so that every batch makes progress. */
  #isLate(): boolean {
    return this.#outcomes.size > 0 && this.#isOverTime();
  }

  #isOverTime(): boolean {
    return this.#deps.clock() - this.#startedAt >= ROUND_MS;
  }

  #settle(packet: readonly Shipment[], outcome: (shipment: Shipment) => JobOutcome): void {
    for (const shipment of packet) this.#outcomes.set(shipment, outcome(shipment));
  }
}

function certaintyOf(mayBeTaken: boolean | null): { readonly uncertain?: boolean } {
  return mayBeTaken === null ? {} : { uncertain: mayBeTaken };
}

type Rejected = Extract<RequestResult, { kind: 'rejected' }>;

/** The connector threw: our own bug, which uses an attempt. */
type Unforeseen = { readonly kind: 'unforeseen'; readonly fault: Fault };

type Trouble = { readonly kind: 'trouble'; readonly trouble: Unforeseen };
