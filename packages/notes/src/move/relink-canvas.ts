import { isRecord, jsonOf } from '@datacortex/platform'
import { visit } from 'jsonc-parser'
import { canvasFileTarget } from '../canvas/canvas-item.ts'
import type { LeftLink, RelinkedLink, RelinkedText, RelinkNoteOptions } from './relink-note.ts'
import { relinkNote } from './relink-note.ts'

/** Writes what of a canvas names notes for after a move, all else sign for sign; undefined if it is no JSON. */
export async function relinkCanvas(json: string, options: RelinkNoteOptions): Promise<RelinkedText | undefined> {
  const values = canvasValues(json)
  if (values === undefined) return undefined
  const parts: string[] = []
  const links: RelinkedLink[] = []
  const left: LeftLink[] = []
  let at = 0
  for (const one of values) {
    const { line } = one
    const relinked = one.key === 'file' ? movedFile(one, options) : await relinkNote(one.value, options)
    left.push(...relinked.left.map((link) => ({ ...link, line })))
    if (relinked.links.length === 0) continue
    links.push(...relinked.links.map((link) => ({ ...link, line })))
    parts.push(json.slice(at, one.start), JSON.stringify(relinked.text))
    at = one.end
  }
  return { text: [...parts, json.slice(at)].join(''), links, left }
}

/** What one node says of notes, with the place of its string in the file; `end` exclusive. */
type CanvasValue = {
  readonly key: 'file' | 'text'
  readonly value: string
  readonly start: number
  readonly end: number
  readonly line: number
}

function canvasValues(json: string): readonly CanvasValue[] | undefined {
  const values: CanvasValue[] = []
  const nodes = nodesOf(json)
  if (nodes === undefined) return undefined
  visit(json, {
    onLiteralValue(value: unknown, start, length, line, _column, pathOf) {
      if (typeof value !== 'string') return
      const [list, place, key, ...deeper] = pathOf()
      if (list !== 'nodes' || typeof place !== 'number' || deeper.length > 0) return
      const node = nodes[place]
      // A text node has no file, whatever stands in it under that name.
      if ((key === 'file' || key === 'text') && isRecord(node) && node['type'] === key)
        values.push({ key, value, start, end: start + length, line: line + 1 })
    },
  })
  return values
}

function nodesOf(json: string): readonly unknown[] | undefined {
  const canvas = jsonOf(json.replace(/^\uFEFF/, ''))
  if (canvas === undefined) return undefined
  return isRecord(canvas) && Array.isArray(canvas['nodes']) ? canvas['nodes'] : []
}

/** A note that lies on the canvas: its path from the root of the vault, which may be a folder of the space. */
function movedFile({ value, line }: CanvasValue, { path, move }: RelinkNoteOptions): RelinkedText {
  const link = { target: canvasFileTarget(value), syntax: 'wiki' } as const
  const was = move.before(path, link)
  const is = was === undefined ? undefined : move.placeOf(was)
  if (was === undefined || is === undefined || was === is) return { text: value, links: [], left: [] }
  const rest = value.normalize('NFC')
  const root = was.toLowerCase().endsWith(rest.toLowerCase()) ? was.slice(0, was.length - rest.length) : undefined
  if (root === undefined || !is.startsWith(root)) {
    const reason = 'its new place is outside of the vault of the canvas'
    return { text: value, links: [], left: [{ path: move.placeOf(path), line, target: value, reason }] }
  }
  const text = is.slice(root.length)
  return { text, links: [{ line, from: value, to: text }], left: [] }
}
