import type { ConversionToSend, Platform } from '../../domain/conversion.ts';
import type { ConversionOutbox } from '../../domain/delivery-ports.ts';
import type { Fault } from '../../domain/fault.ts';
import type { ClaimedJob, JobOutcome } from '../../domain/job.ts';
import type { Lead } from '../../domain/lead.ts';
import { NOT_THERE, notConnected, TEST_LEAD } from './faults.ts';
import { isTaken, type Shipment } from './packets.ts';
import { type RoundDeps, type Sender, SendingRound } from './sending-round.ts';

/** Why the person's consent keeps a conversion from being sent; null: nothing does. */
export type ConsentObjection = (lead: Lead) => Fault | null;

interface SendingDeps extends RoundDeps {
  readonly outbox: Pick<ConversionOutbox, 'conversionsToSend'>;
  readonly senders: ReadonlyMap<Platform, Sender>;
  readonly consent: ConsentObjection;
}

/**
 * Sends the conversions of claimed jobs to their platforms, each in as few requests as it allows. At least once: after a crash between
 * sending and storing, the same conversion is sent with the same key, by which the platform knows it.
 */
export function createConversionHandler(deps: SendingDeps): (jobs: readonly ClaimedJob[]) => Promise<readonly JobOutcome[]> {
  return async (jobs) => {
    const conversions = await deps.outbox.conversionsToSend(jobs.map((job) => job.conversionId ?? ''));
    const outcomes = new Map<ClaimedJob, JobOutcome>();
    const shipments: Shipment[] = [];
    for (const [index, job] of jobs.entries()) {
      const conversion = conversions[index] ?? null;
      const decided = decidedWithoutAsking(conversion, deps, deps.clock());
      if (decided !== null) outcomes.set(job, decided);
      else if (conversion !== null) shipments.push({ job, conversion });
    }
    for (const [{ job }, outcome] of await sendAll(shipments, deps)) outcomes.set(job, outcome);
    return jobs.map((job) => outcomes.get(job) as JobOutcome);
  };
}

/** Platforms are asked side by side: one that is slow keeps no other waiting. */
async function sendAll(shipments: readonly Shipment[], deps: SendingDeps): Promise<ReadonlyMap<Shipment, JobOutcome>> {
  if (shipments.length === 0) return new Map();
  await deps.accounts.read();
  const byPlatform = Map.groupBy(shipments, ({ conversion }) => conversion.platform);
  const rounds = [...deps.senders].map(async ([platform, sender]) => {
    return await new SendingRound(sender, deps).run(byPlatform.get(platform) ?? []);
  });
  return new Map((await Promise.all(rounds)).flatMap((round) => [...round]));
}

/** What is decided without asking the platform; null: it is to be asked. */
export function decidedWithoutAsking(
  conversion: ConversionToSend | null,
  { senders, consent }: Pick<SendingDeps, 'senders' | 'consent'>,
  now: number,
): JobOutcome | null {
  if (conversion === null) return { kind: 'failed', fault: NOT_THERE };
  if (conversion.state === 'enviada') return { kind: 'sent', requestId: conversion.requestId };
  if (conversion.lead.isTest) return { kind: 'failed', fault: TEST_LEAD };
  const sender = conversion.platform === null ? undefined : senders.get(conversion.platform);
  if (sender === undefined) return { kind: 'parked', fault: notConnected(conversion.platform) };
  if (isTaken(conversion)) return null;
  const objection = consent(conversion.lead) ?? sender.objection(conversion, now);
  return objection === null ? null : { kind: 'failed', fault: objection };
}
