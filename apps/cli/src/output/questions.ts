import type { Questions, Shown } from '@datacortex/space'
import type { Context } from '../context.ts'
import { terminalText } from './terminal-text.ts'

/** Asks the person at the terminal; nobody is asked for other programs. What asks is loaded with the first question. */
export function questions({ json, signal, clearProgress }: Context): Questions | undefined {
  if (json) return undefined
  const confirm: Questions['confirm'] = async (question, shown) => {
    const { askYesOrNo } = await import('./ask.ts')
    clearProgress?.()
    // Also where nobody can answer: they are to know what they would say yes to.
    if (shown !== undefined) process.stderr.write(terminalText(`${(await shownLines(shown)).join('\n')}\n`))
    return await askYesOrNo(question, signal)
  }
  const choose: Questions['choose'] = async (...asked) => {
    const { chooseCandidates } = await import('./choose-candidates.ts')
    return await chooseCandidates({ clear: clearProgress })(...asked)
  }
  return {
    confirm,
    // Where nobody can choose, the threshold decides. To make the stream of stdin takes 2 ms, so that is asked last.
    choose: process.stderr.isTTY && process.stdin.isTTY ? choose : undefined,
    mayRun: async (command) => {
      if (!process.stdin.isTTY) return undefined
      return await confirm('May this program run in this space?', { commands: [command] })
    },
  }
}

async function shownLines(shown: Shown): Promise<readonly string[]> {
  if ('files' in shown) return shown.files.flatMap(({ path, text }) => [path, '', text.trimEnd(), ''])
  if ('module' in shown) return (await import('./module-lines.ts')).moduleLines(shown.module)
  const { commandLines, wantedLines } = await import('./command-lines.ts')
  if ('wanted' in shown) return wantedLines(shown.wanted)
  return shown.commands.flatMap(commandLines)
}
