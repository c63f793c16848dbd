import type { LayoutAsked, LayoutResult, Places } from './layout-worker.ts'
import type { NoteGraph } from './shown-graph.ts'

export type LayOutOptions = {
  /** Whether only the end is shown: for who wants nothing to move. */
  readonly isStill: boolean
  readonly onPositions: (result: LayoutResult) => void
}

/** Finds where notes lie, in a worker; what was laid out before is known. Gives back how it ends before its time. */
export function layOut(graph: NoteGraph, { isStill, onPositions }: LayOutOptions): () => void {
  const key = keyOf(graph)
  const known = laid.get(key) ?? kept(key, graph.notes.length)
  if (known !== undefined) {
    onPositions({ ...known, isLast: true })
    return () => undefined
  }
  const worker = new Worker(new URL('layout-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<LayoutResult>) => {
    if (data.isLast) {
      keep(key, data)
      worker.terminate()
    }
    onPositions(data)
  })
  const asked: LayoutAsked = { count: graph.notes.length, links: new Int32Array(graph.links.flat()), isStill }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage(asked)
  return () => worker.terminate()
}

const laid = new Map<string, Places>()
const storageKey = 'datacortex-layout'
const mostLaid = 8
const leastKept = 500

function keep(key: string, { positions, box }: Places): void {
  if (laid.size >= mostLaid) laid.delete(laid.keys().next().value ?? '')
  laid.set(key, { positions, box })
  if (positions.length < leastKept * 2) return
  try {
    // A place is one of 65,536: finer than a screen.
    const shorts = Array.from(positions, (one) => Math.round(one * 65_535))
    localStorage.setItem(storageKey, JSON.stringify({ key, shorts, box }))
  } catch {
    // It is laid out again next time.
  }
}

function kept(key: string, count: number): Places | undefined {
  try {
    const read = JSON.parse(localStorage.getItem(storageKey) ?? '') as {
      readonly key: string
      readonly shorts: number[]
      readonly box?: Places['box']
    }
    if (read.key !== key || read.shorts.length !== count * 2 || read.box === undefined) return undefined
    return { positions: Float32Array.from(read.shorts, (one) => one / 65_535), box: read.box }
  } catch {
    return undefined
  }
}

/** What two graphs have in common that are the same: their size, and a sum over names and links. */
function keyOf({ notes, links }: NoteGraph): string {
  let sum = 0
  const add = (value: number): void => void (sum = Math.imul(sum ^ value, 0x01_00_01_93))
  for (const { path } of notes) for (let at = 0; at < path.length; at += 1) add(path.charCodeAt(at))
  for (const [from, to] of links) add(from * 31 + to)
  return `${notes.length}:${links.length}:${sum}`
}
