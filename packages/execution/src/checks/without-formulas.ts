/** The text of a note with its formulas, `$$…$$` and `$…$`, replaced by spaces; lines stay where they are. */
export function withoutFormulas(text: string): string {
  if (!text.includes('$')) return text
  // A formula ends before a blank line: a lone sign hides nothing of what follows.
  const blocks = text.replaceAll(/(?<!\\)\$\$(?:[^$\n]|\n(?![ \t]*\n)){1,5000}\$\$/g, blank)
  return blocks.replaceAll(/(?<![\\$])\$(?![\s$])[^$\n]{1,2000}(?<![\s\\])\$(?![\d$])/g, blank)
}

function blank(formula: string): string {
  return formula.replaceAll(/[^\n]/g, ' ')
}
