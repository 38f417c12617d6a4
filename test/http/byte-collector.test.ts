import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteCollector } from '../../src/http/byte-collector.ts';

test('the bytes are those of the chunks, as far as they are wanted', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9_000 }), { maxLength: 12 }), fc.nat(20_000), (chunks, most) => {
      const collector = new ByteCollector(most);
      for (const chunk of chunks) collector.append(Buffer.from(chunk));
      expect(collector.bytes().equals(Buffer.concat(chunks).subarray(0, most))).toBe(true);
    }),
  );
});

test('a single chunk is not copied', () => {
  const chunk = Buffer.from('{}');
  const collector = new ByteCollector(10);
  collector.append(chunk);
  expect(collector.bytes().buffer).toBe(chunk.buffer);
});

test('what it holds is told before, and is at most twice the bytes or the most there can be', () => {
  const most = 100_000;
  const collector = new ByteCollector(most);
  const byte = Buffer.from('a');
  for (let length = 1; length <= most; length += 1) {
    const held = collector.heldAfter(byte);
    collector.append(byte);
    if (collector.bytes().buffer.byteLength < most) expect(held).toBeLessThanOrEqual(Math.max(4_096, 2 * length));
    expect(held).toBeLessThanOrEqual(most);
  }
  expect(collector.bytes().buffer.byteLength).toBe(most);
});
