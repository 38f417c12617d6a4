import { ConversionState, type ConversionToSend, OUTCOME_UNKNOWN } from '../../domain/conversion.ts';
import type { ClaimedJob, JobOutcome } from '../../domain/job.ts';
import { accountKey } from '../../domain/platform-account.ts';
import { onHold } from './conversion-outcomes.ts';
import { type ConversionSenders, isSender } from './conversion-senders.ts';
import { NOT_THERE, NOT_YET, TEST_LEAD } from './faults.ts';
import { isTaken, type Shipment } from './packets.ts';
import { type RoundDeps, type Sender, SendingRound } from './sending-round.ts';

type Destinations = Pick<ConversionSenders, 'destinationOf' | 'consent'>;

interface SendingDeps extends RoundDeps {
  readonly open: Destinations & Pick<ConversionSenders, 'refresh'>;
}

/** Either the outcome of a conversion, or the account it goes to. */
type Decision = { readonly outcome: JobOutcome } | { readonly sender: Sender; readonly conversion: ConversionToSend };

/**
 * Sends the conversions of claimed jobs, each to the account of its lead's client, in as few requests per account as its platform allows.
 * At least once: after a crash between sending and storing, the same conversion is sent again with the same key, by which the platform
 * recognizes it.
 */
export function createConversionHandler(deps: SendingDeps): (jobs: readonly ClaimedJob[]) => Promise<readonly JobOutcome[]> {
  return async (jobs) => {
    const conversions = await deps.store.conversionsToSend(jobs.map((job) => job.conversionId ?? ''));
    await deps.open.refresh();
    const asked = new Map(jobs.map((job, index) => [job, conversions[index] ?? null]));
    const outcomes = new Map<ClaimedJob, JobOutcome>();
    const shipments = new Map<Sender, Shipment[]>();
    for (const [job, conversion] of asked) {
      const decision = decide(conversion, deps.open, deps.clock());
      if ('outcome' in decision) outcomes.set(job, decision.outcome);
      else shipments.set(decision.sender, [...(shipments.get(decision.sender) ?? []), { job, conversion: decision.conversion }]);
    }
    const unsent = [...outcomes];
    for (const [{ job }, outcome] of await sendAll(shipments, deps)) outcomes.set(job, outcome);
    if (shipments.size > 0) for (const [job, outcome] of await noLongerParked(unsent, asked, deps)) outcomes.set(job, outcome);
    return jobs.map((job) => outcomes.get(job) as JobOutcome);
  };
}

/**
 * Sending takes minutes, and whoever connects an account meanwhile resumes only what is parked by then: what would be parked for want of that
 * account runs again now.
 */
async function noLongerParked(
  unsent: readonly (readonly [ClaimedJob, JobOutcome])[],
  asked: ReadonlyMap<ClaimedJob, ConversionToSend | null>,
  { open, clock, random, log }: SendingDeps,
): Promise<readonly (readonly [ClaimedJob, JobOutcome])[]> {
  const parked = unsent.flatMap(([job, outcome]) => (outcome.kind === 'parked' ? [{ job, fault: outcome.fault }] : []));
  if (parked.length === 0) return [];
  await open.refresh().catch((error: unknown) => log.error({ err: error }, 'the accounts could not be read again'));
  const isParked = (job: ClaimedJob): boolean => {
    const decision = decide(asked.get(job) ?? null, open, clock());
    return 'outcome' in decision && decision.outcome.kind === 'parked';
  };
  return parked
    .filter(({ job }) => !isParked(job))
    .map(({ job, fault }) => [job, onHold({ kind: 'next_batch', fault }, job, clock(), random())]);
}

/** Accounts are handled concurrently: a slow one does not delay the others. */
async function sendAll(byAccount: ReadonlyMap<Sender, readonly Shipment[]>, deps: SendingDeps): Promise<ReadonlyMap<Shipment, JobOutcome>> {
  if (byAccount.size === 0) return new Map();
  await deps.accounts.read();
  const rounds = [...byAccount].map(([sender, shipments]) =>
    new SendingRound(sender, deps, (packet) => readAgain(packet, sender, deps)).run(shipments),
  );
  return new Map((await Promise.all(rounds)).flatMap((round) => [...round]));
}

/** Decides anew, by what is stored now. What another account or another worker sends by now is looked at with the next batch. */
async function readAgain(
  shipments: readonly Shipment[],
  sender: Sender,
  { store, open, clock, random }: SendingDeps,
): Promise<readonly (Shipment | { readonly outcome: JobOutcome })[]> {
  const conversions = await store.conversionsToSend(shipments.map(({ job }) => job.conversionId ?? ''));
  await open.refresh();
  return shipments.map(({ job }, index) => {
    const decision = decide(conversions[index] ?? null, open, clock());
    if ('outcome' in decision) return decision;
    const { conversion } = decision;
    if (decision.sender === sender && !isTaken(conversion)) return { job, conversion };
    return { outcome: onHold({ kind: 'next_batch', fault: NOT_YET }, job, clock(), random()) };
  });
}

/** Decides what needs no platform, and where the conversion goes otherwise. */
export function decide(conversion: ConversionToSend | null, destinations: Destinations, now: number): Decision {
  if (conversion === null) return { outcome: { kind: 'failed', fault: NOT_THERE } };
  if (conversion.state === ConversionState.sent) return { outcome: { kind: 'sent', requestId: conversion.requestId } };
  if (conversion.lead.isTest) return { outcome: { kind: 'failed', fault: TEST_LEAD } };
  const sender = destinations.destinationOf(conversion);
  if (!isSender(sender)) return { outcome: { kind: 'parked', fault: sender } };
  const own = asKnownBy(sender, conversion);
  if (isTaken(own)) return { sender, conversion: own };
  const objection = destinations.consent(own) ?? sender.objection(own, now);
  if (objection === null) return { sender, conversion: own };
  // A person checks whether the platform has it and may then send it again.
  return { outcome: { kind: objection.code === OUTCOME_UNKNOWN ? 'parked' : 'failed', fault: objection } };
}

/** A request that another account accepted before the client got this one does not count: the conversion is sent again. */
function asKnownBy({ account }: Sender, conversion: ConversionToSend): ConversionToSend {
  const isOfAnother = conversion.account !== null && conversion.account !== accountKey(account);
  return isOfAnother
    ? { ...conversion, requestId: null, requestSize: null, requestedAt: null, uncertainSince: null, deferral: null }
    : conversion;
}
