import type { OnProgress, ProgressEvent } from '@datacortex/platform'
import { count, grouped } from '@datacortex/wording'
import { outsideText } from './outside-text.ts'

/** Shows progress in one line that is rewritten; `clear` removes it. */
export type ProgressLine = { readonly onProgress: OnProgress; readonly clear: () => void }

/** Where it is drawn, if it is a terminal. */
export type ProgressStream = { readonly isTTY?: boolean | undefined; readonly write: (text: string) => unknown }

/**
 * A progress line on stderr: count, rate and what is being worked on. Where stderr is no terminal only a wait that lasts
 * is told, in a line of its own.
 */
export function createProgressLine(stream: ProgressStream): ProgressLine {
  if (!stream.isTTY) return createWaitLine(stream)
  let stage = ''
  let startedAt = 0
  let drawnAt = 0
  return {
    onProgress: (event) => {
      const now = performance.now()
      if (event.stage !== stage) {
        stage = event.stage
        startedAt = now
        drawnAt = 0
      }
      // Ten times a second is as much as anybody reads.
      if (now - drawnAt < 100 && event.done !== event.total) return
      drawnAt = now
      if (stage === 'wait') {
        stream.write(`\r\u001b[K${waitingFor(event)}`)
        return
      }
      const rate = event.done / Math.max((now - startedAt) / 1000, 0.001)
      const of = event.total === undefined ? '' : ` of ${grouped(event.total)}`
      const speed = event.done > 0 && now - startedAt > 500 ? `  ${count(Math.round(rate), 'item')}/s` : ''
      const subject = event.subject === undefined ? '' : `  ${outsideText(event.subject, 40)}`
      // Of one thing that was just begun there is nothing to count.
      const isCounted = event.done > 0 || event.total !== undefined
      const amount = isCounted ? `  ${grouped(event.done)}${of}${speed}` : ''
      stream.write(`\r\u001b[K${stage}${amount}${subject}`)
    },
    clear: () => {
      if (stage !== '') stream.write('\r\u001b[K')
      stage = ''
    },
  }
}

/** Whoever reads a log wants to know why nothing happens, and nothing of a moment's wait. */
function createWaitLine(stream: ProgressStream): ProgressLine {
  let timer: NodeJS.Timeout | undefined
  const clear = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    onProgress: (event) => {
      if (event.stage !== 'wait') clear()
      else timer ??= setTimeout(() => stream.write(`${waitingFor(event)}\n`), longWaitMs).unref()
    },
    clear,
  }
}

const longWaitMs = 2000

function waitingFor({ subject }: ProgressEvent): string {
  return `waiting for ${subject === undefined ? 'another process' : outsideText(subject, 200)}…`
}
