/** One line of a terminal that is written over while work goes on. Says nothing where stderr is no terminal. */
export class ProgressLine implements Disposable {
  readonly #isShown = process.stderr.isTTY === true;
  #text = '';

  /** Replaces what the line says. */
  say(text: string): void {
    if (!this.#isShown || text === this.#text) return;
    this.#text = text;
    process.stderr.write(`\r\u001b[K${text}`);
  }

  /** Leaves an empty line to go on with. */
  [Symbol.dispose](): void {
    if (this.#text !== '') process.stderr.write('\r\u001b[K');
    this.#text = '';
  }
}
