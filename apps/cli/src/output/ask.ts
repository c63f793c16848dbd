import { createInterface } from 'node:readline/promises'
import { askedLine } from './asked-line.ts'
import { terminalText } from './terminal-text.ts'

/** Asks a yes-or-no question on the terminal; anything but y or yes is a no. `question`: without the choices. */
export async function askYesOrNo(question: string, signal: AbortSignal): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // In raw mode readline receives Ctrl-C itself.
    terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    const answer = await askedLine(terminal, { question: terminalText(`${question} (y/N) `), signal })
    return /^y(?:es)?$/i.test(answer?.trim() ?? '')
  } finally {
    terminal.close()
  }
}
