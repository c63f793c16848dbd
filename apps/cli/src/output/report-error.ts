import { CodedError, redact } from '@datacortex/errors'
import { programGap } from '@datacortex/space/errors'
import { jsonText } from '@datacortex/wording'
import { style } from './style.ts'
import { terminalText } from './terminal-text.ts'

type Shown = { readonly json: boolean; readonly named?: (hint: string) => string }

/** Shows an error and gives the exit status: 1 for a coded one, 2 for wrong usage, 70 for a bug. */
export function reportError(thrown: unknown, { json, named = (hint) => hint }: Shown): 1 | 2 | 70 {
  const error = programGap(thrown, home) ?? thrown
  const coded = CodedError.is(error)
  const code = coded ? error.code : 'INTERNAL'
  const message = error instanceof Error ? error.message : String(error)
  const plain = coded ? error.hint : 'This is a bug in datacortex. Please report it with the lines above.'
  const hint = plain === undefined ? undefined : named(plain)
  // Where stdout is what fails, nobody would read it there.
  if (json && code !== 'CLI_OUTPUT_UNWRITABLE') {
    process.stdout.write(`${jsonText({ error: { code, message: redact(message), hint } })}\n`)
  } else {
    const out = process.stderr
    out.write(terminalText(`${style(code, 'red', out)}  ${redact(message)}\n`))
    if (!coded && error instanceof Error) out.write(terminalText(`${redact(error.stack ?? '')}\n`))
    if (hint !== undefined) out.write(terminalText(`${style('hint', 'dim', out)}       ${hint}\n`))
  }
  if (code === 'CLI_USAGE' || code === 'SPACE_INPUT_INVALID') return 2
  return coded ? 1 : 70
}

const home = new URL('../../', import.meta.url).href
