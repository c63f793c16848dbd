const head = '> [!quote]- As it was read'

/**
 * A text as a part of a Markdown note that Obsidian shows folded. Whatever stands in it, the part ends where it ends.
 * @example foldText('# Bees') // '> [!quote]- As it was read\n> # Bees'
 */
export function foldText(text: string): string {
  return [head, ...text.split('\n').map((line) => (line === '' ? '>' : `> ${line}`))].join('\n')
}

/**
 * Where texts stand folded in a note, without the line above them.
 * @example foldedSpans(`Hi\n\n${foldText('Bees')}\n`) // [{ start: 31, end: 37 }]
 */
export function foldedSpans(note: string): readonly { readonly start: number; readonly end: number }[] {
  const spans: { start: number; end: number }[] = []
  const next = /\n(?!>)/g
  for (let at = note.indexOf(`\n${head}`); at !== -1; at = note.indexOf(`\n${head}`, next.lastIndex)) {
    const start = note.indexOf('\n', at + 1) + 1
    if (start === 0) break
    next.lastIndex = start - 1
    const end = next.exec(note)?.index ?? note.length
    spans.push({ start: Math.min(start, end), end })
    next.lastIndex = end
  }
  return spans
}
