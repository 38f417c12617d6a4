// oclif as it begins inside the executable: nothing is looked for on the disk, everything is known since it was packed.

// Made by bundle.js: the program and oclif's plugins, each with its package.json and its list of commands.
import { packages, ROOT } from 'packed:packages';
import '../nameless-user.js';
import { Plugin } from '@oclif/core';
import { runCli } from '../../dist/src/cli/run-cli.js';

class PackedPlugin extends Plugin {
  #manifest;

  constructor({ root, pjson, manifest }) {
    // Of a root plugin oclif believes where it is and what its package.json says.
    super({ root, pjson, isRoot: true });
    this.#manifest = manifest;
  }

  async _manifest() {
    this.commandIDs = Object.keys(this.#manifest.commands);
    this.hasManifest = true;
    return this.#manifest;
  }
}

// With it Ink looks for the tools of its own developers, which are not packed, and complains.
delete process.env.DEV;

const plugins = new Map();
for (const packed of packages) {
  const plugin = new PackedPlugin(packed);
  await plugin.load();
  plugins.set(plugin.name, plugin);
}
await runCli({ root: ROOT, plugins });
