import { OperatorAction } from '../../../domain/activity.ts';
import { JobGroup, JobState } from '../../../domain/job.ts';
import { type AccountName, accountAfter, accountKey, type SealedCredential, unknownAccount } from '../../../domain/platform-account.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { ACCOUNT, ACCOUNT_KEY, accountNamed, CREDENTIAL, PAGE_TOKEN } from '../queries/platforms.ts';
import { saving } from '../rows/fields.ts';
import { jobRow } from '../rows/job-rows.ts';
import { recordActivity } from './control.ts';
import { noteDelivery } from './conversion-states.ts';

const BRING_BACK = `
update fila_vivos set disponivel_em = ? + (id * 7919) % ?
where id in (select value from json_each(?)) and estado = '${JobState.pending}' and disponivel_em > ? and motivo_espera = ? and erro_alvo in (?, '')`;

const save = saving('contas_plataforma', ACCOUNT, ACCOUNT_KEY);

const saveSealed = saving('credenciais', CREDENTIAL, ACCOUNT_KEY);

const REMOVE = 'delete from credenciais where plataforma = ? and tipo = ? and conta = ?';

export const savePageToken = saving('tokens_de_pagina', PAGE_TOKEN, ['pagina']);

const REMOVE_PAGE_TOKEN = 'delete from tokens_de_pagina where pagina = ?';

const RESUME = `
update fila_vivos set disponivel_em = ?, motivo_espera = null
where id in (select value from json_each(?)) and estado = '${JobState.pending}' and disponivel_em is null
  and motivo_espera in (select value from json_each(/*!text*/ ?)) and ifnull(erro_alvo in (?, ''), true) and erro_alvo not in (select value from json_each(/*!text*/ ?))
returning fila, conversao_id`;

export const noteAccount: PortOperation<'noteAccount'> = async (connection, account, update, now) => {
  const known = (await accountNamed(connection, ...nameOf(account))) ?? unknownAccount(account);
  const next = accountAfter(known, update, now);
  if (next === null) return false;
  await save(connection, next);
  if (update.kind === 'refused') return known.refusedCredential !== update.credential;
  return update.kind !== 'away' || known.awaySince === null;
};

/**
 * Makes those of these jobs due within `spreadMs` that still wait for the fault and whose fault has this target or none. The caller keeps
 * each step short.
 */
export async function bringBack(
  connection: Connection,
  jobIds: readonly string[],
  { code, named }: { readonly code: string; readonly named: string },
  spreadMs: number,
  now: number,
): Promise<number> {
  const ids = JSON.stringify(jobIds.map(jobRow));
  return await connection.run(BRING_BACK, now, spreadMs, ids, now + spreadMs, code, named);
}

export const saveCredential: PortOperation<'saveCredential'> = async (connection, credential, operator) => {
  await keepCredential(connection, credential, operator.now);
  await recordActivity(connection, OperatorAction.connect, accountKey(credential), '', operator);
};

/** Replaces the stored credential and clears that the old one was refused or got no answer. */
export async function keepCredential(connection: Connection, credential: SealedCredential, now: number): Promise<void> {
  await saveSealed(connection, credential);
  await forgetPageToken(connection, credential);
  await noteAccount(connection, credential, { kind: 'other_credential' }, now);
}

/** False if there is none. Either way it clears the account's unreachable state: a credential from the environment may open it. */
export async function dropCredential(connection: Connection, account: AccountName, now: number): Promise<boolean> {
  const isRemoved = (await connection.run(REMOVE, ...nameOf(account))) !== 0;
  await noteAccount(connection, account, { kind: isRemoved ? 'other_credential' : 'answers' }, now);
  if (isRemoved) await forgetPageToken(connection, account);
  return isRemoved;
}

export const removeCredential: PortOperation<'removeCredential'> = async (connection, account, operator) => {
  if (!(await dropCredential(connection, account, operator.now))) return false;
  await recordActivity(connection, OperatorAction.disconnect, accountKey(account), '', operator);
  return true;
};

/**
 * Runs these jobs again if they are still parked for one of the faults, and keeps their attempts. The caller keeps each step short.
 *
 * @param named only jobs whose fault has this target or none; `null`: all
 * @param unlessNamed skips jobs whose fault has one of these targets
 */
export async function resumeParked(
  connection: Connection,
  jobIds: readonly string[],
  faultCodes: readonly string[],
  now: number,
  named: string | null,
  unlessNamed: readonly string[],
): Promise<number> {
  const ids = JSON.stringify(jobIds.map(jobRow));
  const resumed = (await connection.all(RESUME, now, ids, JSON.stringify(faultCodes), named, JSON.stringify(unlessNamed))) as {
    readonly fila: string;
    readonly conversao_id: number | null;
  }[];
  for (const { fila, conversao_id: conversion } of resumed) {
    if (conversion !== null) await noteDelivery(connection, conversion, { kind: 'resumed' }, now);
    connection.tally.add(fila, JobGroup.parked, -1);
    connection.tally.add(fila, JobState.pending, 1);
  }
  return resumed.length;
}

async function forgetPageToken(connection: Connection, { kind, id }: AccountName): Promise<void> {
  if (kind === 'page') await connection.run(REMOVE_PAGE_TOKEN, id);
}

/** An account as the first parameters of a statement. */
export function nameOf({ platform, kind, id }: AccountName): readonly [string, string, string] {
  return [platform, kind, id];
}
