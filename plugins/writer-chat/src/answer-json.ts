import { jsonOf } from '@datacortex/platform'

/** The JSON in an answer: the whole, a code fence, or from the first bracket to the last; not what it thought aloud. */
export function answerJson(text: string): { readonly value: unknown } | undefined {
  const said = text.replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/, '').trim()
  for (const candidate of candidates(said)) {
    const value = jsonOf(candidate)
    if (value !== undefined) return { value }
  }
  return undefined
}

function* candidates(text: string): Generator<string> {
  yield text
  const opening = /^```[^\n`]*\n/m.exec(text)
  if (opening !== null) {
    const from = opening.index + opening[0].length
    // The last fence, since strings inside may hold fences too.
    for (const to of [text.lastIndexOf('\n```'), text.indexOf('\n```', from)])
      if (to >= from) yield text.slice(from, to)
  }
  const [start, end] = [text.search(/[[{]/), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))]
  if (start >= 0 && end > start) yield text.slice(start, end + 1)
}
