/** Ends the program soon after its work is done, although something keeps it alive. */
export function endByForce(graceMs: number): void {
  const end = (): void => {
    // What was written is read first.
    process.stdout.write('', () => process.stderr.write('', () => process.exit()))
  }
  setTimeout(end, graceMs).unref()
}
