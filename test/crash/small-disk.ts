import { execFileSync } from 'node:child_process';

/** A file system in memory of its own, so that it can be filled. */
export class SmallDisk implements Disposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined where this user may not mount one. */
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
