import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** Marks text to be styled for a terminal; leaves it plain elsewhere and where `NO_COLOR` is set. */
export function style(text: string, format: Style, stream: NodeJS.WriteStream = process.stdout): string {
  const [open = '', close = ''] = styleText(format, '|', { stream, validateStream: true }).split('|')
  return open === '' ? text : `${marked(open)}${text}${marked(close)}`
}

/** Splits a text at the marks of {@link style}. */
export function splitAtMarks(text: string): readonly string[] {
  return text
    .split(new RegExp(`\\u001b\\[${markKey()}(\\d+)m`))
    .map((part, place) => (place % 2 === 0 ? part : `\u001b[${part}m`))
}

function marked(sequence: string): string {
  return sequence.replace('\u001b[', `\u001b[${markKey()}`)
}

/** What nobody outside this process can write, in a form that still counts as a sequence without width. */
function markKey(): string {
  // Ciphers take longer to load than most commands print.
  const { randomInt } = process.getBuiltinModule('node:crypto')
  key ??= Array.from({ length: 3 }, () => `${randomInt(1000, 10_000)};`).join('')
  return key
}

let key: string | undefined
