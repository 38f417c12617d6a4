import { serveBare } from './bare-server.ts';

/** The yardstick: a server that stores nothing. No durable intake on Node can be much faster. */
serveBare(
  (_lead, _body, stored) => stored(),
  () => undefined,
);
