// `npm run playground`: both platforms and a lead-intake connected to them, on this machine only. Run `npm run build` first.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { stopSignal } from '../../../src/app/stop-signal.ts';
import { sayText } from '../../../src/messages/messages.ts';
import { Controls } from './controls.ts';
import { Installation } from './installation.ts';
import { menu } from './menu.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8080' }, controls: { type: 'string', default: '8081' } } });
const ports = [Number(values.port), Number(values.controls)] as const;

if (await areFree(ports)) await play(...ports);

/** Reports the port that is taken. */
async function areFree(wanted: readonly number[]): Promise<boolean> {
  for (const port of wanted) {
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) =>
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
    );
    probe.close();
    if (isFree) continue;
    const flags = 'npm run playground -- --port N --controls N';
    console.error(
      sayText({ en: `Port ${port} is taken. Name others: ${flags}`, pt: `A porta ${port} está ocupada. Informe outras: ${flags}` }),
    );
    process.exitCode = 1;
    return false;
  }
  return true;
}

/**
 * Runs until Ctrl-C, or until the service ends. Signals are held until the end, because the folder with the credentials is removed last.
 */
async function play(port: number, controlPort: number): Promise<void> {
  using stop = stopSignal();
  const stopped = once(stop.signal, 'abort');
  await using installation = await Installation.start(String(port));
  await using controls = await Controls.start(installation, controlPort);
  installation.service.process.stderr?.pipe(process.stderr);
  console.log(menu(installation, controls.url));
  await Promise.race([stopped, installation.service.exited]);
}
