import Database from 'better-sqlite3';
import { serveLeads } from './fastify-server.ts';

/** Fastify + SQLite as most people would write it: event and job in one transaction per request, synced (FULL). */
const database = new Database(process.env['DATABASE_PATH']);
database.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists events (id text primary key, body blob not null, received_at integer not null) strict;
  create table if not exists jobs (id integer primary key, event_id text not null, state text not null, due_at integer not null) strict;
  create index if not exists jobs_due on jobs (due_at) where state = 'pending';
`);
const insertEvent = database.prepare('insert into events (id, body, received_at) values (?, ?, ?) on conflict do nothing');
const insertJob = database.prepare("insert into jobs (event_id, state, due_at) values (?, 'pending', ?)");
const storeLead = database.transaction((id: string, body: Buffer, now: number) => {
  if (insertEvent.run(id, body, now).changes === 1) insertJob.run(id, now);
});

await serveLeads(
  (lead, body) => storeLead(lead.id, body, Date.now()),
  () => database.close(),
);
