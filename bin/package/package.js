// `npm run package [x64] [arm64]`: makes the executables, and beside them their checksums, licences and bill of materials.
// They are put together by pkg from one script (bundle.js) and the Node that `npm ci` installs; nothing is compiled.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import pkgOptions from '@yao-pkg/pkg/lib-es5/options.js';
import pkgSea from '@yao-pkg/pkg/lib-es5/sea.js';
import { placeBaseBinary, stripPackage, stripTool } from './base-binary.js';
import { bundle } from './bundle.js';
import { licenses } from './licenses.js';
import { recordCodeCaches } from './record-code-caches.js';

const PROJECT = join(import.meta.dirname, '../..');
const OUT = join(PROJECT, 'out');
const WORK = join(OUT, 'work');
const ARCHS = ['x64', 'arm64'];
const MIB = 1_048_576;

const { version, devDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));

async function main(wanted) {
  const unknown = wanted.find((arch) => !ARCHS.includes(arch));
  if (unknown !== undefined) fail(`There is no executable for ${unknown}; there is one for ${ARCHS.join(' and ')}.`);
  if (process.versions.node !== devDependencies.node) {
    fail(
      `The executable is made of Node ${devDependencies.node}, and this is ${process.versions.node}. Start it with \`npm run package\`.`,
    );
  }
  const archs = wanted.length === 0 ? ARCHS : wanted;
  requireStripTools(archs);
  const { scripts, packages } = await bundle();
  const [nodeLicense] = archs.map((arch) => placeBaseBinary(arch, WORK));
  const bill = billOfMaterials();
  // pkg looks for its cache there; npm is not called any more.
  process.env.HOME = WORK;
  const executables = [];
  for (const arch of archs) executables.push(await make(arch, scripts));
  const documents = [write('LICENSES', licenses(PROJECT, packages, nodeLicense)), write('sbom.cdx.json', bill)];
  const archives = archs.map((arch) => archive(arch, documents));
  const files = [...executables, ...archives, ...documents];
  // What an earlier call made for the other processor lies here too.
  const present = [...ARCHS.map(executableOf), ...ARCHS.map(archiveOf), ...documents].filter((file) => existsSync(file));
  write('SHA256SUMS', present.map((file) => `${sha256(file)}  ${relative(OUT, file)}\n`).join(''));
  for (const file of files) console.log(`${relative(PROJECT, file)}  ${(statSync(file).size / MIB).toFixed(1)} MiB`);
}

/** Before anything is made: an executable for another processor needs a tool for it. */
function requireStripTools(archs) {
  const missing = archs.filter((arch) => stripTool(arch) === undefined);
  if (missing.length === 0) return;
  const tools = missing.map(stripPackage).join(' and ');
  const possible = archs.filter((arch) => !missing.includes(arch));
  const other = possible.length === 0 ? '' : ` For ${possible.join(' and ')} alone: \`npm run package -- ${possible.join(' ')}\`.`;
  fail(`The executable for ${missing.join(' and ')} needs ${tools}; test/install-debian-packages.sh installs what is needed.${other}`);
}

/** One executable. Where it can be run, it is made twice: the first records the code caches of the second. */
async function make(arch, scripts) {
  const start = readFileSync(join(import.meta.dirname, 'start.cjs'), 'utf8');
  const main = write('work/start.cjs', start);
  const assets = { 'start.cjs': main, ...addon(arch) };
  const { program, ...threads } = scripts;
  assets['program.cjs'] = write('work/program.cjs', program);
  for (const [name, code] of Object.entries(threads)) Object.assign(assets, compressed(`${name}.cjs`, code));
  if (arch === process.arch) {
    const recorder = join(WORK, 'recorder');
    const record = readFileSync(join(import.meta.dirname, 'record.cjs'), 'utf8');
    await assemble(arch, write('work/recording-start.cjs', start + record), assets, recorder);
    const { 'help.cache': help, ...caches } = await recordCodeCaches(recorder, WORK);
    Object.assign(assets, caches, compressed('help.cache', readFileSync(help)));
  }
  const executable = executableOf(arch);
  await assemble(arch, main, assets, executable);
  return executable;
}

/**
 * What no service waits for at its start is compressed: unpacking takes some 3 ms, and the executable is 2 MB smaller.
 * @returns the asset, by a name that says so
 */
function compressed(name, bytes) {
  return { [`${name}.zst`]: write(`work/${name}.zst`, zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })) };
}

function executableOf(arch) {
  return join(OUT, `linux-${arch}`, 'lead-intake');
}

/** better-sqlite3's compiled part for this processor, named by its content. */
function addon(arch) {
  const file = join(PROJECT, `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`);
  return { [`better_sqlite3-${sha256(file).slice(0, 16)}.node`]: file };
}

/** Has pkg put Node, the first script and the files together. */
async function assemble(arch, main, assets, output) {
  // pkg reads its hooks from there; there are none.
  pkgOptions.default.set({});
  await pkgSea.default(main, {
    targets: [{ nodeRange: `node${process.versions.node}`, platform: 'linux', arch, output }],
    // Node reads --env-file wherever it stands before `--`, and would take the one of the program for its own.
    seaConfig: { assets, execArgv: ['--'] },
  });
}

/** The packages of the program, and Node, which is one of them here. */
function billOfMaterials() {
  const bill = JSON.parse(run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']));
  // With --omit=dev npm leaves out, too, what the program shares with packages for development.
  const isDevelopment = ({ properties }) => properties.some(({ name }) => name === 'cdx:npm:package:development');
  const left = new Set(bill.components.filter(isDevelopment).map((component) => component['bom-ref']));
  bill.components = bill.components.filter((component) => !left.has(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => !left.has(needed)) }));
  // npm calls a project by its folder.
  bill.metadata.component.name = 'lead-intake';
  const { node } = process.versions;
  const cpe = `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`;
  bill.components.push({ 'bom-ref': `node@${node}`, type: 'platform', name: 'node', version: node, cpe });
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Equal contents give equal archives: order, owners and times are fixed. */
function archive(arch, documents) {
  const name = archiveName(arch);
  const folder = join(WORK, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const file of [executableOf(arch), ...documents]) copyFileSync(file, join(folder, basename(file)));
  const file = archiveOf(arch);
  const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'];
  run('tar', [...fixed, '--use-compress-program=gzip -n', '-cf', file, '-C', WORK, name]);
  rmSync(folder, { recursive: true });
  return file;
}

function archiveOf(arch) {
  return join(OUT, `${archiveName(arch)}.tar.gz`);
}

function archiveName(arch) {
  return `lead-intake-${version}-linux-${arch}`;
}

function write(name, content) {
  const file = join(OUT, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function run(command, args) {
  return execFileSync(command, args, { cwd: PROJECT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function fail(sentence) {
  process.stderr.write(`Error: ${sentence}\n`);
  process.exit(1);
}

await main(process.argv.slice(2));
