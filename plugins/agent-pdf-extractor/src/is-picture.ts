import { type Ground, groundsOf } from './hidden-lines.ts'
import type { OpenPage } from './read-line.ts'
import type { PageLine } from './page-line.ts'

/** Fewer characters are a number or a stamp. */
const fewestCharacters = 30
/** Of the page; a small one is a logo. */
const leastShare = 0.4

/** Whether a page is a picture with next to no text, as a scanner makes it. */
export function isPicture(open: OpenPage, lines: readonly PageLine[]): boolean {
  let characters = 0
  for (const { text } of lines) characters += text.length
  if (characters >= fewestCharacters) return false
  const { width, height } = open.frame
  let covered = 0
  for (const ground of groundsOf(open)) if (ground.isImage) covered += areaOf(ground)
  return covered >= width * height * leastShare
}

function areaOf({ left, right, bottom, top }: Ground): number {
  return (right - left) * (top - bottom)
}
