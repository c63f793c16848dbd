import { UndirectedGraph } from 'graphology'
import layout from 'graphology-layout-forceatlas2'

// Its types say that it is a module of today, which it is not.
const forceAtlas2 = layout as unknown as typeof layout.default

/** What is to be laid out. `links`: pairs of places. `isStill`: only the end is wanted. */
export type LayoutAsked = { readonly count: number; readonly links: Int32Array; readonly isStill: boolean }

/** Where the notes lie in a square of one: x and y of each, in order. `box`: how much of the square they fill. */
export type Places = {
  readonly positions: Float32Array<ArrayBuffer>
  readonly box: { readonly x: [number, number]; readonly y: [number, number] }
}
export type LayoutResult = Places & { readonly isLast: boolean }

addEventListener('message', ({ data }: MessageEvent<LayoutAsked>) => layOut(data))

/** Moves the notes until hardly anything moves, or for so long. */
function layOut({ count, links, isStill }: LayoutAsked): void {
  const graph = new UndirectedGraph<{ x: number; y: number }>()
  for (let place = 0; place < count; place += 1) {
    // A spiral: the same each time, and nobody in the way of another.
    const [radius, angle] = [Math.sqrt(place + 1) * 10, place * 2.399_963]
    graph.addNode(place, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) })
  }
  for (let at = 0; at < links.length; at += 2) graph.mergeEdge(links[at], links[at + 1])
  const settings = { ...forceAtlas2.inferSettings(graph), strongGravityMode: true, gravity: 0.05, slowDown: 5 }
  let before = positionsOf(graph)
  let sentAt = performance.now()
  const until = sentAt + mostMs
  for (let done = 0, calm = 0; ; done += iterationsAtOnce) {
    forceAtlas2.assign(graph, { iterations: iterationsAtOnce, settings })
    const positions = positionsOf(graph)
    calm = movedOf(before, positions) < calmBelow ? calm + 1 : 0
    before = positions
    const now = performance.now()
    const isLast = calm > 2 || done > mostIterations || now > until
    if (!isLast && (isStill || now < sentAt + sendEveryMs)) continue
    sentAt = now
    const result: LayoutResult = { ...fit(positions), isLast }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it goes to the page that made this worker
    postMessage(result, { transfer: [result.positions.buffer] })
    if (isLast) return
  }
}

const mostMs = 30_000
const mostIterations = 1000
const iterationsAtOnce = 5
const sendEveryMs = 250
const calmBelow = 0.0005

function positionsOf(graph: UndirectedGraph<{ x: number; y: number }>): Float32Array<ArrayBuffer> {
  const positions = new Float32Array(graph.order * 2)
  let at = 0
  graph.forEachNode((_, { x, y }) => {
    positions[at] = x
    positions[at + 1] = y
    at += 2
  })
  return positions
}

/** The same places in a square of one: several times between two frames, which would keep the page from drawing. */
function fit(positions: Float32Array<ArrayBuffer>): Places {
  const sideOf = (axis: number) => {
    const some = positions.filter((_, at) => at % 2 === axis)
    return { low: some.reduce((a, b) => Math.min(a, b)), high: some.reduce((a, b) => Math.max(a, b)) }
  }
  const [x, y] = [sideOf(0), sideOf(1)]
  const spread = Math.max(x.high - x.low, y.high - y.low) || 1
  const inSquare = (value: number, { low, high }: typeof x): number => 0.5 + (value - (low + high) / 2) / spread
  const span = (side: typeof x): [number, number] => [inSquare(side.low, side), inSquare(side.high, side)]
  return { positions: positions.map((one, at) => inSquare(one, at % 2 === 0 ? x : y)), box: { x: span(x), y: span(y) } }
}

/** How far things moved on average, as a share of how far they are spread. */
function movedOf(before: Float32Array, now: Float32Array): number {
  let [moved, spread] = [0, 0]
  for (const [at, value] of now.entries()) {
    moved += Math.abs(value - (before[at] ?? 0))
    spread = Math.max(spread, Math.abs(value))
  }
  return spread === 0 ? 0 : moved / now.length / spread
}
