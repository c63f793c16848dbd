import type { ProgressEvent } from '@datacortex/platform'
import type { ServerContext } from '@modelcontextprotocol/server'
import { grouped } from '@datacortex/wording'

/** Tells a client how far its request is; disposal ends the telling. */
export type ProgressReport = Disposable & {
  /** It is its turn. */
  readonly begin: () => void
  readonly note: (event: ProgressEvent) => void
}

/** How often a client hears of a request that says nothing: well within the minute that clients wait. */
const tickMs = 5000
/** Pieces of an answer come faster than anybody reads. */
const leastMs = 200
const mostCharacters = 200

/** Tells a client that asked how far its request is and, every few seconds, that it goes on. */
export function tellProgress(
  { _meta: meta, notify }: Pick<ServerContext['mcpReq'], '_meta' | 'notify'>,
  now: () => number = () => performance.now(),
): ProgressReport {
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return { begin: () => {}, note: () => {}, [Symbol.dispose]: () => {} }
  const startedMs = now()
  let reported = 0
  let reportedMs = Number.NEGATIVE_INFINITY
  let isWaiting = true
  let answer = ''
  const tell = (text: string): void => {
    const message = text.replace(/\s+/g, ' ').trim()
    if (message === '') return
    reported += 1
    reportedMs = now()
    // Who has gone away is told nothing more; the signal says so to the call.
    notify({ method: 'notifications/progress', params: { progressToken, progress: reported, message } }).catch(
      () => undefined,
    )
  }
  const timer = setInterval(() => {
    if (now() - reportedMs < tickMs) return
    const seconds = Math.round((now() - startedMs) / 1000)
    tell(isWaiting ? `Waits its turn, ${seconds} s so far.` : `Works, ${seconds} s so far.`)
  }, tickMs).unref()
  return {
    begin: () => {
      isWaiting = false
    },
    note: (event) => {
      answer = event.stage === 'answer' ? (answer + (event.subject ?? '')).slice(-mostCharacters) : ''
      if (now() - reportedMs >= leastMs) tell(answer === '' ? stageText(event) : answer)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function stageText({ stage, done, total, subject = '' }: ProgressEvent): string {
  if (stage === 'wait') return `waiting for ${subject === '' ? 'another process' : subject}…`
  const of = total === undefined ? '' : ` of ${grouped(total)}`
  const amount = done > 0 || total !== undefined ? `${grouped(done)}${of}` : ''
  return `${stage} ${amount} ${subject}`.slice(0, mostCharacters)
}
