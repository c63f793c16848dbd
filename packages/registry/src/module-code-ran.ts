// One per process, because timers and sockets of code are things of the whole process.
let hasRun = false

/** Remembers that code of a module that did not come with the program is about to run in this process. */
export function noteModuleCode(): void {
  hasRun = true
}

/**
 * Whether code of a module that did not come with the program was started in this process: it may have left timers or
 * sockets behind that keep the process alive.
 *
 * @example if (moduleCodeRan()) setTimeout(() => process.exit(), 1000).unref()
 */
export function moduleCodeRan(): boolean {
  return hasRun
}
