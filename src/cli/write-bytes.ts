/** Writes bytes to standard output exactly as they are; resolves when they are on their way. */
export function writeBytes(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
