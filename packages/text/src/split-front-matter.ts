export type FrontMatterSplit = {
  /** Without its `---` lines; its first line is the second one of the text. */
  readonly yaml: string
  /** What follows, and the offset where it begins. */
  readonly body: string
  readonly bodyStart: number
}

/**
 * Takes apart a text that begins with front matter: YAML between a line `---` and a line `---` or `...`.
 * @returns Undefined if it begins with none, or with one that is never closed.
 * @example splitFrontMatter('---\nname: x\n---\nBody')?.yaml // 'name: x\n'
 */
export function splitFrontMatter(text: string): FrontMatterSplit | undefined {
  const [opening] = /^\uFEFF?---[ \t]*\r?\n/.exec(text.slice(0, 200)) ?? []
  if (opening === undefined) return undefined
  closing.lastIndex = opening.length - 1
  const close = closing.exec(text)
  if (close === null) return undefined
  const bodyStart = close.index + close[0].length
  return { yaml: text.slice(opening.length, close.index + 1), body: text.slice(bodyStart), bodyStart }
}

const closing = /\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/g
