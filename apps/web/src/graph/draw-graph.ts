import { UndirectedGraph } from 'graphology'
import { DEFAULT_STYLES, Sigma } from 'sigma'
import { layOut } from './lay-out.ts'
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
    const size = Math.min(largest, 3 + Math.sqrt(degrees[index] ?? 0))
    drawn.addNode(String(index), {
      x: Math.cos(index),
      y: Math.sin(index),
      size,
      color: ink,
      label: cut(title || path),
    })
  }
  for (const [index, [from, to]] of links.entries()) {
    if (index % sliceSize === sliceSize - 1) await turn()
    drawn.mergeEdge(String(from), String(to), { color: faint, size: 1 })
  }
  const sigma = new Sigma(drawn, place, {
    styles: {
      nodes: { ...DEFAULT_STYLES.nodes, labelColor: ink, backdropColor: page },
      edges: DEFAULT_STYLES.edges,
    },
    settings: {
      itemSizesReference: 'screen',
      enableCameraRotation: false,
      hideEdgesOnMove: links.length > 5000,
      labelRenderedSizeThreshold: notes.length > 200 ? 7 : 3,
      zoomDuration: isStill ? 0 : 200,
      inertiaDuration: isStill ? 0 : 200,
      minCameraRatio: 0.02,
      maxCameraRatio: 3,
      stagePadding: notes.length < 30 ? 80 : 30,
    },
  })
  sigma.on('clickNode', ({ node }) => onNote(notes[Number(node)]?.path ?? ''))
  const leave = layOut(graph, {
    isStill,
    onPositions: ({ positions, isLast }) => {
      drawn.updateEachNodeAttributes(
        (node, attributes) => {
          const at = Number(node) * 2
          return { ...attributes, x: positions[at] ?? 0, y: positions[at + 1] ?? 0 }
        },
        { attributes: ['x', 'y'] },
      )
      if (isLast) onSettled()
    },
  })
  return {
    show: ({ colors, focus, way }) => {
      const focused = focus === undefined ? [] : [String(focus), ...drawn.neighbors(String(focus))]
      const shown = new Set(way.length > 0 ? way.map(String) : focused)
      const isShown = (node: string): boolean => shown.size === 0 || shown.has(node)
      drawn.updateEachNodeAttributes(
        (node, attributes) => ({ ...attributes, color: isShown(node) ? (colors[Number(node)] ?? ink) : faint }),
        { attributes: ['color'] },
      )
      drawn.updateEachEdgeAttributes(
        (_, attributes, one, other) => {
          const isLit = shown.size > 0 && shown.has(one) && shown.has(other)
          return { ...attributes, color: isLit ? ink : faint, size: isLit ? 2 : 1 }
        },
        { attributes: ['color', 'size'] },
      )
      const at = focus === undefined ? undefined : sigma.getNodeDisplayData(String(focus))
      // A few are seen at once.
      if (at === undefined || notes.length < 30) return
      const camera = { x: at.x, y: at.y, ratio: Math.min(sigma.getCamera().ratio, notes.length > 200 ? 0.3 : 1) }
      if (isStill) sigma.getCamera().setState(camera)
      else void sigma.getCamera().animate(camera, { duration: 300 })
    },
    stop: () => {
      leave()
      sigma.kill()
    },
  }
}

const sliceSize = 1000

function cut(title: string): string {
  return title.length > 40 ? `${title.slice(0, 39)}…` : title
}

/** Lets what waits, such as a key, have its turn. */
async function turn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve)
  await promise
}
