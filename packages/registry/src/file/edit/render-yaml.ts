import type { CreateNodeOptions, Document, ToStringOptions } from 'yaml'
import { Scalar, isMap, isNode, isPair, isScalar, isSeq, stringify, visit } from 'yaml'

export type YamlStyle = {
  /** Spaces for each level. */
  readonly indent: number
  /** Whether the dashes of a list stand further right than the key above. */
  readonly indentSeq: boolean
  /** Whether texts that need quotes get single ones. */
  readonly singleQuote: boolean
  readonly eol: '\n' | '\r\n'
}

export function detectStyle(document: Document, text: string): YamlStyle {
  const columnOf = (offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1)
  let indent: number | undefined
  let indentSeq: boolean | undefined
  let singleQuote: boolean | undefined
  visit(document, {
    Pair(_, { key, value }) {
      if (indent !== undefined && indentSeq !== undefined && singleQuote !== undefined) return visit.BREAK
      if (!isScalar(key) || !key.range) return undefined
      const column = columnOf(key.range[0])
      if (isScalar(value) && (value.type === 'QUOTE_SINGLE' || value.type === 'QUOTE_DOUBLE'))
        singleQuote ??= value.type === 'QUOTE_SINGLE'
      if (isSeq(value) && value.flow !== true && value.range) indentSeq ??= columnOf(value.range[0]) > column
      const [first] = isMap(value) && value.flow !== true ? value.items : []
      if (isPair(first) && isScalar(first.key) && first.key.range)
        indent ??= Math.max(columnOf(first.key.range[0]) - column, 1)
      return undefined
    },
  })
  return {
    indent: indent ?? 2,
    indentSeq: indentSeq ?? true,
    singleQuote: singleQuote ?? false,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** `key: value` as lines of block YAML; the first line without indentation, the others with that of the key. */
export function renderPair(
  key: string,
  { value, column, style }: { value: unknown; column: number; style: YamlStyle },
): readonly string[] {
  return indented(stringify(new Map([[key, value]]), selfContained, options(style)), column)
}

/** `- value` as lines of block YAML, laid out as by {@link renderPair}. `column` of the dash, from 0; `style`: layout. */
export function renderItem(value: unknown, { column, style }: { column: number; style: YamlStyle }): readonly string[] {
  return indented(stringify([value], selfContained, options(style)), column)
}

export function renderFlow(value: unknown, padding: '' | ' '): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => renderFlow(item, padding)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return scalar(value)
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  if (entries.length === 0) return '{}'
  const pairs = entries.map(
    ([key, item]) => `${key === mergeKey ? `"${key}"` : scalar(key)}: ${renderFlow(item, padding)}`,
  )
  return `{${padding}${pairs.join(', ')}${padding}}`
}

function scalar(value: unknown): string {
  const rendered = stringify([value], { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 }).trimEnd()
  // A plain scalar with a line break in it would need lines of its own.
  return rendered.includes('\n') ? JSON.stringify(value) : rendered.slice(1, -1)
}

// Without quotes it means that the keys of another map stand here too.
const mergeKey = '<<'

/** A replacer for `yaml` that quotes merge keys, and text whose empty last lines would take those of the file, too. */
export function selfContained(_key: unknown, value: unknown): unknown {
  if (typeof value === 'string') return /\n\s*\n$|^\s*\n$/.test(value) ? quoted(value) : value
  if (typeof value !== 'object' || value === null || isNode(value)) return value
  const hasMergeKey = value instanceof Map ? value.has(mergeKey) : Object.hasOwn(value, mergeKey)
  if (!hasMergeKey) return value
  const entries: Iterable<[unknown, unknown]> = value instanceof Map ? value : Object.entries(value)
  return new Map([...entries].map(([key, item]) => [key === mergeKey ? quoted(mergeKey) : key, item]))
}

function quoted(text: string): Scalar {
  const node = new Scalar(text)
  node.type = 'QUOTE_DOUBLE'
  return node
}

function options({ indent, indentSeq, singleQuote }: YamlStyle): CreateNodeOptions & ToStringOptions {
  return {
    indent,
    indentSeq,
    singleQuote: singleQuote || null,
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Infinity,
    aliasDuplicateObjects: false,
  }
}

function indented(text: string, column: number): readonly string[] {
  const [first = '', ...rest] = text.replace(/\n$/, '').split('\n')
  return [first, ...rest.map((line) => (line === '' ? '' : `${' '.repeat(column)}${line}`))]
}
