import { jsonOf } from '@datacortex/platform'

/**
 * The JSON in what a model answered: the whole, what stands in a code fence, or what lies between the first bracket and
 * the last. `text`: of the model; what it thought aloud before its answer is passed over. Undefined if there is
 * none.
 */
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
