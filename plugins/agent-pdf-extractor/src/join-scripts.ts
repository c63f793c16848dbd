import type { PageLine } from './page-line.ts'

/** Joins what PDFium broke although it stands in one line. */
export function joinScripts(lines: readonly PageLine[]): readonly PageLine[] {
  const joined: PageLine[] = []
  for (const line of lines) {
    const before = joined.at(-1)
    const whole = before === undefined ? undefined : joinedLine(before, line)
    if (whole === undefined) joined.push(line)
    else joined[joined.length - 1] = whole
  }
  return joined
}

/** Letters that small are marks, or powers and indices. */
const scriptScale = 0.85
const longestScript = 12
const cellGap = 1.1

function joinedLine(before: PageLine, line: PageLine): PageLine | undefined {
  if (!before.isUpright || !line.isUpright || before.hasHyphen) return undefined
  const size = Math.max(before.size, line.size)
  const rise = Math.abs(line.baseline - before.baseline)
  const gap = line.left - before.right
  if (gap < -0.4 * size) return undefined
  if (rise < 0.12 * size) return gap < cellGap * size ? inLine(before, line) : inRow(before, line)
  const isScript = (script: PageLine, of: PageLine): boolean =>
    script.size <= of.size * scriptScale && script.text.length <= longestScript
  if (rise > 0.7 * size || gap > 0.5 * size) return undefined
  if (isScript(line, before)) return inLine(before, line)
  // A mark before its text: the text is the line.
  if (!isScript(before, line) || before.text.length > 3) return undefined
  return { ...inLine(before, line), baseline: line.baseline, size: line.size, weight: line.weight }
}

function inLine(before: PageLine, line: PageLine): PageLine {
  const gap = line.left - before.right
  const space = gap > 0.18 * before.size && !/^[,.;:!?)\]}]/.test(line.text) ? ' ' : ''
  const text = `${before.text}${space}${line.text}`
  const last = before.cells.at(-1)
  const [first, ...rest] = line.cells
  const joint = {
    text: `${last?.text ?? ''}${space}${first?.text ?? ''}`,
    left: last?.left ?? before.left,
    right: first?.right ?? line.right,
  }
  return {
    ...before,
    text,
    right: line.right,
    hasHyphen: line.hasHyphen,
    cells: [...before.cells.slice(0, -1), joint, ...rest],
  }
}

function inRow(before: PageLine, line: PageLine): PageLine {
  const cells = [...before.cells, ...line.cells]
  return { ...before, text: `${before.text} ${line.text}`, right: line.right, hasHyphen: line.hasHyphen, cells }
}
