import type { OnProgress, ProgressEvent } from '@datacortex/platform'
import { patientLimit } from '@datacortex/platform/patient-limit'
import { count, grouped } from '@datacortex/wording'
import { outsideText } from './outside-text.ts'

export type ProgressLine = { readonly onProgress: OnProgress; readonly clear: () => void }

export type ProgressStream = { readonly isTTY?: boolean | undefined; readonly write: (text: string) => unknown }

/** A progress line on stderr: count, rate and what is being worked on. */
export function createProgressLine(stream: ProgressStream): ProgressLine {
  if (!stream.isTTY) return createLogLines(stream)
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
      const speed = event.done > 0 && now - startedAt > 500 ? `  ${count(Math.round(rate), 'item')}/s` : ''
      stream.write(`\r\u001b[K${amountOf(event, speed)}`)
    },
    clear: () => {
      if (stage !== '') stream.write('\r\u001b[K')
      stage = ''
    },
  }
}

function amountOf({ stage, done, total, subject }: ProgressEvent, speed = ''): string {
  const of = total === undefined ? '' : ` of ${grouped(total)}`
  // Of one thing that was just begun there is nothing to count.
  const amount = done > 0 || total !== undefined ? `  ${grouped(done)}${of}${speed}` : ''
  return `${stage}${amount}${subject === undefined ? '' : `  ${outsideText(subject, 40)}`}`
}

/** Anyone who reads a log wants to know what goes on for long and why nothing happens, and nothing of a moment's wait. */
function createLogLines(stream: ProgressStream): ProgressLine {
  let waiting: NodeJS.Timeout | undefined
  let working: NodeJS.Timeout | undefined
  let last: ProgressEvent | undefined
  const clearWait = (): void => {
    clearTimeout(waiting)
    waiting = undefined
  }
  const tellWork = (): void => {
    if (last !== undefined) stream.write(`${amountOf(last)}\n`)
    last = undefined
    working = setTimeout(tellWork, patientLimit(10_000)).unref()
  }
  return {
    onProgress: (event) => {
      if (event.stage === 'wait') {
        last = undefined
        waiting ??= setTimeout(() => stream.write(`${waitingFor(event)}\n`), longWaitMs).unref()
        return
      }
      clearWait()
      last = event
      working ??= setTimeout(tellWork, patientLimit(10_000)).unref()
    },
    clear: () => {
      clearWait()
      clearTimeout(working)
      working = undefined
    },
  }
}

const longWaitMs = 2000

function waitingFor({ subject }: ProgressEvent): string {
  return `waiting for ${subject === undefined ? 'another process' : outsideText(subject, 200)}…`
}
