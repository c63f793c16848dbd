import { moduleCodeRan } from '@datacortex/registry/module-code-ran'

/**
 * Ends the program soon after its work is done, although code of a module may have left timers or sockets behind.
 *
 * A program in which nothing is left ends by itself, and sooner: ended by force in the middle of native work, Node may
 * wait for its own threads for ever.
 *
 * @param graceMs - How long it may take to end by itself.
 * @example endDespiteModules()
 */
export function endDespiteModules(graceMs = 1000): void {
  if (!moduleCodeRan()) return
  const end = (): void => {
    // What was written is read first.
    process.stdout.write('', () => process.stderr.write('', () => process.exit()))
  }
  setTimeout(end, graceMs).unref()
}
