const longestTarget = 2000
const longestRest = 300

/**
 * Reads what stands behind `](`: never further than its bounds, so that many of them take no longer than one pass.
 * @returns The target without angle brackets, a title and spaces as they stand, and where it ends, `)` included.
 */
export function linkAt(text: string, at: number) {
  let start = at + 2
  while (start < at + 22 && isSpace(text.charCodeAt(start))) start += 1
  const bracketed = text[start] === '<' ? angled(text, start) : undefined
  const targetEnd = bracketed ?? bareEnd(text, start)
  for (let end = targetEnd; end <= targetEnd + longestRest; end += 1) {
    const character = text[end]
    if (character === undefined || character === '\n' || (character === '(' && text[end - 1] === ']')) return undefined
    if (character !== ')') continue
    const target = bracketed === undefined ? text.slice(start, targetEnd) : text.slice(start + 1, targetEnd - 1)
    return { target, rest: text.slice(targetEnd, end), end: end + 1 }
  }
  return undefined
}

function angled(text: string, start: number): number | undefined {
  for (let end = start + 1; end < start + longestTarget; end += 1) {
    const character = text[end]
    if (character === '>') return end + 1
    // A second bracket makes it no destination, and would make many of them costly.
    if (character === undefined || character === '\n' || character === '<') return undefined
  }
  return undefined
}

/** Parentheses in pairs belong to a destination. Another link ends it, which keeps many of them from being read twice. */
function bareEnd(text: string, start: number): number {
  let depth = 0
  let end = start
  for (; end < Math.min(text.length, start + longestTarget); end += 1) {
    const code = text.charCodeAt(end)
    if (isSpace(code)) break
    if (code === open && text[end - 1] === ']') break
    if (code === open) depth += 1
    else if (code === close) {
      if (depth === 0) break
      depth -= 1
    }
  }
  return end
}

const open = 0x28
const close = 0x29

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0
}
