// One per process, because timers and sockets of code are things of the whole process.
let hasRun = false
let tell: (() => void) | undefined

/** Remembers that code of a module that did not come with the program is about to run in this process. */
export function noteModuleCode(): void {
  if (hasRun) return
  hasRun = true
  tell?.()
}

/**
 * Whether code of a module that did not come with the program was started in this process: it may have left timers or
 * sockets behind that keep the process alive.
 */
export function moduleCodeRan(): boolean {
  return hasRun
}

/**
 * Calls a function just before such code runs for the first time in this process, which may be never.
 *
 * @param begin - The program's only one: an earlier one is forgotten.
 */
export function onModuleCode(begin: () => void): void {
  tell = begin
}
