/** An entry as an item of a YAML list, in the style of DIP-0016: block maps, texts in double quotes. */
export function renderEntry(entry: object, indent: number): string {
  const inner = ' '.repeat(indent + 2)
  const text = renderMap(entry, indent + 2)
  return `${' '.repeat(indent)}- ${text === '' ? '{}\n' : text.slice(inner.length)}`
}

function renderMap(map: object, indent: number): string {
  let text = ''
  for (const [key, value] of Object.entries(map)) {
    if (value === undefined) continue
    text += `${' '.repeat(indent)}${renderKey(key)}:${renderValue(value, indent)}`
  }
  return text
}

function renderValue(value: unknown, indent: number): string {
  if (!isObject(value)) return ` ${renderScalar(value)}\n`
  if (!Array.isArray(value)) {
    const inner = renderMap(value, indent + 2)
    return inner === '' ? ' {}\n' : `\n${inner}`
  }
  if (value.length === 0) return ' []\n'
  const items: readonly unknown[] = value
  if (items.every(isObject)) return `\n${items.map((item) => renderEntry(item, indent + 2)).join('')}`
  const scalars = items.map(renderScalar)
  const line = `[${scalars.join(', ')}]`
  if (line.length <= longestLine) return ` ${line}\n`
  return `\n${scalars.map((scalar) => `${' '.repeat(indent + 2)}- ${scalar}\n`).join('')}`
}

const longestLine = 100

function renderKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && !reservedWords.test(key) ? key : renderText(key)
}

// Of YAML 1.1 too, which Python reads.
const reservedWords = /^(?:null|true|false|yes|no|on|off|y|n)$/i

function renderScalar(value: unknown): string {
  if (typeof value === 'string') return renderText(value)
  if (typeof value === 'boolean') return String(value)
  // An infinite number has no JSON.
  return typeof value === 'number' && Number.isFinite(value) ? plainNumber(value) : 'null'
}

// Some parsers take `1e-7` for a text.
function plainNumber(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(12).replace(/\.?0+$/, '')
}

/** JSON leaves characters as they are that YAML does not allow, or takes for line ends. */
function renderText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
