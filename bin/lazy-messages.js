// A step of `npm run build`. Every start loads the messages of all languages, and few starts say more than a part of them: a section
// is made when it is first asked for. Short code is read sooner, and V8 keeps plain ASCII in half the memory.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';

const MESSAGES = join(import.meta.dirname, '../dist/src/messages');
/** As TypeScript writes it: the entries of the catalogue are indented once. */
const SECTION = /^ {4}(\w+): \{\n([\s\S]*?)^ {4}\},$/gm;
const ONCE = `
function once(catalogue, name, section) {
    Object.defineProperty(catalogue, name, { value: section });
    return section;
}
`;

for (const file of readdirSync(MESSAGES)) {
  if (/^[a-z]{2}\.js$/.test(file)) await makeLazy(join(MESSAGES, file));
}

/** TypeScript writes only what has changed: what was rewritten before stays as it is. */
async function makeLazy(path) {
  const code = readFileSync(path, 'utf8');
  const lazy = code.replace(SECTION, (_section, name, body) => `get ${name}() { return once(this, '${name}', {\n${body}}); },`);
  if (lazy === code) return;
  const { code: short } = await transform(lazy + ONCE, { minify: true, charset: 'ascii', target: 'node22' });
  writeFileSync(path, short);
}
