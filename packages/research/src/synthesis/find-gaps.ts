import { contentTerms } from '@datacortex/knowledge-extractor/text'
import { wordsOf } from '@datacortex/text'
import type { Synthesis } from './types.ts'

export type GapInput = Pick<Synthesis, 'answers' | 'topic' | 'findings' | 'contradictions' | 'sources'>

export function conclude<T extends GapInput & Pick<Synthesis, 'evidence'>>(known: T) {
  const sourceIds = new Map(known.evidence.map(({ id, sourceId }) => [id, sourceId]))
  const nameOf = (id: string) => known.sources.find((source) => source.id === sourceIds.get(id))
  const actions = proposeActions(known, nameOf)
  return { ...known, gaps: findGaps(known), actionItems: Object.keys(actions), actionTags: actions }
}

function findGaps({ topic, answers, findings, sources }: GapInput): readonly string[] {
  const gaps: string[] = unanswered(answers).map((question) => `Nothing that was read answers “${question}”`)
  const cited = new Set(findings.flatMap((finding) => finding.sources))
  const titles = sources.filter(({ id }) => cited.has(id)).map(({ title }) => title)
  const covered = new Set([...findings.map(({ text }) => text), ...titles].flatMap(contentTerms))
  // An address that was given to be read is nothing to be spoken of.
  const missing = [...new Set(wordsOf(topic.replaceAll(/https?:\/\/\S+/gi, ' ')))].filter((word) => {
    const terms = contentTerms(word)
    // What is left of a possessive is no word.
    return word.length > 1 && terms.length > 0 && terms.every((term) => !covered.has(term))
  })
  if (findings.length === 0) gaps.push('None of the sources says anything about the topic that could be quoted.')
  else if (missing.length > 0) gaps.push(`No finding speaks of ${list(missing.map((word) => `“${word}”`))}.`)
  const single = findings.filter(({ convergence }) => convergence.independent <= 1).length
  if (single > 0)
    gaps.push(`${single} of ${findings.length} findings ${single === 1 ? 'rests' : 'rest'} on one independent source.`)
  const unread = sources.filter(
    ({ read, path, copyOf, metrics }) => !read && path === undefined && copyOf === undefined && metrics === undefined,
  ).length
  if (unread > 0) gaps.push(`${unread} of the sources found ${unread === 1 ? 'was' : 'were'} not read.`)
  return gaps
}

function unanswered(answers: GapInput['answers'] = []): readonly string[] {
  return answers.flatMap(({ question, evidence }) => (evidence === undefined ? [question] : []))
}

/** What a person could do next, as sentences that start with a verb, each with a tag for what it is. */
function proposeActions(
  input: GapInput,
  nameOf: (evidenceId: string) => { readonly title: string; readonly path?: string | undefined } | undefined,
): Readonly<Record<string, string>> {
  const actions: Record<string, string> = {}
  for (const question of unanswered(input.answers)) actions[`Find an answer: ${question}`] = 'open_question'
  for (const { a, b, local } of input.contradictions.slice(0, 3)) {
    const [web, other] = [nameOf(a), nameOf(b)]
    if (web === undefined || other === undefined) continue
    const action = local
      ? `Re-evaluate the note “${other.title}”: “${web.title}” contradicts it`
      : `Decide which is right: “${web.title}” and “${other.title}” contradict each other`
    actions[action] = 'contradiction'
  }
  // Where only one document was read, each finding rests on it alone, and the one who asked for it knows.
  const isCompared = input.sources.filter(({ read }) => read).length > 1
  const lonely = isCompared ? input.findings.find(({ convergence }) => convergence.independent <= 1) : undefined
  if (lonely !== undefined) actions[`Look for a second independent source: ${shortened(lonely.text)}`] = 'follow_up'
  if (input.findings.length === 0)
    actions[`Ask again about ${input.topic} in other words, or with more sources`] = 'follow_up'
  return actions
}

function shortened(text: string): string {
  return text.length <= 140 ? text : `${text.slice(0, 140).replace(/\s+\S*$/u, '')} …`
}

function list(items: readonly string[]): string {
  return items.length <= 1 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}
