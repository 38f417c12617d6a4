// `npm run package [x64] [arm64]`: creates the executables, their archives, checksums, licenses and bill of materials. Node assembles each
// one from one script (bundle.js) and the Node that `npm ci` installs; nothing is compiled. One commit gives the same bytes in any folder,
// with the same tools.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { FILES } from '../build/plugins.js';
import { baseBinary, stripPackage, stripTool } from './base-binary.js';
import { bundle } from './bundle.js';
import { licenses } from './licenses.js';
import { RECORDING, recordCodeCaches } from './record-code-caches.js';

const PROJECT = join(import.meta.dirname, '../..');
const OUT = join(PROJECT, 'out');
const WORK = join(OUT, 'work');
const ARCHS = ['x64', 'arm64'];
const MIB = 1_048_576;
/** The timestamp of everything in an archive, in seconds: the commit's. */
const EPOCH = Number(process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct']));

const { version, devDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));

async function main(wanted) {
  const unknown = wanted.find((arch) => !ARCHS.includes(arch));
  if (unknown !== undefined) fail(`Unknown processor ${unknown}. Executables can be built for ${ARCHS.join(' and ')}.`);
  if (process.versions.node !== devDependencies.node) {
    fail(`Packaging needs Node ${devDependencies.node}, but this is Node ${process.versions.node}. Use \`npm run package\`.`);
  }
  const archs = wanted.length === 0 ? ARCHS : wanted;
  requireStripTools(archs);
  const { scripts, packages } = await bundle();
  const bases = new Map(archs.map((arch) => [arch, baseBinary(arch, WORK)]));
  const executables = [];
  for (const [arch, { node }] of bases) executables.push(await make(arch, node, scripts));
  const [{ license }] = bases.values();
  const documents = [
    write('LICENSES', licenses(PROJECT, packages, license)),
    write('sbom.cdx.json', billOfMaterials()),
    write('lead-intake.1', readFileSync(join(PROJECT, 'dist/lead-intake.1'))),
  ];
  const archives = archs.map((arch) => archive(arch, documents));
  const files = [...executables, ...archives, ...documents];
  // An earlier call may have created those for the other processor.
  const present = [...ARCHS.map(executableOf), ...ARCHS.map(archiveOf), ...documents].filter((file) => existsSync(file));
  write('SHA256SUMS', present.map((file) => `${sha256(file)}  ${relative(OUT, file)}\n`).join(''));
  for (const file of files) console.log(`${relative(PROJECT, file)}  ${(statSync(file).size / MIB).toFixed(1)} MiB`);
}

/** Checked first: an executable for another processor needs its own strip. */
function requireStripTools(archs) {
  const missing = archs.filter((arch) => stripTool(arch) === undefined);
  if (missing.length === 0) return;
  const tools = missing.map(stripPackage).join(' and ');
  const possible = archs.filter((arch) => !missing.includes(arch));
  const other = possible.length === 0 ? '' : ` To build for ${possible.join(' and ')} only: \`npm run package -- ${possible.join(' ')}\`.`;
  fail(`The executable for ${missing.join(' and ')} needs ${tools}. To install, run test/install-debian-packages.sh.${other}`);
}

/** One executable. For this machine's processor it is built twice: the first build records the code caches for the second. */
async function make(arch, node, scripts) {
  const start = readFileSync(join(import.meta.dirname, 'start.cjs'), 'utf8');
  const main = write('work/start.cjs', start);
  const assets = { 'start.cjs': main, ...addon(arch) };
  const { program, ...threads } = scripts;
  assets['program.cjs'] = write('work/program.cjs', program);
  for (const [name, files] of Object.entries(FILES)) Object.assign(assets, compressed(`${name}.json`, JSON.stringify(files)));
  for (const [name, code] of Object.entries(threads)) Object.assign(assets, compressed(`${name}.cjs`, code));
  if (arch === process.arch) {
    const record = readFileSync(join(import.meta.dirname, 'record.cjs'), 'utf8');
    const recorder = join(WORK, 'recorder');
    assemble({ node, main: write('work/recorder.cjs', record + start), assets, flags: RECORDING, output: recorder });
    const { 'help.cache': help, ...caches } = await recordCodeCaches(recorder, assets['program.cjs'], WORK);
    Object.assign(assets, caches, compressed('help.cache', readFileSync(help)));
  }
  const output = executableOf(arch);
  assemble({ node, main, assets, flags: [], output });
  return output;
}

/**
 * Compresses assets that services do not need at start-up: unpacking takes about 3 ms, and the executable is 2 MB smaller.
 * @returns the asset; its name shows that it is compressed
 */
function compressed(name, bytes) {
  return { [`${name}.zst`]: write(`work/${name}.zst`, zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })) };
}

function executableOf(arch) {
  return join(OUT, `linux-${arch}`, 'lead-intake');
}

/** The compiled part of better-sqlite3 for a processor, named by its content. */
function addon(arch) {
  const file = join(PROJECT, `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`);
  return { [`better_sqlite3-${sha256(file).slice(0, 16)}.node`]: file };
}

/** Assembles Node, its first script and the assets. The executable contains the script's path, so it is a relative one. */
function assemble({ node, main, assets, flags, output }) {
  mkdirSync(dirname(output), { recursive: true });
  const config = {
    main: relative(WORK, main),
    executable: node,
    output,
    disableExperimentalSEAWarning: true,
    assets,
    // Without `--`, Node would read the program's --env-file itself.
    execArgv: [...flags, '--'],
  };
  const file = write('work/sea-config.json', JSON.stringify(config));
  execFileSync(process.execPath, ['--build-sea', file], { cwd: WORK, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The packages of the program, and Node. It has no serial number: equal contents give equal bytes. */
function billOfMaterials() {
  const { serialNumber, ...bill } = JSON.parse(run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']));
  // `--omit=dev` would also omit packages that the program shares with development tools.
  const isDevelopment = ({ properties }) => properties.some(({ name }) => name === 'cdx:npm:package:development');
  const left = new Set(bill.components.filter(isDevelopment).map((component) => component['bom-ref']));
  bill.components = bill.components.filter((component) => !left.has(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => !left.has(needed)) }));
  bill.metadata.timestamp = new Date(EPOCH * 1_000).toISOString();
  // npm names a project after its folder.
  bill.metadata.component.name = 'lead-intake';
  const { node } = process.versions;
  const cpe = `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`;
  bill.components.push({ 'bom-ref': `node@${node}`, type: 'platform', name: 'node', version: node, cpe });
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Equal contents give equal archives: order, owners, modes and times are fixed. */
function archive(arch, documents) {
  const name = archiveName(arch);
  const folder = join(WORK, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const file of [executableOf(arch), ...documents]) copyFileSync(file, join(folder, basename(file)));
  const file = archiveOf(arch);
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const fixed = ['--format=ustar', '--sort=name', ...owner, `--mtime=@${EPOCH}`];
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
