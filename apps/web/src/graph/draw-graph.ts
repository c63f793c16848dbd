import { UndirectedGraph } from 'graphology'
import { DEFAULT_STYLES, Sigma } from 'sigma'
import { layOut } from './lay-out.ts'
import { linksLayer } from './links-layer.ts'
import type { NoteGraph } from './shown-graph.ts'

type Node = { x: number; y: number; size: number; color: string; label: string }

/** What is emphasised: a note and its neighbours, or a way. */
export type Emphasis = {
  readonly colors: readonly string[]
  readonly focus?: number | undefined
  readonly way: readonly number[]
}

export type DrawnGraph = {
  readonly show: (emphasis: Emphasis) => void
  readonly stop: () => void
}

export type DrawOptions = {
  readonly isStill: boolean
  readonly onNote: (path: string) => void
  readonly onSettled: () => void
}

/** Draws notes and their links with WebGL 2, part by part so that nobody waits. Throws where there is no WebGL 2. */
export async function drawGraph(
  place: HTMLElement,
  graph: NoteGraph,
  { isStill, onNote, onSettled }: DrawOptions,
): Promise<DrawnGraph> {
  const { notes, links } = graph
  const [ink, faint, page] = ['color', 'outlineColor', 'backgroundColor'].map(
    (name) => getComputedStyle(place)[name as 'color'],
  ) as [string, string, string]
  const drawn = new UndirectedGraph<Node>()
  const degrees = new Int32Array(notes.length)
  for (const [from, to] of links) for (const one of [from, to]) degrees[one] = (degrees[one] ?? 0) + 1
  const largest = notes.length > 2000 ? 8 : 14
  for (const [index, { title, path }] of notes.entries()) {
    if (index % sliceSize === sliceSize - 1) await turn()
    drawn.addNode(String(index), {
      // In a square of one, as all places are, so that sigma need not measure them: its corners, then a circle.
      x: index < 2 ? index : 0.5 + Math.cos(index) / 2,
      y: index < 2 ? index : 0.5 + Math.sin(index) / 2,
      size: Math.min(largest, 3 + Math.sqrt(degrees[index] ?? 0)),
      color: ink,
      label: cut(title || path),
    })
  }
  const sigma = new Sigma(drawn, place, {
    styles: { nodes: { ...DEFAULT_STYLES.nodes, labelColor: ink, backdropColor: page } },
    settings: {
      itemSizesReference: 'screen',
      enableCameraRotation: false,
      labelRenderedSizeThreshold: notes.length > 200 ? 7 : 3,
      zoomDuration: isStill ? 0 : 200,
      inertiaDuration: isStill ? 0 : 200,
      minCameraRatio: 0.02,
      maxCameraRatio: 3,
      stagePadding: notes.length < 30 ? 80 : 30,
    },
  })
  sigma.on('clickNode', ({ node }) => onNote(notes[Number(node)]?.path ?? ''))
  let lit: NoteGraph['links'] = []
  for (const [name, group] of [
    ['links', () => ({ pairs: links, color: faint, width: 1 })],
    ['lit', () => ({ pairs: lit, color: ink, width: 2 })],
  ] as const)
    sigma.addCustomLayerProgram(name, 'edges', (gl) => linksLayer(sigma, gl, group))
  let places: Float32Array | undefined
  let colorOf: (index: number) => string = () => ink
  let [next, left, frame, isPlaced] = [0, 0, 0, false]
  // Sigma has no more than a part of the nodes to read in a frame, round and round until all are as they are to be.
  const bringUp = (): void => {
    const until = performance.now() + mostMsOfFrame
    do {
      const nodes = Array.from({ length: Math.min(left, nodesAtOnce) }, (_, at) => String((next + at) % notes.length))
      for (const node of nodes) {
        const [index, known] = [Number(node), drawn.getNodeAttributes(node)]
        Object.assign(known, { x: places?.[index * 2] ?? known.x, y: places?.[index * 2 + 1] ?? known.y })
        known.color = colorOf(index)
      }
      sigma.refresh({ partialGraph: { nodes }, skipIndexation: true, schedule: true })
      next = (next + nodes.length) % notes.length
      left -= nodes.length
    } while (left > 0 && performance.now() < until)
    frame = left > 0 ? requestAnimationFrame(bringUp) : 0
    // At the end it also sorts them by where they are, for their names.
    sigma.refresh({ partialGraph: { nodes: [] }, skipIndexation: left > 0 || !isPlaced })
    if (left === 0 && isPlaced) onSettled()
  }
  const bringUpAll = (): void => {
    left = notes.length
    if (frame === 0) frame = requestAnimationFrame(bringUp)
  }
  const leave = layOut(graph, {
    isStill,
    onPositions: ({ positions, isLast }) => {
      const { fitted, box } = fit(positions)
      places = fitted
      isPlaced = isLast
      sigma.setCustomBBox(box)
      bringUpAll()
    },
  })
  return {
    show: ({ colors, focus, way }) => {
      const around = focus === undefined ? [] : [focus, ...links.filter((link) => link.includes(focus)).flat()]
      const shown = new Set(way.length > 0 ? way : around)
      colorOf = (index) => (shown.size === 0 || shown.has(index) ? (colors[index] ?? ink) : faint)
      lit = shown.size === 0 ? [] : links.filter(([one, other]) => shown.has(one) && shown.has(other))
      bringUpAll()
      // A few are seen at once.
      if (focus === undefined || notes.length < 30) return
      const { x, y } = drawn.getNodeAttributes(String(focus))
      const ratio = Math.min(sigma.getCamera().ratio, notes.length > 200 ? 0.3 : 1)
      const camera = { x: places?.[focus * 2] ?? x, y: places?.[focus * 2 + 1] ?? y, ratio }
      if (isStill) sigma.getCamera().setState(camera)
      else void sigma.getCamera().animate(camera, { duration: 300 })
    },
    stop: () => {
      leave()
      cancelAnimationFrame(frame)
      sigma.kill()
    },
  }
}

const sliceSize = 1000
const nodesAtOnce = 100
const mostMsOfFrame = 6

/** The same places in a square of one, and how much of it they fill. */
function fit(positions: Float32Array) {
  const low = [Infinity, Infinity] as [number, number]
  const high = [-Infinity, -Infinity] as [number, number]
  for (const [at, value] of positions.entries()) {
    const axis = (at % 2) as 0 | 1
    low[axis] = Math.min(low[axis], value)
    high[axis] = Math.max(high[axis], value)
  }
  const spread = Math.max(high[0] - low[0], high[1] - low[1]) || 1
  const inSquare = (value: number, axis: 0 | 1): number => 0.5 + (value - (low[axis] + high[axis]) / 2) / spread
  const sides = ([0, 1] as const).map((axis) => [inSquare(low[axis], axis), inSquare(high[axis], axis)])
  return {
    fitted: positions.map((value, at) => inSquare(value, (at % 2) as 0 | 1)),
    box: { x: sides[0], y: sides[1] } as { x: [number, number]; y: [number, number] },
  }
}

function cut(title: string): string {
  return title.length > 40 ? `${title.slice(0, 39)}…` : title
}

/** Lets what waits, such as a key, have its turn. */
async function turn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve)
  await promise
}
