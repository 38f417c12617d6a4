import { execFileSync } from 'node:child_process';

/** A small in-memory file system that can be filled up. */
export class SmallDisk implements Disposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** `undefined` if this user may not mount one. */
  static mount(folder: string, size: string): SmallDisk | undefined {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      return undefined;
    }
    return new SmallDisk(folder);
  }

  grow(size: string): void {
    execFileSync('mount', ['-o', `remount,size=${size}`, this.#folder]);
  }

  [Symbol.dispose](): void {
    execFileSync('umount', [this.#folder]);
  }
}
