import { type Finding, warningFinding } from '@datacortex/errors'
import type { ExtractedDocument, Writer } from '@datacortex/plugin'
import { oneLine } from '@datacortex/content'
import type { Digest } from '../ideas/pick-insights.ts'
import { idle, spokenPart } from '../ideas/spoken-tasks.ts'
import { standsAlone } from '../ideas/stands-alone.ts'
import type { Idea } from '../ideas/zettel-candidates.ts'
import { plainMarkdown } from '../statements/plain-markdown.ts'
import { bareWords } from '../text/bare-words.ts'
import { cutWords } from '../text/cut-words.ts'
import { type Proposal, askProposal } from './ask-proposal.ts'
import { type Refused, wordChecker } from './check-words.ts'

type Made = { readonly digest: Digest; readonly ideas: readonly Idea[]; readonly actions: readonly string[] }

type ImproveOptions = {
  readonly made: Made
  /** Whether the document can ask somebody for something, as `findActions` takes it. */
  readonly facts: { readonly speaks: boolean; readonly isSource?: boolean }
  readonly writer: Writer
  readonly mostIdeas: number
  readonly signal: AbortSignal
}

/** What was made of a document, with what a writer proposes in its place, as far as the document bears it. */
export async function improveDigest(
  document: ExtractedDocument,
  options: ImproveOptions,
): Promise<Made & { readonly findings: readonly Finding[] }> {
  const { made, facts, writer, mostIdeas, signal } = options
  const text = document.text.slice(0, longestMaterial)
  const proposal = await askProposal(writer, { text, mostIdeas, signal })
  if ('problem' in proposal) return { ...made, findings: [failed(document.title, proposal.problem)] }
  const checker = wordChecker(document, text)
  const { passageOf, wordsOf } = checker
  const summary = proposal.summary.flatMap(({ sentence, quote }) => {
    const passage = passageOf(quote)
    const said = passage === undefined ? '' : wordsOf(sentence, passage, { alone: false })
    return said === '' ? [] : [/\p{P}$/u.test(said) ? said : `${said}.`]
  })
  const insights = proposal.insights.flatMap(({ statement, quote }) => {
    const passage = passageOf(quote)
    if (passage === undefined) return []
    const isAlone = standsAlone(plainMarkdown(passage.text))
    // Without a statement, the passage is meant as it is.
    const said = isAlone && statement.trim() === '' ? '' : wordsOf(statement, passage)
    if (said !== '') return [{ statement: said, quote: passage }]
    return isAlone ? [{ quote: passage }] : []
  })
  const written = proposal.zettels.slice(0, mostIdeas).flatMap(({ title, idea, quote }) => {
    const passage = passageOf(quote)
    if (passage === undefined) return []
    const whole = { title: wordsOf(title, passage), text: wordsOf(idea, passage, { fewest: fewestTerms }) }
    return whole.text === '' || whole.title === '' ? [] : [{ ...whole, quote: passage }]
  })
  const actions = tasksOf(proposal, { document, made, facts, checker })
  return {
    digest: {
      ...made.digest,
      ...(summary.length === 0 ? {} : { summary: summary.join(' ') }),
      ...(insights.length === 0 ? {} : { insights }),
    },
    ideas: written.length === 0 ? made.ideas : written,
    actions: [...made.actions, ...actions],
    findings: findingsOf(document.title, checker.refused),
  }
}

const longestMaterial = 60_000
/** Less is no idea, no matter who wrote it. */
const fewestTerms = 6
const longestTask = 200

type TaskOptions = Pick<ImproveOptions, 'made' | 'facts'> & {
  readonly document: ExtractedDocument
  readonly checker: ReturnType<typeof wordChecker>
}

/** Those that somebody speaks of where tasks can be, and that no rule has found already. */
function tasksOf({ tasks }: Proposal, { document, made, facts, checker }: TaskOptions): readonly string[] {
  const { passageOf, wordsOf, refused } = checker
  const said = facts.isSource === true ? undefined : spokenPart(document, facts)?.said
  const known = made.actions.map(bareWords)
  return tasks.flatMap(({ task, quote }) => {
    const passage = passageOf(quote)
    if (passage === undefined) return []
    if (said?.includes(passage.text) !== true || idle.test(passage.text)) {
      refused.words += 1
      return []
    }
    const line = cutWords(oneLine(wordsOf(task, passage, { alone: false })), longestTask)
    const words = bareWords(passage.text)
    return line === '' || known.some((one) => words.includes(one) || one.includes(words)) ? [] : [line]
  })
}

function failed(subject: string, problem: string): Finding {
  return warningFinding('KNOWLEDGE_WRITER_FAILED', subject, {
    message: `The writer could not be used: ${problem.replace(/\.$/, '')}. Summary and zettels are quotations.`,
    hint: 'Check the writer of the settings, then ingest again with a changed content, or keep the note as it is.',
  })
}

function findingsOf(subject: string, { quotes, numbers, words }: Refused): readonly Finding[] {
  const finding = (code: string, count: number, [one, more]: readonly [string, string]): readonly Finding[] =>
    count === 0 ? [] : [warningFinding(code, subject, { message: count === 1 ? one : `${count} ${more}` })]
  return [
    ...finding('KNOWLEDGE_QUOTE_NOT_FOUND', quotes, [
      '1 quotation of the writer did not stand in the source and went with what it was to show.',
      'quotations of the writer did not stand in the source and went with what they were to show.',
    ]),
    ...finding('KNOWLEDGE_NUMBER_NOT_FOUND', numbers, [
      '1 text of the writer had a number that its quotation does not have and went.',
      'texts of the writer had a number that their quotations do not have and went.',
    ]),
    ...finding('KNOWLEDGE_WORDS_UNPROVEN', words, [
      '1 text of the writer went: its quotation does not bear it, it can’t be understood alone, or nobody is asked there.',
      'texts of the writer went: their quotations do not bear them, they can’t be understood alone, or nobody is asked there.',
    ]),
  ]
}
