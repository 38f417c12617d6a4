import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;

/** The same picture in fewer bytes: Chromium compresses its screenshots for speed, not size. */
export function shrinkPng(png: Buffer): Buffer {
  const chunks = [...chunksOf(png)];
  const pixels = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const packed = chunk('IDAT', deflateSync(pixels, { level: 9, memLevel: 9 }));
  const others = (wanted: boolean): readonly Buffer[] =>
    chunks.filter(({ type }) => type !== 'IDAT' && (type === 'IEND') === wanted).map(({ type, data }) => chunk(type, data));
  return Buffer.concat([png.subarray(0, SIGNATURE_BYTES), ...others(false), packed, ...others(true)]);
}

function* chunksOf(png: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
