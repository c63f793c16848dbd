import { afterAll } from 'vitest'

// Files of tests share a process: what one leaves changed, such as a clock that stands, is what the next one finds.
const names = ['setTimeout', 'clearTimeout', 'setInterval', 'setImmediate', 'Date', 'performance', 'fetch'] as const
const state = (): readonly unknown[] => [
  ...names.map((name) => globalThis[name]),
  Reflect.get(performance, 'now'),
  process.cwd(),
]
const before = state()

afterAll(() => {
  const changed = state().flatMap((value, place) =>
    value === before[place] ? [] : [[...names, 'performance.now', 'the working directory'][place]],
  )
  if (changed.length > 0) throw new Error(`These tests leave changed: ${changed.join(', ')}.`)
})
