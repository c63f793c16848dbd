import { withoutEnd } from '@datacortex/text'

/** The requests that an agent's description names, at most 60: `<example>` blocks, "Use when …", "Triggers on: …". */
export function triggerExamples(texts: readonly string[]): readonly string[] {
  const found = new Set<string>()
  for (const text of texts) {
    // Descriptions on one line spell their line breaks as \n.
    const content = text
      .slice(0, longestText)
      .replaceAll(String.raw`\n`, '\n')
      .replaceAll(String.raw`\"`, '"')
    for (const block of exampleBlocks(content)) for (const example of examplesOfBlock(block)) found.add(example)
    for (const sentence of sentences(withoutExampleBlocks(content)))
      for (const example of examplesOfSentence(sentence)) found.add(example)
  }
  return [...found].filter((example) => /\p{L}/u.test(example) && example.length <= 600).slice(0, 60)
}

const longestText = 50_000

function exampleBlocks(text: string): readonly string[] {
  return text
    .split('<example>')
    .slice(1)
    .map((part) => part.split('</example>', 1)[0] ?? '')
}

function withoutExampleBlocks(text: string): string {
  const [before = '', ...parts] = text.split('<example>')
  return [before, ...parts.map((part) => part.split('</example>').slice(1).join(' '))].join('\n')
}

function examplesOfBlock(block: string): readonly string[] {
  return block
    .replaceAll(/\s(?=(?:context|user|assistant)\s*:)/gi, '\n')
    .split('\n')
    .map((line) => /^\s*(?:user|context)\s*:\s*(\S.*)$/i.exec(line)?.[1])
    .filter((line) => line !== undefined)
    .map((line) => tidy(line))
    .filter((line) => line !== '')
}

function sentences(text: string): readonly string[] {
  // "e.g. x" and "i.e. x" are no ends.
  return text.split(/(?<=[.!?]["')]?)(?<!\b[ei]\.[ge]\.)\s+(?=[\p{Lu}\d"'(<*])|\n+/u).map((part) => part.trim())
}

const triggerList =
  /\btrigger(?:s|ed)?(?: (?:words?|phrases?|keywords?))?(?: (?:on|by|with|for|include|includes|when))?(?: (?:phrases|words|keywords|requests))?(?: (?:like|such as))?:\s*(\S.*)$/i
const useWhen =
  /\b(?:used?|invoked?|called|delegates? here)\b(?: (?:this|it|the|agent|skill|subagent|mode|proactively|immediately|automatically|only))* (?:when|whenever|if|for|after|before|to|on|at|during)\b[:\s]+(\S.*)$/i
const proactively = /\bproactively\b[,:]? (?:when|whenever|for|after|before|to|if)\b (\S.*)$/i
// Who asks says nothing about what is asked for.
const leadIn =
  /^(?:(?:the |a )?users?|you|someone|people)(?:'s| is| are)? (?:needs?|wants?|asks?|would like|asking|trying|requests?)(?: help)?(?: you)?(?: (?:to|for|about|with))? /i

function examplesOfSentence(sentence: string): readonly string[] {
  const list = triggerList.exec(sentence)?.[1]
  if (list !== undefined) return listed(list)
  const clause = useWhen.exec(sentence)?.[1] ?? proactively.exec(sentence)?.[1]
  if (clause === undefined) return []
  const example = tidy(clause).replace(leadIn, '')
  return example.length < 4 ? [] : [example]
}

function listed(list: string): readonly string[] {
  const quoted = [...list.matchAll(/'((?:[^']|(?<=\w)'(?=\w))+)'|"([^"]+)"|“([^”]+)”|`([^`]+)`/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '',
  )
  const items = quoted.length > 0 ? quoted : list.split(/[,;]/)
  return items.map((item) => tidy(item.replace(/^\s*(?:or|and)\s+/i, ''))).filter((item) => item !== '')
}

function tidy(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').replace(/^[\s"'“”`*-]+/, '')
  return withoutEnd(withoutEnd(plain, ` "'“”\`*`), '.,;:').trim()
}
