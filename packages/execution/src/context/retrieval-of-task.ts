import type { OwnQuestion } from '@datacortex/memory'
import { wordsOf, wordSet } from '@datacortex/text'

/** How a context gets what a task needs to know, and why that way. */
export type Retrieval = OwnQuestion & {
  /** Links that are followed from what the task finds. */
  readonly hops: number
  /** Org files that are read as they are now. */
  readonly files: readonly string[]
}

/**
 * Decides how a context gets what a task needs to know. What an agent's entry asks for is got anyway.
 * `orgFiles`: names that a task may call them, and paths of those that are there and may be read.
 * @see DIP-0016 §5.2 and §6.3
 */
export function retrievalOfTask(
  task: string,
  { orgFiles, hops }: { readonly orgFiles: ReadonlyMap<string, string>; readonly hops?: number | undefined },
): Retrieval {
  const plain = { hops: 0, files: [] }
  if (hops !== undefined)
    return { ...plain, strategy: 'search', because: `${hops} links deep, as it was asked for`, hops }
  if (bringsText.test(task)) return { ...plain, strategy: 'skip', because: 'the task brings the text that it is about' }
  const files = stateFiles(task, orgFiles)
  if (files.length > 0)
    return { hops: 0, files, strategy: 'read', because: `the task asks for the current state: ${files.join(', ')}` }
  if (strategic.test(task))
    return { ...plain, strategy: 'multi_hop', because: 'the task brings several topics together', hops: 2 }
  return contextual.test(task)
    ? { ...plain, strategy: 'search', because: 'with one link, as the task asks how things hang together', hops: 1 }
    : { ...plain, strategy: 'search', because: 'the task asks about one thing' }
}

const strategic =
  /\b(?:strateg\w*|synthesi[sz]\w*|roadmap|competitive|competitors?|positioning|big picture|overview of (?:all|everything)|landscape)\b/i
const contextual =
  /\b(?:relat(?:e[sd]?|ion|ions|ionship)|connect(?:s|ed|ion|ions)?|compar(?:e|es|ed|ison)|context of|depends? on|why|explain how|difference between|hangs? together)\b/i

/** Work on a text that stands behind it; what names a file, a note or an address works on that. */
const bringsText =
  /^\s*(?:please\s+)?(?:translate|proofread|rephrase|reword|rewrite|shorten|reformat|spell-?check|summari[sz]e (?:this|the following))\b[^\n:/[\]]{0,100}(?::\s|\n)\s*\S.{38,}/is

/** The org files whose state a task asks for. */
function stateFiles(task: string, orgFiles: ReadonlyMap<string, string>): readonly string[] {
  if (orgFiles.size === 0) return []
  const words = wordsOf(task.slice(0, mostLooked))
  const asked = [...orgFiles].filter(([name]) => asksFor(words, wordsOf(name))).map(([, path]) => path)
  const actions = orgFiles.get('next_actions')
  if (asked.length === 0 && actions !== undefined && generalState.test(task)) return [actions]
  return [...new Set(asked)]
}

const mostLooked = 2000
const generalState =
  /\b(?:(?:is|are|what's|whats|anything) (?:over)?due|(?:which|what|my|our|open|current|next|pending|overdue) (?:tasks|to-?dos|next actions))\b/i
const verbs: ReadonlySet<string> = wordSet(
  'what which list show read sort process triage tidy clean empty check count how update',
)
const fillers: ReadonlySet<string> = wordSet(
  'all everything every the my our your is are s in from of on at there many ai tasks task items entries through up out new open due next',
)

/** Whether a task is to do something with a file of this name, as in "sort the inbox"; one about its subject is not. */
function asksFor(words: readonly string[], name: readonly string[]): boolean {
  for (let start = words.indexOf(name[0] ?? ''); start !== -1; start = words.indexOf(name[0] ?? '', start + 1)) {
    if (!name.every((word, index) => words[start + index] === word)) continue
    let before = start - 1
    while (before > 0 && fillers.has(words[before] ?? '')) before -= 1
    if (verbs.has(words[before] ?? '')) return true
  }
  return false
}
