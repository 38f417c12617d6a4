// `npm run docs`: generates the documents that come from the source. Run `npm run build` first.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/run-program.ts';
import { GENERATED_PAGES } from './pages.ts';

for (const { path, text } of GENERATED_PAGES) {
  writeFileSync(join(ROOT, path), await text());
  process.stdout.write(`${path}\n`);
}
