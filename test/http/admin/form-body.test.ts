import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readForm } from '../../../src/http/admin/entrance/form-body.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 15\r\n\r\n';

test('a form that was broken off is none, however much of it arrived', async () => {
  const read = Promise.withResolvers<URLSearchParams>();
  const server = createServer((req, res) => {
    readForm({ req, res, remoteAddress: '127.0.0.1' }).then(read.resolve, read.reject);
    // The body has started to arrive; now the sender disconnects.
    req.once('data', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1', () => client.write(`${HEAD}fila=`));
  onTestFinished(() => void server.close());
  await expect(read.promise).rejects.toMatchObject({ code: 'form_expected' });
});
