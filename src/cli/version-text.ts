import { VERSION } from '../app/version.ts';
import { SCHEMA_VERSION } from '../store/sqlite/migrations/index.ts';
import { jsonText } from './render.ts';

/** `lead-intake 0.1.0 (schema 2, Node 26.10.0, linux-x64)`: one line, the same in every language, for bug reports and scripts. */
export function versionText(): string {
  return `lead-intake ${VERSION} (schema ${SCHEMA_VERSION}, Node ${process.versions.node}, ${process.platform}-${process.arch})`;
}

/** The same for `--version --json`. */
export function versionJsonText(): string {
  const { platform, arch, versions } = process;
  return jsonText({ versao: VERSION, esquema: SCHEMA_VERSION, node: versions.node, plataforma: `${platform}-${arch}` });
}
