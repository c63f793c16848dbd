/**
 * What an agent asks back: the text behind the last line that begins with `INPUT_REQUIRED:`, by which an agent of any
 * runner says that it can't go on without an answer. Undefined if there is no such line.
 */
export function askedBack(text: string): { readonly question: string; readonly before: string } | undefined {
  const at = text.lastIndexOf(mark)
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  const question = text.slice(at + mark.length).trim()
  // Quoted or spoken of in the middle of a line, it asks nothing.
  if (at < 0 || line.trim() !== '' || question === '') return undefined
  return { question, before: text.slice(0, at).trim() }
}

const mark = 'INPUT_REQUIRED:'
