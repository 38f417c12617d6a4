import { OperatorAction } from '../../../domain/activity.ts';
import type { Fault } from '../../../domain/fault.ts';
import { JobGroup, JobState } from '../../../domain/job.ts';
import {
  type AccountName,
  accountKey,
  LONGEST_REST_MS,
  type SealedCredential,
  type SealedPageToken,
} from '../../../domain/platform-account.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { recordActivity } from './control.ts';

/** The fault of an account is that of its refusal, where there is one: a person has to mend it, a pause ends by itself. */
const PAUSE = `
insert into contas_plataforma (plataforma, tipo, conta, pausada_ate, erro_codigo, erro_mensagem) values (?, ?, ?, ?, ?, ?)
on conflict (plataforma, tipo, conta) do update
set pausada_ate = iif(pausada_ate - excluded.pausada_ate between 0 and ${LONGEST_REST_MS}, pausada_ate, excluded.pausada_ate),
    erro_codigo = iif(recusada_em is null, excluded.erro_codigo, erro_codigo),
    erro_mensagem = iif(recusada_em is null, excluded.erro_mensagem, erro_mensagem)`;

/** A pause for silence takes the place of one before: the platform says itself when throttling ends. */
const NOTE_AWAY = `
insert into contas_plataforma (plataforma, tipo, conta, pausada_ate, erro_codigo, erro_mensagem, fora_desde) values (?, ?, ?, ?, ?, ?, ?)
on conflict (plataforma, tipo, conta) do update
set pausada_ate = excluded.pausada_ate, fora_desde = ifnull(fora_desde, excluded.fora_desde),
    erro_codigo = iif(recusada_em is null, excluded.erro_codigo, erro_codigo),
    erro_mensagem = iif(recusada_em is null, excluded.erro_mensagem, erro_mensagem)`;

const IS_AWAY = 'select 1 from contas_plataforma where plataforma = ? and tipo = ? and conta = ? and fora_desde is not null';

const TAKE_PROBE = `
update contas_plataforma set pausada_ate = ?
where plataforma = ? and tipo = ? and conta = ? and fora_desde is not null
  and not ifnull(pausada_ate - ? between 1 and ${LONGEST_REST_MS}, 0)`;

const END_AWAY = `
update contas_plataforma
set fora_desde = null, pausada_ate = null, erro_codigo = iif(recusada_em is null, null, erro_codigo),
    erro_mensagem = iif(recusada_em is null, null, erro_mensagem)
where plataforma = ? and tipo = ? and conta = ? and fora_desde is not null`;

const BRING_BACK = `
update fila_jobs set disponivel_em = ? + abs(random() % ?)
where id in (select value from json_each(?)) and estado = '${JobState.pending}' and disponivel_em > ? and motivo_espera = ? and erro_alvo in (?, '')`;

const IS_REFUSED = 'select 1 from contas_plataforma where plataforma = ? and tipo = ? and conta = ? and credencial_recusada = ?';

const REFUSE = `
insert into contas_plataforma (plataforma, tipo, conta, recusada_em, credencial_recusada, erro_codigo, erro_mensagem)
values (?, ?, ?, ?, ?, ?, ?)
on conflict (plataforma, tipo, conta) do update
set recusada_em = iif(credencial_recusada is excluded.credencial_recusada, recusada_em, excluded.recusada_em),
    credencial_recusada = excluded.credencial_recusada, erro_codigo = excluded.erro_codigo, erro_mensagem = excluded.erro_mensagem`;

/** `isResting` of the domain; given is the time that it is now. */
const IS_RESTING = `pausada_ate - ? between 1 and ${LONGEST_REST_MS}`;

const NOT_REFUSED = `
recusada_em = null, credencial_recusada = null,
erro_codigo = iif(${IS_RESTING}, erro_codigo, null), erro_mensagem = iif(${IS_RESTING}, erro_mensagem, null)`;

const NOTE_USE = `
insert into contas_plataforma (plataforma, tipo, conta, usada_em) values (?, ?, ?, ?)
on conflict (plataforma, tipo, conta) do update
set usada_em = excluded.usada_em, pausada_ate = iif(${IS_RESTING}, pausada_ate, null), ${NOT_REFUSED}`;

const FORGET_REFUSAL = `
update contas_plataforma set ${NOT_REFUSED}
where plataforma = ? and tipo = ? and conta = ? and recusada_em is not null`;

const SAVE = `
insert into credenciais (plataforma, tipo, conta, lacrada, criada_em) values (?, ?, ?, ?, ?)
on conflict (plataforma, tipo, conta) do update set lacrada = excluded.lacrada, criada_em = excluded.criada_em`;

const REMOVE = 'delete from credenciais where plataforma = ? and tipo = ? and conta = ?';

const NOTE_EXPIRY = `
insert into contas_plataforma (plataforma, tipo, conta, expira_em) values (?, ?, ?, ?)
on conflict (plataforma, tipo, conta) do update set expira_em = excluded.expira_em`;

const FORGET_EXPIRY =
  'update contas_plataforma set expira_em = null where plataforma = ? and tipo = ? and conta = ? and expira_em is not null';

const SAVE_PAGE_TOKEN = `
insert into tokens_de_pagina (pagina, credencial, lacrado) values (?, ?, ?)
on conflict (pagina) do update set credencial = excluded.credencial, lacrado = excluded.lacrado`;

const REMOVE_PAGE_TOKEN = 'delete from tokens_de_pagina where pagina = ?';

const RESUME = `
update fila_jobs set disponivel_em = ?, motivo_espera = null
where id in (select value from json_each(?)) and estado = '${JobState.pending}' and disponivel_em is null
  and motivo_espera in (select value from json_each(?)) and ifnull(erro_alvo in (?, ''), 1) and erro_alvo not in (select value from json_each(?))
returning fila, conversao_id`;

/** Nobody tried it while it was parked. */
const NOT_DEFERRED = 'update conversoes_envio set adiada_desde = null where conversao_id = ? and adiada_desde is not null';

export function pauseAccount(connection: Connection, account: AccountName, until: number, fault: Fault): void {
  connection.statement(PAUSE).run(...nameOf(account), until, fault.code, fault.message);
}

export function noteAway(connection: Connection, account: AccountName, until: number, fault: Fault, now: number): boolean {
  const isKnown = connection.statement(IS_AWAY).get(...nameOf(account)) !== undefined;
  connection.statement(NOTE_AWAY).run(...nameOf(account), until, fault.code, fault.message, now);
  return !isKnown;
}

export function takeProbe(connection: Connection, account: AccountName, until: number, now: number): boolean {
  return connection.statement(TAKE_PROBE).run(until, ...nameOf(account), now).changes !== 0;
}

export function endAway(connection: Connection, account: AccountName): boolean {
  return connection.statement(END_AWAY).run(...nameOf(account)).changes !== 0;
}

/** Makes those of these jobs due within `spreadMs` that still wait for a later time for the fault, which names this or nothing; the caller keeps one step short. */
export function bringBack(
  connection: Connection,
  jobIds: readonly string[],
  { code, named }: { readonly code: string; readonly named: string },
  spreadMs: number,
  now: number,
): number {
  const ids = JSON.stringify(jobIds.map(Number));
  return Number(connection.statement(BRING_BACK).run(now, spreadMs, ids, now + spreadMs, code, named).changes);
}

export function refuseAccount(connection: Connection, account: AccountName, credential: string, fault: Fault, now: number): boolean {
  const isKnown = connection.statement(IS_REFUSED).get(...nameOf(account), credential) !== undefined;
  connection.statement(REFUSE).run(...nameOf(account), now, credential, fault.code, fault.message);
  return !isKnown;
}

export function noteAccountUse(connection: Connection, account: AccountName, now: number): void {
  connection.statement(NOTE_USE).run(...nameOf(account), now, now, now, now);
}

export function noteAccountExpiry(connection: Connection, account: AccountName, expiresAt: number | null): void {
  if (expiresAt === null) connection.statement(FORGET_EXPIRY).run(...nameOf(account));
  else connection.statement(NOTE_EXPIRY).run(...nameOf(account), expiresAt);
}

export function saveCredential(connection: Connection, credential: SealedCredential, operator: Operator): void {
  keepCredential(connection, credential, operator.now);
  recordActivity(connection, OperatorAction.connect, accountKey(credential), '', operator);
}

/** Keeps a credential in place of an older one, and forgets that the older one was refused or that nobody answered for it. */
export function keepCredential(connection: Connection, credential: SealedCredential, now: number): void {
  connection.statement(SAVE).run(...nameOf(credential), credential.sealed, credential.createdAt);
  forgetPageToken(connection, credential);
  noteAccountExpiry(connection, credential, null);
  forgetRefusal(connection, credential, now);
  endAway(connection, credential);
}

/** False when there is none. That the account is not answered for is forgotten in both cases: another credential may open it, of the environment. */
export function dropCredential(connection: Connection, account: AccountName, now: number): boolean {
  endAway(connection, account);
  if (connection.statement(REMOVE).run(...nameOf(account)).changes === 0) return false;
  forgetPageToken(connection, account);
  noteAccountExpiry(connection, account, null);
  forgetRefusal(connection, account, now);
  return true;
}

export function removeCredential(connection: Connection, account: AccountName, operator: Operator): boolean {
  if (!dropCredential(connection, account, operator.now)) return false;
  recordActivity(connection, OperatorAction.disconnect, accountKey(account), '', operator);
  return true;
}

export function savePageToken(connection: Connection, { pageId, credential, sealed }: SealedPageToken): void {
  connection.statement(SAVE_PAGE_TOKEN).run(pageId, credential, sealed);
}

/**
 * Runs these jobs again that are still parked for one of the faults, as often as they were tried; the caller keeps one step short.
 *
 * @param named only those whose fault names this or nothing; null: all
 * @param unlessNamed none of those whose fault names one of these
 */
export function resumeParked(
  connection: Connection,
  jobIds: readonly string[],
  faultCodes: readonly string[],
  now: number,
  named: string | null,
  unlessNamed: readonly string[],
): number {
  const ids = JSON.stringify(jobIds.map(Number));
  const resumed = connection.statement(RESUME).all(now, ids, JSON.stringify(faultCodes), named, JSON.stringify(unlessNamed)) as {
    readonly fila: string;
    readonly conversao_id: number | null;
  }[];
  for (const { fila, conversao_id: conversion } of resumed) {
    if (conversion !== null) connection.statement(NOT_DEFERRED).run(conversion);
    connection.tally.add(fila, JobGroup.parked, -1);
    connection.tally.add(fila, JobState.pending, 1);
  }
  return resumed.length;
}

function forgetPageToken(connection: Connection, { kind, id }: AccountName): void {
  if (kind === 'page') connection.statement(REMOVE_PAGE_TOKEN).run(id);
}

function forgetRefusal(connection: Connection, account: AccountName, now: number): void {
  connection.statement(FORGET_REFUSAL).run(now, now, ...nameOf(account));
}

/** An account as the first parameters of a statement. */
export function nameOf({ platform, kind, id }: AccountName): readonly [string, string, string] {
  return [platform, kind, id];
}
