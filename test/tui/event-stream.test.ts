import { expect, test } from 'vitest';
import { readEventStream, type ServerSentEvent } from '../../src/tui/event-stream.ts';

async function read(...chunks: readonly string[]): Promise<readonly ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readEventStream(
    (async function* () {
      yield* chunks;
    })(),
  ))
    events.push(event);
  return events;
}

const TEXT = 'retry: 3000\n\nevent: snapshot\ndata: {"a":1}\n\n:\n\nevent: html\ndata: one\ndata: two\n\ndata:bare\n\n';
const EVENTS = [
  { name: 'snapshot', data: '{"a":1}' },
  { name: 'html', data: 'one\ntwo' },
  { name: 'message', data: 'bare' },
];

test('reads events wherever the chunks break and however lines end', async () => {
  expect(await read(TEXT)).toEqual(EVENTS);
  expect(await read(...TEXT)).toEqual(EVENTS);
  expect(await read(...TEXT.replaceAll('\n', '\r\n'))).toEqual(EVENTS);
});

test('an event without its end is none, and one without bound is refused', async () => {
  expect(await read('data: half\n')).toEqual([]);
  await expect(read('data: ', 'x'.repeat(5_000_000))).rejects.toThrow('too long');
});
