import { writeSync } from 'node:fs'
import { redact, thrownText } from '@datacortex/errors'
import { catchStrays, watchMainThread } from '@datacortex/space/process'
import { cliError } from './errors.ts'
import { reportError } from './output/report-error.ts'
import { terminalText } from './output/terminal-text.ts'

export type GuardModuleCodeOptions = {
  readonly json: boolean
  /** Whether the command has its result by now. */
  readonly isDone: () => boolean
}

/** Keeps code of modules, which runs in this process, from taking a command along. */
export function guardModuleCode({ json, isDone }: GuardModuleCodeOptions): void {
  watchMainThread({
    onStuck: (seconds) => say(`waiting    code of a module has not yielded for ${seconds} s; Ctrl-C ends it at once`),
  })
  catchStrays({ tell: tellStray, fail: (error) => process.exit(reportError(error, { json })) })
  process.on('exit', (status) => {
    if (status === 0 && !isDone()) process.exitCode = reportError(cliError('CLI_ENDED_BY_MODULE', {}), { json })
  })
}

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
