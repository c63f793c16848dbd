import { quantile } from './distribution.ts'

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly dur: number
  readonly tdur?: number
  readonly tid: number
}

/**
 * How long script keeps the processor in the frames of a page, in milliseconds, from the events of a trace of Chromium. What it
 * waits for, such as software that stands for a graphics card, is not counted.
 */
export function mostScriptOfFrames(trace: readonly unknown[]) {
  const events = trace.filter((one): one is TraceEvent => (one as TraceEvent).ph === 'X')
  const frames = events.filter(({ name }) => name === 'FireAnimationFrame')
  // The thread of the page, not those of its workers.
  const main = mostOf(frames.map(({ tid }) => tid))
  const script = events
    .filter(({ name, tid }) => tid === main && (name === 'FunctionCall' || name === 'FireAnimationFrame'))
    .toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)
  const sums: number[] = []
  let [sum, end] = [0, 0]
  for (const { name, ts, dur, tdur = dur } of script) {
    // What is called by what was counted already.
    if (ts < end) continue
    end = ts + dur
    sum += tdur / 1000
    if (name !== 'FireAnimationFrame') continue
    sums.push(sum)
    sum = 0
  }
  const tasks = events
    .filter(({ name, tid }) => tid === main && name.endsWith('RunTask'))
    .map(({ dur, tdur = dur }) => tdur / 1000)
  return { frames: sums.length, p95: quantile(sums, 0.95), most: Math.max(...sums), longest: Math.max(...tasks) }
}

function mostOf(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>()
  for (const one of numbers) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
