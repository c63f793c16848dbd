import { thrownText } from '@datacortex/errors'
import { type SpacePaths, patientLimit, withTimeLimit } from '@datacortex/platform'
import type { KnowledgeLocations } from '@datacortex/registry'
import type { ExecutionCheck } from '../log/execution-record.ts'
import { linksValid } from './links-valid.ts'
import type { CheckedRun, CheckVerdict, OutputCheck } from './output-check.ts'
import { outputExists } from './output-exists.ts'
import { type SpaceChanges, seenOutputs } from './space-changes.ts'
import { writesWithinBounds } from './writes-within-bounds.ts'

export type RunChecksOptions = Omit<CheckedRun, 'root' | 'changes'> & {
  readonly changes?: SpaceChanges | undefined
  readonly knowledgeLocations?: KnowledgeLocations | undefined
  /** Checks of modules; one of the name of a built-in check is run beside it. */
  readonly extra?: readonly OutputCheck[] | undefined
  /** For each check, in milliseconds; 30,000 if absent. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Checks what a run wrote. A check that fails to check, or takes too long, has not passed; its detail says why. */
export async function runChecks(paths: SpacePaths, options: RunChecksOptions): Promise<readonly ExecutionCheck[]> {
  const { changes, knowledgeLocations = {}, extra = [], timeoutMs = patientLimit(30_000), signal } = options
  const declared = new Set(options.outputs.map(({ path }) => path))
  const seen = seenOutputs(changes ?? { files: [] }).filter(({ path }) => !declared.has(path))
  const run: CheckedRun = { ...options, root: paths.root, outputs: [...options.outputs, ...seen] }
  const results: ExecutionCheck[] = []
  for (const check of [outputExists, linksValid, writesWithinBounds(knowledgeLocations), ...extra]) {
    signal?.throwIfAborted()
    const { passed, detail } = await verdictWithin(check, { run, timeoutMs, signal })
    results.push({ check: check.name, passed, ...(detail === undefined ? {} : { detail: detail.slice(0, 2000) }) })
  }
  return results
}

async function verdictWithin(
  { check }: OutputCheck,
  { run, timeoutMs, signal }: { run: CheckedRun; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<CheckVerdict> {
  try {
    const limit = { timeoutMs, what: 'it', signal }
    return await withTimeLimit(async (limited) => await check(run, { signal: limited }), limit)
  } catch (error) {
    signal?.throwIfAborted()
    // The code of a module can fail in any way.
    return { passed: false, detail: `the check failed: ${thrownText(error)}` }
  }
}
