import type { OnProgress } from '@datacortex/platform'
import { count, grouped, shorten } from './format.ts'

/** Shows progress in one line that is rewritten; `clear` removes it. */
export type ProgressLine = { readonly onProgress: OnProgress; readonly clear: () => void }

/** Where it is drawn; nothing is drawn on what is no terminal. */
export type ProgressStream = { readonly isTTY?: boolean | undefined; readonly write: (text: string) => unknown }

/**
 * A progress line on stderr: count, rate and what is being worked on. Silent where stderr is no terminal.
 *
 * @param stream - Where to draw.
 * @example const { onProgress, clear } = createProgressLine(process.stderr)
 */
export function createProgressLine(stream: ProgressStream): ProgressLine {
  if (!stream.isTTY) return { onProgress: () => {}, clear: () => {} }
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
      const rate = event.done / Math.max((now - startedAt) / 1000, 0.001)
      const of = event.total === undefined ? '' : ` of ${grouped(event.total)}`
      const speed = event.done > 0 && now - startedAt > 500 ? `  ${count(Math.round(rate), 'item')}/s` : ''
      const subject = event.subject === undefined ? '' : `  ${shorten(event.subject, 40)}`
      stream.write(`\r\u001b[K${stage}  ${grouped(event.done)}${of}${speed}${subject}`)
    },
    clear: () => {
      if (stage !== '') stream.write('\r\u001b[K')
      stage = ''
    },
  }
}
