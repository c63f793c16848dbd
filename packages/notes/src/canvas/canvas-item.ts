import { isRecord } from '@datacortex/platform'

export type CanvasItem = Readonly<Record<'x' | 'y' | 'width' | 'height', number>> & {
  readonly id: string
  readonly kind: 'card' | 'group'
  /** As Markdown; the label of a group. */
  readonly text: string
  /** What it is called where an edge begins or ends. */
  readonly name: string
}

/** One node of a canvas (https://jsoncanvas.org/spec/1.0); undefined if it says nothing or is of another shape. */
export function canvasItem(node: unknown): CanvasItem | undefined {
  if (!isRecord(node)) return undefined
  const text = textOfNode(node)
  if (text === '') return undefined
  const { id, x, y, width, height } = node
  return {
    id: typeof id === 'string' ? id : '',
    kind: node['type'] === 'group' ? 'group' : 'card',
    text,
    name: nameOf(text),
    x: numberOf(x),
    y: numberOf(y),
    width: numberOf(width),
    height: numberOf(height),
  }
}

function textOfNode({ type, text, file, subpath, url, label }: Readonly<Record<string, unknown>>): string {
  if (type === 'text') return wellFormed(text).trim()
  if (type === 'link') return oneLine(url)
  if (type === 'group') return oneLine(label)
  const path = type === 'file' ? oneLine(file) : ''
  return path === '' ? '' : `[[${canvasFileTarget(path)}${oneLine(subpath)}]]`
}

/** The target of a link to a file on a canvas: from the vault's root, as a name alone would mean the nearest note. */
export function canvasFileTarget(path: string): string {
  return path.includes('/') ? path : `/${path}`
}

/** The first line, without marks: a link in it is none of the edge's. */
function nameOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const plain = oneLine(first.slice(0, 500).replaceAll(/^\[\[\/|^[-+]|[[\]#*`>]/g, ' '))
  return plain.slice(0, mostNameCharacters).trimEnd().toWellFormed()
}

const mostNameCharacters = 60

export function oneLine(value: unknown): string {
  return wellFormed(value).replaceAll(/\s+/g, ' ').trim()
}

/** Written by its number, JSON can have any sign. */
function wellFormed(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : ''
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
