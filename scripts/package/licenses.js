// The licenses of everything in the executable, as one text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const RULE = '='.repeat(100);

/**
 * @param {string} project the folder of this program
 * @param {readonly string[]} packages the folders of the npm packages inside
 * @param {string} nodeLicense the file with the license of Node
 * @returns {string}
 * @throws Error if a package has no license information
 */
export function licenses(project, packages, nodeLicense) {
  const parts = [
    part('lead-intake', readFileSync(join(project, 'LICENSE'), 'utf8')),
    part(`Node.js ${process.versions.node}, and what it contains`, readFileSync(nodeLicense, 'utf8')),
    part('SQLite', 'SQLite is in the public domain: https://www.sqlite.org/copyright.html'),
    ...packages.map(ofPackage),
  ];
  return `${parts.join('\n\n')}\n`;
}

function ofPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0 && license === undefined) throw new Error(`${name} ${version} has no license information.`);
  return part(`${name} ${version}${license === undefined ? '' : ` (${license})`}`, texts.join('\n\n') || `License: ${license}`);
}

function part(title, text) {
  return `${RULE}\n${title}\n${RULE}\n\n${text.trim()}`;
}
