import { UndirectedGraph } from 'graphology'
import { DEFAULT_STYLES, Sigma } from 'sigma'
import { getShapeId } from 'sigma/rendering'
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
  // So many would cover each other.
  const scale = notes.length > 2000 ? 0.5 : 1
  const sizes = Array.from(degrees, (degree) => Math.min(14, 3 + Math.sqrt(degree)) * scale)
  // In a square of one, as all places are, so that sigma need not measure them: its corners, then a circle.
  let places = Float32Array.from({ length: notes.length * 2 }, (_, at) => {
    const index = Math.trunc(at / 2)
    return index < 2 ? index : 0.5 + (at % 2 === 0 ? Math.cos(index) : Math.sin(index)) / 2
  })
  const names = notes.map((_, index) => String(index))
  for (const [index, { title, path }] of notes.entries()) {
    if (index % sliceSize === sliceSize - 1) await turn()
    const [x = 0, y = 0] = places.subarray(index * 2)
    const name = title || path
    const label = name.length > 40 ? `${name.slice(0, 39)}…` : name
    drawn.addNode(index, { x, y, size: sizes[index] ?? 1, color: ink, label })
  }
  const sigma = new Sigma(drawn, place, {
    styles: { nodes: { ...DEFAULT_STYLES.nodes, labelColor: ink, backdropColor: page } },
    settings: {
      itemSizesReference: 'screen',
      enableCameraRotation: false,
      labelRenderedSizeThreshold: notes.length > 200 ? 7 * scale : 3,
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
  let colorOf: (index: number) => string = () => ink
  let [frame, isPlaced, isMoved, isStopped] = [0, false, false, false]
  const [painted, recorded] = [
    { next: 0, left: 0 },
    { next: 0, left: 0 },
  ]
  const [card, circle] = [sigma.getNodeDataTexture(), getShapeId('circle')]
  const paint = (from: number, until: number): void => {
    for (let at = from; at < until; at += 1)
      card.updateNode(
        names[at] ?? '',
        places[at * 2] ?? 0,
        places[at * 2 + 1] ?? 0,
        sizes[at] ?? 1,
        circle,
        0,
        0,
        colorOf(at),
      )
  }
  const record = (from: number, until: number): void => {
    const nodes = names.slice(from, until)
    for (const [at, node] of nodes.entries()) {
      const [x, y] = places.subarray((from + at) * 2)
      Object.assign(drawn.getNodeAttributes(node), { x, y, color: colorOf(from + at) })
    }
    sigma.refresh({ partialGraph: { nodes }, skipIndexation: true, schedule: true })
  }
  // Places and colours go to the graphics card at once, and into the records of sigma, which take longer, when nothing moves
  // any more; a part in each frame, round and round until all are as they are to be.
  const bringUp = (): void => {
    const until = performance.now() + mostMsOfFrame
    for (const [work, act] of [
      [painted, paint],
      [recorded, record],
    ] as const)
      while (work.left > 0 && performance.now() < until) {
        const size = Math.min(work.left, nodesAtOnce, notes.length - work.next)
        act(work.next, work.next + size)
        work.next = (work.next + size) % notes.length
        work.left -= size
      }
    const isDone = painted.left + recorded.left === 0
    frame = isDone ? 0 : requestAnimationFrame(bringUp)
    // At the end sigma also sorts them by where they are, for their names.
    const isSorted = isDone && isPlaced && isMoved
    isMoved &&= !isSorted
    sigma.refresh({ partialGraph: { nodes: [] }, skipIndexation: !isSorted })
    if (isDone && isPlaced) onSettled()
  }
  const bringUpAll = (): void => {
    painted.left = notes.length
    if (isPlaced) recorded.left = notes.length
    // Another graph may take its place before the page knows.
    if (frame === 0 && !isStopped) frame = requestAnimationFrame(bringUp)
  }
  const leave = layOut(graph, {
    isStill,
    onPositions: ({ positions, box, isLast }) => {
      places = positions
      isPlaced = isLast
      isMoved = true
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
      const ratio = Math.min(sigma.getCamera().ratio, notes.length > 200 ? 0.3 : 1)
      const camera = { x: places[focus * 2] ?? 0.5, y: places[focus * 2 + 1] ?? 0.5, ratio }
      if (isStill) sigma.getCamera().setState(camera)
      else void sigma.getCamera().animate(camera, { duration: 300 })
    },
    stop: () => {
      isStopped = true
      leave()
      cancelAnimationFrame(frame)
      sigma.kill()
    },
  }
}

const sliceSize = 1000
const nodesAtOnce = 100
const mostMsOfFrame = 4

/** Lets what waits, such as a key, have its turn. */
async function turn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve)
  await promise
}
