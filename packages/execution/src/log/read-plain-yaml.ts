import { parseYaml } from '@datacortex/platform/yaml'

/** Reads the simple YAML that the log is written in, some twenty times faster than a whole parser does. */
export function readPlainYaml(text: string): Readonly<Record<string, unknown>> | undefined {
  const lines = readLines(text)
  if (lines === undefined) return undefined
  const cursor: Cursor = { lines, at: 0 }
  try {
    const value = readMap(cursor, 0)
    return cursor.at === lines.length ? value : undefined
  } catch (error) {
    if (error === notPlain || error instanceof SyntaxError) return undefined
    throw error
  }
}

export function isYaml(text: string): boolean {
  return readPlainYaml(text) !== undefined || parseYaml(text).problems.length === 0
}

type Line = { readonly indent: number; content: string }
type Cursor = { readonly lines: readonly Line[]; at: number }

const notPlain = Symbol('not of the simple form')

function fail(): never {
  // oxlint-disable-next-line no-throw-literal
  throw notPlain
}

function readLines(text: string): readonly Line[] | undefined {
  // To a whole parser a carriage return is white space, or ends a line.
  if (text.includes('\r')) return undefined
  const lines: Line[] = []
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    let from = start
    while (text.charCodeAt(from) === 0x20) from += 1
    const first = text.charCodeAt(from)
    if (first === 0x09) return undefined
    if (from < end && first !== 0x23) lines.push({ indent: from - start, content: text.slice(from, end) })
    start = end + 1
  }
  return lines
}

function readBlock(cursor: Cursor, indent: number): unknown {
  return cursor.lines[cursor.at]?.content.startsWith('- ') === true ? readList(cursor, indent) : readMap(cursor, indent)
}

function readList(cursor: Cursor, indent: number): readonly unknown[] {
  const items: unknown[] = []
  for (;;) {
    const line = cursor.lines[cursor.at]
    if (line === undefined || line.indent !== indent || !line.content.startsWith('- ')) return items
    const content = line.content.slice(2)
    if (keyOf(content) === undefined) {
      items.push(readScalar(content))
      cursor.at += 1
    } else items.push(readMap(cursor, indent + 2, content))
  }
}

/** `first`: what stands behind the dash of a list, instead of the content of the current line. */
function readMap(cursor: Cursor, indent: number, first?: string): Readonly<Record<string, unknown>> {
  const map: Record<string, unknown> = {}
  for (let content = first; ; content = undefined) {
    const line = cursor.lines[cursor.at]
    if (line === undefined || (content === undefined && line.indent !== indent)) return map
    const text = content ?? line.content
    const found = keyOf(text)
    if (found === undefined) {
      // The next item of a list that stands as far left as its key's map.
      if (text.startsWith('- ')) return map
      return fail()
    }
    const { key, rest } = found
    if (Object.hasOwn(map, key) || key === '__proto__') fail()
    cursor.at += 1
    map[key] = rest === '' ? readNested(cursor, indent) : readScalar(rest)
  }
}

function readNested(cursor: Cursor, indent: number): unknown {
  const line = cursor.lines[cursor.at]
  if (line === undefined || line.indent < indent) return null
  if (line.indent > indent) return readBlock(cursor, line.indent)
  return line.content.startsWith('- ') ? readList(cursor, indent) : null
}

const plainKey = /^([A-Za-z_][\w-]*):(?: +|$)/
const quotedKey = /^("(?:[^"\\]|\\.)*"):(?: +|$)/

function keyOf(content: string): { readonly key: string; readonly rest: string } | undefined {
  const plain = plainKey.exec(content)
  if (plain !== null) {
    const [whole, key = ''] = plain
    return { key: notAText.test(key) ? fail() : key, rest: withoutComment(content.slice(whole.length)) }
  }
  const quoted = content.startsWith('"') ? quotedKey.exec(content) : null
  if (quoted === null) return undefined
  return { key: String(JSON.parse(quoted[1] ?? '')), rest: withoutComment(content.slice(quoted[0].length)) }
}

function withoutComment(rest: string): string {
  return rest.startsWith('#') ? '' : rest
}

const quotedScalar = /^("(?:[^"\\]|\\.)*")\s*(?:\s#.*)?$/
const otherScalar = /^('(?:[^']|'')*'|[A-Za-z][\w./-]*|-?(?:0|[1-9]\d*)(?:\.\d+)?)\s*(?:\s#.*)?$/
const notAText = /^(?:null|true|false|yes|no|on|off|y|n)$/i

function readScalar(content: string): unknown {
  const first = content.charCodeAt(0)
  if (first === 0x22) return JSON.parse(quotedScalar.exec(content)?.[1] ?? fail())
  if (first === 0x5b) return readBrackets(content)
  if (/^\{\}\s*$/.test(content)) return {}
  const token = otherScalar.exec(content)?.[1] ?? fail()
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'")
  if (/^[-\d]/.test(token)) return Number(token)
  if (!notAText.test(token)) return token
  if (token === 'null') return null
  return token === 'true' ? true : token === 'false' ? false : fail()
}

function readBrackets(content: string): readonly unknown[] {
  const value: unknown = JSON.parse(content.replace(/\]\s+#[^\]"']*$/, ']'))
  return Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object') ? value : fail()
}
