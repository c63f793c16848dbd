import { CodedError } from '@datacortex/errors'
import { saysHowToGoOn } from '@datacortex/space/errors'
import { terminalText } from './terminal-text.ts'

type Shown = { readonly json: boolean; readonly named: (hint: string) => string }

/** Tells the one who pressed Ctrl-C what is done and how to go on. */
export function reportInterrupted(error: unknown, { json, named }: Shown): void {
  if (json) process.stdout.write(`${JSON.stringify({ error: interruptedDocument(error, named) })}\n`)
  else
    process.stderr.write(
      terminalText(
        interruptedLines(error)
          .map((line) => `${named(line)}\n`)
          .join(''),
      ),
    )
}

export function interruptedLines(error: unknown): readonly string[] {
  const hint = saysHowToGoOn(error) ? error.hint : undefined
  return [
    `interrupted; ${doneBy(error) ?? 'nothing is half-written'}`,
    ...(hint === undefined ? [] : [`next       ${hint}`]),
  ]
}

/** The same for programs. */
export function interruptedDocument(error: unknown, named = (hint: string) => hint) {
  const done = doneBy(error)
  const hint = saysHowToGoOn(error) ? error.hint : undefined
  return {
    code: 'INTERRUPTED',
    message: done === undefined ? 'Interrupted.' : `Interrupted: ${done}.`,
    hint: hint === undefined ? 'Run the same command again; it goes on from what is there.' : named(hint),
  }
}

function doneBy(error: unknown): string | undefined {
  const done = CodedError.is(error, 'CLI_INTERRUPTED') ? error.details['done'] : undefined
  return typeof done === 'string' ? done : undefined
}
