import pg from 'pg';
import { serveBare } from './bare-server.ts';
import type { SubmittedLead } from './signed-lead.ts';

/**
 * The least that an intake on PostgreSQL can do: what arrives while two groups are on their way is the next group, and each group is one
 * prepared statement that stores events and jobs. A resend adds nothing. Two groups, as in lead-intake: while one is synced, the other is
 * sent.
 */
const AT_ONCE = 2;

const pool = new pg.Pool({ connectionString: process.env['POSTGRES_URL'], max: AT_ONCE });
await pool.query(`
  create table events (id text primary key, body bytea not null, received_at bigint not null);
  create table jobs (id bigint generated always as identity primary key, event_id text not null, state text not null, due_at bigint not null);
  create index jobs_due on jobs (due_at) where state = 'pending';
`);

const STORE = `
with stored as (
  insert into events (id, body, received_at) select id, body, $3 from unnest($1::text[], $2::bytea[]) as asked (id, body)
  on conflict do nothing returning id
)
insert into jobs (event_id, state, due_at) select id, 'pending', $3 from stored`;

interface Waiting {
  readonly lead: SubmittedLead;
  readonly body: Buffer;
  readonly stored: () => void;
}

let waiting: Waiting[] = [];
let underWay = 0;

async function storeGroups(): Promise<void> {
  underWay += 1;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    const values = [group.map(({ lead }) => lead.id), group.map(({ body }) => body), Date.now()];
    await pool.query({ name: 'store', text: STORE, values });
    for (const { stored } of group) stored();
  }
  underWay -= 1;
}

serveBare(
  (lead, body, stored) => {
    waiting.push({ lead, body, stored });
    // After this turn of the event loop, so that what arrives together is stored together.
    if (underWay < AT_ONCE && waiting.length === 1) setImmediate(storeGroups);
  },
  () => pool.end(),
);
