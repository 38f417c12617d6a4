import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSignedLead } from './signed-lead.ts';

/**
 * The yardstick: a bare node:http server that reads the body, checks the HMAC and parses the JSON, and stores nothing. No durable intake on
 * Node can be much faster.
 */
const ACCEPTED = JSON.stringify({ status: 'accepted', evento_id: '1' });

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const signature = req.headers['x-formulario-signature'];
    const lead = readSignedLead(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), signature as string | undefined);
    res.writeHead(lead === undefined ? 401 : 202, { 'Content-Type': 'application/json', 'Content-Length': ACCEPTED.length });
    res.end(ACCEPTED);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
process.once('SIGTERM', () => server.close(() => process.exit(0)).closeAllConnections());
