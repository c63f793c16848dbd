import { createInterface } from 'node:readline/promises'

/**
 * Shows numbered rows on the terminal and asks which of them are meant.
 *
 * @param rows - Without numbers.
 * @param options - The question, abort signal.
 * @returns Numbers from 1, `all`, or undefined for nothing said.
 * @example await askChoice(['first', 'second'], { question: 'Which?', signal })
 */
export async function askChoice(
  rows: readonly string[],
  { question, signal }: { readonly question: string; readonly signal: AbortSignal },
): Promise<readonly number[] | 'all' | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    for (const [place, row] of rows.entries()) process.stderr.write(`${String(place + 1).padStart(3)}  ${row}\n`)
    for (;;) {
      const answer = (await terminal.question(`${question} `, { signal })).trim()
      if (answer === '') return undefined
      if (answer === 'all') return 'all'
      if (answer === 'none') return []
      const numbers = answer.split(/[\s,]+/).map(Number)
      if (numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= rows.length)) return numbers
      process.stderr.write(`Numbers from 1 to ${rows.length}, all, or none.\n`)
    }
  } finally {
    terminal.close()
  }
}
