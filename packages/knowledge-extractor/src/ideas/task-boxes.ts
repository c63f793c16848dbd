export type TaskBox = { readonly text: string; readonly isDone: boolean }

export function taskBoxes(text: string): readonly TaskBox[] {
  const boxes: TaskBox[] = []
  let isOpen = false
  for (const raw of text.split('\n')) {
    const line = raw.slice(0, mostCharacters).replace(quoteMarks, '')
    const box = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+\[([ xX-])\]\s+(.*)$/.exec(line)
    const last = boxes.at(-1)
    if (box !== null) boxes.push({ text: (box[2] ?? '').trim(), isDone: box[1] !== ' ' })
    else if (isOpen && last !== undefined && isContinued(line))
      boxes[boxes.length - 1] = { ...last, text: `${last.text} ${line.trim()}` }
    isOpen = box !== null || (isOpen && isContinued(line))
  }
  return boxes.filter((box) => box.text !== '')
}

const mostCharacters = 500

/** What somebody quotes, or puts into a callout. */
export const quoteMarks: RegExp = /^(?:[ \t]{0,3}>[ \t]?){1,20}/

/** Whether a line goes on with the item above it: indented, and no item itself. */
export function isContinued(line: string): boolean {
  return /^[ \t]+\S/.test(line) && !/^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line)
}
