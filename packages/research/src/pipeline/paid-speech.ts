import { sha256 } from '@datacortex/platform'
import type { Speech, SpokenAudio } from '@datacortex/plugin'
import { budgetWords } from '@datacortex/sources'
import { researchError } from '../errors.ts'
import type { RunInProgress } from './research-ports.ts'
import { costOfFailure } from './paid-writer.ts'
import { withinTime } from './within-time.ts'

type Spoken = { readonly ok: true; readonly audio: SpokenAudio } | { readonly ok: false; readonly error: unknown }

/** A back end whose clips are reserved and paid; throws `RESEARCH_BUDGET_REACHED`, `_CLIP_LOST`, `_TIME_OVER`. */
export function paidSpeech(
  speech: Speech,
  { run, budget, signal: ofRun }: Pick<RunInProgress, 'run' | 'budget' | 'signal'>,
): Speech {
  const { estimate, version, deterministic } = speech
  if (estimate === undefined) return speech
  const begun = new Map<string, number>()
  return {
    version,
    deterministic,
    state: async (options) => await speech.state(options),
    estimate,
    speak: async (text, { voice, signal }) => {
      const prefix = `clip ${sha256(JSON.stringify([version, voice, text]))} `
      const before = run.stepsOf({ phase: 'audio', prefix })
      if (before.some(({ isLost }) => isLost)) throw researchError('RESEARCH_CLIP_LOST', {})
      const usd = (await estimate(text)) ?? 0
      const reserved = budget.reserve({ usd })
      if (typeof reserved === 'string') throw researchError('RESEARCH_BUDGET_REACHED', { limit: budgetWords[reserved] })
      // A clip that failed, or is in the cache no more, is spoken again: a step of its own, that costs again.
      const number = Math.max(begun.get(prefix) ?? 0, before.length) + 1
      begun.set(prefix, number)
      let spoken: Spoken | undefined
      await run.step({
        phase: 'audio',
        key: `${prefix}${number}`,
        paid: true,
        estimate: usd,
        work: async () => {
          try {
            const speak = (within: AbortSignal): Promise<SpokenAudio> => speech.speak(text, { voice, signal: within })
            spoken = { ok: true, audio: await withinTime(speak, { budget, signal }) }
          } catch (error) {
            ofRun.throwIfAborted()
            spoken = { ok: false, error }
          }
          const paid = spoken.ok ? usd : (costOfFailure(spoken.error, { signal }) ?? usd)
          reserved.settle(paid)
          return { value: { ok: spoken.ok }, cost: { usd: paid, calls: 1 } }
        },
      })
      if (spoken?.ok === true) return spoken.audio
      throw spoken?.error
    },
  }
}
