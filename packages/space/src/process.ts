/**
 * What changes the whole process, and so is for programs alone: code of modules runs in it, and may never yield, forget
 * what it began, or leave timers behind. Nothing here takes effect unless the program calls it.
 */
export { catchStrays } from '@datacortex/modules/catch-strays'
export { moduleCodeRan, onModuleCode } from '@datacortex/modules/module-code-ran'
export { watchMainThread } from '@datacortex/modules/watch-main-thread'
