// One per process, because timers and sockets of code are things of the whole process.
let hasRun = false
let tell: (() => void) | undefined

/** Remembers that code of a module that did not come with the program is about to run in this process. */
export function noteModuleCode(): void {
  if (hasRun) return
  hasRun = true
  tell?.()
}

/** Whether code of another module than the program's ran here: it may have left timers or sockets behind. */
export function moduleCodeRan(): boolean {
  return hasRun
}

/** Calls a function just before such code runs for the first time; an earlier one is forgotten. */
export function onModuleCode(begin: () => void): void {
  tell = begin
}
