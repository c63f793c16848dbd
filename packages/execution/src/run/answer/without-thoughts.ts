import type { RunnerResult } from '@datacortex/plugin'

const tags = ['<think>', '<thinking>', '<reasoning>']
// However much white space comes, it is looked at again with each piece.
const opening = /^\s{0,1000}<(think|thinking|reasoning)>/i
const blank = /^\s{0,1000}$/

/** A stream without the thoughts, `<think>…</think>`, that models put before their answer. */
export function withoutThoughtsStream() {
  let state: 'opening' | 'thinking' | 'answering' = 'opening'
  let waiting = ''
  let closing = /(?!)/
  let characters = 0
  const skip = (length: number): void => {
    characters += length
    waiting = waiting.slice(length)
  }
  // Both give back whether something changed.
  const open = (): boolean => {
    const found = opening.exec(waiting)
    if (found === null) {
      if (mayOpen(waiting)) return false
      state = 'answering'
      // The blank line behind the thoughts is none of the answer.
      if (characters > 0) waiting = waiting.trimStart()
      return true
    }
    closing = new RegExp(`</${found[1]}>`, 'i')
    state = 'thinking'
    skip(found[0].length)
    return true
  }
  const close = (): boolean => {
    const found = closing.exec(waiting)
    if (found === null) {
      // Its end may have come already.
      skip(Math.max(0, waiting.length - '</reasoning>'.length))
      return false
    }
    state = 'opening'
    skip(found.index + found[0].length)
    return true
  }
  return {
    push(piece: string) {
      waiting += piece
      for (;;) {
        if (state === 'answering') break
        if (!(state === 'opening' ? open() : close())) return ''
      }
      const text = waiting
      waiting = ''
      return text
    },
    end() {
      if (state === 'thinking') skip(waiting.length)
      return characters > 0 ? waiting.trimStart() : waiting
    },
    get characters() {
      return characters
    },
    get isThinking() {
      return state === 'thinking'
    },
  }
}

function mayOpen(text: string): boolean {
  if (blank.test(text)) return true
  const begun = text.slice(0, 1020).trimStart().toLowerCase()
  return tags.some((tag) => tag.startsWith(begun))
}

export function withoutThoughts(result: RunnerResult): RunnerResult {
  const stream = withoutThoughtsStream()
  const unopened = unopenedThoughts(result.text)
  const text = stream.push(result.text.slice(unopened)) + stream.end()
  const characters = stream.characters + unopened
  const { isThinking } = stream
  if (characters === 0) return result
  if (isThinking) {
    const remark = `The answer broke off within its thoughts, ${characters} characters of them, which are left out.`
    return { ...result, text, status: 'partial', remarks: [...(result.remarks ?? []), remark] }
  }
  if (text !== '') return { ...result, text }
  const remark = `The answer is nothing but thoughts, ${characters} characters of them, which are left out.`
  return { ...result, text, remarks: [...(result.remarks ?? []), remark] }
}

/** How many characters were thoughts whose beginning was not said: some chat templates open them themselves. */
function unopenedThoughts(text: string): number {
  const end = /^[ \t]*<\/(?:think|thinking|reasoning)>[ \t]*\r?\n\s*/im.exec(text)
  if (end === null || /<(?:think|thinking|reasoning)>|^ *```/im.test(text.slice(0, end.index))) return 0
  return end.index + end[0].length
}
