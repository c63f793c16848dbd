/**
 * Ends the program soon after its work is done, although something keeps it alive: a timer or socket of a module's code,
 * or a read of the system that can't be given up, such as of a pipe that nobody writes to.
 *
 * Not for every end: in the middle of native work, Node may wait for its own threads for ever.
 */
export function endByForce(graceMs: number): void {
  const end = (): void => {
    // What was written is read first.
    process.stdout.write('', () => process.stderr.write('', () => process.exit()))
  }
  setTimeout(end, graceMs).unref()
}
