/** How deep brackets are nested in a JSON text, without parsing it. */
export function jsonDepth(text: string, limit: number): number {
  let depth = 0
  let deepest = 0
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isQuoted) {
      if (code === backslash) index += 1
      else if (code === quote) isQuoted = false
    } else if (code === quote) isQuoted = true
    else if (code === openBrace || code === openBracket) {
      depth += 1
      if (depth > deepest) deepest = depth
      if (depth > limit) return depth
    } else if (code === closeBrace || code === closeBracket) depth -= 1
  }
  return deepest
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
