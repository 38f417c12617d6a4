import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for one test, gone at the end of its block: `using folder = new TempDir()`. */
export class TempDir implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'lead-intake-'));

  /** The path of something in the folder; nothing is made. */
  file(name: string): string {
    return join(this.path, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
