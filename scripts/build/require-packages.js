// Runs before the build: without packages, it would end with a stack trace or "oclif: not found". Runs on any Node. A build takes three
// seconds without output.
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../../node_modules/.package-lock.json', import.meta.url))) {
  process.stderr.write('Error: The npm packages are not installed. Run `npm ci` first.\n');
  process.exit(1);
}
process.stderr.write('Building lead-intake…\n');
