import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { DAY_MS } from '../../base/time-units.ts';
import type { ConversionSender, RequestResult, SendResult } from '../../domain/connectors.ts';
import type { ConversionToSend } from '../../domain/conversion.ts';
import type { Fault } from '../../domain/fault.ts';
import type { JobOutcome } from '../../domain/job.ts';
import { accountKey } from '../../domain/platform-account.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import { faultOfError } from '../../queue/attempt-outcome.ts';
import type { AccountBook } from '../platforms/account-book.ts';
import { aloneFromNowOn, faultOfRefusal, type Hold, heldBack, passed, restUntil } from './conversion-outcomes.ts';
import { NEVER_DECIDED, NOT_YET, STOPPING } from './faults.ts';
import { halves, isTaken, packetsOf, type Shipment, takenRequests } from './packets.ts';

/** A sender, and which conversions it can send in one request. */
export type Sender = ConversionSender & {
  /** Conversions with different keys cannot travel in one request. */
  groupKey?(conversion: ConversionToSend): string;
};

/** For one request, whatever the connector waits for, in ms. */
const REQUEST_MS = 30_000;

/** A platform decides in hours what it took; what it has not decided in a week it never will. */
const LONGEST_PROCESSING_MS = 7 * DAY_MS;

/** Requests of one batch to one platform: a batch of nothing but bad conversions ends, and others have their turn. */
const MOST_REQUESTS = 100;

export interface RoundDeps {
  readonly accounts: AccountBook;
  readonly clock: Clock;
  /** A number in [0, 1) for jitter. */
  readonly random: () => number;
  readonly maxAttempts: number;
  readonly log: Pick<Logger, 'error'>;
  /** The worker stops: nothing more is asked. */
  readonly signal: AbortSignal;
}

/** Sends the conversions of one batch to one platform, and says what becomes of each job. */
export class SendingRound {
  readonly #sender: Sender;
  readonly #deps: RoundDeps;
  readonly #outcomes = new Map<Shipment, JobOutcome>();
  /** The one that is asked with in this round. */
  readonly #credential: string;
  #requests = 0;
  /** What the platform said in this round: no further request is made. */
  #hold: Hold | null = null;

  constructor(sender: Sender, deps: RoundDeps) {
    this.#sender = sender;
    this.#credential = sender.credential;
    this.#deps = deps;
  }

  /** Never rejects for what the platform does. Every shipment has its outcome afterwards. */
  async run(shipments: readonly Shipment[]): Promise<ReadonlyMap<Shipment, JobOutcome>> {
    this.#hold = this.#deps.accounts.hold(this.#sender);
    for (const [requestId, taken] of takenRequests(shipments)) await this.#ask(requestId, taken);
    const unsent = shipments.filter(({ conversion }) => !isTaken(conversion));
    const rules = {
      mostTogether: this.#sender.mostTogether,
      maxAttempts: this.#deps.maxAttempts,
      groupKey: this.#sender.groupKey?.bind(this.#sender),
    };
    for (const packet of packetsOf(unsent, rules)) await this.#send(packet);
    return this.#outcomes;
  }

  async #ask(requestId: string, taken: readonly Shipment[]): Promise<void> {
    if (this.#settleHeld(taken)) return;
    const result = await this.#request<RequestResult>((signal) => this.#sender.askResult(requestId, signal));
    switch (result.kind) {
      case 'sent':
        this.#settle(taken, () => ({ kind: 'sent', requestId }));
        break;
      case 'processing':
        this.#settle(taken, ({ conversion }) => this.#processing(requestId, conversion, result.askAfterMs));
        break;
      case 'rejected':
        this.#settle(taken, ({ conversion }) => this.#rejected(conversion, result.fault));
        break;
      case 'trouble':
        if (result.trouble.kind !== 'refused') return await this.#trouble(taken, result.trouble, { isSent: false });
        this.#settle(taken, ({ conversion }) => this.#rejected(conversion, result.trouble.fault));
    }
    await this.#deps.accounts.works(this.#sender);
  }

  /** A platform that never decides, or no longer knows the request, is not asked for ever. */
  #processing(requestId: string, { requestedAt, requestSize }: ConversionToSend, askAfterMs: number): JobOutcome {
    const isAskedInVain = requestedAt !== null && this.#deps.clock() - requestedAt > LONGEST_PROCESSING_MS;
    return isAskedInVain ? { kind: 'failed', fault: NEVER_DECIDED } : this.#submitted(requestId, requestSize ?? 1, askAfterMs);
  }

  /** Of a request that carried several, nobody knows which were taken: each is sent again alone, and the platform knows them by their keys. */
  #rejected({ requestSize }: ConversionToSend, fault: Fault): JobOutcome {
    return (requestSize ?? 1) > 1 ? aloneFromNowOn(fault, this.#deps.clock()) : { kind: 'failed', fault };
  }

  async #send(packet: readonly Shipment[]): Promise<void> {
    if (this.#settleHeld(packet)) return;
    const conversions = packet.map(({ conversion }) => conversion);
    const result = await this.#request<SendResult>((signal) => this.#sender.send(conversions, signal));
    if (result.kind === 'trouble') return await this.#trouble(packet, result.trouble, { isSent: true });
    this.#settle(packet, () =>
      result.kind === 'sent'
        ? { kind: 'sent', requestId: result.requestId }
        : this.#submitted(result.requestId, packet.length, result.askAfterMs),
    );
    await this.#deps.accounts.works(this.#sender);
  }

  #submitted(requestId: string, requestSize: number, askAfterMs: number): JobOutcome {
    return { kind: 'submitted', requestId, requestSize, availableAt: this.#deps.clock() + askAfterMs };
  }

  /** @param sent `isSent`: the conversions were on their way, and without an answer nobody knows whether they arrived */
  async #trouble(packet: readonly Shipment[], trouble: PlatformTrouble, sent: { readonly isSent: boolean }): Promise<void> {
    const { accounts, clock, random } = this.#deps;
    switch (trouble.kind) {
      case 'refused':
        return await this.#refused(packet, trouble.fault);
      case 'passing':
        this.#settle(packet, ({ job }) => ({
          ...passed(trouble, job.attempt, clock(), random()),
          uncertain: sent.isSent && trouble.isUnsent !== true,
        }));
        this.#hold = { kind: 'resting', until: restUntil(trouble, clock(), random()), fault: trouble.fault };
        return;
      case 'throttled':
        this.#hold = { kind: 'resting', until: restUntil(trouble, clock(), random()), fault: trouble.fault };
        await accounts.pause(this.#sender, this.#hold.until, trouble.fault);
        break;
      default:
        await this.#refusedAccount(faultOfRefusal(trouble));
    }
    this.#settleHeld(packet);
  }

  /** A credential that was replaced while it was refused is no reason to wait, and the new one is not the one that was refused. */
  async #refusedAccount(fault: Fault): Promise<void> {
    if (this.#sender.credential !== this.#credential) {
      this.#hold = { kind: 'next_batch', fault };
      return;
    }
    this.#hold = { kind: 'refused', fault };
    await this.#deps.accounts.refuse(this.#sender, fault);
  }

  /** One bad conversion refuses the whole request: the halves are sent until the bad ones stand alone. */
  async #refused(packet: readonly Shipment[], fault: Fault): Promise<void> {
    if (packet.length === 1) return this.#settle(packet, () => ({ kind: 'failed', fault }));
    for (const half of halves(packet)) {
      if (this.#requests < MOST_REQUESTS) await this.#send(half);
      else this.#settle(half, () => aloneFromNowOn(fault, this.#deps.clock()));
    }
  }

  /** A connector that throws has met something nobody foresaw: what it was to send comes again later, and others are not sent twice. */
  async #request<Result>(ask: (signal: AbortSignal) => Promise<Result>): Promise<Result | Trouble> {
    this.#requests += 1;
    try {
      return await ask(AbortSignal.timeout(REQUEST_MS));
    } catch (error) {
      this.#deps.log.error({ err: error, account: accountKey(this.#sender.account) }, 'sending conversions ended unexpectedly');
      return { kind: 'trouble', trouble: { kind: 'passing', fault: faultOfError(error), retryAfterMs: null } };
    }
  }

  #settleHeld(packet: readonly Shipment[]): boolean {
    if (this.#hold === null && this.#deps.signal.aborted) this.#hold = { kind: 'next_batch', fault: STOPPING };
    if (this.#hold === null && this.#requests >= MOST_REQUESTS) this.#hold = { kind: 'next_batch', fault: NOT_YET };
    const hold = this.#hold;
    if (hold === null) return false;
    this.#settle(packet, () => heldBack(hold, this.#deps.clock(), this.#deps.random()));
    return true;
  }

  #settle(packet: readonly Shipment[], outcome: (shipment: Shipment) => JobOutcome): void {
    for (const shipment of packet) this.#outcomes.set(shipment, outcome(shipment));
  }
}

type Trouble = { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };
