import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { Workplace } from '../support/workplace.ts';
import { acceptConversions } from './conversions.ts';
import { findViolations } from './oracle.ts';
import { workOff } from './processes.ts';

const PAGE = 4_096;

const BREAKS: readonly (readonly [damage: string, violation: RegExp])[] = [
  ['delete from eventos where id = 2', /1 acknowledged events that are not stored: e2$/m],
  ['delete from eventos where id = 2', /1 jobs without an event: 2$/m],
  ['delete from evento_chaves_novas', /3 events without exactly one key: 1, 2, 3$/m],
  ["update eventos set corpo = x'7b7d' where id = 2", /1 acknowledged events stored with another id or body: e2$/m],
  ['delete from fila_encerrados where evento_id = 2', /1 events without exactly one job: 2$/m],
  ["insert into fila_vivos (id, evento_id, fila, criado_em) values (2, 2, 'webhooks', 0)", /1 events without exactly one job: 2$/m],
  ["update fila_encerrados set erro_codigo = 'x' where id = 2", /1 events whose status and job do not agree: 2$/m],
  ['update evento_fins set processado_em = null where evento_id = 2', /1 events that were not processed: 2$/m],
  ['update lead_linhas set evento_id = 1 where id = 2', /2 events with a wrong number of leads: 1, 2$/m],
  ['update lead_linhas set evento_id = 77 where id = 2', /1 leads without their event: 2$/m],
  ['delete from conversoes where lead_id = 2', /1 leads without exactly one conversion: 2$/m],
  ["update conversoes set lead_id = 1, chave = 'x' where lead_id = 2", /2 leads without exactly one conversion: 1, 2$/m],
  ['update conversoes set lead_id = 77 where lead_id = 2', /1 conversions without a lead: 2$/m],
  ['delete from lead_chaves_novas', /3 leads without exactly one key: 1, 2, 3$/m],
  ['update lead_linhas set cliente_id = 77 where id = 2', /1 rows refer to rows that are not there$/m],
  ['update evento_fins set lead_id = 1 where evento_id = 2', /1 events that name another lead than theirs: 2$/m],
  ["update fila_totais set total = total + 1 where grupo = 'concluido'", /1 counters that do not say what the rows say: concluido$/m],
  ['drop table evento_fins', /the database cannot be read/],
];

test('the oracle finds nothing in a sound database, and each kind of damage in a broken one', async () => {
  using workplace = new Workplace();
  await workplace.addCampaign();
  const acknowledged = await acceptConversions(workplace, ['e1', 'e2', 'e3']);
  expect(findViolations(workplace.databasePath, acknowledged, { drained: false })).toEqual([]);
  await workOff(workplace);
  expect(findViolations(workplace.databasePath, acknowledged, { drained: true })).toEqual([]);
  for (const [damage, violation] of BREAKS) {
    const broken = `${workplace.folder}/broken.db`;
    copyFileSync(workplace.databasePath, broken);
    breakDatabase(broken, damage);
    expect(findViolations(broken, acknowledged, { drained: true }).join('\n'), damage).toMatch(violation);
  }
});

test('the oracle finds a damaged file', async () => {
  using workplace = new Workplace();
  await workplace.addCampaign();
  const acknowledged = await acceptConversions(workplace, ['e1', 'e2', 'e3']);
  await workOff(workplace);
  // Migrations leave free pages behind; damage to those would not be detected.
  breakDatabase(workplace.databasePath, 'vacuum');
  const bytes = readFileSync(workplace.databasePath);
  const found: string[] = [];
  for (let page = 1; page * PAGE < bytes.byteLength; page += 1) {
    writeFileSync(workplace.databasePath, Buffer.from(bytes).fill(0xee, page * PAGE, (page + 1) * PAGE));
    found.push(...findViolations(workplace.databasePath, acknowledged, { drained: true }).slice(0, 1));
  }
  expect(found).toHaveLength(Math.floor(bytes.byteLength / PAGE) - 1);
  for (const violation of found) expect(violation).toMatch(/^the file is damaged: |^the database cannot be read: /);
});

function breakDatabase(path: string, sql: string): void {
  const driver = openDriver(path, { readonly: false });
  // Moves everything into the one file, so that a copy of it is a complete database.
  driver.exec('pragma journal_mode = delete; pragma foreign_keys = off');
  driver.exec(sql);
  driver.close();
}
