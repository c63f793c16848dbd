import type { CodedError } from '@datacortex/errors'
import { contentTerms } from '@datacortex/knowledge-extractor/text'
import { recordOf } from '@datacortex/platform'
import { budgetWords } from '@datacortex/sources'
import { researchError } from '../errors.ts'
import type { RunParts } from './compose-result.ts'
import { skippedSentences } from './describe-sources.ts'
import { type Discovery, isGiven } from './discover.ts'
import type { RunInProgress } from './research-ports.ts'
import type { CandidateSelection } from './select-candidates.ts'

type NothingRead = Pick<RunParts, 'discovery' | 'selection' | 'gathered'>

/** Why a run ends without a report (DIP-0021 §3.4). What failed is forgotten, so that resuming asks it again. */
export async function nothingRead(
  { discovery, selection, gathered }: NothingRead,
  { run, config, budget }: RunInProgress,
): Promise<CodedError> {
  await run.forget({ phase: 'discover', key: 'sources' })
  await run.forget({ phase: 'discover', key: 'works' })
  await run.forget({ phase: 'select', key: 'candidates' })
  const failed = new Set<string>()
  for (const phase of ['discover', 'gather'] as const)
    for (const { key } of run.stepsOf({ phase, prefix: '' }))
      if (recordOf(await run.output({ phase, key }))['ok'] === false) {
        failed.add(key)
        await run.forget({ phase, key })
      }
  const { id } = run.record
  const limit = budget.reached
  const reasonsOf = (skipped: Discovery['skipped']): readonly string[] =>
    skippedSentences({ ...discovery, skipped }, { ...gathered, failed: [] })
  const reasons = [
    ...(limit === undefined ? [] : [`The budget of ${budgetWords[limit]} is spent.`]),
    ...reasonsOf(discovery.skipped.filter(({ source }) => failed.has(source))),
    ...skippedSentences({ ...discovery, skipped: [] }, gathered),
    ...leftSentences(selection),
    // A source without a key is rarely the reason, and of many sentences only the first are shown.
    ...reasonsOf(discovery.skipped.filter(({ source }) => !failed.has(source))),
  ]
  return researchError('RESEARCH_NOTHING_READ', {
    id,
    topic: config.topic,
    reasons: reasons.length === 0 ? ['No source found anything.'] : reasons,
    // Addresses were given to be read, whatever the notes say.
    notes: isGiven(config) ? [] : notesAbout(config.topic, discovery.notes),
    next:
      limit === undefined
        ? nextStep({ discovery, selection, gathered }, { id, failed: failed.size > 0 })
        : 'Raise research.budget in the settings, and begin another run.',
  })
}

/** What helps; undefined if asking again may. A source that took no part, such as one without a key, takes none then. */
function nextStep({ discovery, selection, gathered }: NothingRead, { id, failed }: { id: string; failed: boolean }) {
  if (gathered.failed.length > 0) return undefined
  // This asks again who failed, too.
  if (selection.left.length > 0) return `datacortex research resume ${id} --select all`
  if (failed) return undefined
  if (discovery.answers.length > 0) return 'Ask in other words, or with more sources: datacortex source list'
  return `See why no source takes part: datacortex source list; then datacortex research resume ${id}`
}

/** The nearest notes may be far off, where there are no nearer ones: those count that have most words of the topic. */
function notesAbout(topic: string, notes: Discovery['notes']): readonly string[] {
  const wanted = new Set(contentTerms(topic))
  const sharedWith = (text: string): number => wanted.intersection(new Set(contentTerms(text))).size
  return notes.filter(({ title, text }) => sharedWith(`${title}\n${text}`) * 2 > wanted.size).map(({ title }) => title)
}

/** One sentence for each reason, since hundreds may be below the threshold. */
function leftSentences({ left }: CandidateSelection): readonly string[] {
  const byReason = Map.groupBy(left, ({ reason }) => reason)
  return [...byReason].map(([reason, some]) => `${some.length} of what was found was left out: ${reason}.`)
}
