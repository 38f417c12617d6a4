// A step of `npm run build`. Every start loads the messages of all languages, but most use only a part of them. So a section, and each part
// of it, is created on first use (5 ms for the largest). Short code parses faster, and V8 stores pure ASCII in half the memory.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';

const MESSAGES = join(import.meta.dirname, '../../dist/src/messages');
/** TypeScript's format: sections of the catalogue have one level of indentation, their parts two. */
const SECTION = /^ {4}(\w+): \{\n([\s\S]*?)^ {4}\},$/gm;
const PART = /^ {8}(\w+): \{\n([\s\S]*?)^ {8}\},$/gm;
const ONCE = `
function once(catalogue, name, section) {
    Object.defineProperty(catalogue, name, { value: section });
    return section;
}
`;

for (const file of readdirSync(MESSAGES)) {
  if (/^[a-z]{2}\.js$/.test(file)) await makeLazy(join(MESSAGES, file));
}

/** TypeScript writes only changed files, so this one may have been rewritten already. */
async function makeLazy(path) {
  const code = readFileSync(path, 'utf8');
  const onDemand = (_object, name, body) => `get ${name}() { return once(this, '${name}', {\n${body}}); },`;
  const lazy = code.replace(PART, onDemand).replace(SECTION, onDemand);
  if (lazy === code) return;
  const { code: short } = await transform(lazy + ONCE, { minify: true, charset: 'ascii', target: 'node22' });
  writeFileSync(path, short);
}
