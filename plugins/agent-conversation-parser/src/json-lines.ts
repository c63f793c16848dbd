import type { Tally } from './tally.ts'

/** The values of JSON lines, one after the other; lines that are none are counted. `chunks`: bytes, UTF-8. */
export async function* jsonLines(chunks: AsyncIterable<Uint8Array>, tally: Tally): AsyncGenerator {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield* valueOf(line, tally)
  }
  yield* valueOf(rest + decoder.decode(), tally)
}

function* valueOf(line: string, tally: Tally): Generator {
  if (line.trim() === '') return
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    tally.skip('unreadable line')
    return
  }
  yield value
}
