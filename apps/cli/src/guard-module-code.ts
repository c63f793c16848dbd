import { writeSync } from 'node:fs'
import { redact, thrownText } from '@datacortex/errors'
import { watchMainThread } from '@datacortex/registry/watch-main-thread'
import { ModuleEndedProgramError } from './errors.ts'
import { reportError } from './output/report-error.ts'
import { terminalText } from './output/terminal-text.ts'

/** What is guarded against code of modules. */
export type GuardModuleCodeOptions = {
  readonly json: boolean
  /** Whether the command has its result by now. */
  readonly isDone: () => boolean
}

/**
 * Keeps code of modules, which runs in this process, from taking a command along: what fails beside its work is told and
 * stops nothing, code that never yields can be stopped, and an end by it is no success.
 *
 * @param options - How the command stands.
 * @example onModuleCode(() => guardModuleCode({ json: false, isDone: () => false }))
 */
export function guardModuleCode({ json, isDone }: GuardModuleCodeOptions): void {
  watchMainThread({
    onStuck: () => say('waiting    code of a module has not yielded for 10 s; Ctrl-C ends it at once'),
  })
  // Our own promises are all awaited. That of a request which a module forgot has nothing of the module in its stack.
  process.on('unhandledRejection', tellStray)
  process.on('uncaughtException', (error: unknown) => {
    if (error instanceof Error && !String(error.stack).includes(inModule)) process.exit(reportError(error, { json }))
    tellStray(error)
  })
  process.on('exit', (status) => {
    if (status === 0 && !isDone()) process.exitCode = reportError(new ModuleEndedProgramError(), { json })
  })
}

// Installed code is imported under an address that ends so.
const inModule = '?integrity='

function tellStray(thrown: unknown): void {
  say(`warning    code of a module failed where nothing waits for it: ${redact(thrownText(thrown))}`)
}

/** At once: nothing else may have a turn any more. */
function say(line: string): void {
  try {
    writeSync(process.stderr.fd, terminalText(`${line}\n`))
  } catch {
    // A terminal that is gone, or a pipe that is full.
  }
}
