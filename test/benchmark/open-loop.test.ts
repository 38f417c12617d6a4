import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { loadAtRate, SendPlan } from '../../src/benchmark/open-loop.ts';
import { Submissions } from '../../src/benchmark/submissions.ts';

describe('the plan', () => {
  const plan = new SendPlan(500, 1_000);

  test('spaces requests evenly from the beginning', () => {
    expect([0, 1, 2, 999].map((index) => plan.plannedAt(index))).toEqual([0, 2, 4, 1_998]);
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1.99, 1],
    [2, 2],
    [1_000, 501],
    [1_998, 1_000],
    [60_000, 1_000],
  ])('after %d ms %d are due', (elapsedMs, due) => {
    expect(plan.dueBy(elapsedMs)).toBe(due);
  });

  test('a request is due from its moment on, at rates that do not divide a second too', () => {
    for (const rate of [3, 7, 333, 999]) {
      const odd = new SendPlan(rate, 10_000);
      for (const index of [0, 1, 17, 4_242]) {
        expect(odd.dueBy(odd.plannedAt(index) + 1e-6)).toBe(index + 1);
        expect(odd.dueBy(odd.plannedAt(index) - 1e-6)).toBe(index);
      }
    }
  });
});

describe('a load at a rate', () => {
  test('does not wait for answers, and counts from the planned moment', async () => {
    const total = 5;
    const held: ServerResponse[] = [];
    const server = createServer((request, response) => {
      request.resume();
      held.push(response);
      // A closed-loop client, which waits for each answer, never gets here.
      if (held.length === total) for (const one of held) one.writeHead(202, { 'Content-Length': 0 }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const submissions = new Submissions('secret').requests(total);
    const accepted: string[] = [];
    const signal = new AbortController().signal;
    const load = { port, connections: total, perSecond: 100, submissions, signal, onAccepted: (id: string) => void accepted.push(id) };
    const result = await loadAtRate(load);
    server.close();
    expect(result).toMatchObject({ refused: 0, lost: 0 });
    expect(result.sent).toEqual(submissions.map(({ id }) => id));
    expect(new Set(result.accepted)).toEqual(new Set(result.sent));
    expect(accepted).toEqual(result.accepted);
    // The first was planned 40 ms before the last, and all answers came at once. Latencies measured from sending would not differ.
    expect(Math.max(...result.latenciesMs) - Math.min(...result.latenciesMs)).toBeGreaterThan(20);
  });

  test('with fewer connections than requests, the wait for one counts too', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(422, { 'Content-Length': 2 }).end('{}'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const submissions = new Submissions('secret').requests(50);
    const result = await loadAtRate({ port, connections: 1, perSecond: 100_000, submissions, signal: new AbortController().signal });
    server.close();
    expect(result).toMatchObject({ accepted: [], refused: 50, lost: 0 });
    // All were planned at almost the same time and answered one after the other.
    expect(result.latenciesMs.at(-1)).toBeGreaterThan(result.latenciesMs[0] ?? 0);
  });
});
