import { CodedError, thrownText } from '@datacortex/errors'
import type { OnProgress } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import { type Criterion, acceptanceCriteria } from './criteria.ts'
import { findMinds } from './find-minds.ts'
import type { MindFiles, MindImplementation } from './implementation.ts'
import { datacortexMind } from './own-mind.ts'
import { type Verdict, no } from './verdict.ts'

/** A criterion of section 8 of the specification, and whether it holds. */
export type VerifiedCriterion = Verdict & { readonly id: string; readonly criterion: string }

/** What one agent of a folder fulfils. */
export type VerifiedMind = {
  readonly agent: string
  readonly level: number
  readonly ok: boolean
  readonly criteria: readonly VerifiedCriterion[]
}

export type VerifyOptions = {
  /** 1 to 3: its criteria and those of the levels below; 1 if absent. */
  readonly level?: number | undefined
  readonly agent?: string | undefined
  /** Only the criterion with this id, such as `1.4`. */
  readonly only?: string | undefined
  /** What recalls, remembers and reflects on a copy of the files; datacortex if absent. */
  readonly implementation?: MindImplementation | undefined
  readonly signal?: AbortSignal | undefined
  /** Stage: `verify`. */
  readonly onProgress?: OnProgress | undefined
}

/**
 * Runs the acceptance criteria of ACAS 1.4.0 on the agents of a folder. Nothing in it is changed: what has to be tried is tried
 * on copies.
 *
 * @param folder - A space, or a folder in the layout of the specification.
 * @throws `COGNITION_NOTHING_TO_VERIFY`, `COGNITION_IDENTITY_MISSING`
 * @example (await verifyMinds('/srv/agent', { level: 2 })).every(({ ok }) => ok)
 */
export async function verifyMinds(folder: string, options: VerifyOptions = {}): Promise<readonly VerifiedMind[]> {
  const { level = 1, agent, only, implementation = datacortexMind, signal, onProgress } = options
  const minds = (await findMinds(folder)).filter((one) => agent === undefined || one.agent === agent)
  if (minds.length === 0) throw cognitionError('COGNITION_IDENTITY_MISSING', { agent: agent ?? '' })
  const asked = acceptanceCriteria.filter(({ id }) => Number(id[0]) <= level && (only === undefined || id === only))
  const verified: VerifiedMind[] = []
  for (const files of minds) {
    const found: VerifiedCriterion[] = []
    for (const criterion of asked) {
      signal?.throwIfAborted()
      const done = verified.length * asked.length + found.length
      onProgress?.({ stage: 'verify', done, total: minds.length * asked.length, subject: criterion.text })
      const verdict = await verdictOf(criterion, { files, implementation })
      found.push({ id: criterion.id, criterion: criterion.text, ...verdict })
    }
    verified.push({ agent: files.agent, level, ok: found.every(({ holds }) => holds), criteria: found })
  }
  return verified
}

/** What an implementation throws in a trial is why the criterion does not hold. */
async function verdictOf(
  criterion: Criterion,
  { files, implementation }: { readonly files: MindFiles; readonly implementation: MindImplementation },
): Promise<Verdict> {
  try {
    if ('files' in criterion) return await criterion.files(files)
    const verdict = await implementation.onCopy(files, criterion.trial)
    return { ...verdict, evidence: `${verdict.evidence} (tried with ${implementation.name} on a copy)` }
  } catch (error) {
    const reason = thrownText(error)
    return no(CodedError.is(error) ? `${error.code}: ${reason}` : reason)
  }
}
