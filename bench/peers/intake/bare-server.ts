import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSignedLead, type SubmittedLead } from './signed-lead.ts';

const ACCEPTED = JSON.stringify({ status: 'accepted', evento_id: '1' });

/** A bare node:http server that reads the body, checks the HMAC, parses the JSON, and answers after `store`. */
export function serveBare(store: (lead: SubmittedLead, body: Buffer, stored: () => void) => void, close: () => unknown): void {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    const answer = (status: number): void => {
      res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': ACCEPTED.length });
      res.end(ACCEPTED);
    };
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      const lead = readSignedLead(body, req.headers['x-formulario-signature'] as string | undefined);
      if (lead === undefined) answer(401);
      else store(lead, body, () => answer(202));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  });
  process.once('SIGTERM', () => {
    server.close(async () => {
      await close();
      process.exit(0);
    });
    server.closeAllConnections();
  });
}
