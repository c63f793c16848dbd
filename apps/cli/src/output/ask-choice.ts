import { createInterface } from 'node:readline/promises'
import { askedLine } from './asked-line.ts'
import { terminalText } from './terminal-text.ts'

export type Terminal = {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean | undefined }
}

/** Of this process: results go to stdout, so questions go to stderr. */
export const processTerminal: Terminal = { input: process.stdin, output: process.stderr }

export async function askChoice(
  rows: readonly string[],
  {
    question,
    signal,
    terminal: { input, output } = processTerminal,
  }: { readonly question: string; readonly signal: AbortSignal; readonly terminal?: Terminal | undefined },
): Promise<readonly number[] | 'all' | undefined> {
  const lines = createInterface({ input, output })
  try {
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    for (const [place, row] of rows.entries())
      output.write(terminalText(`${String(place + 1).padStart(3)}  ${row.replaceAll('\n', '\n       ')}\n`))
    for (;;) {
      const answer = (await askedLine(lines, { question: `${question} `, signal }))?.trim() ?? ''
      if (answer === '') return undefined
      if (answer === 'all') return 'all'
      if (answer === 'none') return []
      const numbers = answer.split(/[\s,]+/).map(Number)
      if (numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= rows.length)) return numbers
      output.write(`Numbers from 1 to ${rows.length}, all, or none.\n`)
    }
  } finally {
    lines.close()
  }
}
