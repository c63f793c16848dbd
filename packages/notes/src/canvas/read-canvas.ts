import { isRecord, jsonOf } from '@datacortex/platform'
import { type CanvasItem, canvasItem, oneLine } from './canvas-item.ts'

/** A piece of what a canvas says, by offsets, `end` exclusive. */
export type CanvasPart = {
  readonly start: number
  readonly end: number
  /** Label of the group that it is, or lies in. */
  readonly group?: string | undefined
  readonly isLabel?: true | undefined
}

/** A canvas as a text that can be read and searched like any note. */
export type CanvasText = { readonly text: string; readonly parts: readonly CanvasPart[] }

/** What a canvas says, as Markdown: cards from above, groups, notes, labels of edges; undefined if it is none. */
export function readCanvas(json: string): CanvasText | undefined {
  // Obsidian makes a new canvas without any content.
  const canvas = json.trim() === '' ? {} : jsonOf(json)
  if (!isRecord(canvas)) return undefined
  const { nodes = [], edges = [] } = canvas
  if (!Array.isArray(nodes) || !Array.isArray(edges)) return undefined
  const items = nodes
    .flatMap((node) => canvasItem(node) ?? [])
    .toSorted((one, other) => one.y - other.y || one.x - other.x)
  const texts: string[] = []
  const parts: CanvasPart[] = []
  let end = 0
  const add = (text: string, part: Pick<CanvasPart, 'group' | 'isLabel'> = {}): void => {
    const start = end + (texts.length === 0 ? 0 : between.length)
    end = start + text.length
    texts.push(text)
    parts.push({ start, end, ...part })
  }
  const inside = byGroup(items)
  for (const item of inside.get(undefined) ?? []) {
    if (item.kind === 'card') add(item.text)
    else {
      add(`# ${item.text}`, { group: item.text, isLabel: true })
      for (const card of inside.get(item) ?? []) add(card.text, { group: item.text })
    }
  }
  const labels = edgeLines(edges, items)
  if (labels.length > 0) add(labels.join('\n'))
  return { text: texts.length === 0 ? '' : `${texts.join(between)}\n`, parts }
}

const between = '\n\n'

/** The cards of each group; groups and what lies in none are those of no group. */
function byGroup(items: readonly CanvasItem[]): ReadonlyMap<CanvasItem | undefined, readonly CanvasItem[]> {
  const groups = items
    .filter(({ kind }) => kind === 'group')
    .slice(0, mostGroups)
    .toSorted((one, other) => one.width * one.height - other.width * other.height)
  return Map.groupBy(items, (item) => (item.kind === 'group' ? undefined : groups.find((group) => liesIn(item, group))))
}

/** Of more groups the labels are read alone: each card is compared with each group. */
const mostGroups = 500

function liesIn({ x, y, width, height }: CanvasItem, group: CanvasItem): boolean {
  const [middle, center] = [x + width / 2 - group.x, y + height / 2 - group.y]
  return middle >= 0 && middle <= group.width && center >= 0 && center <= group.height
}

function edgeLines(edges: readonly unknown[], items: readonly CanvasItem[]): readonly string[] {
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return edges.flatMap((edge) => {
    if (!isRecord(edge)) return []
    const { label, fromNode, toNode } = edge
    const said = oneLine(label)
    const nameOf = (id: unknown): string => (typeof id === 'string' ? (names.get(id) ?? '') : '')
    return said === '' ? [] : [`- ${[nameOf(fromNode), said, nameOf(toNode)].filter((one) => one !== '').join(' → ')}`]
  })
}
