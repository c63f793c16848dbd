import { checkSynthesis } from './check-synthesis.ts'
import { spokenConvergence } from './convergence-words.ts'
import type { RenderOptions } from './render-summary.ts'
import type { Synthesis } from './types.ts'

export type ScriptTurn = {
  readonly speaker: 'host' | 'guest'
  /** To be spoken: no marks, no addresses. */
  readonly text: string
  readonly claimIds: readonly string[]
}

const spokenFindings = 8
const questions = [
  'What is the first thing to know?',
  'And what else did you find?',
  'Is there more behind that?',
  'What comes next?',
  'What surprised you?',
  'Where does that lead?',
  'Anything that people overlook?',
  'One more?',
] as const

/** The report as a talk between two voices, by rules and without a model. See DIP-0021 §5.1. */
export function renderScript(synthesis: Synthesis, { snapshots }: Pick<RenderOptions, 'snapshots'>) {
  const { synthesis: checked } = checkSynthesis(synthesis, snapshots)
  const { topic, findings, contradictions, gaps, sources, evidence } = checked
  const read = sources.filter(({ read, path }) => read && path === undefined).length
  const quoteOf = new Map(evidence.map(({ id, quote }) => [id, quote]))
  const turns: ScriptTurn[] = [
    turn('host', `Today we talk about ${topic}.`),
    turn(
      'guest',
      checked.opening ??
        `I have read ${read === 1 ? 'one source' : `${read} sources`} about it, and I will tell you how well each thing is supported.`,
    ),
  ]
  for (const { question, evidence: id } of checked.answers ?? []) {
    turns.push(turn('host', question))
    turns.push(turn('guest', id === undefined ? 'Nothing that I have read answers that.' : (quoteOf.get(id) ?? '')))
  }
  findings.slice(0, spokenFindings).forEach((finding, index) => {
    turns.push(turn('host', questions[index % questions.length] ?? questions[0]))
    turns.push(turn('guest', `${finding.text} ${spokenConvergence(finding.convergence, index)}`, [finding.id]))
  })
  const [conflict] = contradictions
  if (conflict !== undefined) {
    turns.push(turn('host', 'Do the sources agree with each other?'))
    const against = conflict.local ? 'But one of your own notes says' : 'But another one says'
    turns.push(
      turn(
        'guest',
        `Not everywhere. One says: ${quoteOf.get(conflict.a) ?? ''} ${against}: ${quoteOf.get(conflict.b) ?? ''} Which is right, I can not decide.`,
      ),
    )
  }
  if (gaps.length > 0) {
    turns.push(turn('host', 'And what do we still not know?'))
    turns.push(turn('guest', gaps.join(' ')))
  }
  turns.push(turn('host', 'Thank you. The report lists every quotation with its source.'))
  return turns.filter(({ text }) => text !== '')
}

/** What a voice says, without what can't be said. */
export function turn(speaker: ScriptTurn['speaker'], text: string, claimIds: readonly string[] = []): ScriptTurn {
  const spoken = text
    .replaceAll(/https?:\/\/\S+|\bwww\.\S+/giu, '')
    .replaceAll(/[[\]*_`#<>|^]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return { speaker, text: spoken, claimIds }
}
